"""Small screens: which tray comes to the front by itself, and that nothing is cut off."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.record import GameRecord
from tests.browser.axe import SMALLEST
from tests.browser.belle_epoque import BelleTouchPlayer
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.table import MAIN, SHAPES, TouchPlayer, board_point, point_in, spaces_of
from tests.browser.words import laid_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABS = {"yours": 0, "cards": 1, "pool": 2, "log": 3}


def kinds(legal: list[str]) -> set[str]:
    """The kinds of moves that are possible: `card` stands for every postcard."""
    heads = {move.split(":")[0] for move in legal}
    return {head if head in {"lay", "take", "build", "pass"} else "card" for head in heads}


def open_where(page: Page, server: str, wanted: set[str]) -> None:
    """A table of La Cité where exactly these kinds of moves are possible."""
    for seed in range(1, 20):
        record, positions = chance_game("lumiere", seed, postcards="random")
        for ply, found in enumerate(positions[:-1]):
            if kinds(found["legal"]) == wanted:
                open_branch(page, server, record, ply, found["seat"])
                return
    raise AssertionError(f"no such position: {wanted}")


def open_with_levitation(page: Page, server: str) -> None:
    """A table with buildings left in the pool; one of them can be taken by levitation."""
    box, chance = open_game("lumiere"), random.Random(1)
    secret = derived_seed("browser", "levitation")
    record = GameRecord.start(box, secret, ["Guest 1", "Guest 2"])
    moves: list[str] = []
    state, found = box.deal(secret), (0, 0)
    while not box.is_over(state):
        legal = [box.notation(int(move)) for move in box.legal_moves(state)]
        if not found[0] and any(m.count(":") == 2 and m.startswith("levitation") for m in legal):
            found = (len(moves), int(state.to_move))
        kind = "take" if len(moves) < 6 else "lay"
        moves.append(chance.choice([m for m in legal if m.startswith(kind)] or legal))
        state = box.play(state, box.parse(state, moves[-1]))
    record.moves = moves
    record.finish(box, state)
    assert found[0], "nobody could have levitated"
    open_branch(page, server, record, *found)


def in_front(page: Page, tray: str) -> None:
    """Check that one tray is in front, with its tab marked."""
    tab = page.locator("nav.tabs button").nth(TABS[tray])
    expect(tab).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tray.chosen")).to_be_visible()
    expect(page.locator(".tray:visible")).to_have_count(1)


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, marks=pytest.mark.exhaustive), SMALLEST], ids=["390", "360"]
)
def test_the_tray_to_act_in_comes_to_the_front(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    page = open_page("/settings", size=size, touch=True)
    open_where(page, server, {"take", "pass"})
    in_front(page, "pool")
    page.locator("nav.tabs button").nth(TABS["log"]).tap()
    page.get_by_role("button", name="Hint").tap()  # the tray that the player chose stays
    expect(page.locator(".asked .primary")).to_be_visible()
    in_front(page, "log")
    open_where(page, server, {"card"})
    in_front(page, "cards")
    open_where(page, server, {"build"})
    in_front(page, "yours")


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_a_closed_chat_leaves_the_tray_that_was_in_front(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, positions = chance_game(game)
    open_branch(page, server, record, 4, positions[4]["seat"])
    log = page.locator("nav.tabs button").filter(has_text="Log")
    log.tap()
    page.keyboard.press("c")
    expect(page.locator(".beside .chat")).to_be_visible()
    expect(log).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("c")
    expect(page.locator(".beside .chat")).to_have_count(0)
    expect(log).to_have_attribute("aria-pressed", "true")


def test_levitation_is_one_decision_that_leads_from_tray_to_tray(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    player = TouchPlayer(page)
    open_with_levitation(page, server)
    ply = int(player.ply)
    in_front(page, "yours")
    page.locator("nav.tabs button").nth(TABS["cards"]).tap()
    page.locator('[data-card="levitation"]').tap()
    in_front(page, "yours")
    page.locator("[data-tray=yours] [data-building][aria-disabled=false]").first.tap()
    in_front(page, "pool")
    page.locator("[data-pool][aria-disabled=false]").first.tap()
    page.wait_for_selector(".may-mark")
    expect(page.locator(".asked .primary")).to_have_count(0)
    player.press_mark()
    expect(page.locator(".asked .primary")).to_have_text(re.compile("Swap and build [+−]"))
    expect(page.locator("[data-ghost]")).to_have_attribute("data-good", "true")
    assert int(player.ply) == ply, "nothing is sent before swap and place are seen together"
    built = player.ghost()
    player.confirm()
    player.after(str(ply))
    player.after(str(ply + 1))
    player.wait()
    page.locator("nav.tabs button").nth(TABS["log"]).tap()
    expect(page.locator(f'[data-number="{ply + 1}"]')).to_contain_text("Lévitation")
    expect(page.locator(f'[data-number="{ply + 2}"]')).to_contain_text("builds")
    assert built.startswith("build:")


def open_with_six_spaces(page: Page, server: str) -> str:
    """A table where a building of six spaces can be built; returns its name."""
    for seed in range(1, 20):
        record, positions = chance_game("lumiere", seed)
        for ply, found in enumerate(positions[:-1]):
            builds = [str(move) for move in found["legal"] if move.startswith("build:")]
            names = {move.split(":")[1] for move in builds}
            large = sorted(name for name in names if len(SHAPES[name]) == 6)
            if large:
                open_branch(page, server, record, ply, found["seat"])
                return large[0]
    raise AssertionError("no such position")


def test_a_building_of_six_spaces_goes_from_the_hand_to_the_board_in_two_touches(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    player = TouchPlayer(page)
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 0, positions[0]["seat"])
    player.pick("take:smile")  # it lies at the end of the pool, and the prompt takes room
    expect(page.locator("[data-pool=smile][aria-pressed=true]")).to_be_in_viewport(ratio=0.95)
    building = open_with_six_spaces(page, server)
    player.pick(f"build:{building}")
    expect(page.locator("[data-tray=yours] [data-building][aria-pressed=true]")).to_have_count(1)
    ply = player.ply
    player.press_mark()  # one touch: it lies there, turned so that it fits
    expect(page.locator("[data-ghost]")).to_have_attribute("data-good", "true")
    placed = player.ghost()
    assert len(spaces_of(placed)) == 6
    player.confirm()  # and another one
    player.after(ply)
    page.wait_for_selector(f'[data-piece="building:{building}"][data-lies=board]')


def test_a_touch_on_the_board_brings_a_building_and_the_tray_changes_it(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    player = TouchPlayer(page)

    def wanted(legal: list[str]) -> set[tuple[int, int]]:
        """The spaces over which each of several buildings may lie."""
        builds = [move for move in legal if move.startswith("build:")]
        spaces = [
            {space for move in builds if move.split(":")[1] == name for space in spaces_of(move)}
            for name in {move.split(":")[1] for move in builds}
        ]
        return set.intersection(*spaces) if len(spaces) > 1 else set()

    record, positions = chance_game("lumiere")
    ply = next(n for n, found in enumerate(positions) if wanted(found.get("legal", [])))
    open_branch(page, server, record, ply, positions[ply]["seat"])
    column, row = min(wanted(player.legal()))
    page.touchscreen.tap(*board_point(page, column + 0.5, row + 0.5))
    page.wait_for_selector("[data-ghost]")
    first = player.ghost()
    assert (column, row) in spaces_of(first)
    expect(page.locator(MAIN)).to_be_visible()
    page.locator(
        "[data-tray=yours] [data-building][aria-pressed=false][aria-disabled=false]"
    ).first.tap()
    expect(page.locator("[data-ghost]")).not_to_have_attribute("data-ghost", first)
    assert (column, row) in spaces_of(player.ghost())
    player.confirm()
    player.after(str(ply))


def test_a_refusal_leaves_its_rows_free_and_the_rival_is_one_tap_away(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    player = TouchPlayer(page)
    open_where(page, server, {"build", "card"})
    building = next(move for move in player.legal() if move.startswith("build")).split(":")[1]
    player.pick(f"build:{building}")
    fits = {
        cell for move in player.legal() if f"build:{building}:" in move for cell in spaces_of(move)
    }
    column, row = next((x, y) for y in (7, 0, 4) for x in range(8) if (x, y) not in fits)
    player.press_board(column + 0.5, row + 0.5)
    expect(page.locator("[data-ghost]")).to_have_attribute("data-good", "false")
    expect(page.locator(".refused-cross").first).to_be_attached()
    reason = page.locator(".reason")
    expect(reason).to_contain_text("L5.1")
    said, lies = reason.bounding_box(), page.locator(".ghost-line").bounding_box()
    assert said is not None
    assert lies is not None
    apart = (
        said["y"] + said["height"] <= lies["y"] + 6 or said["y"] >= lies["y"] + lies["height"] - 6
    )
    assert apart, "the reason stands above or below the rows of the piece"
    page.locator(".col.left .player .open").first.tap()
    rival = page.locator("dialog[open] [data-player]")
    expect(rival).to_contain_text("point")
    expect(rival.get_by_role("img", name=re.compile("action tokens? left"))).to_be_visible()
    expect(rival.locator(".reserve")).to_be_attached()


def test_landmarks_come_to_the_front_where_a_key_can_only_go_there(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, ply, seat, move = key_with_landmarks_only()
    open_branch(page, server, record, ply, seat)
    player = BelleTouchPlayer(page)
    player.place(source_of(move))
    tabs = page.locator("nav.tabs button")
    expect(tabs.nth(1)).to_have_attribute("aria-pressed", "true")
    tabs.nth(0).tap()  # the tray that the player chose stays
    expect(tabs.nth(0)).to_have_attribute("aria-pressed", "true")
    tabs.nth(1).tap()
    page.locator(f'[data-mark="landmark:{move.split(":")[3]}"]').tap()
    expect(page.locator(".path, .asked .primary").first).to_be_visible()
    # The rival is one tap away, with everything that is open.
    page.locator(".col.left .player button.open").first.tap()
    rival = page.locator("dialog[open] [data-player]")
    for words in (r"\d+ points?", r"\d+ unused", "Keys on the board", "Sums in the districts"):
        expect(rival).to_contain_text(re.compile(words))


def source_of(move: str) -> str:
    """The place of the move's key, as the map names it."""
    _, start, district, _ = move.split(":")[:4]
    if start == "arc":
        return "arc"
    start, district = district, start
    return f"bank:{district}" if start == "bank" else f"{district}:{start}"


