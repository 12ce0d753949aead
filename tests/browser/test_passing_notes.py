"""Notes hide nothing for long: why a thing is refused, and that the connection is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import resize

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
