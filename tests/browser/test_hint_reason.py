"""The reason for a hint hides nothing that its move needs, and goes with its move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, TOUCH_SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import resize
from tests.browser.table import THINKS_FIRST

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOTH = pytest.mark.parametrize(
    ("game", "players"), [("lumiere", 2), ("belle_epoque", 4)], ids=["la-cite", "belle-epoque"]
)
HINT = '.tools button:has(use[href="#i-hint"])'
REASON = ".beside [data-why]"
CLOSE = ".beside .away"
IN_ITS_COLUMN = """panel => {
    const [own, column] = [panel, panel.closest('.left')].map(each => each.getBoundingClientRect());
    return own.top >= column.top - 1 && own.bottom <= column.bottom + 1;
}"""
"""Whether the panel of a player is whole without scrolling."""
ENDS_CLEARLY = """body => {
    const more = body.scrollHeight > body.clientHeight + 1;
    const fades = getComputedStyle(body).maskImage !== 'none';
    return more === fades;
}"""


def ask(page: Page) -> None:
    """Ask for a hint with its reason."""
    page.locator(HINT).click()
    page.locator(REASON).wait_for(timeout=THINKS_FIRST)


def look(page: Page, size: str) -> None:
    """Check that the reason and everything that the move needs are whole."""
    touch = size in TOUCH_SIZES
    found = troubles(page, touch=touch, seen=(".asked .actions",), at_once=(".left .who",))
    assert found == [], size
    assert page.locator(".beside .body").evaluate(ENDS_CLEARLY), size
    if size == "laptop":
        assert page.locator(".left .player").last.evaluate(IN_ITS_COLUMN), size


def open_at(page: Page, server: str, game: str, players: int, part: float) -> None:
    """A table of a random game, this part of its way to the end."""
    record, positions = chance_game(game, 3, players)
    ply = int(len(positions) * part)
    open_branch(page, server, record, ply, positions[ply]["seat"])


@BOTH
def test_the_reason_leaves_chips_hand_and_confirm_in_sight(
    open_page: OpenPage, server: str, game: str, players: int
) -> None:
    page = open_page("/settings", size=SIZES["phone-360"], touch=True)
    open_at(page, server, game, players, 0.35)
    tray = page.locator(".tray.chosen")
    before = tray.get_attribute("data-tray")
    ask(page)
    for size in TOUCH_SIZES:
        resize(page, size)
        look(page, size)
    # On a phone a tray is one tap away, and so is the way back.
    resize(page, "phone-360")
    expect(tray).to_be_hidden()
    page.locator("nav.tabs button").first.tap()
    expect(tray).to_be_visible()
    expect(page.locator(REASON)).to_be_hidden()
    page.locator("nav.tabs button").last.tap()
    page.locator(CLOSE).tap()
    expect(page.locator(REASON)).to_have_count(0)
    expect(tray).to_have_attribute("data-tray", before or "")


@BOTH
def test_the_reason_leaves_the_own_panel_whole_and_goes_when_its_move_is_put_back(
    open_page: OpenPage, server: str, game: str, players: int
) -> None:
    page = open_page("/settings", size=SIZES["laptop"])
    open_at(page, server, game, players, 0.35)
    ask(page)
    look(page, "laptop")
    page.locator(CLOSE).click()
    expect(page.locator(REASON)).to_have_count(0)
    ask(page)
    page.keyboard.press("Escape")
    expect(page.locator(REASON)).to_have_count(0)
    ask(page)
    back = page.locator(".asked .actions button:has(kbd)", has_text="Esc")
    back.click()
    expect(page.locator(REASON)).to_have_count(0)


@BOTH
def test_the_chat_leaves_the_own_panel_whole(
    open_page: OpenPage, server: str, game: str, players: int
) -> None:
    """Whoever writes during the game still sees the tile in the hand, or the francs."""
    page = open_page("/settings", size=SIZES["window"])
    open_at(page, server, game, players, 0.35)
    own = page.locator(".left .player").last
    before = own.inner_text()
    page.locator('.tools button:has(use[href="#i-chat"])').click()
    page.locator(".beside .chat").wait_for()
    assert own.inner_text() == before
    assert own.evaluate(IN_ITS_COLUMN)
    assert troubles(page, seen=(".asked",), at_once=(".left .who", ".beside input")) == []


@BOTH
def test_a_low_phone_has_the_reason_and_the_confirm_button(
    open_page: OpenPage, server: str, game: str, players: int
) -> None:
    page = open_page("/settings", size=(360, 640), touch=True, language="de")
    open_at(page, server, game, players, 0.35)
    ask(page)
    assert troubles(page, seen=(".asked .actions",), at_once=()) == []
    reason = page.locator(".beside").bounding_box()
    assert reason is not None
    assert reason["height"] > 70  # some lines; the rest scrolls
