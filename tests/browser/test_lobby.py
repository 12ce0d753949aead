"""Open tables: people find them without an account, join with one click, and see changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.table import Player
from tests.browser.test_together import is_mover

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_table_is_opened_found_and_joined(open_page: OpenPage) -> None:
    bert = open_page("/", size=PHONE, touch=True, bypass_csp=True, name="Bert")
    bert.get_by_role("link", name="See all open tables").tap()
    expect(bert.get_by_role("heading", name="Open tables")).to_be_visible()
    anna = open_page("/tables", name="Anna-in-the-lobby")
    panel = anna.get_by_role("region", name="Open a table")
    panel.locator(".pick select").select_option("belle_epoque")
    assert anna.get_by_role("radio", name="Everybody").is_checked()
    anna.get_by_role("button", name="Open the table").click()
    anna.wait_for_selector(".waiting")
    # Bert sees it without a reload.
    card = bert.locator("li.card", has_text="Anna-in-the-lobby")
    expect(card).to_contain_text("one seat free")
    expect(card.get_by_role("link", name="Watch")).to_be_visible()
    for way in in_every_way(bert, SMALLEST):
        assert findings(bert) == [], way
        assert bert.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, way
    card.get_by_role("button", name="Join").click()
    bert.wait_for_selector(".table-page")
    anna.wait_for_selector(".table-page")
    expect(anna.locator("#content")).to_contain_text("Bert")


def test_one_closes_a_table_hides_another_and_hears_of_a_silent_server(
    open_page: OpenPage,
) -> None:
    page = open_page("/tables", name="Clara-by-link", quiet=False)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".waiting")
    page.go_back()
    mine = page.locator("li.card.mine")
    expect(mine).to_contain_text("Clara-by-link")
    mine.get_by_role("button", name="Close").click()
    expect(mine).to_have_count(0)
    page.get_by_text("By link only").click()
    page.get_by_role("button", name="Invite somebody").click()
    page.wait_for_selector(".qr")
    page.context.set_offline(True)
    expect(page.locator(".fault")).to_contain_text("connection")
    page.context.set_offline(False)
    expect(page.locator(".fault")).to_have_count(0)
    # The list is live again, and it never names the table that only a link leads to.
    other = open_page("/tables", name="Clara-for-all")
    other.get_by_role("button", name="Open the table").click()
    expect(page.locator("li.card", has_text="Clara-for-all")).to_be_visible()
    expect(page.locator("li.card", has_text="Clara-by-link")).to_have_count(0)


def test_running_games_are_watched_from_their_own_page(open_page: OpenPage) -> None:
    fan = open_page("/tables", size=PHONE, touch=True, bypass_csp=True)
    fan.get_by_role("link", name="Watch games in progress").tap()
    expect(fan.get_by_role("heading", name="Games in progress").first).to_be_visible()
    dora = open_page("/tables", name="Dora-who-is-watched")
    dora.get_by_role("button", name="Open the table").click()
    dora.wait_for_selector(".waiting")
    ella = open_page(dora.url, name="Ella")
    ella.get_by_role("button", name="Sit down").click()
    card = fan.locator("li.card", has_text="Dora-who-is-watched")
    expect(card).to_contain_text("Ella")
    expect(card).to_contain_text("to move")
    expect(card).to_contain_text("0 moves")
    for way in in_every_way(fan, SMALLEST):
        assert findings(fan) == [], way
        assert fan.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, way
    players = [Player(dora, seed=3), Player(ella, seed=4)]
    for player in players:
        player.page.reload()
        player.page.wait_for_selector(".table-page[data-ply='0']")
    mover = next(player for player in players if is_mover(player))
    mover.play(mover.choose())
    expect(card).to_contain_text("1 move")
    card.get_by_role("link", name="Watch").tap()
    fan.wait_for_selector(".table-page")
    assert fan.url == dora.url
    fan.go_back()
    expect(card).to_be_visible()
    dora.get_by_role("button", name="Menu").click()
    dora.get_by_role("button", name="Resign").first.click()
    dora.locator("dialog[open] .primary").click()
    expect(card).to_have_count(0)
