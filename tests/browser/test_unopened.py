"""Tables that the server cannot open: lists and their pages say so, and the rest works."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.words import english, misfits
from tests.upgrades.altered import this_program
from tests.upgrades.releases import FOLDERS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RELEASE = FOLDERS[0]
KNOWN = json.loads((RELEASE / "people.json").read_text("utf-8"))
SPOILED = {
    "waiting": "UPDATE tables SET rules_version = 99 WHERE id = ?",
    "waiting-for-two": "UPDATE tables SET components = 'none' WHERE id = ?",
    "two-people": "UPDATE tables SET game = 'chess' WHERE id = ?",
    "lumiere-computer": "UPDATE entries SET move = 'nothing' WHERE kind = 'move' AND table_id = ?",
}
"""Tables of Anna, and how each is damaged."""
WORDS = {
    "en": "This game began with rules that this program does not know.",
    "fr": "Cette partie a commencé avec des règles que ce programme ne connaît pas.",
    "pl": "Tę partię zaczęto według zasad, których ten program nie zna.",
    "pt": "Esta partida começou com regras que este programa não conhece.",
}
SAMPLE = (("en", DESKTOP), ("pl", PHONE))


@pytest.fixture(scope="module")
def spoiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with tables that it cannot open."""
    data = tmp_path_factory.mktemp("spoiled")
    shutil.copy(RELEASE / "lutetia.sqlite", data)
    program = this_program()
    program.run("admin", "check", "--data", str(data))  # updates the schema
    with sqlite3.connect(data / "lutetia.sqlite") as database:
        for name, statement in SPOILED.items():
            assert database.execute(statement, (KNOWN["tables"][name],)).rowcount > 0
    database.close()
    with program.serving(data) as serving:
        yield serving.address


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param(
            language,
            size,
            marks=() if (language, size) in SAMPLE else pytest.mark.exhaustive,
            id=f"{language}-{size[0]}",
        )
        for language in WORDS
        for size in (PHONE, DESKTOP)
    ],
)
def test_lists_and_pages_say_which_table_cannot_be_opened(
    open_page: OpenPage, spoiled: str, language: str, size: tuple[int, int]
) -> None:
    # The page of the settings gets no cookie by itself.
    page = open_page(f"{spoiled}/settings", size=size, language=language, touch=size == PHONE)
    name, _, value = KNOWN["people"]["Anna"]["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": spoiled}])
    page.goto(f"{spoiled}/tables")
    waiting = KNOWN["tables"]["waiting"]
    expect(page.locator(f"[data-unopened={waiting}]")).to_contain_text(WORDS[language])
    page.goto(f"{spoiled}/watch")
    expect(page.locator("li.card").first).to_be_visible()
    page.goto(f"{spoiled}/games")
    for table in SPOILED:
        expect(page.locator(f"[data-unopened={KNOWN['tables'][table]}]")).to_be_visible()
    expect(page.locator("main > ul > li").first).to_be_visible()
    assert misfits(page) == []
    if language != "en":
        assert english(page) == []
    page.goto(f"{spoiled}/")
    expect(page.locator("h1").first).to_be_visible()
    page.goto(f"{spoiled}/t/{waiting}")
    expect(page.get_by_text(WORDS[language])).to_be_visible()
