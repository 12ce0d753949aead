"""Help, rule book, replay, score sheet, and what works without a network."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.axe import findings, in_every_way
from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import OpenPage, new_context
from tests.browser.layout import troubles
from tests.browser.positions import chance_game, shared, table_at
from tests.browser.screens import resize
from tests.browser.table import THINKS_FIRST, Player
from tests.browser.words import laid_out, misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

IN_A_TURN = {
    "buy": "buys ",
    "sell": "sells ",
    "place": "puts it in ",
    "key": "puts a key on ",
    "move": "moves a key from ",
    "bonus": "takes bonus tile ",
}
"""What the better turn of the Belle Époque says about some of its moves, by their kind."""


def test_everything_explains_itself(open_page: OpenPage) -> None:
    page = open_page("/learn/lumiere")
    page.wait_for_selector(".lesson-card")
    page.locator("[data-card=le-peintre]").click()  # nothing is asked here
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("Le Peintre")
    expect(dialog.locator(".rule-number").first).to_have_text("L7.6")
    expect(dialog.locator(".example svg").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[role=gridcell][data-at=c7]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open] h2")).to_be_visible()


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_every_topic_has_a_rule_and_a_drawn_example(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    table_at(page, server, game, lambda _, legal: bool(legal))
    page.keyboard.press("?")
    topics = page.locator("dialog[open] li button")
    expect(topics.first).to_be_visible()
    names = topics.all_inner_texts()
    assert len(names) > 30
    for number, name in enumerate(names):
        topics.nth(number).click()
        dialog = page.locator("dialog[open]")
        expect(dialog.locator("h2")).to_have_text(name)
        expect(dialog.locator(".rule-number").first, name).to_be_attached()
        expect(dialog.locator(".example svg").first, name).to_be_attached()
        page.get_by_role("button", name="All topics").click()


def test_the_book_finds_rules_and_their_numbers(open_page: OpenPage) -> None:
    page = open_page("/rules/lumiere#L7.12")
    expect(page.locator('[id="L7.12"]')).to_be_in_viewport()
    page.get_by_role("searchbox").fill("painter")
    expect(page.locator('[id="L7.6"]')).to_be_visible()
    expect(page.locator('[id="L7.12"]')).to_have_count(0)


def finished_game(open_page: OpenPage) -> tuple[Page, int]:
    """A game that was resigned after some moves; returns its page and the number of moves."""
    page = open_page()
    player = Player(page, seed=21)
    player.begin()
    for _ in range(3):
        assert player.wait()
        player.play(player.choose())
    assert player.wait()
    moves = int(player.ply)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .primary").click()
    page.locator("[data-ending] a").click()
    page.wait_for_selector(".replay .table-page")
    return page, moves


def test_a_replay_goes_everywhere(open_page: OpenPage) -> None:
    page, moves = finished_game(open_page)
    at = page.locator("[data-at].where")
    expect(at).to_have_attribute("data-at", str(moves))
    expect(page.locator(".asked")).to_contain_text("wins by resignation")
    page.get_by_role("button", name="First position").click()
    expect(at).to_have_attribute("data-at", "0")
    expect(page.locator(".asked")).to_contain_text("moves next")
    page.get_by_role("button", name="Next move").click()
    expect(at).to_have_attribute("data-at", "1")
    page.keyboard.press("End")
    expect(at).to_have_attribute("data-at", str(moves))
    page.locator(".log-lines button").last.click()
    expect(at).to_have_attribute("data-at", "1")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_attribute("data-at", str(moves - 1))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_have_attribute("data-at", str(moves))
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator(".asked")).not_to_contain_text("thinking")
    page.get_by_role("button", name="Go on from here against the computer").click()
    # The level is asked for; the game was against level 1.
    level = page.locator("dialog[open]").get_by_role("slider")
    level.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(level).to_have_attribute("aria-valuenow", "2")
    page.locator("dialog[open] .primary").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".table-page[data-your-turn=true]")
    expect(page.locator(".col.left .name").first).to_have_text("Lucie")


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_a_replay_foresees_the_end_and_goes_on_otherwise(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    record, positions = chance_game(game)
    page.goto(shared(page, record))
    ply = len(record.moves) * 3 // 4
    page.wait_for_selector(".replay .table-page")
    page.locator(".bar input[type=range]").fill(str(ply))
    page.get_by_role("button", name="What is expected at the end").click()
    page.wait_for_selector("[data-outlook]", timeout=THINKS_FIRST)
    place = page.locator("[data-at=c5], [data-place='montmartre:8']").first
    expect(place).to_have_attribute("aria-label", re.compile(";"))
    expect(page.locator(".asked")).to_contain_text("Expected at the end")
    page.get_by_role("button", name="Go on from here against the computer").click()
    player = Player(page) if game == "lumiere" else BellePlayer(page)
    page.locator("dialog[open] .primary").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".table-page[data-your-turn=true]")
    assert player.ply == str(ply)
    page.keyboard.press("l")
    other = page.locator(f'dialog [data-move]:not([data-move="{record.moves[ply]}"])').first
    other.click()
    player.after(str(ply))
    assert positions


@pytest.mark.parametrize(("game", "seed", "moves"), [("lumiere", 5, None), ("belle_epoque", 2, 14)])
def test_an_analysis_stands_beside_the_board_and_its_better_move_is_played(
    open_page: OpenPage, server: str, game: str, seed: int, moves: int | None
) -> None:
    page = open_page("/settings", quiet=False, bypass_csp=True)
    whole, positions = chance_game(game, seed)
    record = whole.model_copy(update={"moves": whole.moves[:moves], "result": None})
    page.goto(shared(page, record if moves else whole))
    results: list[dict[str, Any]] = []
    page.on("response", lambda answer: _note_result(answer, results))
    page.get_by_role("button", name="Analyse", exact=True).click()
    panel = page.locator(".beside")
    expect(panel.locator(".graph svg")).to_be_visible(timeout=THINKS_FIRST)
    while not results:  # the page has the answer; this handler gets it a moment later
        page.wait_for_timeout(50)
    judged = results[-1]["moves"]
    proved = {move["ply"] for move in judged if move["proved"]}
    assert all(positions[ply - 1]["phase"] == "building" for ply in proved)
    expect(panel.locator(".graph .mark")).to_have_count(len(proved))
    marked = [f"{move['ply']}{move['mark']}" for move in judged if move["mark"]]
    listed = panel.locator("ol li").evaluate_all(
        "all => all.map(e => e.querySelector('i').textContent"
        " + e.querySelector('[data-mark]').dataset.mark)"
    )
    assert listed == marked
    # A click on the graph shows a move. Nothing else scrolls.
    box = panel.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".asked")).to_contain_text(re.compile(r"Guest \d moves next"))
    at = int(page.locator("[data-at].where").get_attribute("data-at") or 0)
    assert abs(at - len(record.moves) / 2) < 3
    if game == "lumiere":
        _says_what_is_proved(page, proved)
    worst = max(judged, key=lambda move: move["loss"])
    _shows_the_better_move(page, worst)
    assert page.evaluate("[scrollY, document.querySelector('.col.right').scrollTop]") == [0, 0]
    for way in in_every_way(page):
        assert findings(page) == [], way
        assert misfits(page) == [], way
    _stands_apart_on_a_phone(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    # Play it on: the level is asked for, and the table begins after the better move.
    panel.get_by_role("button", name="Play the better move and go on").click()
    dialog = page.locator("dialog[open]")
    level = dialog.get_by_role("slider")
    level.focus()
    page.keyboard.press("Home")
    expect(level).to_have_attribute("aria-valuenow", "1")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".table-page:not(.analysed)")
    ply = int(page.locator(".table-page").get_attribute("data-ply") or 0)
    assert ply >= worst["ply"] - 1 + (1 if worst["proved"] else len(worst["line"]))


def _stands_apart_on_a_phone(page: Page) -> None:
    """The analysis covers neither the board nor the bar, and all of it is in reach."""
    resize(page, "phone-390")
    page.locator("nav.tabs button").last.click()  # another tray may be in front
    expect(page.locator(".beside .graph")).to_be_visible()
    laid_out(page)
    board, panel, bar = (
        page.locator(each).first.bounding_box() for each in (".board-place", ".beside", ".bar")
    )
    assert board is not None
    assert panel is not None
    assert bar is not None
    assert board["y"] + board["height"] <= panel["y"] + 1, "it stands below the board"
    assert panel["y"] + panel["height"] <= bar["y"] + 1, "and above the bar"
    assert troubles(page, seen=(".beside .graph",), at_once=()) == []


def _says_what_is_proved(page: Page, proved: set[int]) -> None:
    """The end of a whole game of La Cité is proved; the card of such a move says so."""
    assert proved, "nothing was proved"
    ply = min(proved)
    page.locator(".bar input[type=range]").fill(str(ply))
    card = page.locator(f".beside [data-judged='{ply}']")
    expect(card.locator(".proof")).to_contain_text("Proved: if everybody plays their best, ")


def _shows_the_better_move(page: Page, worst: dict[str, Any]) -> None:
    """Choose the worst move: the board shows the better one, and the figures are the server's."""
    panel, why = page.locator(".beside"), worst["explanation"]
    panel.locator("ol button", has=page.locator(f"i:text-is('{worst['ply']}')")).click()
    card = panel.locator(f"[data-judged='{worst['ply']}']")
    expect(card.locator("[data-mark]")).to_have_attribute("data-mark", worst["mark"])
    page.wait_for_selector(".table-page[data-your-turn=true]")
    if worst["best"].startswith(("build:", "lay:")):
        ghost = page.locator(f"[data-ghost='{worst['best']}']")
        expect(ghost).to_have_attribute("data-good", "true")
    expect(card.locator("ul.why")).to_contain_text(
        re.compile(rf"\+{worst['loss']:g} points? compared with the move")
    )
    # A turn of the Belle Époque is named whole: its first move may only prepare it.
    for move in [] if worst["proved"] else worst["line"]:
        if words := IN_A_TURN.get(move.split(":")[0]):
            expect(card.locator(".best")).to_contain_text(words, ignore_case=True)
    rows = card.locator("tr[data-line]").evaluate_all(
        "all => all.map(e => [e.dataset.seat, e.dataset.line,"
        " ...[...e.querySelectorAll('td')].map(d => +d.textContent.replace('−', '-'))])"
    )
    assert rows == [
        [line["seat"], line["line"], line["other"], line["best"], line["points"]]
        for line in why["lines"]
    ]
    assert all(round(best - other, 1) == points for _, _, other, best, points in rows)
    panel.get_by_role("button", name="Played").click()
    page.wait_for_selector(".table-page[data-your-turn=false]")
    panel.get_by_role("button", name="Better", exact=True).click()
    page.wait_for_selector(".table-page[data-your-turn=true]")
    _steps_through_the_better_line(page, worst)


