"""Names of 24 letters without a break, the longest that there are, run out of nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.end_sheet import LONG
from tests.browser.layout import SIZES, TOUCH_SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import resize

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WIDE = "W" * 24
SCREENS = ("phone-360", "phone-sideways", "tablet", "laptop")


def look(page: Page, touch: bool, when: str) -> None:
    """Check every size of one kind of screen."""
    for size in SCREENS:
        if (size in TOUCH_SIZES) == touch:
            resize(page, size)
            assert troubles(page, touch=touch, page_scrolls=True, seen=()) == [], (when, size)


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize(("game", "players"), [("lumiere", 2), ("belle_epoque", 4)])
def test_a_table_of_long_names_fits(
    open_page: OpenPage, server: str, game: str, players: int, touch: bool
) -> None:
    record, positions = chance_game(game, 3, players)
    ply = int(len(positions) * 0.6)
    page = open_page("/settings", size=SIZES["phone-360"], touch=touch, language="de")
    names = [WIDE, LONG[0], "M" * 24, WIDE][:players]
    people = [{"kind": "me", "name": name} for name in names]
    open_branch(page, server, record, ply, positions[ply]["seat"], seats=people)
    look(page, touch, "the curtain")
    page.locator(".curtain button").click()
    page.wait_for_selector(".table-page[data-your-turn=true]")
    look(page, touch, "the table")


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_long_names_fit_before_the_game_and_in_its_announcements(
    open_page: OpenPage, touch: bool
) -> None:
    size = SIZES["phone-360"]
    host = open_page("/", size=size, touch=touch, language="pl", name=WIDE)
    host.locator(".panel.friend select").first.select_option("belle_epoque")
    friend = host.locator(".panel.friend")
    friend.get_by_role("button", name="Zaproś").click()
    link = host.locator("[data-invitation]").inner_text()
    friend.get_by_role("button", name="Usiądź").click()
    host.wait_for_selector(".waiting")
    look(host, touch, "the host waits")
    guest = open_page(link, size=size, touch=touch, language="de", name="M" * 24)
    guest.locator("[data-seat] .primary").first.wait_for()
    look(guest, touch, "the guest is asked")
    guest.locator("[data-seat] .primary").first.click()
    for page in (host, guest):
        page.wait_for_selector(".table-page")
        look(page, touch, "the game begins")
