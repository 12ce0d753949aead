"""Lesson, help, book, replay, the score sheet, and what works without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.table import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_lesson_can_be_played_to_its_end(open_page: OpenPage) -> None:
    page = open_page("/learn/lumiere")
    for number in range(1, 15):
        expect(page.locator(".lesson-card small").first).to_have_text(f"Step {number} of 14")
        show = page.get_by_role("button", name="Show me")
        if show.count():
            show.click()
            page.locator(".asked .primary").click()
            expect(show).to_have_count(0)
        page.locator(".lesson-card .primary").click()
    page.wait_for_selector(".btn.big")
    expect(page.get_by_text("all done; play it again")).to_be_visible()


def test_the_lesson_says_when_a_move_is_not_the_one(open_page: OpenPage) -> None:
    page = open_page("/learn/lumiere")
    page.locator(".lesson-card .primary").click()
    page.locator("[data-pool].may").first.click()
    page.locator(".asked .primary").click()
    expect(page.locator(".lesson-card .wrong")).to_be_visible()


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


def test_the_book_finds_rules_and_their_numbers(open_page: OpenPage) -> None:
    page = open_page("/rules/lumiere#L7.12")
    expect(page.locator('[id="L7.12"]')).to_be_in_viewport()
    page.get_by_role("searchbox").fill("painter")
    expect(page.locator('[id="L7.6"]')).to_be_visible()
    expect(page.locator('[id="L7.12"]')).to_have_count(0)


def finished_game(open_page: OpenPage) -> tuple[Page, int]:
    """A game that was given up after some moves; its page and the number of moves."""
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
    expect(at).to_have_attribute("data-at", str(moves), timeout=30_000)
    page.get_by_role("button", name="Previous move").click()
    page.get_by_role("button", name="Go on from here against the computer").click()
    page.wait_for_selector(".table-page[data-your-turn=true]")


def test_a_wooden_table_is_scored_or_explained(open_page: OpenPage) -> None:
    page = open_page("/score/lumiere")
    page.wait_for_selector(".sheet")
    page.get_by_role("button", name="Tile 3 of orange").click()
    page.locator("[role=gridcell][data-at=c5]").click()
    expect(page.get_by_text("1 of 16 tiles lie.")).to_be_visible()
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".faults")).to_contain_text("16")


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
    ):
        page.goto(server + path)
        page.wait_for_selector(there)
    context.close()
