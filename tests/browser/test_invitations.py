"""A friend follows an invitation exactly as the page shows it, sits down and plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import Player, TouchPlayer
from tests.browser.test_sharing import COPIES, NO_CLIPBOARD, SHARES
from tests.browser.test_together import both_move
from tests.qr import read_picture

pytestmark = [pytest.mark.browser, pytest.mark.slow]
BUTTON = ".linkbox button"


def shown(page: Page) -> str:
    """The link exactly as the page shows it."""
    box = page.locator("[data-invitation]")
    assert box.evaluate(
        "e => e.scrollWidth <= e.clientWidth || getComputedStyle(e).display == 'inline'"
    )
    return box.inner_text()


def photographed(page: Page) -> str:
    """What the camera of a phone reads from the screen."""
    picture = page.locator("img.qr")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.querySelector('img.qr').naturalWidth > 0")
    return read_picture(picture.screenshot())


def copied(page: Page) -> str:
    page.locator(BUTTON).click()
    expect(page.locator(BUTTON)).to_have_text("Copied")
    (link,) = page.evaluate("() => window.copied")
    return str(link)


def marked(page: Page) -> str:
    """Without a clipboard, as on a page without TLS, the link is selected for copying by hand."""
    page.locator(BUTTON).click()
    expect(page.get_by_text("The link is selected")).to_be_visible()
    return str(page.evaluate("() => getSelection().toString()"))


WAYS: dict[str, Callable[[Page], str]] = {
    "shown": shown,
    "photographed": photographed,
    "copied": copied,
    "marked": marked,
}
BROWSERS = {"copied": COPIES, "marked": NO_CLIPBOARD}


def invite(page: Page, game: str = "lumiere") -> dict[str, str | None]:
    """Open a table for a friend; returns what the API says about its address."""
    panel = page.locator(".panel.friend")
    panel.locator("select").first.select_option(game)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        panel.get_by_role("button", name="Invite somebody").click()
    page.wait_for_selector("[data-invitation]")
    address: dict[str, str | None] = answered.value.json()["address"]
    return address


@pytest.mark.parametrize("way", WAYS)
def test_a_friend_follows_the_invitation_and_plays(open_page: OpenPage, way: str) -> None:
    page = open_page(name="Anna")
    page.evaluate(BROWSERS.get(way, "() => {}"))
    host = Player(page, seed=11)
    panel = page.locator(".panel.friend")
    panel.get_by_text("Players, clock and options").click()
    panel.get_by_label("Clock").select_option(label="10 minutes, 10 s more per turn")
    address = invite(page)
    link = WAYS[way](page)
    assert link == (address["lan_link"] or address["link"]), "the API says the same"
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".waiting")
    friend = TouchPlayer(open_page("/settings", size=PHONE, touch=True, name="Bert"), seed=12)
    friend.page.goto(link)
    for told in ("Anna", "La Cité de la Lumière", "10 minutes"):
        expect(friend.page.locator(".waiting")).to_contain_text(told)
    friend.page.get_by_role("button", name="Sit down").tap()
    both_move(host, friend, 2)
    expect(page.locator("#content")).to_contain_text("Bert")


def test_the_waiting_table_hands_out_the_same_link(open_page: OpenPage) -> None:
    page = open_page()
    host, friend = BellePlayer(page), BellePlayer(open_page("/settings"))
    invite(page, "belle_epoque")
    first = shown(page)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".waiting [data-invitation]")
    assert shown(page) == photographed(page) == first
    friend.page.goto(first)
    friend.page.get_by_role("button", name="Sit down").click()
    for player in (host, friend):
        player.page.wait_for_selector(".table-page")
    both_move(host, friend, 2)
    # The same link lets people watch a game that has begun.
    watcher = open_page(first)
    watcher.wait_for_selector(".table-page[data-your-turn=false]")


def test_a_phone_hands_an_invitation_on_by_its_menu(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, touch=True, language="fr")
    page.evaluate(f"() => {{ {SHARES} }}")
    page.get_by_role("button", name="Inviter quelqu’un").tap()
    page.locator(BUTTON).tap()
    page.wait_for_function("() => window.shared.length")
    (what,) = page.evaluate("() => window.shared")
    assert what["url"] == shown(page)
    assert "La Cité" in what["title"]
    expect(open_page(what["url"]).locator(".waiting")).to_be_visible()


def test_what_release_0_1_0_handed_out_leads_to_the_table(open_page: OpenPage, server: str) -> None:
    page = open_page()
    invite(page)
    link = shown(page)
    # This link is written here on purpose: messages and printed codes contain this form.
    friend = open_page(f"{server}/table/{link.rsplit('/', 1)[1]}")
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_selector(".table-page")
    expect(friend).to_have_url(link)


def test_a_friend_comes_to_a_game_that_goes_on_from_a_position(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", name="Anna")
    record, positions = chance_game("lumiere")
    host = Player(page, seed=4)
    link = open_branch(page, server, record, 6, positions[6]["seat"], other={"kind": "open"})
    friend = Player(open_page("/settings", name="Bert"), seed=5)
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").click()
    both_move(host, friend, 2)


def test_a_rematch_has_a_link_and_going_back_leaves_it(open_page: OpenPage, server: str) -> None:
    page = open_page(name="Anna")
    player = Player(page, seed=6)
    player.begin()
    assert player.wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .primary").click()
    page.wait_for_selector("[data-ending]")
    before = page.url
    page.get_by_role("button", name="Another game").click()
    page.wait_for_selector(".table-page:not([data-phase=over])")
    page.wait_for_url(lambda url: url != before)
    watcher = open_page(page.url)
    watcher.wait_for_selector(".table-page[data-your-turn=false]")
    # Everybody reads why the loser starts, also after a reload.
    expect(watcher.get_by_text("lost the last game").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("lost the last game").first).to_be_visible()
    page.go_back()
    page.wait_for_selector(".btn.big")
    assert page.url == f"{server}/"
    page.go_forward()
    page.wait_for_selector(".table-page")
