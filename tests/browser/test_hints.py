"""A hint of La Cité: the board draws exactly its move; near the end the hint is proved."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenPage
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import THINKS_FIRST, spaces_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PROOF = "Proved: if everybody plays their best, "


def listen(page: Page) -> list[dict[str, Any]]:
    """The hints that the server sends from now on."""
    hints: list[dict[str, Any]] = []

    def hear(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message.get("type") == "hint":
            hints.append(message["hint"])

    def join(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", join)
    return hints


def ask(page: Page, hints: list[dict[str, Any]]) -> dict[str, Any]:
    """Ask for a hint; returns what the server said."""
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-why]").wait_for(timeout=THINKS_FIRST)
    for _ in range(500):  # the page has it; this handler gets it a moment later
        if hints:
            return hints[-1]
        page.wait_for_timeout(20)
    raise AssertionError("the page shows a hint that the server has not sent")


def only_builds(legal: list[str]) -> bool:
    """Whether a building must be placed, and there are several ways."""
    return len(legal) > 4 and all(move.startswith("build:") for move in legal)


def test_a_hint_draws_its_building_with_its_turn_where_it_goes(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    hints = listen(page)
    record, ply, seat = next(
        (record, ply, found["seat"])
        for record, positions in (chance_game("lumiere", seed) for seed in range(1, 60))
        for ply, found in enumerate(positions[:-1])
        if only_builds(found["legal"])
    )
    open_branch(page, server, record, ply, seat)
    move = ask(page, hints)["move"]
    ghost = page.locator("[data-ghost]")
    expect(ghost).to_have_attribute("data-ghost", move)
    # The spaces that the ghost covers are those of the move.
    covered = page.locator("[role=gridcell][aria-selected=true]").evaluate_all(
        "all => all.map(each => each.dataset.at)"
    )
    assert sorted(covered) == sorted(f"{'abcdefgh'[x]}{y + 1}" for x, y in spaces_of(move))


def test_a_hint_with_few_tokens_left_says_that_it_is_proved(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    hints = listen(page)
    record, positions = chance_game("lumiere")
    ply = next(
        n
        for n, found in enumerate(positions)
        if found["phase"] == "building" and sum(found["tokens"].values()) <= 2
    )
    open_branch(page, server, record, ply, positions[ply]["seat"])
    assert ask(page, hints)["proved"]
    expect(page.locator("[data-why] li").first).to_contain_text(PROOF)
