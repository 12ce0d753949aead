"""Help, rule book, replay, score sheet, and what works without a network."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.axe import findings, in_every_way
from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import OpenPage
from tests.browser.positions import chance_game, shared, table_at
from tests.browser.table import THINKS_FIRST, Player
from tests.browser.words import misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_everything_explains_itself(open_page: OpenPage) -> None:
    page = open_page("/learn/lumiere")
    page.wait_for_selector(".lesson-card")
    page.locator("[data-card=le-peintre]").click()
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
        assert dialog.locator(".rule-number").count() > 0, name
        assert dialog.locator(".example svg").count() > 0, name
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
    moves = page.locator(".log-lines .row").count()
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
    page.get_by_role("button", name="First position").click()
    expect(at).to_have_attribute("data-at", "0")
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
    page.get_by_role("button", name="Go on from here against the computer").click()
    page.wait_for_selector(".table-page[data-your-turn=true]")


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
    assert ";" in (place.get_attribute("aria-label") or "")
    expect(page.locator(".asked")).to_contain_text("Expected at the end")
    page.get_by_role("button", name="Go on from here against the computer").click()
    player = Player(page) if game == "lumiere" else BellePlayer(page)
    page.wait_for_selector(".table-page[data-your-turn=true]")
    assert player.ply == str(ply)
    page.keyboard.press("l")
    other = page.locator(f'dialog [data-move]:not([data-move="{record.moves[ply]}"])').first
    other.click()
    player.after(str(ply))
    assert positions


@pytest.mark.parametrize(
    ("game", "seed", "moves", "line"),
    [("lumiere", 5, None, "Lit buildings"), ("belle_epoque", 2, 14, "Points in play")],
)
def test_an_analysis_is_worked_out_and_explained(
    open_page: OpenPage, server: str, game: str, seed: int, moves: int | None, line: str
) -> None:
    page = open_page("/settings", quiet=False, bypass_csp=True)
    whole, positions = chance_game(game, seed)
    record = whole.model_copy(update={"moves": whole.moves[:moves], "result": None})
    page.goto(shared(page, record if moves else whole))
    results: list[dict[str, Any]] = []
    page.on("response", lambda answer: _note_result(answer, results))
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector("dialog[open] progress")
    page.wait_for_selector("dialog[open] ol button", timeout=THINKS_FIRST)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("Better:")
    expect(dialog).to_contain_text(line)
    while not results:  # the page has the answer; this handler gets it a moment later
        page.wait_for_timeout(50)
    _proofs_are_marked(page, results[-1]["moves"], positions)
    for way in in_every_way(page):
        assert findings(page, "dialog[open]") == [], way
        assert misfits(page) == [], way
    page.set_viewport_size({"width": 1280, "height": 800})
    box = dialog.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(dialog).to_have_count(0)
    at = int(page.locator("[data-at].where").get_attribute("data-at") or 0)
    assert abs(at - len(record.moves) / 2) < 3
    worst = max(results[-1]["moves"], key=lambda judged: judged["loss"])
    page.locator(".bar input[type=range]").fill(str(worst["ply"]))
    expect(page.locator(".judged")).to_contain_text("Better:")
    for way in in_every_way(page):
        assert findings(page) == [], way


def _note_result(answer: Response, results: list[dict[str, Any]]) -> None:
    if "/api/analys" in answer.url and answer.json().get("state") == "done":
        results.append(answer.json()["result"])


def _proofs_are_marked(page: Page, moves: list[Any], positions: list[Any]) -> None:
    """The mark is only at moves that the solver proved, late in La Cité."""
    proved = {judged["ply"] for judged in moves if judged["proved"]}
    assert all(positions[ply - 1]["phase"] == "building" for ply in proved)
    assert page.locator("dialog[open] .graph .mark").count() == len(proved)
    listed = page.locator("dialog[open] ol li").evaluate_all(
        "all => all.map(e => [+e.querySelector('i').textContent, !!e.querySelector('.proof')])"
    )
    assert all(marked == (ply in proved) for ply, marked in listed)
    assert any(marked for _, marked in listed) == bool(proved)


def test_the_start_page_lessons_and_rules_work_offline(browser: Browser, server: str) -> None:
    context = browser.new_context(service_workers="allow")
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
    expect(page.locator(".lesson-card small").first).to_have_text("Step 2 of 19")
    context.close()


def test_the_client_can_be_installed(open_page: OpenPage) -> None:
    page = open_page("/settings")
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then(found => found.json())"
    )
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "/"
    assert manifest["icons"]
