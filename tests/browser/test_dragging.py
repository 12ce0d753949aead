"""A building that is dragged near a place snaps to it, by mouse and by finger."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.positions import table_at
from tests.browser.table import MAIN, Player, TouchPlayer, board_point, spaces_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OFF = 0.3
"""So far from the place the piece is let go, in spaces."""
ABOVE = 0.9
"""So far above the finger the piece is shown, in spaces."""
TURNING = 0.6
"""Turning the piece by itself counts as much as this distance, in spaces."""
SNAPPED = """nearest => nearest.includes(document.querySelector('[data-ghost]')?.dataset.ghost)"""
Drag = Callable[[str, float, float], None]


def mouse_of(page: Page) -> Drag:
    def drag(kind: str, x: float, y: float) -> None:
        if kind == "end":
            page.mouse.up()
            return
        page.mouse.move(x, y, steps=6 if kind == "move" else 1)
        if kind == "start":
            page.mouse.down()

    return drag


def finger_of(page: Page) -> Drag:
    hand = page.context.new_cdp_session(page)

    def drag(kind: str, x: float, y: float) -> None:
        points = [] if kind == "end" else [{"x": x, "y": y, "id": 1}]
        hand.send(
            "Input.dispatchTouchEvent",
            {"type": f"touch{kind.title()}", "touchPoints": points},
        )

    return drag


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_building_snaps_to_the_nearest_place(
    open_page: OpenPage, server: str, touch: bool
) -> None:
    page = open_page("/settings", size=PHONE if touch else DESKTOP, touch=touch)
    player = (TouchPlayer if touch else Player)(page)
    table_at(
        page,
        server,
        "lumiere",
        lambda _, legal: sum(move.startswith("build:") for move in legal) > 20,
    )
    builds = [move for move in player.legal() if move.startswith("build:")]
    move = min(builds, key=lambda each: abs(middle_of(each)[0] - 4) + abs(middle_of(each)[1] - 4))
    x, y = middle_of(move)
    aside = (x + OFF, y - OFF)
    player.show(0)
    slot = page.locator(f'{player.side} [data-building="{move.split(":")[1]}"]')
    slot.scroll_into_view_if_needed()
    piece = slot.bounding_box()
    assert piece is not None
    drag = finger_of(page) if touch else mouse_of(page)
    lift = -ABOVE if touch else 0
    drag("start", piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    for part in (0.2, 0.6, 1.0):  # in steps: a finger that jumps is no drag
        x, y = board_point(page, aside[0], aside[1] + lift)
        from_y = piece["y"] + piece["height"] / 2
        drag("move", x, from_y + (y - from_y) * part)
    same = [each for each in builds if each.split(":")[1] == move.split(":")[1]]
    least = min(away(each, aside) for each in same)
    nearest = [each for each in same if away(each, aside) < least + 0.01]
    page.wait_for_function(SNAPPED, arg=nearest)
    expect(page.locator("[data-ghost]")).to_have_attribute("data-good", "true")
    shown = player.ghost()
    drag("end", 0, 0)
    expect(page.locator(".asked .primary")).to_be_visible()
    assert player.ghost() == shown
    ply = player.ply
    # By mouse: Chromium sends no click for the first tap after touches that a test sends itself.
    page.locator(MAIN).click()
    player.after(ply)


def middle_of(move: str) -> tuple[float, float]:
    """The middle of the box around the spaces of a move."""
    columns, rows = zip(*spaces_of(move), strict=True)
    return (min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2


def away(move: str, point: tuple[float, float]) -> float:
    """How far a placement is from the dragged piece; turning it counts, too."""
    x, y = middle_of(move)
    return math.hypot(x - point[0], y - point[1]) + (0 if move.endswith(":0") else TURNING)
