"""Every page: reachable, accessible in both themes, never too wide, in every language."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import DESKTOP, PHONE, ROOT, OpenPage
from tests.browser.table import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = {
    "/": ".btn.big:not(:disabled)",
    "/learn/lumiere": ".lesson-card",
    "/rules/lumiere": ".book",
    "/score/lumiere": ".sheet",
    "/games": "h1",
    "/settings": "fieldset",
    "/nowhere": "h1",
}


def findings(page: Page) -> list[str]:
    """What axe finds, as lines that name rule and place."""
    page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
    result: dict[str, Any] = page.evaluate(
        "tags => axe.run(document, { runOnly: tags })", STANDARDS
    )
    return [
        f"{violation['id']}: {node['target'][0]} {node['html'][:160]}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(
    open_page: OpenPage, path: str, size: tuple[int, int], theme: str
) -> None:
    page = open_page(path, size=size, theme=theme, bypass_csp=True)
    page.wait_for_selector(PAGES[path])
    assert findings(page) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_at_a_table(
    open_page: OpenPage, size: tuple[int, int], theme: str
) -> None:
    page = open_page(size=size, theme=theme, bypass_csp=True)
    player = Player(page)
    player.begin()
    assert player.wait()
    assert findings(page) == []
    for dialog, key in (("moves", "l"), ("text", "b"), ("help", "?"), ("chat", "c")):
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert findings(page) == [], dialog
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1280, 1920, 3840])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_its_screen(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(path, size=(width, 800))
    page.wait_for_selector(PAGES[path])
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_the_first_load_is_small(open_page: OpenPage, server: str) -> None:
    loaded: list[Response] = []
    page = open_page("/settings")

    def note(response: Response) -> None:
        loaded.append(response)

    page.on("response", note)
    page.goto(server + "/")
    page.wait_for_selector(".btn.big:not(:disabled)")
    size = sum(
        len(gzip.compress(response.body(), 6))
        for response in loaded
        if Path(response.url).suffix in {".js", ".css"}
    )
    assert 0 < size <= 200_000


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Play now"), ("fr", "Jouer"), ("pl", "Zagraj"), ("pt", "Jogar")],
)
def test_the_start_page_speaks(open_page: OpenPage, language: str, word: str) -> None:
    page = open_page(language=language)
    page.wait_for_selector(".btn.big")
    assert page.get_attribute("html", "lang") == language
    assert word in page.inner_text("main")


def test_a_language_is_chosen_and_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Polski").click()
    page.wait_for_selector("html[lang=pl]")
    page.reload()
    page.wait_for_selector("html[lang=pl]")


def test_unknown_addresses_lead_home(open_page: OpenPage) -> None:
    page = open_page("/nowhere/at/all")
    page.get_by_role("link", name="Start page", exact=True).click()
    page.wait_for_selector(".btn.big")
