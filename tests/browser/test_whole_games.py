"""A whole game of La Cité by mouse, by touch and by keyboard alone, against the computer."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.table import Player, TouchPlayer

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
    totals = player.page.locator("[data-ending] tfoot td").all_inner_texts()
    scores = player.state["outcome"]["scores"]
    assert [text.replace("−", "-") for text in totals] == [str(s["total"]) for s in scores]


def test_a_game_by_mouse(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=3)
    player.begin()
    assert play_on(player) > 10
    sees_the_result(player)


def test_a_game_by_touch_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, touch=True)
    player = TouchPlayer(page, seed=4)
    player.begin()
    assert play_on(player) > 10
    sees_the_result(player)


def test_a_game_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    player = KeyboardPlayer(page, seed=5)
    player.begin_by_keyboard()
    assert play_on(player) > 10
    sees_the_result(player)