def key_with_landmarks_only() -> tuple[GameRecord, int, int, str]:
    """A position where some key can go to several landmarks, and to nothing else."""
    for seed in range(1, 40):
        record, positions = chance_game("belle_epoque", seed)
        for ply, found in enumerate(positions[:-1]):
            ways: dict[str, list[str]] = {}
            for move in found["legal"]:
                if move.startswith("move:"):
                    ways.setdefault(source_of(move), []).append(move)
            for moves in ways.values():
                values = {int(move.split(":")[3]) for move in moves}
                if len(values) > 1 and values <= set(found["landmarks"]):
                    return record, ply, found["seat"], moves[0]
    raise AssertionError("no such position")


def test_numerals_of_computers_are_never_cut(open_page: OpenPage, server: str) -> None:
    page = open_page(size=SMALLEST, touch=True)
    BelleTouchPlayer(page).open_table(server, players=4, level=1)
    expect(page.locator(".col.left .numeral")).to_have_text(["I", "II", "III"], use_inner_text=True)
    cut = page.locator(".col.left .numeral").evaluate_all(
        """all => all.filter(each => {
            const [text, room] = [each, each.closest('.panel')].map(e => e.getBoundingClientRect());
            const whole = each.scrollWidth <= each.clientWidth + 1;
            return text.width < 2 || text.right > room.right - 4 || !whole;
        }).map(each => each.textContent)"""
    )
    assert cut == []


