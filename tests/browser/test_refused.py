"""What is touched and not possible says why beside the board, with its rule, and opens nothing."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from lutetia.kernel.contract import Game
from lutetia.kernel.errors import IllegalMove
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record
from tests.browser.belle_epoque import phrase, phrase_of
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import Position, chance_game, open_branch, shared, state_at
from tests.browser.table import Player, TouchPlayer, board_point, spaces_of
from tests.browser.test_phone import open_with_levitation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVERY = pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.exhaustive, id="all"), pytest.param(7, id="some")]
)
"""Every space and place, or one in seven."""
BESIDE = "[data-tile], [data-building], [data-pool], [data-card]"
UNASKED = {
    ("the board has no room for this building", "L5.1"),
    ("you have no tile left to place", "L3.2"),
    ("none of your buildings fits on the board", "L5.1"),
    ("turned like this it does not fit on the board", "L5.1"),
    (phrase("en", "belle.why.noKey"), "B5.1"),
    *(
        (f"{who} this postcard: a later building uses it up", rule)
        for who in ("you still keep", "your rival still keeps")
        for rule in ("L7.3", "L7.4")
    ),
}
"""What the page knows without asking: no move was meant."""
MEANT = {"pile": "draw:", "bank": "key:", "track": "bonus:", "arc": "key:arc", "end-tiles": "take"}
"""The move that a touch on a place of the map means, up to the end of the place's name."""


def in_words(game: str, reason: str) -> str:
    """The sentence of the page for a reason of the engine; its key has the same letters."""
    plain = unicodedata.normalize("NFD", reason).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", plain).strip("-")
    return phrase_of(game, "en", f"{game}.refusal.{slug}")


