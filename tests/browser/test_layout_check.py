"""The check of the layout can fail: a table that fits is broken in every way that it looks for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.belle_epoque import BelleTouchPlayer
from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import table_at
from tests.browser.screens import restyle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BUTTON = ".asked .primary"
NARROW = "width: 44px; min-width: 0; flex: none"
BROKEN = {
    "covered by": "header.top { position: fixed; inset: 0; height: 100%; z-index: 99 }",
    "off the screen": ".asked { transform: translateY(200px) }",
    "cut by": f".asked {{ overflow: hidden }} {BUTTON} {{ transform: translateY(-100px) }}",
    "cut below": ".asked p { flex: none; min-height: 0; height: 8px; overflow: hidden }",
    "cut:": f"{BUTTON} {{ {NARROW}; overflow: hidden }}",
    "beyond its frame": f"{BUTTON} {{ {NARROW}; white-space: nowrap }}",
    "beyond the screen": ".asked p { transform: translateX(300px); overflow: visible }",
    "on one another": "nav.tabs button { margin-left: -30px }",
    "too small for a finger": "nav.tabs button { flex: none; width: 30px; overflow: hidden }",
    "not there": ".asked { display: none }",
    "the page scrolls sideways": "body { width: 900px }",
    "the page is": "body { height: 1200px }",
    "has to be scrolled": "[data-tray=screen] { flex: none; height: 76px }",
}
"""The beginning of each finding, and a style that gives a reason for it."""


def with_style(page: Page, style: str) -> list[str]:
    """What the check finds while the page has one more style."""
    restyle(page, re.sub("(;| })", r" !important\1", style))
    return troubles(page, touch=True)


def test_every_kind_of_trouble_is_found(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=SIZES["phone-360"], touch=True)
    player = BelleTouchPlayer(page)
    table_at(page, server, "belle_epoque", lambda _, legal: any(m[:4] == "key:" for m in legal))
    player.point_out(next(m for m in player.legal() if m[:4] == "key:" and m != "key:arc"))
    page.wait_for_selector(BUTTON)
    page.wait_for_selector(".asked .trade")
    assert with_style(page, "") == []
    for trouble, style in BROKEN.items():
        found = with_style(page, style)
        assert any(each.startswith(trouble) for each in found), (trouble, found)
    assert with_style(page, "") == []
