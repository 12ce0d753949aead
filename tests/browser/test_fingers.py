"""At a table and on a replay a finger hits every control, in every tray and every dialog."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import chance_game, open_branch, shared

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALL = pytest.mark.parametrize(
    "size", ["phone-360", pytest.param("phone-sideways", marks=pytest.mark.exhaustive)]
)
BOTH = pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
PROMPT = ".asked .prompt"
DIALOGS = {"help": "?", "the list of moves": "l", "the position in words": "b"}


def look(page: Page, where: str, *seen: str) -> list[str]:
    """What a finger cannot hit or an eye cannot see here; a long dialog or tray may scroll."""
    return [f"{where}: {found}" for found in troubles(page, touch=True, seen=seen, at_once=())]


def look_at_trays(page: Page, *seen: str) -> list[str]:
    found = []
    for tab in page.locator("nav.tabs button").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-pressed", "true")
        found += look(page, tab.inner_text(), *seen)
    return found


def whole_lines(page: Page) -> tuple[int, int]:
    """How many lines of the log are wholly in sight, and how many of them are the current one."""
    lines = page.locator(".log-lines li").evaluate_all(
        """all => all.filter(each => {
            const [line, list, tray] = [each, each.parentElement, each.closest('.tray')]
                .map(one => one.getBoundingClientRect());
            return line.top >= Math.max(list.top, tray.top) - 1
                && line.bottom <= Math.min(list.bottom, tray.bottom) + 1;
        }).map(each => each.classList.contains('current'))"""
    )
    return len(lines), sum(lines)


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


@BOTH
@SMALL
def test_every_tray_and_dialog_of_a_table(
    open_page: OpenPage, server: str, game: str, size: str
) -> None:
    page = open_page("/settings", size=SIZES[size], touch=True)
    record, positions = chance_game(game)
    ply = len(record.moves) * 2 // 3
    open_branch(page, server, record, ply, positions[ply]["seat"])
    found = look_at_trays(page)
    for name, key in DIALOGS.items():
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        found += look(page, name)
        if name == "help":
            page.locator("dialog[open] li button").first.tap()
            page.wait_for_selector("dialog[open] .rule-number")
            found += look(page, "a topic of the help")
        close(page)
    page.get_by_role("button", name="Menu").tap()
    page.wait_for_selector("dialog[open]")
    found += look(page, "the menu")
    close(page)
    if size == "phone-360":
        page.locator(".col.left .player button.open").first.tap()
        page.wait_for_selector("dialog[open] [data-player]")
        found += look(page, "the rival")
        close(page)
    page.keyboard.press("c")
    page.wait_for_selector(".beside .chat")
    found += look(page, "chat")
    assert found == []


@BOTH
@SMALL
def test_every_tray_of_a_replay(open_page: OpenPage, game: str, size: str) -> None:
    page = open_page("/settings", size=SIZES[size], touch=True)
    record, _ = chance_game(game)
    page.goto(shared(page, record))
    page.wait_for_selector(".table-page")
    found = look_at_trays(page, PROMPT)
    page.keyboard.press("Home")
    found += look(page, "the beginning", PROMPT)
    page.get_by_role("button", name="Go on from here against the computer").tap()
    page.wait_for_selector("dialog[open]")
    found += look(page, "the level of the computer")
    close(page)
    page.get_by_role("button", name="Analyse").tap()
    page.wait_for_selector(".beside.chosen")
    found += look(page, "analysis")
    # Its bar takes some of the height of the board, whose spaces are only looked at.
    assert [each for each in found if "rect.cell" not in each] == []


@BOTH
@SMALL
def test_a_replay_shows_its_prompt_and_the_lines_around_the_shown_move(
    open_page: OpenPage, game: str, size: str
) -> None:
    page = open_page("/settings", size=SIZES[size], touch=True)
    record, _ = chance_game(game)
    page.goto(shared(page, record))
    page.wait_for_selector(".table-page")
    middle = len(record.moves) // 2
    # The end of a turn has no line of its own in the Belle Époque.
    without_line = next(
        (n for n, move in enumerate(record.moves, 1) if n > middle and move == "end"), middle + 1
    )
    page.locator('nav.tabs button:has([href="#i-log"])').tap()
    for ply in (middle, without_line):
        page.locator(".bar input[type=range]").fill(str(ply))
        expect(page.locator(".table-page")).to_have_attribute("data-ply", str(ply))
        expect(page.locator(".log-lines .current")).to_be_in_viewport(ratio=1)
        lines, current = whole_lines(page)
        assert current == 1, "the line of the shown move is whole"
        assert lines >= 2, "and so is a line beside it"
        found = look(page, f"move {ply}", PROMPT, ".tabs")
        assert [each for each in found if "rect.cell" not in each] == []
    bar, *others = (page.locator(each).bounding_box() for each in (".bar", ".tabs", PROMPT))
    assert bar is not None
    for other in others:
        assert other is not None
        assert other["y"] + other["height"] <= bar["y"] + 1, "the bar covers nothing"