CUT_NAMES = """all => all.filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => `${each.textContent} has ${each.clientWidth} of ${each.scrollWidth} px`)"""
USUAL_NAMES = ("Konstantinos", "", "Margherita", "Wilhelmina")
"""As long as names usually are, up to twelve letters; the empty one is the computer of level 1."""


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("lumiere", 2, (1024, 768)),
        ("lumiere", 2, SIZES["phone-sideways"]),
        ("lumiere", 2, (740, 360)),
        ("lumiere", 2, SMALLEST),
        ("belle_epoque", 4, (1024, 768)),
        pytest.param("belle_epoque", 2, (1024, 768), marks=pytest.mark.exhaustive),
        pytest.param("belle_epoque", 2, SMALLEST, marks=pytest.mark.exhaustive),
    ],
)
def test_usual_names_are_whole_beside_the_points(
    open_page: OpenPage, server: str, game: str, players: int, size: tuple[int, int]
) -> None:
    page = open_page("/settings", size=size, touch=True)
    record, positions = chance_game(game, 3, players)
    ply = len(record.moves) * 2 // 3
    mover = positions[ply]["seat"]
    seats: list[dict[str, Any]] = [
        {"kind": "me", "name": name} if name else {"kind": "computer", "level": 1}
        for name in USUAL_NAMES[:players]
    ]
    seats = seats[-mover:] + seats[:-mover]  # a person moves
    open_branch(page, server, record, ply, mover, seats=seats)
    if page.locator(".curtain").count():
        page.locator(".curtain button").click()
    names = page.locator(".col.left .name .cut")
    expect(names).to_have_count(players)
    expect(names.filter(has_text="Gavroche")).to_be_visible()
    assert names.evaluate_all(CUT_NAMES) == []


