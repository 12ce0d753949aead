"""On a phone the map of the Belle Époque shows a part of the city. It goes where it is needed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, ROOT, OpenPage
from tests.browser.positions import chance_game, open_branch

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LESSON = ROOT / "web/src/games/belle_epoque/lesson.json"
CARD = ".lesson-card"
SHOW = f"{CARD} .actions .btn:has(svg):not(.primary)"
IN_SIGHT = """places => {
    const frame = document.querySelector('.map-box .frame').getBoundingClientRect();
    return places.some(place => {
        const found = document.querySelector(`[data-place="${place}"]`);
        if (!found) return false;
        const box = found.getBoundingClientRect();
        return box.left >= frame.left - 1 && box.right <= frame.right + 1
            && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    });
}"""
AWAY = f"""places => {{
    const frame = document.querySelector('.map-box .frame');
    return [[0, 0], [1, 0], [0, 1], [1, 1]].some(([x, y]) => {{
        const [left, top] = [x * frame.scrollWidth, y * frame.scrollHeight];
        frame.scrollTo({{left, top, behavior: 'instant'}});
        return !({IN_SIGHT})(places);
    }});
}}"""
"""Scrolls the map to a corner from which no such place is in sight."""


def place_of(move: str) -> str | None:
    """The place of the map that a move leads to; None if its things lie in a tray."""
    kind, *rest = move.split(":")
    match kind:
        case "draw":
            return f"pile:{rest[0]}"
        case "key":
            return "arc" if rest == ["arc"] else f"bank:{rest[0]}"
        case "move":
            return f"{rest[1] if rest[0] == 'arc' else rest[0]}:{rest[2]}"
        case "bonus":
            return f"track:{rest[0]}"
        case "score":
            return f"district:{rest[1]}"
        case "take":
            return "end-tiles"
        case _:
            return None


def thing_of(move: str) -> str | None:
    """The thing in the own tray that a move is about."""
    kind, *rest = move.split(":")
    marks = {"activate": f"tile:{rest[0]}", "sell": f"own-{move}"} if rest else {}
    return marks.get(kind)


def scroll_away(page: Page, moves: list[str]) -> None:
    places = [place for move in moves if (place := place_of(move))]
    assert page.evaluate(AWAY, places), f"the whole map is in sight: {places}"


def wait_for_places(page: Page, moves: list[str]) -> None:
    places = [place for move in moves if (place := place_of(move))]
    page.wait_for_function(IN_SIGHT, arg=places)


def look_at_step(page: Page, wanted: list[str]) -> None:
    """Show the move of a step while another part of the map and another tray are in front."""
    first = wanted[0]
    page.locator("nav.tabs button").nth(3).tap()
    expect(page.locator("[data-tray=log]")).to_be_visible()
    if place_of(first):
        scroll_away(page, [first])
    page.locator(SHOW).first.tap()
    page.wait_for_selector(".asked .primary")
    if place_of(first):
        wait_for_places(page, [first])
    elif thing := thing_of(first):
        expect(page.locator(f'[data-tray=screen] [data-mark="{thing}"]')).to_be_in_viewport(ratio=1)
    page.locator(".asked .primary").tap()
    page.wait_for_selector(f"{CARD} .primary")


def test_the_map_goes_where_a_lesson_and_its_questions_point(open_page: OpenPage) -> None:
    page = open_page("/learn/belle_epoque", size=PHONE, touch=True)
    steps: list[dict[str, Any]] = json.loads(LESSON.read_text(encoding="utf-8"))
    kinds = set()
    for number, step in enumerate(steps[:17], 1):
        wanted = step["wanted"]
        expect(page.locator(f"{CARD} small")).to_contain_text(f"Step {number} of")
        kind = wanted[0].split(":")[0] if wanted else None
        if kind in {"bonus", "score"}:  # what is asked is in sight before anything is touched
            wait_for_places(page, wanted)
        if kind and kind != "end":
            look_at_step(page, wanted)
            kinds.add(kind)
        elif kind:
            page.locator(SHOW).first.tap()
            page.locator(".asked .primary").tap()
            page.wait_for_selector(f"{CARD} .primary")
        following = steps[number]["wanted"]
        if following and following[0].split(":")[0] in {"bonus", "score"}:
            page.evaluate(AWAY, [place_of(move) for move in following])
        page.locator(f"{CARD} .primary").tap()
    assert kinds >= {"draw", "key", "move", "bonus", "activate", "sell", "score", "take"}


def test_the_map_goes_where_a_drawn_tile_may_lie(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, positions = chance_game("belle_epoque", placement="any-district")
    questions = {
        ply: [move.split(":")[1] for move in found["legal"] if move.startswith("place:")]
        for ply, found in enumerate(positions)
        if found["phase"] == "place"
    }
    ply = min(questions, key=lambda ply: len(questions[ply]))
    position = positions[ply]
    value = position["drawn"].split(":")[1]
    places = [f"{district}:{value}" for district in questions[ply]]
    open_branch(page, server, record, ply, position["seat"])
    page.wait_for_selector(".table-page[data-your-turn=true]")
    page.wait_for_function(IN_SIGHT, arg=places)
    # An option of the prompt leads there again.
    assert page.evaluate(AWAY, places[:1])
    page.locator(".asked .options button").first.tap()
    page.wait_for_selector(".asked .primary")
    page.wait_for_function(IN_SIGHT, arg=places[:1])
