"""The sheet at the end of a game, with the longest names, and whether it fits on the screen."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, TOUCH_SIZES
from tests.browser.positions import chance_game, open_branch

LONG = ("Wilhelmina-Konstantinopo", "W" * 24)
"""Names of 24 letters, the longest that there are: one breaks at its hyphen, the other nowhere."""
FITS = """() => {
    const sheet = document.querySelector('[data-ending]');
    const box = sheet.getBoundingClientRect();
    const found = [];
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        found.push(`the sheet leaves the screen: ${JSON.stringify(box)}`);
    if (sheet.scrollHeight > sheet.clientHeight + 1)
        found.push(`the sheet scrolls: ${sheet.scrollHeight} of ${sheet.clientHeight} px`);
    for (const each of sheet.querySelectorAll('h2, .name, .total, th, td, a, button')) {
        if (each.closest('.sr')) continue;
        const own = each.getBoundingClientRect();
        if (own.left < box.left || own.right > box.right + 1
            || each.scrollWidth > each.clientWidth + 1)
            found.push(`cut: ${each.textContent.trim()}`);
        const top = document.elementFromPoint(
            own.left + own.width / 2, own.top + own.height / 2);
        if (!top || !sheet.contains(top)) found.push(`covered: ${each.textContent.trim()}`);
    }
    return found;
}"""


def end_sheet(open_page: OpenPage, server: str, game: str, size: str, language: str) -> Page:
    """Play the last move of a game with as many players as the game allows; returns the page."""
    touch = size in TOUCH_SIZES
    page = open_page("/settings", size=SIZES[size], language=language, touch=touch)
    seats = 2 if game == "lumiere" else 4
    record, positions = chance_game(game, 1 if game == "lumiere" else 2, seats)
    last = len(record.moves) - 1
    mover = positions[last]["seat"]
    people = [{"kind": "me", "name": LONG[seat % 2]} for seat in range(len(record.players))]
    open_branch(page, server, record, last, mover, seats=people)
    for _ in record.players:
        if page.locator(".curtain").count():
            page.locator(".curtain button").click()
    page.keyboard.press("l")
    page.locator("dialog[open] input").fill(record.moves[last])
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ending=done]")
    names = page.locator("[data-ending] .name").all_inner_texts()
    assert len(names) == seats
    for long in LONG:  # equal names are numbered
        assert sum(name.startswith(long) for name in names) == seats / 2, names
    return page
