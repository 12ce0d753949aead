"""Open tables: people find them without an account, join with one click, and see changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import PHONE, OpenPage

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
    with page.expect_response(lambda answer: answer.url.endswith("/api/tables")) as answered:
        pass
    assert "Clara-by-link" not in answered.value.text()
    page.route("**/api/tables", lambda route: route.abort())
    expect(page.locator(".fault")).to_contain_text("does not answer")
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".fault")).to_have_count(0)
