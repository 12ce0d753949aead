"""The opponent is present: moves travel and are said, can be seen again, and hold up nobody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from lutetia.kernel.record import GameRecord
from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import OpenPage
from tests.browser.holding import can_hold, hold, release_until
from tests.browser.positions import Position, chance_game, open_branch, shared
from tests.browser.reader import Reader
from tests.browser.table import Player, point_in
from tests.browser.test_belle_epoque import LIVERIES
from tests.browser.watching import (
    at_place,
    flown,
    lasting,
    moved,
    newest,
    places,
    said,
    wait_until_others_move,
    wait_until_said,
    watch,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AGAIN = "Show the last moves again"
COLOURS = ("orange", "blue")
VERBS = ("takes the ", "places a tile ")
"""All that a rival may do at the beginning of La Cité."""


ALL_IN_SIGHT = """() => {
    const board = document.querySelector('.table-page svg.board');
    const things = [...board.querySelectorAll('[data-piece],[data-with]')];
    return things.every(thing => {
        const {opacity, visibility} = getComputedStyle(thing);
        return opacity === '1' && visibility === 'visible';
    });
}"""


def still(page: Page) -> None:
    """Wait until nothing travels and no move waits."""
    page.wait_for_selector(".table-page[data-your-turn=true]")
    page.wait_for_selector(".travel-layer", state="detached")


def by_list(page: Page, move: str) -> None:
    """Play a move by the list of moves."""
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(move)
    page.keyboard.press("Enter")


def middle_of(thing: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def show_again(page: Page) -> None:
    """Begin to show the last moves again."""
    watch(page)
    page.get_by_role("button", name=AGAIN).click()
    wait_until_others_move(page)


def said_again(page: Page) -> list[str]:
    """Show the last moves again, to their end; returns what the prompt said."""
    show_again(page)
    still(page)
    return said(page)


def opened(open_page: OpenPage, pace: str) -> Page:
    page = open_page("/settings", pace=pace)
    page.emulate_media(reduced_motion="no-preference")
    return page


def test_a_computer_moves_in_sight_in_la_cite(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, "brisk")
    player = Player(page)
    record, positions = chance_game("lumiere")
    ply = next(n for n, found in enumerate(positions) if len(found["pool"]) == 8)
    open_branch(page, server, record, ply, positions[ply]["seat"])
    watch(page)
    name = page.locator(".col.left .name").first.inner_text()
    by_list(page, next(move for move in player.legal() if move.startswith("take")))
    page.wait_for_function(
        "names => said.some(text => names.some(name => text.includes(name)))",
        arg=[f"{name} {verb}" for verb in VERBS],
    )
    still(page)
    assert moved(page)["travel"] >= 2  # our building and theirs
    expect(page.locator("[data-prompt] small")).to_contain_text(name)  # it stays while we think

    # Again, after a reload too; a key ends it at once
    page.reload()
    still(page)
    now = newest(page)
    watch(page)
    page.get_by_role("button", name=AGAIN).click()
    wait_until_said(page, f"{name} ")
    page.wait_for_function("() => moved.includes('travel')")
    still(page)
    assert newest(page) == now
    show_again(page)
    page.keyboard.press("Shift")
    assert page.get_attribute(".table-page", "data-your-turn") == "true"
    assert (newest(page), page.locator(".travel-layer").count()) == (now, 0)

    # So does a click, and the same click puts the tile down
    square = point_in(next(move for move in player.legal() if move.startswith("lay")))
    show_again(page)
    player.press_board(*square)
    assert player.ghost().startswith("lay:")
    assert (newest(page), page.locator(".travel-layer").count()) == (now, 0)
    page.keyboard.press("Escape")

    # With less motion the same sentences are said, and nothing moves
    told = said_again(page)
    assert moved(page)["travel"] > 0
    page.emulate_media(reduced_motion="reduce")
    assert said_again(page) == told
    assert any(f"{name} " in text for text in told)
    assert moved(page) == {}


@pytest.mark.parametrize("pace", ["calm", "instant"])
def test_the_chosen_pace_lets_the_table_wait_before_and_while_a_rival_moves(
    open_page: OpenPage, server: str, pace: str
) -> None:
    """The timers of the page are held: without its beats it gets no further."""
    page = opened(open_page, pace)
    player = Player(page)
    can_hold(page)
    record, positions = chance_game("lumiere")
    ply = next(n for n, found in enumerate(positions) if len(found["pool"]) == 8)
    open_branch(page, server, record, ply, positions[ply]["seat"])
    name = page.locator(".col.left .name").first.inner_text()
    page.keyboard.press("Shift")
    watch(page)
    hold(page)
    by_list(page, next(move for move in player.legal() if move.startswith("take")))
    while player.state["views"][0]["position"]["ply"] < ply + 2:  # the rival's move is on its way
        page.wait_for_timeout(20)
    sentence = re.compile(f"{name} ({'|'.join(VERBS)})")
    theirs = f".table-page[data-ply='{ply + 2}']"
    if pace == "calm":
        assert newest(page) == str(ply + 1), "our move is still shown"
        assert page.get_attribute(".table-page", "data-your-turn") == "false"
        release_until(page, theirs)
        # It is said while its pieces are on their way.
        expect(page.locator("[data-prompt]")).to_contain_text(sentence)
        expect(page.locator(".travel-layer")).to_be_attached()
    page.wait_for_selector(theirs)
    page.wait_for_selector(".table-page[data-your-turn=true]")
    expect(page.locator("[data-prompt]")).to_contain_text(sentence)
    assert ("travel" in moved(page)) == (pace == "calm")


def test_an_own_building_settles_and_is_in_sight_when_the_game_goes_on_at_once(
    open_page: OpenPage, server: str
) -> None:
    page = opened(open_page, "brisk")
    record, positions = chance_game("lumiere")
    ply = next(n for n, move in enumerate(record.moves) if move.startswith("build:"))
    open_branch(page, server, record, ply, positions[ply]["seat"])
    watch(page)
    by_list(page, record.moves[ply])
    page.wait_for_function("() => moved.includes('other')")
    page.keyboard.press("Shift")
    page.wait_for_function(ALL_IN_SIGHT)
    # With less motion it lies there at once
    page.emulate_media(reduced_motion="reduce")
    open_branch(page, server, record, ply, positions[ply]["seat"])
    watch(page)
    shown = newest(page)
    by_list(page, record.moves[ply])
    page.wait_for_selector(f".table-page:not([data-ply='{shown}'])")
    assert (moved(page), page.evaluate(ALL_IN_SIGHT)) == ({}, True)


def test_pieces_travel_on_a_replay_and_any_jump_shows_its_position_at_once(
    open_page: OpenPage,
) -> None:
    page = opened(open_page, "calm")
    record, _ = chance_game("lumiere")
    page.goto(shared(page, record))
    page.wait_for_selector(".table-page")
    page.keyboard.press("Home")
    expect(page.locator(".table-page")).to_have_attribute("data-ply", "0")
    watch(page)
    page.get_by_role("button", name="Next move").click()
    assert (newest(page), moved(page)["travel"] > 0) == ("1", True)
    # The next step does not wait for it, and a step back moves nothing.
    page.keyboard.press("ArrowRight")
    assert newest(page) == "2"
    began = moved(page)["travel"]
    page.keyboard.press("ArrowLeft")
    assert (newest(page), page.locator(".travel-layer").count()) == ("1", 0)
    assert moved(page)["travel"] == began
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert (newest(page), moved(page)["travel"]) == ("2", began)


def travels(page: Page, record: GameRecord, ply: int, piece: str, spots: tuple[str, str]) -> None:
    """Play a move of a replay: its piece travels from its old place to its new one.

    `spots` are where it begins and ends if it is not shown there.
    """
    table = page.locator(".table-page")
    page.locator(".bar input[type=range]").fill(str(ply))
    expect(table).to_have_attribute("data-ply", str(ply))
    page.wait_for_selector(".travel-layer", state="detached")
    before = places(page)
    watch(page)
    page.get_by_role("button", name="Next move").click()
    expect(table).to_have_attribute("data-ply", str(ply + 1))
    page.wait_for_selector(".travel-layer", state="detached")
    after = places(page)
    gone, come = before.without(after, piece), after.without(before, piece)
    start, goal = gone or before.spots[spots[0]], come or after.spots[spots[1]]
    found = flown(page)
    assert any(
        at_place(first, start, as_large=gone is not None)
        and at_place(last, goal, as_large=come is not None)
        for first, last in found
    ), (record.moves[ply], piece, start, goal, found)


def test_the_pace_that_is_chosen_is_the_pace_of_the_pieces(
    open_page: OpenPage, server: str
) -> None:
    page = opened(open_page, "instant")
    record, _ = chance_game("lumiere")
    replay = shared(page, record)
    taken = []
    for pace in ("Calm", "Brisk", "At once"):
        page.goto(f"{server}/settings")
        page.get_by_label("Moves of the others").select_option(label=pace)
        page.goto(replay)  # the choice is kept
        page.wait_for_selector(".table-page")
        page.keyboard.press("Home")
        expect(page.locator(".table-page")).to_have_attribute("data-ply", "0")
        watch(page)
        page.get_by_role("button", name="Next move").click()
        expect(page.locator(".table-page")).to_have_attribute("data-ply", "1")
        taken.append(max(lasting(page), default=0))
    calm, brisk, instant = taken
    assert calm > brisk > instant == 0


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("lumiere", ("take", "build", "card", "lay")),
        ("belle_epoque", ("key", "bonus", "draw", "score", "choose")),
    ],
)
def test_pieces_travel_from_where_they_were_to_where_they_lie(
    open_page: OpenPage, game: str, kinds: tuple[str, ...]
) -> None:
    page = opened(open_page, "brisk")
    record, positions = chance_game(game)
    used = {"card", *(card["name"] for card in positions[0].get("postcards", ()))}
    page.goto(shared(page, record))
    page.wait_for_selector(".table-page")
    for kind in kinds:
        moves = [move.split(":") for move in record.moves]
        ply = next(n for n, (word, *_) in enumerate(moves) if word == kind or {kind, word} <= used)
        seat = positions[ply]["seat"]
        piece, spot = what_travels(game, moves[ply], positions, ply)
        travels(page, record, ply, piece, (spot, f"seat:{seat}"))


def what_travels(
    game: str, move: list[str], positions: list[Position], ply: int
) -> tuple[str, str]:
    """The piece that a move takes along, and the spot where it begins if it was not in sight."""
    seat = positions[ply]["seat"]
    match game, *move:
        case "lumiere", "lay", tile, *_:
            return f"tile:{COLOURS[seat]}:{tile}", f"hand:{COLOURS[seat]}"
        case "lumiere", "take" | "build", name, *_:
            return f"building:{name}", ""
        case "lumiere", card, *_:
            return f"card:{card}", ""
        case _, "key", *_:
            return f"key:{LIVERIES[seat]}", f"seat:{seat}"
        case _, "bonus", *_, tile:
            return f"bonus:{tile}", f"track:{tile}"
        case _, "draw", pile:
            return drawn(positions, ply), f"pile:{pile}"
        case _, "score", tile, _:
            return f"scoring:{tile}", ""
        case _, "choose", *_:  # after a look at two tiles one of them is taken
            return "end-tile", ""
    raise AssertionError(move)


def drawn(positions: list[Position], ply: int) -> str:
    """The building tile that a move draws and that lies on its space afterwards."""
    before, after = (
        {
            space["tile"]
            for district in found["districts"].values()
            for space in district["spaces"].values()
        }
        for found in (positions[ply], positions[ply + 1])
    )
    (tile,) = after - before
    return f"tile:{tile}"


def test_the_moves_of_all_opponents_are_shown_again(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, "instant")
    player = BellePlayer(page)
    player.open_table(server, players=3, level=1, options={"start": "orange"})
    player.wait()
    while True:
        move = player.choose()
        player.make(move)
        player.wait()
        if move == "end":
            break
    shown = page.locator(".col.left .name").all_inner_texts()
    names = [" ".join(name.split()) for name in shown]
    page.reload()
    still(page)
    heard = page.locator("[data-prompt] small").inner_text()
    now = newest(page)
    told = said_again(page)
    for name in names[:2]:
        assert any(" ".join(text.split()).startswith(f"{name} ") for text in told), (name, told)
        assert name in " ".join(heard.split())
    assert moved(page)["travel"] >= 2
    assert newest(page) == now
    # With less motion the same is said, and nothing moves
    page.emulate_media(reduced_motion="reduce")
    assert said_again(page) == told
    assert moved(page) == {}
    assert newest(page) == now


def test_phases_the_first_player_and_the_last_round_are_announced(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    news = page.locator("[data-news]")
    player = BellePlayer(page)
    player.open_table(server, level=1, options={"start": "orange"})
    expect(news).to_contain_text("You start: it was set for this table.")
    page.keyboard.press("Shift")
    expect(news).to_have_count(0)
    # A first move that is taken back does not begin the game again.
    table = page.locator(".table-page")
    player.make(player.choose())
    expect(table).not_to_have_attribute("data-ply", "0")
    page.get_by_role("button", name="Undo").click()
    expect(table).to_have_attribute("data-ply", "0")
    expect(news).to_have_count(0)
    record, positions = chance_game("lumiere")
    last = next(n for n, found in enumerate(positions) if found["phase"] == "building") - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    reader = Reader(page)
    reader.listen()
    by_list(page, record.moves[last])
    expect(news).to_contain_text("Phase two: buildings")
    reason = "the player who placed all eight tiles first starts phase two"
    expect(news).to_contain_text(reason)
    page.wait_for_function("words => announced.some(text => text.includes(words))", arg=reason)
    assert sum(reason in text for text in reader.announced()) == 1
    # An announcement holds up nobody: a click beneath it takes a building in hand.
    building = page.locator(".col.left [data-building].may").first
    page.mouse.click(*middle_of(building))
    expect(building).to_have_attribute("aria-pressed", "true")
    expect(news).to_have_count(0)
    record, positions = chance_game("belle_epoque")
    last = next(n for n, found in enumerate(positions) if found["stage"] == "last-round") - 1
    open_branch(page, server, record, last, positions[last]["seat"])
    by_list(page, record.moves[last])
    expect(news).to_contain_text("You took the last tile for the end.")
    page.mouse.click(5, 5)
    expect(news).to_have_count(0)
