"""Sharing: the link of a finished game, and lists with several pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import chance_game, open_branch, shared
from tests.browser.words import english, misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
COPIES = """window.copied = [];
    Object.defineProperty(navigator, 'clipboard', {value: {
        writeText: text => { window.copied.push(text); return Promise.resolve(); },
    }})"""
SHARES = """window.shared = [];
    navigator.share = what => { window.shared.push(what); return Promise.resolve(); };"""


def last_move(page: Page, server: str) -> None:
    """Play the last move of a game, and check its end."""
    record, positions = chance_game("lumiere")
    last = len(record.moves) - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(record.moves[last])
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ending]:not(.counts)")


def test_the_end_of_a_game_is_copied_as_a_link(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    page.add_init_script(COPIES)
    last_move(page, server)
    ending = page.locator("[data-ending]")
    ending.get_by_role("button", name="Share").click()
    expect(ending.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator("[aria-live=polite]")).to_contain_text("The link is copied")
    (link,) = page.evaluate("() => window.copied")
    # The button says so until the reader does something else.
    page.keyboard.press("Shift")
    expect(ending.get_by_role("button", name="Share")).to_be_visible()
    guest = open_page(link)
    expect(guest.get_by_role("region", name="Replay")).to_be_visible()
    # The replay can be shared again.
    guest.evaluate(COPIES)
    guest.get_by_role("button", name="Share").click()
    expect(guest.get_by_role("button", name="Copied")).to_be_visible()
    assert guest.evaluate("() => window.copied") == [link]


def test_a_phone_shares_and_a_forbidden_clipboard_shows_the_link(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True, language="fr", bypass_csp=True)
    record, _ = chance_game("lumiere")
    address = shared(page, record)
    page.add_init_script(SHARES)
    page.goto(address)
    share = page.get_by_role("button", name="Partager")
    share.tap()
    page.wait_for_function("() => window.shared.length")
    (what,) = page.evaluate("() => window.shared")
    assert what["url"] == address
    expect(open_page(what["url"]).get_by_role("region", name="Replay")).to_be_visible()
    page.add_init_script(
        f"delete Navigator.prototype.share; delete navigator.share; {NO_CLIPBOARD}"
    )
    page.goto(address)
    share.tap()
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_have_value(address)
    # It is ready to be copied.
    page.wait_for_function(
        """address => {
            const {value, selectionStart, selectionEnd} = document.activeElement;
            return value?.slice(selectionStart, selectionEnd) === address;
        }""",
        arg=address,
    )
    assert english(page) == []
    for way in in_every_way(page, SMALLEST):
        assert findings(page, "dialog") == [], way
        assert misfits(page) == [], way


OPEN_MANY = """async name => {
    const headers = {'Content-Type': 'application/json'};
    const seats = [{kind: 'me', name}, {kind: 'open'}];
    const body = JSON.stringify({game: 'belle_epoque', seats, listed: true});
    const found = [];
    for (let n = 0; n < 18; n += 1) {
        const answer = await fetch('/api/tables', {method: 'POST', headers, body});
        found.push((await answer.json()).table.table.id);
    }
    return found;
}"""
CLOSE = """async tables => {
    for (const table of tables) await fetch(`/api/tables/${table}`, {method: 'DELETE'});
}"""


def test_all_open_tables_are_listed_page_by_page(open_page: OpenPage) -> None:
    hosts = [open_page("/settings") for _ in range(2)]
    opened = [host.evaluate(OPEN_MANY, "Dora") for host in hosts]
    page = open_page("/tables")
    page.get_by_role("button", name="Belle Époque", exact=True).click()
    cards = page.locator("li.card")
    expect(cards).to_have_count(30)
    more = page.get_by_role("button", name="Show more tables")
    more.focus()
    page.keyboard.press("Enter")
    expect(more).to_have_count(0)
    expect(cards.nth(35)).to_be_attached()
    page.wait_for_function("() => document.activeElement.className.startsWith('list')")
    for host, tables in zip(hosts, opened, strict=True):
        host.evaluate(CLOSE, tables)
    expect(cards.filter(has_text="Dora")).to_have_count(0)