def test_names_are_whole_beside_high_points_and_in_the_pool(
    open_page: OpenPage, server: str
) -> None:
    record, positions = chance_game("lumiere", 3)
    ply = max(
        (n for n, found in enumerate(positions[:-1]) if found["phase"] != "laying"),
        key=lambda n: len(positions[n]["reserves"]["orange"]),
    )
    page = open_page("/settings", size=(844, 390), touch=True, language="fr")
    me: list[dict[str, Any]] = [
        {"kind": "me", "name": "Guest 2629"},
        {"kind": "computer", "level": 1},
    ]
    seats = me if positions[ply]["seat"] == 0 else me[::-1]
    open_branch(page, server, record, ply, positions[ply]["seat"], seats=seats)
    name = page.locator(".col.left .chair-name", has_text="2629")
    expect(name).to_have_text("Invité 2629")
    expect(page.locator(".col.left .score").last).to_have_text(re.compile(r"−\d\d"))
    cut = "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    assert max(name.evaluate(cut)) <= 1
    page = open_page("/settings", size=(768, 1024), touch=True, language="de")
    open_branch(page, server, record, 4, positions[4]["seat"])
    names = page.locator(".pool .slot > .n")
    heights = names.evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert len(heights) > 6
    assert max(heights) == min(heights), "no size stands in a line of its own"


def test_an_invitation_stays_in_its_frame(open_page: OpenPage) -> None:
    page = open_page("/tables", size=SMALLEST, touch=True)
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_selector(".waiting .linkbox")
    beyond = page.locator(".invite .panel").evaluate(
        """panel => [...panel.querySelectorAll('*')]
            .filter(e => e.getBoundingClientRect().right > panel.getBoundingClientRect().right)
            .map(each => each.outerHTML.slice(0, 80))"""
    )
    assert beyond == []


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)], ids=["upright", "across"])
def test_a_tablet_keeps_board_and_own_panel_close(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    page = open_page("/settings", size=size, touch=True)
    for game, seats, board in (("lumiere", 2, "svg.input"), ("belle_epoque", 4, ".places")):
        record, positions = chance_game(game, seats=seats)
        ply = len(record.moves) - 3  # a long log
        open_branch(page, server, record, ply, positions[ply]["seat"])
        laid_out(page)
        drawn, own, asked = (
            page.locator(each).last.bounding_box()
            for each in (board, ".col.left .player", ".asked")
        )
        assert drawn is not None
        assert own is not None
        assert asked is not None
        # Its frame may be cut by a line; no space is.
        assert drawn["y"] + drawn["height"] <= size[1] + 3, "the whole board is in sight at once"
        assert own["y"] < size[1] - 40, "and one's own panel"
        assert asked["y"] + asked["height"] <= size[1], "and the prompt with its buttons"
        length = page.evaluate("document.documentElement.scrollHeight")
        assert length <= size[1], "and the page itself does not scroll"


def test_sideways_the_board_is_left_of_the_hand_and_of_the_confirm_button(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=SIZES["phone-sideways"], touch=True)
    players = {"lumiere": TouchPlayer(page), "belle_epoque": BelleTouchPlayer(page)}
    for game, player in players.items():
        record, positions = chance_game(game)
        ply, move = next(
            (ply, str(move))
            for ply, found in enumerate(positions)
            for move in found.get("legal", [])
            if move.startswith(("take:", "key:arc"))
        )
        open_branch(page, server, record, ply, positions[ply]["seat"])
        if isinstance(player, BelleTouchPlayer):
            player.point_out(move)
        else:
            player.pick(move)
        board, tray, confirm = (
            page.locator(each).first.bounding_box()
            for each in (".board-place", ".tray.chosen", MAIN)
        )
        assert board is not None
        assert tray is not None
        assert confirm is not None
        right = board["x"] + board["width"]
        assert right <= tray["x"] + 1, game
        assert right <= confirm["x"] + 1, game
        # The thumb reaches it: it is in sight as a whole, at the lower edge.
        assert SIZES["phone-sideways"][1] / 2 < confirm["y"]
        assert confirm["y"] + confirm["height"] <= SIZES["phone-sideways"][1]
        assert confirm["x"] + confirm["width"] <= SIZES["phone-sideways"][0]
    # A place that uses up a kept postcard says so first, and no words of the points are cut off.
    record, positions = chance_game("lumiere", 2)
    ply, build, (column, row) = next(
        (ply, str(move), cell)
        for ply, found in enumerate(positions)
        if found.get("seat") == 0
        for move in found["legal"]
        if move.startswith("build:")
        for cell in spaces_of(move)
        if found["spaces"]["abcdefgh"[cell[0]] + str(cell[1] + 1)]["kind"] == "blue"
    )
    open_branch(page, server, record, ply, 0)
    page.locator(f'.tray [data-building="{build.split(":")[1]}"]').first.tap()
    page.touchscreen.tap(*board_point(page, column + 0.5, row + 0.5))
    expect(page.locator(".asked .chip").first).to_have_text("Uses up Chartier")
    expect(page.locator(".asked .chip").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (375, 667), (390, 664)], ids=str)
