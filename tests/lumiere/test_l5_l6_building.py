"""L5 and L6: ordinary builds, and the rules for every postcard."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import ALL_ORANGE, FIRST_GAME_SET, OTHERS, table

pytestmark = pytest.mark.plain

PATCHWORK = """
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b L b b b b
    b o m o b b b b
    b m L m b b b b
    o o o b b b b b
"""


def test_l5_1_a_building_lies_on_free_spaces_of_ones_colour_or_mixed() -> None:
    board = table(PATCHWORK, orange=["line", "corner"])
    # Rows: a1 b1 c1 and b3 c3 d3; columns: b1 b2 b3.
    assert board.legal("build:line") == {
        "build:line:a1:0", "build:line:b3:0", "build:line:b1:90",
    }  # fmt: skip
    # Corners: a1 b1 b2 and c1 b1 b2 below, b2 b3 c3 and c3 d3 d2 above.
    assert board.legal("build:corner") == {
        "build:corner:a1:0", "build:corner:b1:90", "build:corner:b2:180", "build:corner:c2:270",
    }  # fmt: skip


def test_l5_1_turned_so_it_must_lie_on_the_board() -> None:
    board = table(orange=["line"])
    assert board.refused("build:line:g1:0") == "L5.1"
    assert board.refused("build:line:a7:90") == "L5.1"
    assert board.allows("build:line:f1:0")
    assert board.allows("build:line:a6:90")


def test_l5_1_what_is_not_in_the_reserve_is_not_built() -> None:
    board = table(orange=["line"], blue=["corner"])
    assert board.refused("build:corner:a1:0") == "L5.1"
    assert board.refused("build:square:a1:0") == "L5.1"


def test_l5_1_streetlight_and_rival_spaces_are_not_built_on() -> None:
    board = table(PATCHWORK, orange=["line"])
    assert board.refused("build:line:c2:90") == "L5.1"
    assert board.refused("build:line:d1:0") == "L5.1"


@pytest.mark.parametrize(
    "covering",
    [
        {"buildings": ["blue corner b1 a2 b2"]},
        {"buildings": ["orange garden b1 b2"]},
        {"buildings": ["orange square b2 c2 b3 c3 +b1"]},
        {"pieces": {"painter": "blue b1"}},
        {"pieces": {"lamp": "orange b1"}},
        {"pieces": {"dancer": "blue b1"}, "postcards": [*FIRST_GAME_SET[4:], *OTHERS]},
        {"pieces": {"fountain": "blue b1"}, "postcards": [*FIRST_GAME_SET[4:], *OTHERS]},
        {"pieces": {"statue": "blue b1 north"}, "postcards": [*FIRST_GAME_SET[4:], *OTHERS]},
    ],
    ids=str,
)
def test_l5_1_no_piece_is_built_over(covering: dict[str, object]) -> None:
    board = table(orange=["line"], **covering)  # type: ignore[arg-type]
    assert board.refused("build:line:a1:0") == "L5.1"
    assert board.allows("build:line:c1:0")


def test_l5_1_the_builder_owns_it() -> None:
    board = table(orange=["line"], blue=["corner"]).play("build:line:b2:90")
    (building,) = board.position["buildings"]
    assert building == {
        "name": "line", "owner": "orange", "spaces": ["b2", "b3", "b4"], "annex": None,
    }  # fmt: skip
    assert board.position["reserves"] == {"orange": [], "blue": ["corner"]}
    assert board.position["spaces"]["b3"] == {"kind": "orange", "piece": "line", "owner": "orange"}


def test_l6_1_a_postcard_takes_one_token_and_is_activated_once() -> None:
    board = table().play("sacre-coeur")
    assert board.position["tokens"] == {"orange": 3, "blue": 4}
    cards = {card["name"]: card for card in board.position["postcards"]}
    assert cards["sacre-coeur"] == {"name": "sacre-coeur", "state": "used", "owner": "orange"}
    assert board.refused("sacre-coeur") == "L6.1"
    for text in ("le-peintre:a1", "le-peintre:undone", "chartier", "lampadaire:h8"):
        after = board.play("jardin-des-plantes:undone", text)
        assert after.refused(text) == "L6.1"


def test_l6_1_held_powers_keep_their_postcard_open_to_nobody() -> None:
    for card in ("metropolitain", "chartier"):
        board = table().play(card)
        found = {c["name"]: c for c in board.position["postcards"]}[card]
        assert found == {"name": card, "state": "held", "owner": "orange"}
        assert board.refused(card) == "L6.1"


def test_l6_2_every_action_but_three_may_be_left_undone() -> None:
    every = table(postcards=[*FIRST_GAME_SET[:4], *OTHERS]).legal()
    every |= table(postcards=[*FIRST_GAME_SET[4:], *OTHERS]).legal()
    undone = {text.split(":")[0] for text in every if text.endswith(":undone")}
    whole = {"metropolitain", "chartier", "sacre-coeur"}
    assert undone == {*FIRST_GAME_SET, *OTHERS} - whole
    assert whole <= every


def test_l6_2_an_undone_postcard_is_used_up_and_places_nothing() -> None:
    board = table(buildings=["orange line a1 b1 c1"], orange=["corner"])
    for card in set(FIRST_GAME_SET) - {"metropolitain", "chartier", "sacre-coeur"}:
        after = board.play(f"{card}:undone")
        assert after.position["tokens"]["orange"] == 3
        assert after.position["spaces"] == board.position["spaces"]
        assert after.position["reserves"] == board.position["reserves"]
        assert after.to_move == "blue"
        assert after.refused(f"{card}:undone") == "L6.1"


def test_l6_2_what_cannot_be_done_is_offered_undone_only() -> None:
    blue_board = ALL_ORANGE.replace("o", "b")
    board = table(blue_board, orange=["line"], postcards=[*FIRST_GAME_SET[:5], *OTHERS[:3]])
    assert board.legal() == {
        "levitation:undone", "metropolitain", "jardin-des-plantes:undone", "sacre-coeur",
        "le-peintre:undone", "moulin-rouge:undone", "fontaine-des-mers:undone",
        "le-penseur:undone",
    }  # fmt: skip
    board = table(blue_board, postcards=[*FIRST_GAME_SET[4:], *OTHERS])
    assert board.legal() == {
        "le-peintre:undone", "chartier", "bouquinistes:undone", "lampadaire:undone",
        "moulin-rouge:undone", "fontaine-des-mers:undone", "le-penseur:undone",
        "la-grande-lumiere:undone",
    }  # fmt: skip


@pytest.mark.parametrize("card", ["le-peintre", "lampadaire", "moulin-rouge", "le-penseur"])
def test_l6_3_your_colour_is_neither_mixed_nor_a_streetlight(card: str) -> None:
    side = ":north" if card == "le-penseur" else ""
    board = table(PATCHWORK, postcards=[*FIRST_GAME_SET[4:], *OTHERS])
    spaces = {text.split(":")[1] for text in board.legal(f"{card}:")} - {"undone"}
    assert spaces == {"a1", "b1", "c1", "b3", "d3"}
    for space in ("b2", "c3", "c2", "d4", "e1"):
        assert board.refused(f"{card}:{space}{side}") == "L6.3"


@pytest.mark.parametrize("card", ["le-peintre", "lampadaire", "moulin-rouge", "le-penseur"])
def test_l6_3_a_piece_goes_on_a_free_space(card: str) -> None:
    side = ":north" if card == "le-penseur" else ""
    board = table(buildings=["orange line a1 b1 c1"], postcards=[*FIRST_GAME_SET[4:], *OTHERS],
                  pieces={"fountain": "blue d1"})  # fmt: skip
    for space in ("a1", "d1"):
        assert board.refused(f"{card}:{space}{side}") == "L6.3"
    assert board.allows(f"{card}:e1{side}")
