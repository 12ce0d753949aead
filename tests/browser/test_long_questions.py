"""A question with more choices than the prompt has room for."""

from __future__ import annotations

import pytest

from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import MAIN

pytestmark = pytest.mark.browser

SEED, PLY = 55, 126
"""Here tile 23 may be used in seven ways, more than two rows of choices in Italian."""
FEWEST_WAYS = 6


@pytest.mark.parametrize("size", ["laptop", "desktop"])
def test_the_last_choice_and_its_confirmation_can_be_clicked(
    open_page: OpenPage, server: str, size: str
) -> None:
    page = open_page("/settings", size=SIZES[size], language="it")
    record, positions = chance_game("belle_epoque", SEED)
    ways = [move for move in positions[PLY]["legal"] if move.startswith("activate:23:")]
    assert len(ways) >= FEWEST_WAYS
    open_branch(page, server, record, PLY, positions[PLY]["seat"])
    page.wait_for_selector(".table-page[data-your-turn=true]")
    player = BellePlayer(page, seed=1)
    player.language = "it"
    for way in (ways[-1], ways[0]):
        player.point_out(way)
        page.locator(f'[data-option="{way}"][aria-pressed=true]').wait_for()
        page.locator(f'[data-option="{way}"]').click(trial=True)
        page.locator(MAIN).first.click(trial=True)
        page.keyboard.press("Escape")
        page.wait_for_selector(f'[data-option="{way}"]', state="detached")
    player.point_out(ways[-1])
    player.confirm()
    player.after(str(PLY))
