"""Lessons from the first step into the first game, and puzzles from the start page to the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, OpenPage, new_context
from tests.browser.layout import SIZES, TOUCH_SIZES
from tests.browser.screens import Findings
from tests.browser.table import Player, TouchPlayer, spaces_of
from tests.browser.words import for_a_mouse

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARD = ".lesson-card"
SIDEWAYS = SIZES["phone-sideways"]
CONFIRM = ".asked .primary"
STRATEGIES = json.loads(
    (Path(__file__).parents[2] / "web/src/games/belle_epoque/strategies.json").read_text("utf-8")
)
TARGET_IN_SIGHT = """() => {
    const frame = document.querySelector('.map-box .frame')?.getBoundingClientRect();
    const shown = [...document.querySelectorAll('.map-box [data-place][aria-pressed=true]')];
    return !frame || !shown.length || shown.map(e => e.getBoundingClientRect()).some(box =>
        box.left >= frame.left && box.right <= frame.right
        && box.top >= frame.top && box.bottom <= frame.bottom);
}"""
"""Whether the map has gone to what "Show me" shows."""
HIGHER = "document.documentElement.scrollHeight - innerHeight"


def confirm_in_reach(page: Page) -> None:
    """Press the confirm button where it is: in sight, above the tabs of a phone."""
    button = page.locator(CONFIRM)
    expect(button).to_be_in_viewport(ratio=1)
    box, tabs = button.bounding_box(), page.locator("nav.tabs").bounding_box()
    assert box is not None
    if tabs and page.viewport_size and page.viewport_size["width"] == PHONE[0]:
        assert box["y"] + box["height"] <= tabs["y"]
    button.click()


def step_shown(page: Page, number: int, steps: int) -> None:
    expect(page.locator(f"{CARD} small")).to_have_text(f"Step {number} of {steps}")


@pytest.mark.parametrize(
    ("game", "steps", "size"), [("lumiere", 20, PHONE), ("belle_epoque", 25, SIDEWAYS)]
)
def test_a_lesson_leads_from_the_first_step_into_a_first_game_of_its_game(
    open_page: OpenPage, game: str, steps: int, size: tuple[int, int]
) -> None:
    page = open_page(f"/learn/{game}", size=size, touch=True)
    broken_down = pressed = 0
    for number in range(1, steps + 1):
        step_shown(page, number, steps)
        show = page.get_by_role("button", name="Show me")
        if show.count():
            show.click()
            expect(page.locator(CONFIRM)).to_be_visible()
            page.wait_for_function(TARGET_IN_SIGHT)
            pressed += page.locator(".map-box [data-place][aria-pressed=true]").count()
            confirm_in_reach(page)
            expect(show).to_have_count(0)
        # The whole task is in sight, and its text does not scroll.
        card = page.locator(CARD)
        expect(card).to_be_in_viewport(ratio=1)
        assert card.evaluate("e => e.scrollHeight - e.clientHeight") <= 1, f"step {number} scrolls"
        assert page.evaluate(HIGHER) <= 0, f"the page of step {number} scrolls"
        assert for_a_mouse(page) == [], f"step {number} speaks to a mouse"
        # The reader is "You", and nobody waits for a guest.
        expect(page.locator(".asked")).not_to_contain_text("Guest")
        over = page.locator(f"{CARD} .breakdown tfoot td").count()
        broken_down += over
        if game == "belle_epoque":
            # The end of the game is an overview; everything before it is close.
            expect(page.locator(".map-box .frame.whole")).to_have_count(1 if over else 0)
        page.locator(f"{CARD} .primary").click()
    assert (pressed > 5) == (game == "belle_epoque"), "the map shows what the lesson shows"
    assert broken_down == 2, "the end of the game shows the points of both, line by line"
    page.wait_for_url("**/t/*")
    page.wait_for_selector(f".table-page.{'lumiere' if game == 'lumiere' else 'belle'}")
    expect(page.get_by_text("Gavroche").first).to_be_visible()  # level 1


def begin_at(page: Page, game: str, done: int) -> None:
    """Open the lesson again after some steps."""
    page.evaluate(
        "([game, done]) => localStorage.setItem('lutetia.lessons', JSON.stringify({[game]: done}))",
        [game, done],
    )
    page.reload()


def test_a_wrong_try_in_a_lesson_gets_the_real_reason(open_page: OpenPage) -> None:
    page = open_page("/learn/lumiere")
    page.wait_for_selector("[role=gridcell]", state="attached")
    assert for_a_mouse(page), "a mouse is told what a mouse does"
    page.locator(f"{CARD} .primary").click()
    page.locator("[data-pool].may").first.click()
    page.locator(CONFIRM).click()
    expect(page.locator(f"{CARD} .wrong")).to_contain_text("this step is about another one")
    # The postcards beside the card are of paper, as at every table.
    paper = page.locator("[data-card]").first.evaluate("e => getComputedStyle(e).backgroundImage")
    assert paper.startswith("linear-gradient")
    # An illegal try: the board says why, with the rule.
    begin_at(page, "lumiere", 8)
    step_shown(page, 9, 20)
    player = Player(page)
    player.pick("build:line:c5:0")
    player.press_board(2.5, 4.5)
    expect(page.locator(".reason")).to_contain_text("L5.1")
    # A strategy: the try is legal, and loses light.
    begin_at(page, "lumiere", 15)
    step_shown(page, 16, 20)
    wrong = "build:corner:b6:0"
    prepare(player, wrong)
    player.confirm()
    fault = page.locator(f"{CARD} .wrong")
    expect(fault).to_have_text("This loses 3 points against the best move. You: Lit buildings −3.")
    expect(page.get_by_role("button", name="Show me")).to_be_visible()


def test_a_strategy_of_the_belle_epoque_tells_what_a_wrong_try_loses(open_page: OpenPage) -> None:
    page = open_page("/learn/belle_epoque")
    begin_at(page, "belle_epoque", 22)
    step_shown(page, 23, 25)
    card, market = page.locator(CARD).bounding_box(), page.locator(".market").bounding_box()
    assert card is not None
    assert market is not None
    expect(page.locator(".market")).to_be_in_viewport(ratio=1)
    assert card["x"] + card["width"] <= market["x"], "the card covers the market"
    # Whoever sells first can pay for a better move than a key on a bank.
    step = next(one for one in STRATEGIES if one["id"] == "money-2")
    (wanted,) = step["wanted"]
    wrong = next(move for move in step["results"] if move.startswith("key:"))
    assert wanted.startswith("sell:")
    best, worse = ([sum(lines) for lines in step["results"][move]] for move in (wanted, wrong))
    loss = (best[0] - best[1]) - (worse[0] - worse[1])
    page.locator(f'[data-place="bank:{wrong.removeprefix("key:")}"]').click()
    confirm_in_reach(page)
    fault = page.locator(f"{CARD} .wrong")
    expect(fault).to_contain_text(f"This loses about {loss:.0f} points against the best move. You:")
    page.get_by_role("button", name="Show me").click()
    confirm_in_reach(page)
    better = f"about {int(step['lead'])} points better than every other move"
    expect(page.locator(f"{CARD}")).to_contain_text(better)


def test_the_puzzle_of_the_day_is_found_tried_solved_and_counted(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/", size=PHONE, touch=True)
    page.get_by_role("link", name="Puzzles").click()
    expect(page.locator(".streak")).to_have_text("Solve it today to begin a streak.")
    page.locator(".solve").click()
    expect(page.locator(f"{CARD} small")).to_have_text("Puzzle of the day")
    puzzle = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    body = page.request.get(f"{server}/api/puzzles/lumiere/{puzzle}").json()
    best, wrong = body["line"][0]["move"], another(body["tries"][1:])
    player = TouchPlayer(page)
    prepare(player, wrong["move"])
    confirm_in_reach(page)
    lost = body["info"]["value"] - wrong["margin"]
    expect(page.locator(f"{CARD} .wrong")).to_contain_text(f"This loses {lost} point")
    expect(page.locator(f"{CARD} h2")).to_have_text("Find the best move")
    page.keyboard.press("Escape")
    # The best move, as the reader finds it.
    prepare(player, best)
    confirm_in_reach(page)
    expect(page.locator(f"{CARD} h2")).to_have_text("Solved")
    for _ in body["line"][1:]:
        page.get_by_role("button", name="Next move").click()
    totals = [str(score["total"]).replace("-", "−") for score in body["line"][-1]["scores"]]
    expect(page.locator(".breakdown tfoot td")).to_have_text(totals)
    page.goto(f"{server}/puzzles/lumiere")
    expect(page.locator(".streak b")).to_have_text("1 day in a row")
    expect(page.locator("li a.solved")).to_have_count(1)
    # Who looks at the solution afterwards has solved the puzzle nevertheless.
    page.get_by_role("link", name="Look at it again").click()
    page.get_by_role("button", name="Show me").click()
    confirm_in_reach(page)
    expect(page.locator(f"{CARD} h2")).to_have_text("Solved")
    # A shown solution is no solved puzzle, also when its page is opened again.
    page.goto(f"{server}/puzzles/lumiere")
    page.locator("li a:not(.solved)").first.click()
    page.get_by_role("button", name="Show me").click()
    # Sideways the tray gives its place to the prompt, which says what the shown move is.
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    expect(page.locator(".asked :is(.chip, [data-prompt] small):visible").first).to_be_in_viewport()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    confirm_in_reach(page)
    expect(page.locator(f"{CARD} h2")).to_have_text("Shown, not solved")
    page.reload()
    puzzle = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    body = page.request.get(f"{server}/api/puzzles/lumiere/{puzzle}").json()
    prepare(player, body["line"][0]["move"])
    confirm_in_reach(page)
    expect(page.locator(f"{CARD} h2")).to_have_text("Shown, not solved")
    page.goto(f"{server}/puzzles/lumiere")
    expect(page.locator("li a.shown")).to_have_count(1)
    expect(page.locator(".count")).to_contain_text("1 of ")


def another(tries: list[dict[str, Any]]) -> dict[str, Any]:
    """A wrong try that is one move, preferably a building."""
    single = [one for one in tries if not one["move"].startswith("levitation:")]
    return min(single, key=lambda one: not one["move"].startswith("build:"))


def prepare(player: Player, move: str) -> None:
    """Take what a move needs in hand, and put it down where the move says."""
    player.pick(move)
    if spaces_of(move):
        player.put(move)


@pytest.mark.parametrize("size", TOUCH_SIZES)
def test_nothing_covers_a_puzzle_on_a_touch_screen(open_page: OpenPage, size: str) -> None:
    page = open_page("/puzzles/lumiere/today", size=SIZES[size], touch=True, language="pl")
    page.wait_for_selector(f"{CARD} .actions .btn")
    findings = Findings()
    findings.look(page, size, "at the beginning", seen=(".asked", f"{CARD} h2"))
    page.locator(f"{CARD} .actions .btn").first.tap()
    page.wait_for_selector(CONFIRM)
    findings.look(page, size, "with the move shown", seen=(".asked", f"{CARD} h2"))
    page.locator(CONFIRM).tap()
    page.wait_for_selector(f"{CARD} .primary")
    findings.look(page, size, "solved", seen=(f"{CARD} h2",))
    findings.none()


def test_puzzles_that_were_opened_work_without_a_network(browser: Browser, server: str) -> None:
    context = new_context(browser, service_workers="allow")
    page = context.new_page()
    page.goto(server + "/")
    page.wait_for_selector(".btn.big:not(:disabled)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(server + "/puzzles/lumiere")
    page.wait_for_selector(".solve")
    page.locator(".solve").click()
    page.wait_for_selector(CARD)
    page.wait_for_function(
        """async () => {
            const keys = await (await caches.open((await caches.keys())[0])).keys();
            return keys.filter(({url}) => /puzzles.lumiere.[a-z2-7]{8}$/.test(url)).length >= 7;
        }"""
    )
    context.set_offline(True)
    lost: list[str] = []
    page.on(
        "requestfailed",
        lambda request: None if "/api/" in request.url else lost.append(request.url),
    )
    page.goto(server + "/puzzles/lumiere")
    page.wait_for_selector(".solve")
    assert lost == []  # every file of the page is kept
    page.goto(server + "/puzzles/lumiere/today")
    page.get_by_role("button", name="Show me").click()
    page.locator(CONFIRM).click()
    expect(page.locator(f"{CARD} h2")).to_have_text("Shown, not solved")
    context.close()
