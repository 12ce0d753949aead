"""Notes hide nothing for long: why a thing is refused, and that the connection is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES
from tests.browser.positions import Position, chance_game, open_branch, table_at
from tests.browser.screens import resize
from tests.browser.table import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTE = ".reason .refusal"
CARDS, POOL = 1, 2
TAKES_TOUCHES = """async () => {
    await document.fonts.ready;
    const notice = document.querySelector('[data-link]');
    return [...document.querySelectorAll('.tools button')].filter(each => {
        const box = each.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return notice.contains(top);
    }).length;
}"""
"""How many tools the notice about the connection covers."""


def open_early(page: Page, server: str) -> None:
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 4, positions[4]["seat"])


def apart(note: Locator, board: Locator) -> bool:
    """Whether a note hides nothing of the board."""
    one, other = note.bounding_box(), board.bounding_box()
    assert one is not None
    assert other is not None
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return beside or above


@pytest.mark.parametrize("size", ["phone-sideways", "phone-360"])
def test_a_note_hides_no_row_and_goes_with_the_next_touch(
    open_page: OpenPage, server: str, size: str
) -> None:
    page = open_page("/settings", size=SIZES[size], touch=True)
    open_early(page, server)
    tabs, note = page.locator("nav.tabs button"), page.locator(NOTE)
    tabs.nth(CARDS).tap()
    card = page.locator("[data-card]").first
    card.tap(force=True)
    expect(note).to_be_in_viewport(ratio=1)
    assert apart(note, page.locator(".board-box"))
    tabs.nth(POOL).tap()
    expect(note).to_have_count(0)


def test_a_note_goes_with_escape_and_after_the_time_to_read_it(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=SIZES["laptop"])
    open_early(page, server)
    note, card = page.locator(NOTE), page.locator("[data-card]").first
    card.click(force=True)
    expect(note).to_be_in_viewport(ratio=1)
    assert apart(note, page.locator(".board-box"))
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.clock.install()
    card.click(force=True)
    expect(note).to_be_visible()
    page.clock.fast_forward("00:30")
    expect(note).to_have_count(0)


def test_a_note_stays_while_the_same_position_comes_again(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=SIZES["laptop"], quiet=False)
    player = Player(page)
    open_early(page, server)
    note = page.locator(NOTE)
    page.locator("[data-card]").first.click(force=True)
    note.get_by_role("button", name="Close").hover()  # it does not pass while it is used
    welcomes = player.welcomes
    page.context.set_offline(True)
    page.wait_for_selector("[data-link=lost], [data-link=connecting]", state="attached")
    page.context.set_offline(False)
    page.wait_for_selector("[data-link=open]", state="attached")
    assert player.welcomes > welcomes
    expect(note).to_be_visible()


@pytest.mark.parametrize("size", ["phone-360", "laptop"])
def test_a_note_about_a_postcard_leads_to_its_effect(
    open_page: OpenPage, server: str, size: str
) -> None:
    touch = size != "laptop"
    page = open_page("/settings", size=SIZES[size], touch=touch)

    def used(position: Position, _: list[str]) -> bool:
        return position["phase"] == "building" and any(
            card["state"] != "open" for card in position["postcards"]
        )

    table_at(page, server, "lumiere", used)
    page.keyboard.press("Escape")
    if touch:
        page.locator("nav.tabs button").nth(CARDS).tap()
    card = page.locator("[data-card][data-lies=used]").first
    name = card.locator("b").inner_text()
    card.click(force=True)
    expect(page.locator(NOTE)).to_be_in_viewport(ratio=1)
    expect(page.locator(NOTE)).to_contain_text("already used")
    page.locator(NOTE).get_by_role("button", name="About this postcard").click()
    expect(page.locator("dialog[open]")).to_contain_text(name)
    expect(page.locator("dialog[open] .rule-number").first).to_be_visible()


def test_the_notice_about_the_connection_leaves_the_tools_free(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=(640, 360), language="fr", quiet=False)
    open_early(page, server)
    page.context.set_offline(True)
    page.wait_for_selector("[data-link=lost].shown, [data-link=connecting].shown")
    notice = page.locator("[data-link]")
    for size in ("phone-360", "phone-sideways", "laptop"):
        resize(page, size)
        assert page.evaluate(TAKES_TOUCHES) == 0, size
        if size != "laptop":
            assert apart(notice, page.locator(".tools")), size
            assert apart(notice, page.locator(".board-box")), size
    page.context.set_offline(False)
    page.wait_for_selector("[data-link=open]", state="attached")