def _steps_through_the_better_line(page: Page, worst: dict[str, Any]) -> None:
    """Go forward and back by buttons, by keys and by the list: the board shows each position."""
    line, card = worst["line"], page.locator(f"[data-judged='{worst['ply']}']")
    shown = card.locator("[data-step]")
    ply = page.locator(".table-page")
    before = worst["ply"] - 1
    expect(card.locator(".two tbody tr")).to_have_count(len(line))
    for step in range(1, len(line) + 1):
        expect(ply).to_have_attribute("data-ply", str(before + step - 1))
        card.get_by_role("button", name="One step on").click()
        expect(shown).to_have_attribute("data-step", str(step))
        expect(ply).to_have_attribute("data-ply", str(before + step))
    expect(card.get_by_role("button", name="One step on")).to_be_disabled()
    # The leads are those of the server's positions.
    wish = {"table": page.url.split("/")[-1], "first": before, "instead": line}
    address = page.evaluate("location.origin") + "/api/records/replay"
    frames = page.request.post(address, data=wish).json()["frames"]
    mine = frames[0]["to_move"]
    totals = [[score["total"] for score in frame["scores"]] for frame in frames[1:]]
    leads = card.locator(".two tbody td:last-child b").evaluate_all(
        "all => all.map(e => +e.textContent.replace('−', '-'))"
    )
    assert leads == [both[mine] - both[1 - mine] for both in totals]
    card.get_by_role("button", name="One step back").click()
    expect(shown).to_have_attribute("data-step", str(len(line) - 1))
    card.locator(".two button").last.click()
    expect(ply).to_have_attribute("data-ply", str(before + len(line)))
    page.locator(".graph svg").first.hover()
    for _ in line:
        page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-step", "0")
    page.wait_for_selector(".table-page[data-your-turn=true]")


def _note_result(answer: Response, results: list[dict[str, Any]]) -> None:
    if "/api/analys" in answer.url and answer.json().get("state") == "done":
        results.append(answer.json()["result"])


def test_the_start_page_lessons_and_rules_work_offline(browser: Browser, server: str) -> None:
    context = new_context(browser, service_workers="allow")
    page = context.new_page()
    page.goto(server + "/")
    page.wait_for_selector(".btn.big:not(:disabled)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    for path, there in (
        ("/", ".btn.big"),
        ("/rules/lumiere", ".book"),
        ("/learn/lumiere", ".lesson-card"),
        ("/rules/belle_epoque", ".book"),
        ("/learn/belle_epoque", ".lesson-card"),
    ):
        page.goto(server + path)
        page.wait_for_selector(there)
    page.locator(".lesson-card .primary").click()
    expect(page.locator(".lesson-card small").first).to_have_text("Step 2 of 25")
    context.close()


def test_the_client_can_be_installed(open_page: OpenPage) -> None:
    page = open_page("/settings")
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then(found => found.json())"
    )
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "/"
    assert manifest["icons"]
