"""Whole games of the Belle Époque in a browser, and what its pages must hold to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.belle_epoque import (
    BelleKeyboardPlayer,
    BellePlayer,
    BelleTouchPlayer,
    unnamed_places,
)
from tests.browser.conftest import PHONE, ROOT, OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
MOST_MOVES = 600


def play_on(player: BellePlayer) -> int:
    """Play until the game is over; the number of moves."""
    for number in range(MOST_MOVES):
        if not player.wait():
            return number
        player.play(player.choose())
    raise AssertionError("the game does not end")


def sees_the_result(player: BellePlayer) -> None:
    player.page.wait_for_selector("[data-ending]")
    totals = player.page.locator("[data-ending] tfoot td").all_inner_texts()
    assert totals == [str(score["total"]) for score in player.state["outcome"]["scores"]]


def test_a_game_by_mouse(open_page: OpenPage, server: str) -> None:
    player = BellePlayer(open_page(), seed=3)
    player.open_table(server)
    assert play_on(player) > 100
    sees_the_result(player)


def test_a_game_by_touch_on_a_phone(open_page: OpenPage, server: str) -> None:
    player = BelleTouchPlayer(open_page(size=PHONE, touch=True), seed=4)
    player.open_table(server)
    assert play_on(player) > 100
    sees_the_result(player)


def test_a_game_by_keyboard_alone(open_page: OpenPage, server: str) -> None:
    player = BelleKeyboardPlayer(open_page(), seed=5)
    player.open_table(server)
    assert play_on(player) > 100
    sees_the_result(player)


def test_four_at_one_screen_begin(open_page: OpenPage, server: str) -> None:
    player = BellePlayer(open_page(), seed=6)
    player.open_table(server, players=4)
    for _ in range(40):
        assert player.wait()
        player.play(player.choose())
    assert unnamed_places(player.page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(1280, 800), PHONE, (360, 740)])
def test_accessibility_of_the_table(
    open_page: OpenPage, server: str, theme: str, size: tuple[int, int]
) -> None:
    page = open_page(size=size, theme=theme, bypass_csp=True)
    player = BellePlayer(page, seed=7) if size[0] > 760 else BelleTouchPlayer(page, seed=7)
    player.open_table(server)
    player.wait()
    assert _findings(page, AXE) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]


@pytest.mark.parametrize(
    "path", ["/learn/belle_epoque", "/rules/belle_epoque", "/score/belle_epoque"]
)
def test_accessibility_of_lesson_book_and_sheet(open_page: OpenPage, path: str) -> None:
    page = open_page(path, bypass_csp=True)
    page.wait_for_selector("#content main")
    assert _findings(page, AXE) == []


def _findings(page: Page, axe: Path) -> list[str]:
    page.add_script_tag(path=axe)
    found = page.evaluate(
        """async levels => {
            const {violations} = await axe.run({runOnly: levels});
            const where = all => all.slice(0, 3).map(node => node.html.slice(0, 90)).join(' | ');
            return violations.map(({id, nodes}) => id + ': ' + where(nodes));
        }""",
        ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    )
    return list(found)
