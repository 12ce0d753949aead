"""A game without a plugin in the client: Nim, installed as a separate package."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, serving
from tests.browser.table import THINKS_FIRST, totals
from tests.browser.words import english, misfits
from tests.examples.conftest import installed_nim

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

HINT = {"en": "Hint", "fr": "Conseil"}
ANALYSE = {"en": "Analyse", "fr": "Analyser"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with Nim installed; the server finds Nim only by its entry point."""
    packages = installed_nim(tmp_path_factory)
    data = tmp_path_factory.mktemp("browser-data")
    with serving(data, PYTHONPATH=str(packages)) as address:
        yield address


def begin(page: Page) -> None:
    """Choose Nim on the start page and play against the computer."""
    page.locator('[data-game="nim"]').click()
    page.locator(".btn.big").click()
    page.wait_for_selector(".table-page")


def wait(page: Page) -> bool:
    """Wait until it is our turn; False when the game is over."""
    page.wait_for_selector(
        ".table-page[data-your-turn=true], .table-page[data-phase=over]", timeout=THINKS_FIRST
    )
    return page.get_attribute(".table-page", "data-phase") != "over"


def ask_hint(page: Page) -> str:
    """Ask the computer for a hint; returns the move that it shows."""
    language = page.evaluate("document.documentElement.lang")
    page.get_by_role("button", name=HINT[language]).click()
    pointed = page.locator('[data-move][aria-pressed="true"]')
    expect(pointed).to_be_attached(timeout=THINKS_FIRST)
    expect(page.locator("[data-why] li")).not_to_have_count(0)
    if not pointed.is_visible():  # on a phone the reason has the place of the moves
        page.locator("nav.tabs button").first.click()
    expect(pointed).to_be_visible()
    return pointed.get_attribute("data-move") or ""


@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(DESKTOP, "en", marks=pytest.mark.exhaustive), (PHONE, "fr")],
    ids=["desktop-en", "phone-fr"],
)
def test_a_whole_game(open_page: OpenPage, size: tuple[int, int], language: str) -> None:
    page = open_page(size=size, language=language, bypass_csp=True)
    begin(page)
    expect(page.locator("h1, .where").filter(has_text="Nim").first).to_be_attached()
    hinted = played = 0
    while wait(page):
        ply = page.get_attribute(".table-page", "data-ply")
        if not hinted:
            expect(page.locator("dl")).to_contain_text("Heap")
            assert ask_hint(page).startswith("take:")
            expect(page.locator("[data-why] li")).not_to_have_count(0)
            hinted = 1
            for way in in_every_way(page, SMALLEST):
                assert findings(page) == [], way
                assert misfits(page) == [], way
            page.set_viewport_size({"width": size[0], "height": size[1]})
        else:
            page.locator("[data-move]").last.click()
        page.locator(".asked .primary").click()
        page.wait_for_selector(f'.table-page:not([data-ply="{ply}"])')
        played += 1
    assert played
    page.wait_for_selector("[data-ending]")
    shown = totals(page)
    assert min(int(total) for total in shown) == 0 < max(int(total) for total in shown)
    if language != "en":
        assert english(page) == []
    watch_again(page, language)


def watch_again(page: Page, language: str) -> None:
    """The replay of the game that has just ended, with its analysis."""
    page.locator("[data-ending] a.replay").click()
    page.wait_for_selector(".bar")
    moves = page.locator(".log-lines li")
    expect(moves.nth(1)).to_be_attached()
    page.keyboard.press("Home")
    page.wait_for_selector('.table-page[data-ply="0"]')
    expect(page.locator("dl")).to_contain_text("9")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.table-page[data-ply="1"]')
    page.get_by_role("button", name=ANALYSE[language], exact=True).click()
    panel = page.locator(".beside")
    expect(panel.locator("ul.players li")).to_have_count(2, timeout=THINKS_FIRST)
    expect(panel.locator("[data-judged='1'] ul.why li")).not_to_have_count(0)
    for way in in_every_way(page):
        assert findings(page) == [], way


def test_the_lists_name_it(open_page: OpenPage, server: str) -> None:
    page = open_page(bypass_csp=True)
    begin(page)
    wait(page)
    table = page.url.rsplit("/", 1)[1]
    for path in ("/", "/games"):
        page.goto(server + path)
        link = page.locator(f'a[href="/t/{table}"]')
        expect(link).to_be_visible()
        expect(page.locator("li", has=link)).to_contain_text("Nim")
        assert findings(page) == []
    page.goto(server + "/tables")
    expect(page.get_by_role("group").get_by_role("button", name="Nim")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.locator("dialog[open]")
    expect(menu.locator('a[href="/learn/lumiere"]')).to_be_visible()
    assert menu.locator('a[href$="/nim"]').count() == 0


@pytest.mark.parametrize("path", ["/learn/nim", "/rules/nim", "/score/nim"])
def test_what_it_does_not_have_is_no_page(open_page: OpenPage, path: str) -> None:
    page = open_page(path, quiet=False)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
