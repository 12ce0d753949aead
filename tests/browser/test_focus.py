"""The keyboard's focus is never lost: after help, a hint, an undo and the sheet at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.focus import tab_to, wait_for_focus
from tests.browser.positions import chance_game, open_branch, table_at
from tests.browser.table import MAIN, THINKS_FIRST, Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = {"lumiere": "build:", "belle_epoque": "key:"}
"""A kind of move of each game that can be taken back."""
BOARD = {"lumiere": "[role=gridcell]", "belle_epoque": "[data-place]"}


def press(page: Page, name: str) -> None:
    """Go to a button of the bar with Tab, and press it."""
    tab_to(page, f'button[aria-label="{name}"]')
    page.keyboard.press("Enter")


@pytest.mark.parametrize("game", GAMES)
def test_help_hint_and_undo_leave_the_focus_where_one_works(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    player = Player(page)
    kind = GAMES[game]
    table_at(page, server, game, lambda _, legal: any(move.startswith(kind) for move in legal))
    # What opened the help has the focus again: a button, then a place of the board.
    press(page, "Help")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Help")).to_be_focused()
    tab_to(page, BOARD[game])
    place = page.locator(":focus").get_attribute("aria-label") or ""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(":focus")).to_have_attribute("aria-label", place)
    # The button for a hint is switched off while the computer thinks.
    press(page, "Hint")
    page.locator("[data-why]").wait_for(timeout=THINKS_FIRST)
    wait_for_focus(page)
    page.keyboard.press("Escape")
    expect(page.locator(MAIN)).to_have_count(0)
    wait_for_focus(page)
    # A move is played, and taken back.
    ply = player.ply
    page.keyboard.press("l")
    move = next(move for move in player.legal() if move.startswith(kind))
    page.get_by_role("dialog").get_by_role("textbox").fill(move)
    page.keyboard.press("Enter")
    player.after(ply)
    page.wait_for_selector(".table-page[data-your-turn=true]")
    wait_for_focus(page)
    press(page, "Undo")
    page.wait_for_selector(f'.table-page[data-your-turn=true][data-ply="{ply}"]')
    wait_for_focus(page)


@pytest.mark.parametrize(
    "game", ["lumiere", pytest.param("belle_epoque", marks=pytest.mark.exhaustive)]
)
def test_the_sheet_at_the_end_gives_the_focus_back_to_what_opens_it(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    record, positions = chance_game(game)
    last = len(record.moves) - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(record.moves[last])
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ending=done]")
    wait_for_focus(page)
    tab_to(page, "[data-ending] .close")
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name="Result", exact=True)
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-ending] .close")).to_be_focused()
    # The question about the luck of the shuffle is a dialog, and gives the focus back.
    press(page, "Luck of the shuffle")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Luck of the shuffle")).to_be_focused()
