"""L7.5, L7.6 and L7.8 to L7.12: the postcards that bring a piece or points."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import FIRST_GAME_SET, OTHERS, Table, table

pytestmark = pytest.mark.plain

CARDS = ("metropolitain", "sacre-coeur", "le-peintre", "lampadaire", *OTHERS)


def spotted(**spots: str) -> str:
    """An orange board with some spaces of another kind: spotted(L="a1 b2", b="c3")."""
    kinds = {space: sign for sign, spaces in spots.items() for space in spaces.split()}
    return "\n".join(
        "".join(kinds.get(f"{column}{row}", "o") for column in "abcdefgh")
        for row in range(8, 0, -1)
    )


def points(board: Table, player: str = "orange") -> int:
    """The postcard line."""
    return board.score(player)["postcards"]


def test_l7_5_sacre_coeur_forgives_the_unbuilt() -> None:
    board = table(orange=["line", "smile"], blue=["cross"])
    assert board.score("orange")["unbuilt"] == -6
    board = board.play("sacre-coeur")
    assert board.score("orange")["unbuilt"] == 0
    assert board.score("blue")["unbuilt"] == -3


def test_l7_6_the_painter_counts_two_for_each_streetlight_in_his_area() -> None:
    # The blue building encloses the spaces a1 to c2, with the lights a1 and c2.
    board = table(
        spotted(L="a1 c2 h8"),
        buildings=["blue big-l d1 d2 d3 a3 b3 c3"],
    )
    assert points(board.play("le-peintre:b1")) == 4
    assert points(board.play("le-peintre:e5")) == 2
    assert board.refused("le-peintre:a1") == "L6.3"
    assert board.refused("le-peintre:d1") == "L6.3"


def test_l7_8_the_streetlight_piece_shines_like_a_printed_one() -> None:
    board = table(buildings=["orange line a1 b1 c1", "blue corner a3 b3 b4"])
    assert board.score("orange")["light"] == 0
    lit = board.play("lampadaire:b2")
    assert lit.score("orange")["light"] == 3
    assert lit.score("blue")["light"] == 3
    assert board.refused("lampadaire:a1") == "L6.3"


def test_l7_8_its_space_is_no_streetlight_space() -> None:
    board = table(
        spotted(L="h8"), postcards=CARDS, orange=["line"], blue=["smile"],
        pieces={"lamp": "blue b1"}, held={"metropolitain": "orange"},
    )  # fmt: skip
    assert board.refused("build:line:a1:0") == "L5.1"
    assert board.refused("la-grande-lumiere:b1") == "L7.12"
    assert board.allows("la-grande-lumiere:h8")


def test_l7_9_the_dancer_counts_one_for_each_space_of_her_area() -> None:
    # Two buildings enclose a1 a2 b1 b2. b2 is a streetlight.
    board = table(
        spotted(L="b2"), postcards=CARDS,
        buildings=["blue line a3 b3 c3", "blue corner c1 c2 d2"],
    )  # fmt: skip
    assert points(board.play("moulin-rouge:a1")) == 3
    # Outside: 64 − 4 − 6 spaces.
    assert points(board.play("moulin-rouge:h8")) == 54
    assert board.refused("moulin-rouge:b2") == "L6.3"


def test_l7_10_the_fountain_goes_on_ones_colour_or_mixed() -> None:
    board = table(spotted(b="b1", m="c1", L="d1"), postcards=CARDS)
    assert board.allows("fontaine-des-mers:a1")
    assert board.allows("fontaine-des-mers:c1")
    assert board.refused("fontaine-des-mers:b1") == "L7.10"
    assert board.refused("fontaine-des-mers:d1") == "L7.10"
    taken = table(postcards=CARDS, buildings=["orange line a1 b1 c1"])
    assert taken.refused("fontaine-des-mers:a1") == "L6.3"


def test_l7_10_three_points_for_each_of_ones_buildings_beside_it() -> None:
    cards = ("jardin-des-plantes", "bouquinistes", *FIRST_GAME_SET[4:5], "sacre-coeur", *OTHERS)
    board = table(
        postcards=cards,
        buildings=[
            "orange line c4 b4 a4",  # west of d4
            "orange corner d5 d6 e6",  # north
            "blue square e4 f4 e5 f5",  # east, the rival's
            "orange garden c3 c2",  # at a corner only
            "orange chunk f1 f2 e2 e1 d2 +d3",  # its annex is south
        ],
    )
    assert points(board.play("fontaine-des-mers:d4")) == 9


def test_l7_10_one_building_that_touches_twice_counts_once() -> None:
    board = table(postcards=CARDS, buildings=["orange corner a2 b2 b1"])
    assert points(board.play("fontaine-des-mers:a1")) == 3


@pytest.mark.parametrize(
    ("space", "side", "rule"),
    [
        ("a1", "west", "L7.11"),
        ("a1", "south", "L7.11"),
        ("h8", "north", "L7.11"),
        ("h8", "east", "L7.11"),
        ("d4", "north", "L7.11"),
        ("d4", "east", None),
        ("b2", "east", None),
        ("b2", "north", None),
        ("c2", "north", "L6.3"),
        ("d5", "north", "L6.3"),
    ],
)
def test_l7_11_the_space_in_front_is_on_the_board_and_free(
    space: str, side: str, rule: str | None
) -> None:
    board = table(
        spotted(L="c2", b="b3"), postcards=CARDS, buildings=["blue line d5 e5 f5"],
    )  # fmt: skip
    if rule is None:
        assert board.allows(f"le-penseur:{space}:{side}")
    else:
        assert board.refused(f"le-penseur:{space}:{side}") == rule


def statue(penseur: str, *buildings: str) -> Table:
    """A statue on d4 facing east among spaces of all kinds."""
    spots = spotted(b="d5 e5", m="c4", L="e4 c3")
    return table(
        spots,
        postcards=CARDS,
        buildings=buildings,
        pieces={"statue": "orange d4 east"},
        penseur=penseur,
    )


def test_l7_11_two_for_free_sides_and_one_for_free_corners_of_any_colour() -> None:
    # Sides d5, c4, e4 and d3 are free: 8. Corners c5, e5, c3 and e3: 4.
    assert points(statue("any")) == 12


def test_l7_11_under_own_a_side_must_be_of_ones_colour_a_corner_only_free() -> None:
    # Only one side, d3, is orange: 2. All four corners are free: 4.
    assert points(statue("own")) == 6


@pytest.mark.parametrize(("penseur", "expected"), [("any", 12 - 2 - 1), ("own", 6 - 2 - 1)])
def test_l7_11_covered_spaces_do_not_count(penseur: str, expected: int) -> None:
    board = statue(penseur, "blue line d3 e3 f3")
    assert points(board) == expected


@pytest.mark.parametrize("penseur", ["any", "own"])
def test_l7_11_nothing_when_the_space_in_front_is_taken(penseur: str) -> None:
    board = statue(penseur, "blue line e4 f4 g4")
    assert points(board) == 0


def test_l7_11_at_the_edge_only_the_spaces_of_the_board_count() -> None:
    board = table(postcards=CARDS).play("le-penseur:a1:north")
    # Sides a2 and b1, corner b2.
    assert points(board) == 5


def test_l7_11_it_scores_for_its_owner_only() -> None:
    board = table(postcards=CARDS, pieces={"statue": "blue d4 east"}, penseur="own")
    assert points(board, "orange") == 0
    # No side is of blue's colour. Four corners are free.
    assert points(board, "blue") == 4


def test_l7_12_the_large_streetlight_goes_on_an_empty_printed_streetlight_space() -> None:
    board = table(spotted(L="d4 a1"), postcards=CARDS, buildings=["blue corner a1 b1 b2"])
    assert board.legal("la-grande-lumiere:") == {
        "la-grande-lumiere:undone", "la-grande-lumiere:d4",
    }  # fmt: skip
    for space in ("d5", "a1", "b1"):
        assert board.refused(f"la-grande-lumiere:{space}") == "L7.12"


LIT = {"d6", "c5", "d5", "e5", "b4", "c4", "e4", "f4", "c3", "d3", "e3", "d2"}


@pytest.mark.parametrize("row", range(1, 9))
def test_l7_12_it_lights_every_space_within_two_steps(row: int) -> None:
    for column in "abcdefg":
        space, beside = f"{column}{row}", f"{chr(ord(column) + 1)}{row}"
        if "d4" not in (space, beside):
            probe = lamp_with([f"orange garden {space} {beside}"])
            lit = {space, beside} & reached_with_garden({space, beside})
            assert probe.score("orange")["light"] == (2 if lit else 0), (space, beside)


def reached_with_garden(garden: set[str]) -> set[str]:
    """The lit spaces if a garden stands there. It may keep the light from its other half."""
    lit = set(LIT)
    for between, far in (("d5", "d6"), ("e4", "f4"), ("d3", "d2"), ("c4", "b4")):
        if between in garden:
            lit.discard(far)
    return lit


def lamp_with(buildings: list[str]) -> Table:
    """The large streetlight on d4 and some buildings."""
    cards = ("jardin-des-plantes", "bouquinistes", *CARDS[2:])
    return table(
        spotted(L="d4"), postcards=cards, buildings=buildings,
        pieces={"large-lamp": "blue d4"},
    )  # fmt: skip


@pytest.mark.parametrize(
    "blocker",
    ["blue line d5 c5 e5", "orange garden d5 e5", "orange line c5 b5 a5 +d5"],
)
def test_l7_12_a_building_between_keeps_the_light_from_two_away(blocker: str) -> None:
    alone = lamp_with(["orange corner d6 d7 e7"]).score("orange")["light"]
    assert alone == 3
    blocked = lamp_with(["orange corner d6 d7 e7", blocker])
    lights = {"orange garden d5 e5": 2, "orange line c5 b5 a5 +d5": 4}.get(blocker, 0)
    # The corner on d6 is dark. The building that blocks the light is lit itself, if it is orange.
    assert blocked.score("orange")["light"] == lights


def test_l7_12_corners_are_never_blocked() -> None:
    lit = lamp_with(["orange corner e5 f5 f6", "blue line d5 d6 d7", "blue chunk e4 f4 e3 f3 g3"])
    assert lit.score("orange")["light"] == 3


def test_l7_12_no_other_piece_blocks() -> None:
    cards = ("jardin-des-plantes", "le-peintre", "lampadaire", "sacre-coeur", *OTHERS)
    board = table(
        spotted(L="d4"), postcards=cards, buildings=["orange corner d6 d7 e7"],
        pieces={"large-lamp": "blue d4", "fountain": "blue d5"},
    )  # fmt: skip
    assert board.score("orange")["light"] == 3
    painted = table(
        spotted(L="d4"), postcards=cards, buildings=["orange corner d6 d7 e7"],
        pieces={"large-lamp": "blue d4", "painter": "blue d5"},
    )  # fmt: skip
    assert painted.score("orange")["light"] == 3


def test_l7_12_it_is_one_streetlight() -> None:
    # Three of its spaces are lit: 5 × 1, and the printed light below it is gone.
    lit = lamp_with(["orange big-t c5 d5 e5 d6 d7"])
    assert lit.score("orange")["light"] == 5


def test_l7_12_a_building_does_not_keep_the_light_from_itself() -> None:
    lit = lamp_with(["orange line d5 d6 d7"])
    assert lit.score("orange")["light"] == 3


def test_l7_12_at_the_edge() -> None:
    board = table(
        spotted(L="a1"),
        postcards=CARDS,
        buildings=["orange line c1 d1 e1", "orange corner h1 h2 g1"],
        pieces={"large-lamp": "blue a1"},
    )
    # c1 is two away; nothing wraps around the board.
    assert board.score("orange")["light"] == 3
