"""The client's fonts: no other font draws a letter, and nothing moves when they are loaded."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.positions import chance_game, open_branch
from tests.browser.test_pages import PAGES, at
from tests.browser.words import languages

pytestmark = pytest.mark.browser

OURS = {"EB Garamond", "Roboto", "Noto Sans Math"}
SOME_LANGUAGES = languages("pl")  # it has the most letters of its own
READY = ".btn.big:not(:disabled)"
_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries())
        shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
}).observe({ type: 'layout-shift', buffered: true });
// However slow this machine is, the page waits for its fonts.
const { setTimeout } = window;
window.setTimeout = (work, wait, ...rest) => wait === 3000 ? 0 : setTimeout(work, wait, ...rest);
"""
_WIDTHS = """() => {
    const span = document.body.appendChild(document.createElement('span'));
    span.style.position = 'absolute';
    const found = {};
    for (const family of ['--serif', '--sans'])
        for (const weight of [400, 500, 600, 700]) {
            span.style.font = `${weight} 100px var(${family})`;
            found[`${family} ${weight}`] = [...'0123456789'].map(digit => {
                span.textContent = digit.repeat(10);
                return Math.round(span.getBoundingClientRect().width);
            });
        }
    return found;
}"""

_WITH_NEW_LETTERS = """() => {
    const seen = new Set(), chosen = [];
    document.querySelectorAll('body *').forEach(element => {
        delete element.dataset.newLetters;
        const words = [...element.childNodes]
            .filter(node => node.nodeType === Node.TEXT_NODE)
            .map(node => node.data).join('').trim();
        if (!words || !element.checkVisibility()) return;
        const { fontFamily, fontStyle } = getComputedStyle(element);
        const letters = [...words].map(letter => `${fontFamily} ${fontStyle} ${letter}`);
        if (letters.every(letter => seen.has(letter))) return;
        letters.forEach(letter => seen.add(letter));
        element.dataset.newLetters = '';
        chosen.push(words);
    });
    return chosen;
}"""
"""Marks the elements that are the first to show a letter in its font; returns their words."""


def _families(page: Page) -> dict[str, list[str]]:
    """The fonts of this page, and the words that each font draws."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    chosen: list[str] = page.evaluate(_WITH_NEW_LETTERS)
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    marked = {"nodeId": root, "selector": "[data-new-letters]"}
    nodes = session.send("DOM.querySelectorAll", marked)["nodeIds"]
    found: dict[str, list[str]] = {}
    # A list may come from the server meanwhile: then there are fewer nodes.
    for node, words in zip(nodes, chosen, strict=False):
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            found.setdefault(font["familyName"], []).append(words)
    session.detach()
    return found


def _strangers(page: Page) -> dict[str, list[str]]:
    return {name: words for name, words in _families(page).items() if name not in OURS}


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_every_letter_is_drawn_by_a_font_of_the_client(
    open_page: OpenPage, server: str, language: str
) -> None:
    page = at(open_page, "/nowhere", language=language)
    for path, shown in PAGES.items():
        page.goto(server + path)
        page.wait_for_selector(shown)
        assert _strangers(page) == {}, path
    for game, seats, ply in (("lumiere", 2, 33), ("belle_epoque", 4, 124)):
        record, positions = chance_game(game, seats=seats)
        open_branch(page, server, record, ply, positions[ply]["seat"])
        assert _strangers(page) == {}, game
        assert {"EB Garamond", "Roboto"} <= _families(page).keys()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_nothing_moves_while_a_page_comes(
    open_page: OpenPage, server: str, language: str, size: tuple[int, int]
) -> None:
    page = open_page("/games", size=size, language=language)
    page.add_init_script(_SHIFTS)
    for path in ("/", "/settings", "/rules/lumiere"):
        page.goto(server + path)
        page.wait_for_selector(PAGES[path])
        page.wait_for_function("() => document.fonts.check('500 16px \"EB Garamond\"')")
        page.wait_for_load_state("networkidle")  # lists of a page come from the server
        page.evaluate("() => document.fonts.ready.then(() => null)")
        assert page.evaluate("shifts") == [], path


def test_figures_that_change_keep_their_width(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_selector(READY)
    for font, widths in page.evaluate(_WIDTHS).items():
        assert len(set(widths)) == 1, (font, widths)
        assert 400 < widths[0] < 700, font


@pytest.mark.parametrize("answer", ["none", "refusal"])
def test_a_page_is_shown_without_its_fonts(open_page: OpenPage, answer: str) -> None:
    page = open_page("/games", quiet=False)
    page.wait_for_selector("h1")
    page.route("**/*.woff2", lambda route: route.abort() if answer == "refusal" else None)
    page.goto(page.url.replace("/games", "/"), wait_until="commit")
    page.wait_for_selector(READY)
    assert "Play now" in page.inner_text("main")
