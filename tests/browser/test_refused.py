"""What is touched and not possible says why beside the board, with its rule, and opens nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import chance_game, open_branch, shared
from tests.browser.table import Player, TouchPlayer, board_point, spaces_of
from tests.browser.test_phone import open_with_levitation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVERY = pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.exhaustive, id="all"), pytest.param(7, id="some")]
)
"""Every space and place, or one in seven."""
BESIDE = "[data-tile], [data-building], [data-pool], [data-card]"


def refused(page: Page, note: str, rule: str, what: str) -> None:
    """Check the sentence with its rule, and put it away."""
    said = page.locator(note)
    expect(said.locator(".rule-number"), what).to_have_text(re.compile(rf"^{rule}\d+\.\d+$"))
    assert len(said.inner_text().split()) > 4, what
    expect(page.locator("dialog[open]"), what).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")  # the first one only lifts a piece that was put down
    expect(said, what).to_have_count(0)


def closed(page: Page, selector: str) -> list[Locator]:
    """The things in sight that cannot be chosen now."""
    found = page.locator(selector).and_(page.locator("[aria-disabled=true]:visible"))
    return found.all()


def whole(page: Page, thing: Locator) -> str:
    return " ".join((thing.get_attribute("aria-label") or thing.inner_text()).split())


@EVERY
@pytest.mark.parametrize("phase", ["laying", "building"])
def test_la_cite_says_why(open_page: OpenPage, server: str, phase: str, step: int) -> None:
    page = open_page("/settings")
    player = Player(page)
    record, positions = chance_game("lumiere")
    in_phase = [ply for ply, found in enumerate(positions) if found["phase"] == phase]
    plies = (in_phase[len(in_phase) // 2],) if step > 1 else in_phase[1::5]
    for ply in plies:
        open_branch(page, server, record, ply, positions[ply]["seat"])
        page.keyboard.press("Escape")
        things = closed(page, BESIDE)
        assert things, "something is not possible in every position"
        for thing in things:
            thing.click(force=True)
            refused(page, ".reason .refusal", "L", whole(page, thing))
        fits = {space for move in player.legal() for space in spaces_of(move)}
        spaces = [(x, y) for x in range(8) for y in range(8) if (x, y) not in fits]
        for column, row in spaces[::step]:
            page.mouse.click(*board_point(page, column + 0.5, row + 0.5))
            refused(page, ".reason .refusal", "L", f"space {column} {row}")


def test_a_finger_reads_why_a_postcard_is_not_possible_yet(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    player = TouchPlayer(page)
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 4, positions[4]["seat"])
    player.show(1)
    card = page.locator("[data-card]").first
    card.tap(force=True)
    note = page.locator(".reason .refusal")
    expect(note).to_contain_text("phase two")
    expect(note).to_contain_text("L4.2")
    expect(note).to_be_in_viewport(ratio=1)
    expect(page.locator("dialog[open]")).to_have_count(0)


@EVERY
@pytest.mark.parametrize("kind", ["draw:", "key:", "move:"])
def test_the_belle_epoque_says_why(open_page: OpenPage, server: str, kind: str, step: int) -> None:
    page = open_page("/settings")
    record, positions = chance_game("belle_epoque")
    able = [
        ply
        for ply, found in enumerate(positions[:-1])
        if any(move.startswith(kind) for move in found["legal"])
    ]
    ply = able[len(able) * 2 // 3]
    open_branch(page, server, record, ply, positions[ply]["seat"])
    places = page.locator("[data-place]:not([data-may])").all()
    assert len(places) > 40
    for place in places[::step]:
        place.dispatch_event("click")  # others may lie above it while the map is scrolled
        refused(page, ".near .refusal", "B", str(place.get_attribute("data-place")))
    marks = closed(page, "[data-mark]")
    assert len(marks) > 5
    for mark in marks[:: min(step, 2)]:
        mark.click(force=True)
        refused(page, ".near .refusal", "B", str(mark.get_attribute("data-mark")))
    page.get_by_role("button", name="All bonus tiles").click()
    row = page.locator("dialog[open] [data-tile-row]").first
    row.click()
    refused(page, ".near .refusal", "B", "the first bonus tile")


def test_the_rule_of_a_note_is_opened_with_a_tile_in_hand(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 4, positions[4]["seat"])
    expect(page.locator(".col.left [data-tile][aria-pressed=true]")).to_be_visible()
    page.locator("[data-card]").first.click(force=True)
    note = page.locator(".reason .refusal")
    rule = note.locator("button.rule-number")
    expect(rule).to_have_text("L4.2")
    page.mouse.move(*board_point(page, 4, 4), steps=4)
    expect(page.locator("[data-ghost]")).to_be_visible()
    rule.click()
    expect(page.locator("dialog[open]")).to_contain_text("L4.2")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)
    page.locator("[data-card]").first.click(force=True)
    expect(note).to_be_visible()
    page.mouse.click(*board_point(page, 4, 4))  # another choice takes it away
    expect(note).to_have_count(0)


def test_an_exchange_waits_for_its_places_without_a_word(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    held: list[Callable[[], None]] = []

    def forward(route: WebSocketRoute) -> None:
        beyond = route.connect_to_server()

        def send(text: str | bytes) -> None:
            if json.loads(text).get("then"):  # asks for the places of the building that it takes
                held.append(partial(beyond.send, text))
            else:
                beyond.send(text)

        route.on_message(send)

    page.route_web_socket("**/ws/tables/*", forward)
    open_with_levitation(page, server)
    page.locator('[data-card="levitation"]').click()
    page.locator(".col.left [data-building][aria-disabled=false]").first.click()
    page.locator("[data-pool][aria-disabled=false]").first.click()
    page.mouse.click(*board_point(page, 3.5, 3.5))
    while not held:
        page.wait_for_timeout(20)
    for release in held:
        release()
    expect(page.locator(".may-mark").first).to_be_visible()
    expect(page.locator(".reason .refusal")).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_nothing_is_unavailable_for_who_only_looks(open_page: OpenPage, game: str) -> None:
    page = open_page("/settings")
    page.goto(shared(page, chance_game(game)[0]))
    page.wait_for_selector(".replay .table-page")
    page.locator(".bar input[type=range]").fill("6")
    expect(page.locator(".table-page")).to_have_attribute("data-ply", "6")
    things = "[data-card], [data-building]" if game == "lumiere" else "[data-mark^=own-], .market *"
    expect(page.locator(things).first).to_be_attached()
    unavailable = page.locator(".table-page [aria-disabled]")
    assert unavailable.evaluate_all("all => all.map(each => each.outerHTML.slice(0, 120))") == []
    if game == "belle_epoque":
        page.locator('[data-mark^="landmark:"]').first.click()
        expect(page.locator("dialog[open]")).to_be_visible()
