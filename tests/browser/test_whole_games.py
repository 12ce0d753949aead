"""Whole games of La Cité against the computer: by mouse, touch, keyboard and accessibility tree.

After every move nothing that a player needs is off the screen, covered, cut or too small to touch.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.focus import wait_for_focus
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.layout import SIZES, TOUCH_SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.reader import Reader
from tests.browser.table import Player, TouchPlayer, spaces_of, totals

GIVES = re.compile(r"^Build the .+ here\? It covers .+ [+−]\d")

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def play_on(player: Player, most: int = 60) -> int:
    """Play until the game is over; returns the number of own moves."""
    for number in range(most):
        if not player.wait():
            return number
        player.make(player.choose())
    raise AssertionError("the game does not end")


def sees_the_result(player: Player) -> None:
    player.page.wait_for_selector("[data-ending]")
    shown = totals(player.page)
    assert [int(text.replace("−", "-")) for text in shown] == player.results()


def begin(page: Page, server: str, seed: int) -> None:
    """Sit down against the computer. The seed alone decides the deal: a failure comes again."""
    record, _ = chance_game("lumiere", seed)
    open_branch(page, server, record, ply=0, seat=0)


def play_and_look(open_page: OpenPage, server: str, size: str, language: str, seed: int) -> None:
    """Play a whole game and look for troubles at every turn and at every piece put down."""
    touch = size in TOUCH_SIZES
    page = open_page(size=SIZES[size], touch=touch, language=language)
    player = (TouchPlayer if touch else Player)(page, seed=seed)
    begin(page, server, seed)
    for _ in range(60):
        if not player.wait():
            break
        assert troubles(page, touch=touch) == [], (size, language, player.ply)
        move = player.choose()
        ply = player.ply
        player.pick(move)
        if spaces_of(move):
            player.put(move)
        assert troubles(page, touch=touch) == [], (size, language, move)
        player.confirm()
        player.after(ply)
        if move.startswith("levitation") and move.count(":") == 2:
            player.after(str(int(ply) + 1))
    else:
        raise AssertionError("the game does not end")
    sees_the_result(player)


def test_a_game_by_mouse_on_a_low_screen(open_page: OpenPage, server: str) -> None:
    play_and_look(open_page, server, "laptop", "fr", seed=3)


def test_a_game_by_touch_on_the_smallest_phone(open_page: OpenPage, server: str) -> None:
    play_and_look(open_page, server, "phone-360", "pl", seed=4)


@pytest.mark.exhaustive
def test_a_game_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    player = KeyboardPlayer(page, seed=5)
    player.begin_by_keyboard()
    assert play_on(player) > 10
    sees_the_result(player)


def test_a_game_by_accessibility_tree_alone(open_page: OpenPage, server: str) -> None:
    page = open_page(size=SIZES["desktop"])
    begin(page, server, seed=6)
    reader = Reader(page)
    reader.listen()
    turns = 0
    while reader.waits_for_turn():
        turns += 1
        before = page.get_attribute(".table-page", "data-ply")
        if turns <= 4:
            reader.take_building()
        else:
            reader.take_turn()
        page.wait_for_selector(f'.table-page:not([data-ply="{before}"])')
        wait_for_focus(page)
    assert turns > 10
    expect(reader.result()).to_be_visible()
    heard = reader.announced()
    assert any("top left" in text and "It covers" in text for text in heard), "the tile in hand"
    assert any(GIVES.search(text) for text in heard), "what a place gives"
    assert any(text.startswith("Gavroche") for text in heard), "the rival's moves"
