"""The end of a game: the count is a scene, the result comes last, and the sheet fits everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.axe import findings, in_every_way
from tests.browser.conftest import OpenPage
from tests.browser.end_sheet import FITS, end_sheet
from tests.browser.holding import can_hold, hold, release_until
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import resize, restyle
from tests.browser.table import BOARD, totals
from tests.browser.words import laid_out, misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BROKEN_SHEET = {
    "leaves the screen": "[data-ending] { left: -50px !important; width: 400px !important }",
    "scrolls": "[data-ending] { height: 120px !important }",
    "cut": "[data-ending] .name { width: 60px; overflow: hidden; white-space: nowrap }",
    "covered": "[data-ending] { clip-path: inset(0 0 0 60%) }",
}
"""What the check of the sheet says, and a style that gives a reason for it."""


COUNTING = """() => document.querySelector('[data-ending=counting]') && {
    sums: [...document.querySelectorAll('.col.left .score')]
        .map(each => parseInt(each.textContent)),
    graph: document.querySelectorAll('.col.right .graph').length,
    log: [...document.querySelectorAll('.col.right .log-lines .points')]
        .map(each => parseInt(each.textContent.replace('−', '-'))),
    text: [document.body.innerText, document.querySelector('[data-heard]').innerText,
           document.title].join(' '),
}"""
"""What the page says when the count begins, in one step: a busy machine is late with the next."""
MARKED = """new MutationObserver(() => {
    if (document.querySelector('[data-counted]')) window.marked = true;
}).observe(document, {subtree: true, childList: true});"""
"""Notes that the count has marked something on the board. The mark is there for a moment only."""


def play_last(page: Page, server: str, game: str, seats: int = 2) -> list[int]:
    """Play the last move of a game that somebody else began; returns the totals."""
    record, positions = chance_game(game, 1 if seats == 2 else 2, seats)
    last = len(record.moves) - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(record.moves[last])
    page.keyboard.press("Enter")
    return [sum(lines.values()) for lines in positions[-1]["scores"]]


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_the_result_comes_last_and_nowhere_before(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings", bypass_csp=True, pace="calm")
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(MARKED)
    result = play_last(page, server, game)
    shown = page.wait_for_function(COUNTING).json_value()
    assert sorted(shown["sums"]) != sorted(result)
    assert not re.search(r"\bwins?\b", shown["text"]), shown["text"]
    assert shown["graph"] == 0, "its last point is the result"
    assert not set(shown["log"]) & set(result), "no line of the log has a total"
    page.wait_for_function("() => window.marked")
    assert findings(page, "[data-ending]") == []
    page.mouse.click(5, 300)  # a touch ends it
    page.wait_for_selector("[data-ending=done]")
    assert totals(page) == [str(total).replace("-", "−") for total in result]
    expect(page.locator("[data-heard]")).to_contain_text(re.compile("wins?|draw"))
    expect(page.locator(BOARD if game == "lumiere" else "svg.places")).to_be_visible()
    for name in ("Share", "Another game"):
        expect(page.locator("[data-ending]").get_by_role("button", name=name)).to_be_visible()
    expect(page.locator("[data-ending] a.replay")).to_be_visible()
    laid_out(page)
    assert page.evaluate(FITS) == []
    assert findings(page) == []
    for way in in_every_way(page):
        assert findings(page, "[data-ending]") == [], way
        assert misfits(page) == [], way
    page.get_by_role("button", name="Luck of the shuffle").click()
    asked = page.get_by_role("dialog", name="Luck of the shuffle")
    expect(asked.get_by_role("button", name="How much was luck?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_on_a_phone_the_count_tells_no_result_and_leaves_its_buttons_in_reach(
    open_page: OpenPage, server: str, game: str
) -> None:
    """The timers of the page are held: the count stands still while the test looks."""
    page = open_page("/settings", size=SIZES["phone-390"], touch=True, pace="calm")
    page.emulate_media(reduced_motion="no-preference")
    can_hold(page)
    record, positions = chance_game(game)
    last = len(record.moves) - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    hold(page)
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(record.moves[last])
    page.keyboard.press("Enter")
    result = [sum(lines.values()) for lines in positions[-1]["scores"]]
    for counted in ("[data-ending=counting]", "[data-ending] tr.now"):
        release_until(page, counted)
        sheet = page.locator("[data-ending=counting]")
        assert [number(text) for text in sheet.locator(".total").all_inner_texts()] != result
        shown = page.evaluate(COUNTING)
        assert sorted(shown["sums"]) != sorted(result)
        assert not re.search(r"\bwins?\b", shown["text"]), shown["text"]
        assert shown["graph"] == 0
        assert not set(shown["log"]) & set(result)
        assert troubles(page, touch=True, seen=("[data-ending] h2",), at_once=()) == []
    page.locator("[data-ending] h2").tap()  # a touch ends it
    assert [number(total) for total in totals(page)] == result
    laid_out(page)
    assert page.evaluate(FITS) == []


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def hold_answers(page: Page) -> list[Callable[[], None]]:
    """Keep back the answers to all commands of the table; each function sends one of them."""
    held: list[Callable[[], None]] = []

    def forward(route: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            if json.loads(text)["type"] == "done":
                held.append(lambda: route.send(text))
            else:
                route.send(text)

        route.connect_to_server().on_message(hear)

    page.route_web_socket("**/ws/tables/*", forward)
    return held


def test_a_resignation_is_no_victory_by_points(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    record, positions = chance_game("lumiere")
    late = hold_answers(page)
    open_branch(page, server, record, 4, positions[4]["seat"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    prompt = page.locator("[data-prompt]")
    expect(prompt).to_contain_text("wins by resignation")
    assert not re.search(r"\d+ (?:to|:) \d+", prompt.inner_text())
    expect(page.locator("[data-ending=done] h2")).to_contain_text("wins by resignation")
    while not late:  # the page has the result; the answer of the command is still on its way
        page.wait_for_timeout(20)
    for send in late:  # the answer comes after the result, and does not close it
        send()
    expect(page.locator("[data-ending=done] h2")).to_contain_text("wins by resignation")
    assert "thinking" not in page.locator("body").inner_text()
    page.locator("[data-ending] a.replay").click()
    page.wait_for_selector(".replay .table-page")
    assert "thinking" not in page.locator("body").inner_text()


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [("lumiere", "phone-sideways", "fr"), ("belle_epoque", "phone-360", "pl")],
)
def test_the_sheet_fits(
    open_page: OpenPage, server: str, game: str, size: str, language: str
) -> None:
    page = end_sheet(open_page, server, game, size, language)
    for each in (*SIZES, size):
        resize(page, each)
        assert page.evaluate(FITS) == [], each
    for trouble, style in BROKEN_SHEET.items():
        restyle(page, style)
        assert any(trouble in found for found in page.evaluate(FITS)), trouble
