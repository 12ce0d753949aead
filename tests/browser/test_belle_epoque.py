"""Whole games of the Belle Époque in a browser, and what its pages must do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.belle_epoque import (
    BelleKeyboardPlayer,
    BellePlayer,
    BelleTouchPlayer,
    unnamed_places,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.positions import Position, chance_game, open_branch, table_at
from tests.browser.table import MAIN, THINKS_FIRST, totals
from tests.browser.test_hints import listen
from tests.browser.test_map_follows import place_of, thing_of
from tests.browser.words import misfits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_MOVES = 400
FEWEST_MOVES = 30
FEWEST_LATE = 5
LIVERIES = ("orange", "blue", "absinthe", "peony")


def play_on(player: BellePlayer) -> int:
    """Play until the game is over; returns the number of moves."""
    for number in range(MOST_MOVES):
        if not player.wait():
            return number
        player.make(player.choose())
    raise AssertionError("the game does not end")


def sees_the_result(player: BellePlayer) -> None:
    player.page.wait_for_selector("[data-ending]")
    shown = totals(player.page)
    assert shown == [str(total) for total in player.results()]


def begin_late(
    player: BellePlayer,
    server: str,
    players: int,
    options: dict[str, str] | None = None,
    played: float = 5 / 6,
) -> None:
    """Sit down against computers when this part of a game is played."""
    record, positions = chance_game("belle_epoque", seats=players, **(options or {}))
    ply = int(len(record.moves) * played)
    open_branch(player.page, server, record, ply, positions[ply]["seat"])


whole_or_late = pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.exhaustive)], ids=["late", "whole"]
)


@whole_or_late
def test_a_game_by_mouse_against_the_computer(
    open_page: OpenPage, server: str, whole: bool
) -> None:
    player = BellePlayer(open_page("/settings"), seed=3)
    if whole:
        player.open_table(server, level=1)
    else:
        begin_late(player, server, 2)
    assert play_on(player) > (FEWEST_MOVES if whole else FEWEST_LATE)
    sees_the_result(player)


@whole_or_late
def test_a_game_by_touch_with_everything_shuffled(
    open_page: OpenPage, server: str, whole: bool
) -> None:
    player = BelleTouchPlayer(open_page("/settings", size=PHONE, touch=True), seed=4)
    options = {"setup": "advanced", "placement": "any-district", "wood": "eights"}
    if whole:
        player.open_table(server, level=2, options=options)
    else:
        begin_late(player, server, 2, options)
    assert play_on(player) > (FEWEST_MOVES if whole else FEWEST_LATE)
    sees_the_result(player)


@pytest.mark.long
@whole_or_late
def test_a_game_by_keyboard_alone_against_two(
    open_page: OpenPage, server: str, whole: bool
) -> None:
    player = BelleKeyboardPlayer(open_page("/settings"), seed=5)
    if whole:
        player.open_table(server, players=3, level=1)
    else:
        begin_late(player, server, 3)
    assert play_on(player) > (FEWEST_MOVES if whole else FEWEST_LATE)
    sees_the_result(player)


@pytest.mark.long
def test_four_at_one_screen_begin(open_page: OpenPage, server: str) -> None:
    player = BellePlayer(open_page(), seed=6)
    player.open_table(server, players=4)
    seen: set[int] = set()
    for _ in range(60):
        assert player.wait()
        seen.add(player.told()["to_move"])
        player.play(player.choose())
        if seen == {0, 1, 2, 3}:
            break
    assert seen == {0, 1, 2, 3}
    assert unnamed_places(player.page) == []


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.exhaustive), PHONE], ids=["desktop", "phone"]
)
def test_four_seats_with_three_computers(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    on_phone = size == PHONE
    page = open_page(size=size, touch=on_phone)
    player = (BelleTouchPlayer if on_phone else BellePlayer)(page, seed=9)
    player.open_table(server, players=4, level=1)
    rows = page.locator(".log-lines .row")
    while rows.count() < 28:  # two rounds, with their purchases
        assert player.wait()
        assert misfits(page) == []
        player.play(player.choose())
    assert player.wait()
    names = page.locator(".col.left .name").all_inner_texts()
    assert len(set(names)) == 4
    page.locator('[data-place="arc"]').click(button="right")
    page.wait_for_selector("dialog[open] .rule-number")


def _has_much(position: Position) -> bool:
    """Landmarks on the map, and tiles behind the screen of the seat to move."""
    seat = LIVERIES[position["seat"]]
    landmarks = [value for each in position["districts"].values() for value in each["landmarks"]]
    return len(landmarks) > 2 and bool(position["seats"][seat]["bonus"]["unused"])


def test_accessibility_of_the_table(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", bypass_csp=True)
    record, positions = chance_game("belle_epoque", seed=5, seats=4)
    ply = next(n for n, found in enumerate(positions) if _has_much(found))
    open_branch(page, server, record, ply, positions[ply]["seat"])
    for way in in_every_way(page, SMALLEST):
        assert findings(page) == [], way
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, way


def test_hint_undo_and_what_is_refused(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = BellePlayer(page, seed=8)
    hints = listen(page)
    table_at(page, server, "belle_epoque", lambda _, legal: any(m.startswith("key") for m in legal))
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".asked .primary, .asked [aria-pressed=true]", timeout=THINKS_FIRST)
    expect(page.locator("[data-why]")).to_contain_text("next best move")
    while not hints:  # the page has it; this handler gets it a moment later
        page.wait_for_timeout(20)
    # The map and the trays show exactly its move, and so does the button that plays it.
    place, thing = place_of(hints[-1]["move"]), thing_of(hints[-1]["move"])
    shown = f'[data-place="{place}"]' if place else f'[data-mark="{thing}"]:visible'
    expect(page.locator(f"{shown}[aria-pressed=true]").first).to_be_attached()
    before = player.ply
    page.locator(MAIN).click()
    player.after(before)
    log = player.told()["views"][0]["log"]
    assert log[-1]["move"] == hints[-1]["move"]
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'.table-page[data-your-turn=true][data-ply="{before}"]')
    player.play(next(move for move in player.legal() if move.startswith("key")))
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f'.table-page[data-your-turn=true][data-ply="{before}"]')
    page.locator('[data-place="pile:1"]').click()
    expect(page.locator(".refusal")).to_contain_text(re.compile(r"B\d+\.\d+"))
