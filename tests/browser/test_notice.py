"""The note that the server refused something covers neither the prompt nor the board."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, TOUCH_SIZES
from tests.browser.positions import table_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]

REFUSED = {
    "code": "not-possible",
    "message": "somebody plays a rated game in this position now",
    "rule": None,
}
"""The longest reason that the server gives at a table."""
COVERED = """() => {
    const note = document.querySelector('.notice').getBoundingClientRect();
    const things = document.querySelectorAll('.asked, [role=gridcell], .map-box');
    const over = [...things].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && note.left < box.right - 1 && note.right > box.left + 1
            && note.top < box.bottom - 1 && note.bottom > box.top + 1;
    });
    const outside = note.left < 0 || note.top < 0
        || note.right > innerWidth || note.bottom > innerHeight;
    return [...over.map(each => each.getAttribute('class')), ...(outside ? ['the edge'] : [])];
}"""


def refuse_hints(page: Page) -> None:
    """Let the table refuse every question for a hint."""

    def forward(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "hint":
                route.send(json.dumps({"type": "error", "id": message["id"], "error": REFUSED}))
            else:
                server.send(text)

        route.on_message(send)

    page.route_web_socket("**/ws/tables/*", forward)


SAMPLE = {("lumiere", "phone-360"), ("belle_epoque", "phone-sideways")}
SCREENS = [
    pytest.param(*each, marks=() if each in SAMPLE else pytest.mark.exhaustive)
    for each in product(("lumiere", "belle_epoque"), SIZES)
]


@pytest.mark.parametrize(("game", "size"), SCREENS)
def test_a_refusal_covers_neither_the_prompt_nor_the_board(
    open_page: OpenPage, server: str, game: str, size: str
) -> None:
    page = open_page("/settings", size=SIZES[size], touch=size in TOUCH_SIZES, language="de")
    refuse_hints(page)
    table_at(page, server, game, lambda _, legal: len(legal) > 1)
    page.keyboard.press("h")
    note = page.locator(".notice")
    expect(note).to_contain_text("gewertete Partie")
    assert page.evaluate(COVERED) == []
    note.get_by_role("button").last.click()
    expect(note).to_have_count(0)
