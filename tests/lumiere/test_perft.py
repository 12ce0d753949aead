"""Counts of move sequences: computed by hand where possible, else stored from the program."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, first_state, loads, reopen, replay
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record
from tests.lumiere.boards import (
    ALL_ORANGE,
    BUILDINGS,
    FIRST_GAME_SET,
    OTHERS,
    SQUARES,
    dealt,
    lay_all,
    table,
)
from tests.lumiere.reference import from_deal

GOLDEN = Path(__file__).parents[1] / "golden" / "lumiere"
ALL_BLUE = ALL_ORANGE.replace("o", "b")


def perft(game: Game, state: Record, depth: int) -> int:
    """The number of sequences with `depth` moves."""
    pattern = specialise("lutetia.kernel.perft", game.id, game.rules)
    found = pattern.perft(game.box, *pattern.workspace(state, game.move_space, depth), depth)
    return int(found)


def check(game: Game, state: Record, expected: list[int]) -> None:
    """Compare the counts of depth 1, 2, …; a failure shows the count behind each move."""
    for depth, count in enumerate(expected, 1):
        found = perft(game, state, depth)
        if found != count:
            divided = [
                f"{game.notation(move)} {perft(game, game.play(state, move), depth - 1)}"
                for move in map(int, game.legal_moves(state))
            ]
            pytest.fail(f"depth {depth}: {found}, not {count}\n" + "\n".join(divided))


def test_the_start() -> None:
    """One tile on 16 squares in 4 turns, or one of 12 buildings: 64 + 12 = 76.

    Then blue: after a tile 15 × 4 + 12 = 72, after a building 64 + 11 = 75:
    64 × 72 + 12 × 75 = 5508.
    Then orange: after two tiles 14 × 4 + 12 = 68, after one 15 × 4 + 11 = 71, after none
    64 + 10 = 74: 64 × (60 × 68 + 12 × 71) + 12 × (64 × 71 + 11 × 74) = 379,944.
    """
    start = dealt()
    check(start.game, start.state, [76, 5508, 379_944])


def test_the_start_with_two_tiles_in_hand() -> None:
    """2 × 64 + 12 = 140; then 128 × (2 × 60 + 12) + 12 × (128 + 11) = 18,564."""
    start = dealt(two_tile_hand=True)
    check(start.game, start.state, [140, 18_564])


def test_the_end_of_phase_one() -> None:
    """Fifteen tiles are laid and no building is taken. Blue lays the last tile on one square in 4
    turns, or takes one of 12 buildings. After the tile, orange begins phase two. After a building,
    orange has no tile left and takes one of 11 or passes."""
    board = lay_all(dealt(), SQUARES[:15])
    assert board.to_move == "blue"
    opening = [len(board.play(text).legal()) for text in sorted(board.legal("lay"))]
    check(board.game, board.state, [4 + 12, sum(opening) + 12 * 12])


@pytest.mark.plain
@pytest.mark.parametrize(
    ("building", "places"),
    [
        # (9 − width) × (9 − height) for each of 1, 2 or 4 different turns.
        ("line", 2 * 6 * 8),
        ("corner", 4 * 7 * 7),
        ("square", 1 * 7 * 7),
        ("small-t", 4 * 7 * 6),
        ("small-l", 4 * 7 * 6),
        ("zigzag", 2 * 7 * 6),
        ("big-t", 4 * 6 * 6),
        ("cross", 1 * 6 * 6),
        ("stairs", 4 * 6 * 6),
        ("chunk", 4 * 6 * 7),
        ("smile", 4 * 5 * 7),
        ("big-l", 4 * 6 * 5),
    ],
)
def test_every_place_of_a_building_on_an_empty_board(building: str, places: int) -> None:
    used = {card: "orange" if n < 4 else "blue" for n, card in enumerate(FIRST_GAME_SET)}
    assert len(table(orange=[building], used=used).legal()) == places


@pytest.mark.plain
def test_all_buildings_on_an_empty_board() -> None:
    """The sum of these: 96 + 196 + 49 + 168 + 168 + 84 + 144 + 36 + 144 + 168 + 140 + 120."""
    used = {card: "orange" if n < 4 else "blue" for n, card in enumerate(FIRST_GAME_SET)}
    assert len(table(orange=BUILDINGS, used=used).legal()) == 1513


@pytest.mark.plain
def test_the_first_game_set_on_an_empty_orange_board() -> None:
    """Undone 5: levitation, garden, painter, annex, lamp; whole 3: Métropolitain, Chartier,
    Sacré-Cœur; garden 2 × 7 × 8; painter 64; lamp 64. There is no building, so there is no
    annex and no exchange."""
    assert len(table().legal()) == 5 + 3 + 112 + 64 + 64


@pytest.mark.plain
def test_the_other_postcards_on_an_orange_board_with_one_streetlight() -> None:
    """A streetlight on d4 leaves 63 orange spaces. Undone 8: the four others, painter, annex, lamp
    and garden. Dancer, fountain, painter, lamp: 63 each. Large streetlight: 1. Statue: 64 spaces
    have 4 × 64 − 32 = 224 neighbours, four of them of d4, so 220. Garden: 112 places less the 4
    that cover d4."""
    rows = ALL_ORANGE.split("\n")
    rows[4] = "oooLoooo"
    cards = ("jardin-des-plantes", "le-peintre", "bouquinistes", "lampadaire", *OTHERS)
    board = table("\n".join(rows), postcards=cards)
    assert len(board.legal()) == 8 + 4 * 63 + 1 + 220 + 108


@pytest.mark.plain
def test_levitation_and_the_annex() -> None:
    """Reserve line and corner, the square built on d4 e4 d5 e5, nine in the pool, all fit.
    Exchanges 2 × 9 = 18. The annex: 8 spaces around the square. Undone 5, whole 3; painter and
    lamp 60 each. Garden: 112 places less those that touch a covered space: 4 spaces have 4 places
    each, of which 4 are counted twice: 12. Line: 96 less those over d4 e4 d5 e5: across 4 in each
    of two rows (corner b, c, d, e), upwards as many: 16. Corner: 196 less those over the square.
    A corner lies in a 2 × 2 field, four in each of 49; the fields with one covered space are 4
    (three of four corners touch it), with two 4 (all touch), with all four 1 (all touch)."""
    board = table(orange=["line", "corner"], buildings=["blue square d4 e4 d5 e5"])
    assert board.legal("bouquinistes") == {"bouquinistes:undone"}
    board = table(orange=["line", "corner"], buildings=["orange square d4 e4 d5 e5"])
    corners = 196 - (4 * 3 + 4 * 4 + 1 * 4)
    expected = 18 + 8 + 5 + 3 + 2 * 60 + (112 - 12) + (96 - 16) + corners
    assert len(board.legal()) == expected


@pytest.mark.plain
def test_held_powers_in_one_row() -> None:
    """Only row 1 is anything but blue: o b L o L o o b. The line with both powers covers at most
    one b and one L: abc (o b L), bcd (b L o), def (o L o), efg (L o o), fgh (o o b); cde has two
    L. Columns hold seven blue spaces above: at most one may be blue, so none. No token is left,
    and without a power nothing fits: 5 + pass = 6."""
    cards = {"levitation": "orange", "sacre-coeur": "orange",
             **dict.fromkeys(("jardin-des-plantes", "le-peintre", "bouquinistes", "lampadaire"),
                             "blue")}  # fmt: skip
    board = table(ALL_BLUE[:-8] + "obLoLoob", orange=["line"], used=cards,
                  held={"metropolitain": "orange", "chartier": "orange"})  # fmt: skip
    assert board.legal() == {"pass", *(f"build:line:{c}1:0" for c in "abdef")}


# Positions from the middle of phase one, around its end, and in phase two.
KEPT = [
    ("first-game", 5, [59, 3278, 171006, 8350320]),
    ("first-game", 22, [6, 49, 2605, 249830]),
    ("first-game", 24, [105, 10286, 591647, 30968335]),
    ("first-game", 28, [90, 4167, 188073, 3454690]),
    ("first-game", 32, [22, 157, 1064, 5285]),
    ("first-game", 33, [14, 82, 206, 483]),
    ("other-postcards", 5, [56, 2948, 145464, 6706920]),
    ("other-postcards", 24, [5, 36, 4268, 648462]),
    ("other-postcards", 26, [211, 32494, 3814746]),
    ("other-postcards", 30, [64, 3684, 117302, 3567150]),
    ("other-postcards", 34, [27, 357, 2004, 11097]),
    ("other-postcards", 37, [2, 2, 7, 0]),
    ("two-tile-hand", 5, [107, 10670, 987294]),
    ("two-tile-hand", 26, [2, 9, 1390, 190367]),
    ("two-tile-hand", 28, [176, 25198, 2407165]),
    ("two-tile-hand", 32, [49, 1021, 27209, 413087]),
    ("two-tile-hand", 36, [33, 1954, 28959, 421106]),
    ("two-tile-hand", 40, [1, 5, 3, 0]),
]


@pytest.mark.parametrize(("name", "ply", "expected"), KEPT)
def test_counts_in_golden_playthroughs(name: str, ply: int, expected: list[int]) -> None:
    game, state = golden(name, ply)
    check(game, state, [count for count in expected if count < 1_000_000])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "ply", "expected"), [kept for kept in KEPT if max(kept[2]) >= 1_000_000]
)
def test_large_counts_in_golden_playthroughs(name: str, ply: int, expected: list[int]) -> None:
    game, state = golden(name, ply)
    check(game, state, expected)


@pytest.mark.parametrize(
    ("name", "ply", "expected"), [kept for kept in KEPT if kept[1] > 21 and kept[2][0] < 120]
)
def test_the_reference_counts_the_same(name: str, ply: int, expected: list[int]) -> None:
    """Two moves deep. The program itself made the stored counts, so the reference checks them."""
    game, _ = golden(name, ply)
    record = golden_record(name)
    reference = from_deal(game.position(first_state(game, record)), game.options)
    for text in record.moves[:ply]:
        reference.play(text)
    found = 0
    for text in reference.legal():
        after = copy.deepcopy(reference)
        after.play(text)
        found += len(after.legal())
    assert [len(reference.legal()), found] == expected[:2]


def golden_record(name: str) -> GameRecord:
    """The record of a golden playthrough."""
    content = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return loads(json.dumps(content["record"]))


def golden(name: str, ply: int) -> tuple[Game, Record]:
    """The position of a golden playthrough before one of its moves."""
    record = golden_record(name)
    game = reopen(record, open_game)
    return game, next(p.before for n, p in enumerate(replay(game, record)) if n == ply)
