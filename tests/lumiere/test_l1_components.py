"""L1: board, spaces, tiles, buildings, postcards, pieces (the file itself: test_components)."""

from __future__ import annotations

import pytest

from lutetia.games.lumiere.rules import Lumiere
from tests.lumiere.boards import (
    ALL_ORANGE,
    BUILDINGS,
    FIRST_GAME_SET,
    OTHERS,
    SQUARES,
    Table,
    dealt,
    lay_all,
    table,
)


def spaces_of(found: Table, building: str) -> set[str]:
    """Where a building lies."""
    return {space for b in found.position["buildings"] if b["name"] == building
            for space in b["spaces"]}  # fmt: skip


def test_l1_1_the_board_has_sixteen_squares_of_four_spaces() -> None:
    start = dealt()
    assert {text.split(":")[2] for text in start.legal("lay")} == set(SQUARES)
    assert len(start.position["spaces"]) == 64
    laid = start.play("lay:1:c5:0").position["spaces"]
    assert {name for name, space in laid.items() if space} == {"c5", "d5", "c6", "d6"}


@pytest.mark.parametrize("square", ["b1", "a2", "h8", "i1", "a9", "a0"])
def test_l1_1_a_tile_lies_in_no_place_between_squares(square: str) -> None:
    assert dealt().game.parse_exact(f"lay:1:{square}:0") is None


def test_l1_2_an_uncovered_streetlight_space_is_free_and_lamp_pieces_are_not() -> None:
    picture = ALL_ORANGE.replace("oooooooo", "oLoooooo", 1)
    cards = ("le-penseur", "lampadaire", "la-grande-lumiere", *FIRST_GAME_SET[:5])
    assert table(picture, postcards=cards).allows("le-penseur:a8:east")
    lit = table(picture, postcards=cards, pieces={"large-lamp": "blue b8"})
    assert lit.refused("le-penseur:a8:east") == "L7.11"
    lamp = table(picture, postcards=cards, pieces={"lamp": "blue a7"})
    assert lamp.refused("le-penseur:a8:south") == "L7.11"
    assert lamp.refused("le-penseur:a7:south") == "L6.3"


def test_l1_2_each_player_builds_on_mixed_spaces() -> None:
    mixed = "\n".join(["mmmmmmmm"] * 8)
    for player in ("orange", "blue"):
        found = table(mixed, to_move=player, orange=["line"], blue=["corner"])
        assert len(found.legal("build")) == {"orange": 2 * 8 * 6, "blue": 4 * 7 * 7}[player]


# Rows from the top of the table in L1.3, for orange.
TILES = {
    1: "bo mo", 2: "mo ob", 3: "oL ob", 4: "Lo bm",
    5: "mo bo", 6: "oL bo", 7: "Lo om", 8: "oo ob",
}  # fmt: skip
SIGNS = {"orange": "o", "blue": "b", "mixed": "m", "streetlight": "L"}


def shown(found: Table) -> str:
    """The four spaces of the lower left square, read by rows from the top."""
    spaces = found.position["spaces"]
    signs = [SIGNS[spaces[name]["kind"]] for name in ("a2", "b2", "a1", "b1")]
    return f"{signs[0]}{signs[1]} {signs[2]}{signs[3]}"


@pytest.mark.parametrize("tile", TILES)
def test_l1_3_each_tile_shows_its_spaces_and_the_other_set_is_swapped(tile: int) -> None:
    order = [tile, *(number for number in TILES if number != tile)]
    swapped = TILES[tile].translate(str.maketrans("ob", "bo"))
    assert shown(dealt(order).play(f"lay:{tile}:a1:0")) == TILES[tile]
    assert shown(dealt(blue=order, start="blue").play(f"lay:{tile}:a1:0")) == swapped


@pytest.mark.parametrize("tile", TILES)
def test_l1_3_tiles_turn_clockwise_by_quarters(tile: int) -> None:
    order = [tile, *(number for number in TILES if number != tile)]
    top_left, top_right, low_left, low_right = list(TILES[tile].replace(" ", ""))
    quarter = f"{low_left}{top_left} {low_right}{top_right}"
    half = f"{low_right}{low_left} {top_right}{top_left}"
    three = f"{top_right}{low_right} {top_left}{low_left}"
    for degrees, expected in ((90, quarter), (180, half), (270, three)):
        assert shown(dealt(order).play(f"lay:{tile}:a1:{degrees}")) == expected


def test_l1_3_a_full_board_has_eight_streetlights_ten_mixed_and_23_of_each_colour() -> None:
    kinds = [s["kind"] for s in lay_all(dealt(), SQUARES).position["spaces"].values()]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counts == {"streetlight": 8, "mixed": 10, "orange": 23, "blue": 23}


# Each building unturned with its lower left corner on a1.
UNTURNED = {
    "line": "a1 b1 c1",
    "corner": "a1 b1 b2",
    "square": "a1 b1 a2 b2",
    "small-t": "a1 a2 b2 a3",
    "small-l": "b1 b2 a3 b3",
    "zigzag": "b1 a2 b2 a3",
    "big-t": "a1 b1 c1 b2 b3",
    "cross": "b1 a2 b2 c2 b3",
    "stairs": "a1 b1 b2 c2 c3",
    "chunk": "a1 b1 c1 b2 c2",
    "smile": "a1 d1 a2 b2 c2 d2",
    "big-l": "a1 a2 a3 a4 b4 c4",
}
# After a quarter turn clockwise; None if that looks the same.
QUARTER = {
    "line": "a1 a2 a3",
    "corner": "a1 a2 b1",
    "square": None,
    "small-t": "a2 b2 c2 b1",
    "small-l": "a1 b1 c1 c2",
    "zigzag": "a1 b1 b2 c2",
    "big-t": "a1 a2 a3 b2 c2",
    "cross": None,
    "stairs": "a3 a2 b2 b1 c1",
    "chunk": "a1 a2 a3 b1 b2",
    "smile": "a1 b1 b2 b3 b4 a4",
    "big-l": "a3 b3 c3 d3 d2 d1",
}


