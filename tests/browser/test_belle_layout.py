"""The first moves of the Belle Époque with four players on small screens: nothing is missing.

Whole games on every screen and in every language are in `test_every_screen.py`.
"""

from __future__ import annotations

import pytest

from tests.browser.belle_epoque import AT_ONCE, BellePlayer, BelleTouchPlayer
from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, TOUCH_SIZES, troubles

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST_MOVES = 10


@pytest.mark.parametrize(("size", "language"), [("phone-360", "pl"), ("phone-sideways", "fr")])
def test_the_first_moves_on_small_screens(
    open_page: OpenPage, server: str, size: str, language: str
) -> None:
    """Look at the page before every move, and when one is chosen."""
    touch = size in TOUCH_SIZES
    page = open_page(size=SIZES[size], touch=touch, language=language)
    player = (BelleTouchPlayer if touch else BellePlayer)(page, seed=11)
    player.language = language
    player.open_table(server, players=4, level=1)
    for _ in range(FIRST_MOVES):
        assert player.wait()
        assert troubles(page, touch=touch) == [], player.ply
        move = player.choose()
        ply = player.ply
        player.point_out(move)
        if not move.startswith(AT_ONCE):
            page.wait_for_selector(".asked .primary")
            assert troubles(page, touch=touch) == [], f"{move} at {ply}"
            player.press(".asked .primary")
        player.after(ply)