def test_a_low_phone_keeps_the_confirm_button_above_the_tabs(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """A browser that keeps its bars leaves so much: nine buildings, a ghost and its figures fit."""
    record, positions = chance_game("lumiere", 6)
    for kind, ply in (("lay", 23), ("build", 35)):
        now = positions[ply]
        assert len(now["reserves"][("orange", "blue")[now["seat"]]]) == 9
        page = open_page("/settings", size=size, touch=True, language="de")
        open_branch(page, server, record, ply, now["seat"])
        assert troubles(page, touch=True) == []
        if kind == "build":
            page.locator(".tray.chosen button").first.tap()
        move = next(move for move in now["legal"] if move.startswith(f"{kind}:"))
        page.touchscreen.tap(*board_point(page, *point_in(move)))
        page.locator(".asked .primary:enabled").wait_for()
        assert troubles(page, touch=True) == []
        ply_before = page.get_attribute(".table-page", "data-ply")
        page.locator(".asked .primary").tap()
        page.wait_for_selector(f'.table-page:not([data-ply="{ply_before}"])')


@pytest.mark.parametrize("size", [(740, 360), (667, 375)], ids=str)
def test_a_narrow_phone_sideways_has_room_for_tokens_names_and_points(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """The map can be moved, so it gives its room to what cannot."""
    for players in (2, 4):
        page = open_page("/settings", size=size, touch=True, language="es")
        record, positions = chance_game("belle_epoque", 3, players)
        ply = int(len(positions) * 0.8)
        open_branch(page, server, record, ply, positions[ply]["seat"])
        assert troubles(page, touch=True) == []
        points = page.locator(".col.left .score")
        expect(points).to_have_count(players)
        assert (
            points.evaluate_all(
                """all => all.filter(each => {
                const [own, room] = [each, each.closest('.panel')]
                    .map(box => box.getBoundingClientRect());
                return own.width < 8 || own.right > room.right || own.bottom > room.bottom;
            }).map(each => each.textContent)"""
            )
            == []
        )


def test_the_map_of_a_lesson_has_the_whole_height_of_a_narrow_phone_sideways(
    open_page: OpenPage,
) -> None:
    page = open_page("/learn/belle_epoque", size=(740, 360), touch=True)
    page.locator(".map-box .frame svg").first.wait_for()
    frame = page.locator(".map-box .frame").bounding_box()
    assert frame is not None
    assert frame["height"] > 350
    assert troubles(page, touch=True) == []


@pytest.mark.parametrize("size", [SIZES["phone-sideways"], (667, 375)], ids=str)
def test_pages_beside_the_games_fit_a_phone_held_sideways(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """The board of a real table is beside its pieces, and the contents of the rules scroll."""
    for path in ("/score/lumiere", "/rules/belle_epoque", "/components/belle_epoque"):
        page = open_page(path, size=size, touch=True, language="pl")
        page.locator(".mid svg, nav li a, .sheet td").first.wait_for()
        assert troubles(page, touch=True, page_scrolls=True, seen=()) == [], path


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_the_points_of_a_real_table_come_into_sight(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/score/{game}", size=PHONE, touch=True)
    page.locator(".btn.primary").last.tap()
    expect(page.locator("table td").last).to_be_in_viewport()