def reflected(spaces: str) -> set[str]:
    """The mirror image, moved back to column a."""
    columns = [name[0] for name in spaces.split()]
    last = ord(max(columns))
    return {chr(ord("a") + last - ord(name[0])) + name[1] for name in spaces.split()}


@pytest.mark.parametrize("building", BUILDINGS)
def test_l1_4_each_building_has_its_shape(building: str) -> None:
    board = table(orange=[building])
    flat = board.play(f"build:{building}:a1:0")
    assert spaces_of(flat, building) == set(UNTURNED[building].split())


@pytest.mark.parametrize("building", BUILDINGS)
def test_l1_4_buildings_turn_clockwise_and_equal_turns_are_one_move(building: str) -> None:
    board = table(orange=[building])
    expected = QUARTER[building]
    if expected is None:
        assert board.refused(f"build:{building}:a1:90") == "L1.4"
    else:
        turned = board.play(f"build:{building}:a1:90")
        assert spaces_of(turned, building) == set(expected.split())
    half_turn_differs = building not in ("line", "square", "zigzag", "cross")
    assert board.allows(f"build:{building}:a1:180") == half_turn_differs


@pytest.mark.parametrize("building", ["small-l", "zigzag", "chunk", "big-l"])
def test_l1_4_buildings_are_never_mirrored(building: str) -> None:
    mirror = reflected(UNTURNED[building])
    rows = [
        "".join("o" if f"{column}{row}" in mirror else "b" for column in "abcdefgh")
        for row in range(8, 0, -1)
    ]
    assert table("\n".join(rows), orange=[building]).legal("build") == set()


@pytest.mark.parametrize(
    "building", [b for b in BUILDINGS if b not in ("small-l", "zigzag", "chunk", "big-l")]
)
def test_l1_4_the_other_buildings_are_their_own_mirror_image(building: str) -> None:
    mirror = reflected(UNTURNED[building])
    rows = [
        "".join("o" if f"{column}{row}" in mirror else "b" for column in "abcdefgh")
        for row in range(8, 0, -1)
    ]
    assert len(table("\n".join(rows), orange=[building]).legal("build")) == 1


def test_l1_4_sizes_are_two_threes_four_fours_four_fives_and_two_sixes() -> None:
    sizes = [len(UNTURNED[building].split()) for building in BUILDINGS]
    assert [sizes.count(size) for size in (3, 4, 5, 6)] == [2, 4, 4, 2]


def test_l1_5_twelve_postcards_of_which_eight_are_the_first_game_set() -> None:
    names = [card["name"] for card in dealt().position["postcards"]]
    assert names == list(FIRST_GAME_SET)
    every = Lumiere.open(options={"postcards": [*FIRST_GAME_SET[4:], *OTHERS]})
    found = [card["name"] for card in every.position(every.deal(bytes(32)))["postcards"]]
    assert found == [*FIRST_GAME_SET[4:], *OTHERS]


def test_l1_6_the_garden_has_two_spaces_and_every_other_piece_one() -> None:
    cards = (*OTHERS, "jardin-des-plantes", "le-peintre", "lampadaire", "bouquinistes")
    picture = ALL_ORANGE.replace("oooooooo", "Looooooo", 1)
    board = table(picture, postcards=cards, buildings=["orange line a1 b1 c1"])
    pieces = ("moulin-rouge:h1", "fontaine-des-mers:h1", "le-penseur:h1:west", "le-peintre:h1",
              "lampadaire:h1", "la-grande-lumiere:a8", "bouquinistes:a2:line")  # fmt: skip
    for text in pieces:
        assert len(covered(board.play(text))) == 3 + 1, text
    assert covered(board.play("jardin-des-plantes:g4:0")) >= {"g4", "h4"}
    assert covered(board.play("jardin-des-plantes:g4:90")) >= {"g4", "g5"}
    assert board.refused("jardin-des-plantes:h4:0") == "L5.1"


def covered(found: Table) -> set[str]:
    """All spaces with a piece on them."""
    return {name for name, space in found.position["spaces"].items() if space["piece"]}


def test_l1_7_four_tokens_each() -> None:
    assert dealt().position["tokens"] == {"orange": 4, "blue": 4}
    spent = table(used=dict.fromkeys(FIRST_GAME_SET[:4], "orange"))
    assert spent.position["tokens"] == {"orange": 0, "blue": 4}
    assert spent.allows("chartier") is False


def test_l1_7_chimneys_are_no_limit() -> None:
    lines = ["line a1 b1 c1", "corner d1 e1 e2", "square f1 g1 f2 g2", "small-t a3 a4 b4 a5",
             "zigzag d3 c4 d4 c5", "small-l f4 f5 e6 f6", "cross f7 g7 h7 g8 g6"]  # fmt: skip
    board = table(buildings=[f"orange {line}" for line in lines], orange=["big-t"])
    eighth = board.play("build:big-t:a6:0")
    assert len(eighth.position["buildings"]) == 8


def test_l1_8_the_components_in_play_are_named_by_their_digest() -> None:
    assert len(Lumiere.open().components_digest) == 64
