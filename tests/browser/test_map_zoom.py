"""The map of the Belle Époque on a phone: two fingers, hints, many landmarks in a district."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.layout import FINGER
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import THINKS_FIRST
from tests.browser.words import laid_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRAME = ".map-box .frame"
LOOK = """([x, y]) => {
    const frame = document.querySelector('.map-box .frame');
    const map = frame.firstElementChild.getBoundingClientRect();
    return {width: map.width, fit: frame.clientWidth,
            at: [(x - map.left) / map.width, (y - map.top) / map.height]};
}"""


def touch(fingers: CDPSession, kind: str, points: list[tuple[float, float]]) -> None:
    fingers.send(
        "Input.dispatchTouchEvent",
        {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
        },
    )


def pinch(page: Page, middle: tuple[float, float], begin: float, end: float) -> None:
    """Two fingers beside a point, that many pixels apart at the beginning and at the end."""
    fingers = page.context.new_cdp_session(page)
    x, y = middle

    def pair(apart: float) -> list[tuple[float, float]]:
        return [(x - apart / 2, y), (x + apart / 2, y)]

    touch(fingers, "touchStart", pair(begin))
    page.wait_for_timeout(700)  # longer than the press of one finger that asks for help
    for step in range(1, 6):
        touch(fingers, "touchMove", pair(begin + (end - begin) * step / 5))
    touch(fingers, "touchEnd", [])
    fingers.detach()


def test_two_fingers_change_the_map_and_a_hint_brings_its_target_into_view(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, positions = chance_game("belle_epoque")
    walks = [n for n, found in enumerate(positions) if found["phase"] == "bonus"]
    ply = walks[0]
    open_branch(page, server, record, ply, positions[ply]["seat"])
    page.wait_for_selector(".table-page[data-your-turn=true]")
    laid_out(page)  # the map has gone to what is asked
    box = page.locator(FRAME).bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(FRAME).evaluate("frame => frame.scrollTo({left: 250, top: 250})")
    close: dict[str, Any] = page.evaluate(LOOK, middle)
    pinch(page, middle, 100, 160)
    page.wait_for_function(f"wide => ({LOOK})([0, 0]).width > 1.4 * wide", arg=close["width"])
    large = page.evaluate(LOOK, middle)
    for before, after in zip(close["at"], large["at"], strict=True):
        assert abs(before - after) < 0.02, "the point between the fingers stays"
    page.wait_for_timeout(400)  # two touches right after each other are a double tap
    pinch(page, middle, 300, 40)
    page.wait_for_function(f"() => ({LOOK})([0, 0]).width <= ({LOOK})([0, 0]).fit + 1")
    # A touch on the whole map shows that part closely.
    page.locator(FRAME).tap(position={"x": box["width"] / 2, "y": box["height"] / 2})
    page.wait_for_function(f"wide => ({LOOK})([0, 0]).width === wide", arg=close["width"])

    # A tile of the track lies at the edge of the map, the frame shows its middle. A hint may also
    # be to sell something first: then the next walk is tried.
    target = page.locator("[data-place^='track:'][aria-pressed=true]")
    for ply in walks[:8]:
        open_branch(page, server, record, ply, positions[ply]["seat"])
        page.wait_for_selector(".table-page[data-your-turn=true]")
        page.locator(FRAME).evaluate("frame => frame.scrollTo({left: 260, top: 300})")
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".asked .primary")).to_be_visible(timeout=THINKS_FIRST)
        if target.count():
            break
    expect(target).to_have_count(1)
    page.wait_for_function(
        """() => {
            const inside = document.querySelector('.map-box .frame').getBoundingClientRect();
            const tile = document.querySelector("[data-place^='track:'][aria-pressed=true]")
                .getBoundingClientRect();
            return tile.left >= inside.left && tile.right <= inside.right
                && tile.top >= inside.top && tile.bottom <= inside.bottom;
        }"""
    )
    expect(target).to_be_in_viewport(ratio=1)


def test_many_landmarks_in_one_district_are_large_enough_for_a_finger(
    open_page: OpenPage,
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    seats = [{"seat": seat, "points": 0, "francs": 0} for seat in ("orange", "blue")]
    keys = {f"montmartre:{value}": ["orange"] for value in range(9, 17)}
    board = {"seats": seats, "tile27": [], "scoring": {}, "keys": keys}
    page.evaluate(
        "board => localStorage.setItem('lutetia.score.belle_epoque', board)", json.dumps(board)
    )
    page.goto(page.url.replace("/settings", "/score/belle_epoque"))
    landmarks = page.locator(", ".join(f'[data-at="montmartre:{value}"]' for value in range(9, 17)))
    expect(landmarks).to_have_count(8)
    sides = landmarks.evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).flatMap(b => [b.width, b.height])"
    )
    assert min(sides) >= FINGER - 0.5, sides