class Tries:
    """What is touched and not possible. The page must say the reason that the engine has for it."""

    def __init__(self, page: Page, note: str) -> None:
        self.page = page
        self.note = page.locator(note)
        self.judge: tuple[Game, Record] | None = None
        self.game = ""
        self.compared = 0
        self._asked: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._hear))

    def _hear(self, payload: str | bytes) -> None:
        question = json.loads(payload)
        if question["type"] == "preview" and len(question["moves"]) == 1:
            self._asked.append(question["moves"][0])

    def open(self, server: str, record: GameRecord, ply: int) -> None:
        """Sit down in a position of a game."""
        self.game = record.game
        self.judge = state_at(record, ply)
        self._asked.clear()
        open_branch(self.page, server, record, ply, int(self.judge[1].to_move))

    def _refusal(self) -> IllegalMove:
        """Why the engine refuses the last move about which the page has asked."""
        assert self.judge is not None
        game, state = self.judge
        for _ in range(2_000):  # the page has the answer; this handler hears a moment later
            for move in reversed(self._asked):
                try:
                    game.check(state, game.read(move))
                except IllegalMove as found:
                    return found
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page never asked: {self._asked}")

    def refused(self, what: str) -> None:
        """Check the sentence with its rule, and put it away."""
        self.says_why(what)
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")  # the first one only lifts a piece that was put down
        expect(self.note, what).to_have_count(0)
        self._asked.clear()

    def says_why(self, what: str) -> None:
        """Check the sentence with its rule."""
        expect(self.note.locator(".rule-number"), what).to_be_visible()
        sentence = " ".join(self.note.locator("span").first.inner_text().split())
        said = sentence.partition(": ")[2], self.note.locator(".rule-number").inner_text()
        expect(self.page.locator("dialog[open]"), what).to_have_count(0)
        if said in UNASKED:
            return
        found = self._refusal()
        assert said == (in_words(self.game, found.reason), found.rule), (what, found.text)
        head, _, tail = what.partition(":")
        if head in MEANT or head in {"buy", "sell"}:
            assert found.text == (f"{MEANT[head]}{tail}" if head in MEANT else what)
        self.compared += 1


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
    tries = Tries(page, ".reason .refusal")
    record, positions = chance_game("lumiere")
    in_phase = [ply for ply, found in enumerate(positions) if found["phase"] == phase]
    plies = (in_phase[len(in_phase) // 2],) if step > 1 else in_phase[1::5]
    for ply in plies:
        tries.open(server, record, ply)
        page.keyboard.press("Escape")
        things = closed(page, BESIDE)
        assert things, "something is not possible in every position"
        for thing in things:
            thing.click(force=True)
            tries.refused(whole(page, thing))
        fits = {space for move in player.legal() for space in spaces_of(move)}
        spaces = [(x, y) for x in range(8) for y in range(8) if (x, y) not in fits]
        for column, row in spaces[::step]:
            page.mouse.click(*board_point(page, column + 0.5, row + 0.5))
            tries.refused(f"space {column} {row}")
    assert tries.compared > 5


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
    tries = Tries(page, ".near .refusal")
    tries.open(server, record, able[len(able) * 2 // 3])
    try_all(page, tries, step, min(step, 2))
    page.get_by_role("button", name="All bonus tiles").click()
    row = page.locator("dialog[open] [data-tile-row]").first
    row.click()
    tries.refused("the first bonus tile")
    assert tries.compared > 5


def try_all(page: Page, tries: Tries, every_place: int, every_mark: int) -> None:
    """Try what is not possible now on the map and beside it, or a part of it."""
    places = page.locator("[data-place]:not([data-may])").all()
    assert len(places) > 40
    for place in places[::every_place]:
        place.dispatch_event("click")  # others may lie above it while the map is scrolled
        tries.refused(str(place.get_attribute("data-place")))
    marks = closed(page, "[data-mark]")
    assert len(marks) > 5
    for mark in marks[::every_mark]:
        mark.click(force=True)
        tries.refused(str(mark.get_attribute("data-mark")).removeprefix("own-"))


@EVERY
def test_the_belle_epoque_says_why_in_the_short_questions_of_a_turn(
    open_page: OpenPage, server: str, step: int
) -> None:
    """A walk along the track, a scoring tile, a tile for the end, and a medal to give back."""
    page = open_page("/settings")
    record, positions = chance_game("belle_epoque")
    tries = Tries(page, ".near .refusal")
    for kind in ("bonus:", "score:", "choose:", "discard:"):
        tries.open(server, record, first_with(positions, kind))
        try_all(page, tries, 4 * step, min(step**2, 9))
    assert tries.compared > 10


def first_with(positions: list[Position], kind: str) -> int:
    """The first position in which such a move is possible."""
    return next(
        ply
        for ply, found in enumerate(positions)
        if any(move.startswith(kind) for move in found["legal"])
    )


def test_a_finger_reads_why_a_place_of_the_belle_epoque_is_not_possible(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, positions = chance_game("belle_epoque")
    tries = Tries(page, ".near .refusal")
    tries.open(server, record, first_with(positions, "key:"))
    for place in ("end-tiles", "pile:1"):
        page.locator(f'[data-place="{place}"]').tap(force=True)
        tries.says_why(place)
        expect(tries.note).to_be_in_viewport(ratio=1)
        tries.refused(place)
    page.locator("nav.tabs button").nth(2).tap()
    mark = closed(page, "[data-mark^='buy:']")[0]
    mark.tap(force=True)
    expect(tries.note).to_be_in_viewport(ratio=1)
    tries.refused(str(mark.get_attribute("data-mark")))
    assert tries.compared > 2


@pytest.mark.parametrize(
    ("game", "things", "note", "rule"),
    [
        ("lumiere", "[data-pool]", ".reason .refusal", "L3.1"),
        ("belle_epoque", '[data-place^="bank:"]', ".near .refusal", "B3.1"),
    ],
)
def test_on_the_turn_of_a_rival_a_touch_says_whose_turn_it_is(
    open_page: OpenPage, server: str, game: str, things: str, note: str, rule: str
) -> None:
    page = open_page("/settings")
    record, positions = chance_game(game)
    rival = positions[4]["seat"]
    link = open_branch(page, server, record, 4, 1 - rival, other={"kind": "open"})
    friend = open_page("/settings", name="Bert")
    friend.goto(link)
    friend.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".table-page[data-your-turn=false]")
    page.locator(things).first.click(force=True)
    said = page.locator(note)
    expect(said).to_contain_text("It is Bert’s turn")
    expect(said.locator(".rule-number")).to_have_text(rule)
    expect(page.locator("dialog[open]")).to_have_count(0)


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
