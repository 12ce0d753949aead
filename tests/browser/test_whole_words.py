"""What a table says is read wholly: prompts, buttons and names, also in a zoomed window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import Player
from tests.browser.words import laid_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ZOOMED = (640, 360)
"""A window of 1280 × 720 at 200 per cent."""
LONG_NOTE = (
    "3 latarnie świeciłyby na ten budynek wielkości 5. "
    "Wybierz je jeszcze raz, by zobaczyć następne z 5 miejsc."
)
RUN_OUT = """all => all.filter(each => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const own = each.getBoundingClientRect();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width && !node.parentElement.closest('.sr')
            && (text.left < own.left - 1 || text.right > own.right + 1)) return true;
    }
    return false;
}).map(each => each.textContent.trim())"""
"""Whose words are wider than they are."""
ROOM = """prompt => {
    const [own, text] = [prompt, prompt.querySelector('p')].map(one => one.getBoundingClientRect());
    return Math.min(text.top - own.top, own.bottom - text.bottom);
}"""
"""How far the words of a prompt are from its edges."""


def test_a_zoomed_window_shows_names_points_and_buttons_whole(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=ZOOMED, language="fr")
    player = Player(page)
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 4, positions[4]["seat"])
    lay = next(move for move in player.legal() if move.startswith("lay"))
    player.pick(lay)
    player.put(lay)
    laid_out(page)
    assert page.locator(".asked button, .left .score").evaluate_all(RUN_OUT) == []
    for name in page.locator(".left .name").all():
        box = name.bounding_box()
        assert box is not None
        assert box["width"] > 40, "a name can be read"
    assert troubles(page, seen=(".asked .actions",), at_once=()) == []


def test_a_note_of_three_lines_keeps_away_from_the_edges(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=SIZES["laptop"], language="pl")
    player = Player(page)
    record, positions = chance_game("lumiere")
    ply = next(n for n, found in enumerate(positions) if found["phase"] == "building")
    open_branch(page, server, record, ply, positions[ply]["seat"])
    build = next(move for move in player.legal() if move.startswith("build"))
    player.pick(build)
    player.put(build)
    prompt = page.locator(".asked .prompt")
    prompt.locator("small").evaluate("(each, text) => each.textContent = text", LONG_NOTE)
    laid_out(page)
    assert prompt.evaluate(ROOM) >= 3


def test_the_moves_of_three_rivals_are_read_wholly(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=SIZES["laptop"])
    record, positions = chance_game("belle_epoque", 3, 4)
    seats = [found.get("seat") for found in positions]
    begun = [n for n in range(20, len(seats) - 1) if seats[n] != seats[n - 1]]
    # The turn before which the others made most moves.
    ply = max(begun, key=lambda n: n - max(m for m in range(n) if seats[m] == seats[n]))
    open_branch(page, server, record, ply, positions[ply]["seat"])
    told = page.locator(".asked .brief")
    assert "…" not in told.inner_text()
    expect(told).to_have_attribute("data-fades", "")
    told.evaluate("each => each.scrollTo(0, each.scrollHeight)")
    expect(told).not_to_have_attribute("data-fades", "")
    last = told.locator("span").first.evaluate(
        """each => {
            const [line] = [...each.getClientRects()].slice(-1);
            return line.bottom <= each.parentElement.getBoundingClientRect().bottom + 1;
        }"""
    )
    assert last, "the end of the sentence is in sight"


def test_a_puzzle_leaves_the_own_reserve_in_sight(open_page: OpenPage) -> None:
    page = open_page("/puzzles/lumiere/today", size=SIZES["laptop"])
    expect(page.locator(".left .player").last.locator("[data-building]").first).to_be_attached()
    laid_out(page)
    cut = (
        page.locator(".left .player")
        .last.locator("[data-building]")
        .evaluate_all(
            """all => all.filter(each => each.getBoundingClientRect().bottom
            > each.closest('.left').getBoundingClientRect().bottom)
            .map(each => each.textContent)"""
        )
    )
    assert cut == []
