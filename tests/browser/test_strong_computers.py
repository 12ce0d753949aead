"""The Belle Époque against strong computers: they answer in time, and give hints."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import OpenPage
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import MAIN, THINKS_FIRST, totals

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FEW = 3
MOST_MOVES = 40
LAST_MOVES = 14
"""With this many moves left, a test has enough time to finish a game."""


@pytest.mark.parametrize(("level", "name"), [(5, "Camille"), (8, "Séraphine")])
def test_some_moves_against_a_strong_computer(
    open_page: OpenPage, server: str, level: int, name: str
) -> None:
    page = open_page()
    player = BellePlayer(page, seed=level)
    player.open_table(server, level=level)
    expect(page.locator(".col.left .name").first).to_have_text(name)
    theirs = page.locator(".log-lines .row", has=page.locator(".sr", has_text="blue"))
    for _ in range(MOST_MOVES):
        assert player.wait()
        if theirs.count() >= FEW:
            return
        player.play(player.choose())
    raise AssertionError("the computer hardly moves")


def test_a_game_is_finished_with_hints_and_undo(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = BellePlayer(page, seed=7)
    record, positions = chance_game("belle_epoque", seed=2)
    ply = len(record.moves) - LAST_MOVES
    open_branch(page, server, record, ply, positions[ply]["seat"], level=7)
    # Ask, follow the hint, undo it, and ask again.
    before = take_advice(player)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'.table-page[data-your-turn=true][data-ply="{before}"]')
    take_advice(player)
    while player.wait():
        player.play(player.choose())
    page.wait_for_selector("[data-ending]:not(.counts)", timeout=THINKS_FIRST)
    shown = totals(page)
    assert shown == [str(total) for total in player.results()]


def take_advice(player: BellePlayer) -> str:
    """Play the move of the hint, as a player does; returns the ply before it."""
    page, before = player.page, player.ply
    page.get_by_role("button", name="Hint").click()
    page.locator(MAIN).click(timeout=THINKS_FIRST)
    player.after(before)
    return before
