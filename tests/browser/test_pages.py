"""Every page can be reached, is accessible in both themes, is never too wide, in each language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.layout import FINGER, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import Player
from tests.browser.words import LANGUAGES, english, languages, misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOADED = """() => performance.getEntriesByType('resource')
    .filter(({name}) => /[.](js|css|woff2)$/.test(new URL(name).pathname))
    .map(({name, encodedBodySize}) => [name, encodedBodySize])"""
CAME = f"([kind, files]) => ({LOADED})().filter(([n]) => n.endsWith(kind)).length >= files"
PAGES = {
    "/": ".btn.big:not(:disabled)",
    "/learn/lumiere": ".lesson-card",
    "/learn/belle_epoque": ".lesson-card",
    "/puzzles/lumiere": ".solve",
    "/puzzles/lumiere/today": ".lesson-card",
    "/rules/lumiere": ".book",
    "/rules/belle_epoque": ".book",
    "/score/lumiere": ".sheet",
    "/score/belle_epoque": ".sheet",
    "/components/belle_epoque": ".sheet",
    "/games": "main ul > li",
    "/settings": "fieldset",
    "/nowhere": "h1",
}
LISTS = {
    "/tables": ".list h2",
    "/watch": ".list h2",
    "/leaders/lumiere": "main :is(table, p.panel:not(.fault))",
    "/account": ".panel.data",
}
"""Pages whose heading is there before what they list."""


def at(open_page: OpenPage, path: str, **more: Any) -> Page:
    """Open a page; the browser writes to its console that /nowhere has status 404."""
    page = open_page(path, quiet=not path.startswith("/nowhere"), **more)
    page.wait_for_selector((PAGES | LISTS).get(path, "h1"))
    return page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_never_too_wide_and_axe_finds_nothing(open_page: OpenPage, path: str) -> None:
    page = at(open_page, path, bypass_csp=True)
    for width in (360, 390, 768, 1024, 1280, 1920, 3840):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
    for way in in_every_way(page):
        assert findings(page) == [], way


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_axe_finds_nothing_at_a_table(open_page: OpenPage, everywhere: bool) -> None:
    """Each dialog is checked in two of the six ways, or in every way."""
    page = open_page(bypass_csp=True)
    player = Player(page)
    player.begin()
    assert player.wait()
    dialogs = (("moves", "l"), ("text", "b"), ("help", "?"))
    for turn, way in enumerate(in_every_way(page, SMALLEST)):
        assert findings(page) == [], way
        for number, (dialog, key) in enumerate(dialogs):
            if not everywhere and (turn + number) % 3:
                continue
            page.keyboard.press(key)
            page.wait_for_selector("dialog[open]")
            assert findings(page, "dialog[open]") == [], f"{dialog}, {way}"
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog[open]", state="detached")
        # The chat stands beside the board and covers nothing.
        page.keyboard.press("c")
        page.wait_for_selector(".beside .chat", state="attached")
        assert findings(page, ".beside") == [], way
        page.keyboard.press("c")
        page.wait_for_selector(".beside .chat", state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_small(open_page: OpenPage, language: str) -> None:
    page = open_page(language=language)
    page.wait_for_selector(".btn.big:not(:disabled)")
    for kind, files in (("js", 10), ("css", 3), ("woff2", 3)):
        page.wait_for_function(CAME, arg=[f".{kind}", files])
    page.wait_for_load_state("networkidle")  # nothing more comes
    sizes: dict[str, int] = dict(page.evaluate(LOADED))
    assert min(sizes.values()) > 0
    assert sum(sizes.values()) <= 200_000, sizes


@pytest.mark.parametrize("language", languages("de", "pl"))  # long words, other letters
def test_every_page_speaks_and_its_words_fit(
    open_page: OpenPage, server: str, language: str
) -> None:
    page = open_page(language=language)
    page.wait_for_selector(".btn.big:not(:disabled)")
    assert page.get_attribute("html", "lang") == language
    _reads_well(page, language, "the start page")
    for path in ("/settings", *(each for each in PAGES if each.startswith(("/learn", "/rules")))):
        page.goto(server + path)
        page.wait_for_selector(PAGES[path])
        _reads_well(page, language, path)
    for game, seats, ply in (("lumiere", 2, 33), ("belle_epoque", 4, 124)):
        record, positions = chance_game(game, seats=seats)
        open_branch(page, server, record, ply, positions[ply]["seat"])
        _reads_well(page, language, game)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(page.locator("nav.tabs button").first).to_be_visible()
        for tray in page.locator("nav.tabs button").all():
            tray.click()
            expect(tray).to_have_attribute("aria-pressed", "true")
            assert misfits(page) == [], tray.inner_text()


def _reads_well(page: Page, language: str, where: str) -> None:
    """A page is in its own language alone, and no text is cut or covers another."""
    assert language == "en" or english(page) == [], where
    for width, height in (DESKTOP, SMALLEST, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert misfits(page) == [], f"{where}, {width} px"


@pytest.mark.parametrize("path", [*PAGES, *LISTS])
def test_a_page_of_a_phone_is_whole_and_its_controls_are_large_enough(
    open_page: OpenPage, path: str
) -> None:
    page = at(open_page, path, size=SMALLEST, touch=True)
    assert troubles(page, touch=True, page_scrolls=True, seen=(), at_once=()) == []


def test_every_setting_is_a_target_for_a_finger(open_page: OpenPage) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    page.wait_for_selector("select[data-pace]")
    # A touch anywhere on the line of a switch changes it.
    targets = page.locator("main :is(select, input[type=text], label:has([role=switch]))")
    assert targets.count() > 5
    for target in targets.all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER, target.inner_text()


def test_a_language_is_chosen_and_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("combobox", name="Language").select_option("Polski")
    page.wait_for_selector("html[lang=pl]")
    page.reload()
    page.wait_for_selector("html[lang=pl]")


def test_unknown_addresses_lead_home(open_page: OpenPage) -> None:
    page = at(open_page, "/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Start page", exact=True).click()
    page.wait_for_selector(".btn.big")
