"""Whole games of the Belle Époque on every screen and in every language: nothing is missing."""

from __future__ import annotations

import pytest

from tests.browser.belle_epoque import BellePlayer, BelleTouchPlayer
from tests.browser.conftest import OpenPage
from tests.browser.layout import LANGUAGES, SIZES, TOUCH_SIZES, troubles

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_MOVES = 400
SAMPLE = {("phone-360", "pl"), ("phone-sideways", "fr")}
"""What `make test` looks at, and only in the first moves."""
FIRST_MOVES = 10


def play_and_look(
    open_page: OpenPage, server: str, size: str, language: str, most: int, players: int = 2
) -> int:
    """Play against the computer and look at the page before every move, and when one is chosen."""
    touch = size in TOUCH_SIZES
    page = open_page(size=SIZES[size], touch=touch, language=language)
    player = (BelleTouchPlayer if touch else BellePlayer)(page, seed=11)
    player.language = language
    player.open_table(server, players=players, level=1)
    for number in range(most):
        if not player.wait():
            return number
        assert troubles(page, touch=touch) == [], player.ply
        move = player.choose()
        ply = player.ply
        player.point_out(move)
        if not move.startswith(("draw", "end", "pass", "decline")):
            page.wait_for_selector(".asked .primary")
            assert troubles(page, touch=touch) == [], f"{move} at {ply}"
            player.press(".asked .primary")
        player.after(ply)
    return most


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_on_every_screen(
    open_page: OpenPage, server: str, size: str, language: str
) -> None:
    assert play_and_look(open_page, server, size, language, MOST_MOVES) < MOST_MOVES


@pytest.mark.parametrize(("size", "language"), sorted(SAMPLE))
def test_the_first_moves_on_small_screens(
    open_page: OpenPage, server: str, size: str, language: str
) -> None:
    assert play_and_look(open_page, server, size, language, FIRST_MOVES, players=4) == FIRST_MOVES
