"""B4 and B5: placing a key and moving one."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.games.belle_epoque.rules.terms import DISTRICTS
from tests.belle_epoque.boards import Board, table

pytestmark = pytest.mark.plain

RICH: Any = {"francs": 40, "tokens": {"wood": 3, "marble": 5, "gold": 6}}


def targets(board: Board, start: str) -> set[str]:
    """The last words of the legal moves of a key."""
    return {text.removeprefix(start + ":") for text in board.legal(start + ":")}


def test_b4_1_a_key_goes_to_a_bank_for_its_income_or_to_the_arc() -> None:
    board = table()
    assert board.legal("key") == {"key:arc", *(f"key:{name}" for name in DISTRICTS)}
    after = board.play("key:saint-germain")
    assert after.seat("orange")["francs"] == 3 + 6
    assert after.seat("orange")["hand"] == 9
    assert after.position["districts"]["saint-germain"]["bank"] == ["orange"]
    assert board.play("key:arc").position["arc"] == ["orange"]


def test_b4_1_never_two_of_one_player_on_a_bank_or_on_the_arc() -> None:
    board = table(keys={"orange": ["arc", "chaillot:bank"], "blue": ["montmartre:bank"]})
    assert board.refused("key:arc") == "B4.1"
    assert board.refused("key:chaillot") == "B4.1"
    after = board.play("key:montmartre")
    assert after.position["districts"]["montmartre"]["bank"] == ["orange", "blue"]


def test_b4_1_without_a_key_in_hand_none_is_placed() -> None:
    board = table(seats={"orange": {"hand": 0}}, keys={"orange": ["arc"]}, built="all")
    assert board.legal("key") == set()
    assert board.refused("key:belleville") == "B4.1"


def test_b5_1_from_the_arc_into_any_district() -> None:
    board = table(
        keys={"orange": ["arc"]},
        built={"montmartre": [1, 5], "chaillot": [2]},
        seats={"orange": RICH},
    )
    buildings = {text for text in targets(board, "move:arc") if int(text.split(":")[1]) < 9}
    assert buildings == {"montmartre:1", "montmartre:5", "chaillot:2"}


def test_b5_1_from_a_bank_to_any_value_of_its_district() -> None:
    """The income of the bank of Chaillot is 7: the value 1 is lower, and allowed."""
    board = table(
        keys={"orange": ["chaillot:bank"]},
        built={"chaillot": [1, 8], "montmartre": [1]},
        seats={"orange": {"francs": 20}},
    )
    assert board.legal("move") == {"move:chaillot:bank:1", "move:chaillot:bank:8"}
    assert board.refused("move:montmartre:bank:1") == "B5.1"


def test_b5_1_from_a_building_only_upwards_in_its_district() -> None:
    board = table(
        keys={"orange": ["chaillot:3"]},
        built={"chaillot": [1, 2, 3, 4, 8], "montmartre": [4, 5]},
        seats={"orange": {"francs": 20}},
    )
    assert board.legal("move") == {"move:chaillot:3:4", "move:chaillot:3:8"}
    assert board.game.parse_exact("move:chaillot:3:2") is None
    assert board.refused("move:arc:montmartre:4") == "B5.1"


def test_b5_1_only_onto_what_stands_there() -> None:
    board = table(keys={"orange": ["arc"]}, built={"chaillot": [1]}, seats={"orange": RICH})
    assert board.refused("move:arc:chaillot:2") == "B5.1"


def test_b5_1_only_onto_what_carries_no_key() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:1"], "blue": ["chaillot:2", "chaillot:9"]},
        built={"chaillot": [1, 2]},
        laid={"chaillot": [9]},
        seats={"orange": RICH},
    )
    for target in ("1", "2", "9"):
        assert board.refused(f"move:arc:chaillot:{target}") == "B5.1"


def test_b5_2_the_value_from_the_arc_or_a_bank_the_difference_from_a_building() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:bank", "chaillot:3"]},
        built={"chaillot": [3, 8]},
        seats={"orange": {"francs": 8}},
    )
    prices = {
        text: 8 - board.play(text).seat("orange")["francs"] for text in sorted(board.legal("move"))
    }
    assert prices == {
        "move:arc:chaillot:8": 8, "move:chaillot:bank:8": 8, "move:chaillot:3:8": 5,
    }  # fmt: skip


def test_b5_2_who_cannot_pay_cannot_move() -> None:
    board = table(
        keys={"orange": ["chaillot:bank", "chaillot:3"]},
        built={"chaillot": [3, 8]},
        seats={"orange": {"francs": 5}},
    )
    assert board.legal("move") == {"move:chaillot:3:8"}
    assert board.refused("move:chaillot:bank:8") == "B5.2"
    assert board.with_changes().play("key:arc").phase == "end"


def test_b5_2_always_the_full_resource_cost() -> None:
    """From landmark 11 to landmark 12: one franc, but the marble and the gold again."""
    board = table(
        keys={"orange": ["chaillot:11"]},
        laid={"chaillot": [11]},
        seats={"orange": {"francs": 1, "tokens": {"marble": 1, "gold": 1}}},
    )
    after = board.play("move:chaillot:11:12").seat("orange")
    assert (after["francs"], after["tokens"]["marble"], after["tokens"]["gold"]) == (0, 0, 0)


def test_b5_2_also_for_a_landmark_that_others_left() -> None:
    board = table(
        keys={"orange": ["arc"]},
        laid={"chaillot": [9]},
        seats={"orange": {"francs": 9}},
    )
    assert board.refused("move:arc:chaillot:9") == "B5.2"


def test_b5_3_a_landmark_is_laid_with_the_move_onto_it() -> None:
    board = table(keys={"orange": ["chaillot:bank"]}, seats={"orange": RICH})
    after = board.play("move:chaillot:bank:13")
    assert after.position["districts"]["chaillot"]["landmarks"] == {"13": {"orange": 1}}
    assert after.position["landmarks"] == [9, 10, 11, 12, 14, 15, 16]


def test_b5_3_its_value_must_exceed_every_landmark_there() -> None:
    board = table(
        keys={"orange": ["chaillot:bank", "belleville:bank"]},
        laid={"chaillot": [12]},
        seats={"orange": RICH},
    )
    assert board.refused("move:chaillot:bank:11") == "B5.3"
    assert targets(board, "move:chaillot:bank") == {"12", "13", "14", "15", "16"}
    assert targets(board, "move:belleville:bank") == {"9", "10", "11", "13", "14", "15", "16"}


def test_b5_3_a_landmark_lies_in_one_district() -> None:
    board = table(keys={"orange": ["arc"]}, laid={"chaillot": [12]}, seats={"orange": RICH})
    assert board.refused("move:arc:belleville:12") == "B5.3"
    assert "move:arc:chaillot:12" in board.legal()


def test_b5_3_what_was_left_is_free_for_others() -> None:
    board = table(
        keys={"orange": ["chaillot:1"], "blue": ["chaillot:bank"]},
        built={"chaillot": [1, 2]},
        seats={"orange": {"francs": 5}, "blue": {"francs": 5}},
    )
    after = board.play("move:chaillot:1:2", "decline", "end", "draw:1")
    assert "move:chaillot:bank:1" in after.legal()
    assert after.refused("move:chaillot:bank:2") == "B5.1"


BOTH: Any = {"francs": 40, "tokens": {"wood": 3, "marble": 5, "gold": 6}, "unused": [9, 16]}


def test_b5_4_tile_9_onto_ones_own_key() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:4"], "blue": ["chaillot:5"]},
        built={"chaillot": [4, 5]},
        seats={"orange": {"francs": 10, "unused": [9]}},
        tokens_on_board=True,
    )
    assert board.legal("move:arc") == {"move:arc:chaillot:4:with-9"}
    assert board.refused("move:arc:chaillot:5:with-9") == "B5.4"
    after = board.play("move:arc:chaillot:4:with-9")
    assert after.space("chaillot", 4)["keys"] == {"orange": 2}
    assert after.seat("orange")["bonus"] == {"unused": [], "unused_count": 0, "used": [9]}
    assert after.seat("orange")["francs"] == 6


def test_b5_4_tile_16_onto_another_players_key() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:4"], "blue": ["chaillot:3"]},
        built={"chaillot": [3, 4]},
        seats={"orange": {"francs": 10, "unused": [16]}},
    )
    assert board.refused("move:arc:chaillot:4:with-16") == "B5.4"
    assert board.legal("move:arc") == {"move:arc:chaillot:3:with-16"}
    after = board.play("move:arc:chaillot:3:with-16")
    assert after.space("chaillot", 3)["keys"] == {"orange": 1, "blue": 1}


def test_b5_4_with_both_kinds_of_keys_either_tile_serves() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:3"], "blue": ["chaillot:3"]},
        built={"chaillot": [3]},
        seats={"orange": {"francs": 3, "unused": [9, 16]}},
    )
    assert board.legal("move") == {"move:arc:chaillot:3:with-9", "move:arc:chaillot:3:with-16"}


def test_b5_4_the_tile_must_be_held_and_unused() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:3"]},
        built={"chaillot": [3]},
        seats={"orange": {"francs": 3, "used": [9]}},
    )
    assert board.refused("move:arc:chaillot:3:with-9") == "B7.2"
    assert board.refused("move:arc:chaillot:3:with-16") == "B7.2"


def test_b5_4_the_tile_is_not_activated_for_a_free_target() -> None:
    board = table(keys={"orange": ["arc"]}, built={"chaillot": [3]}, seats={"orange": BOTH})
    assert board.refused("move:arc:chaillot:3:with-9") == "B5.4"
    assert board.refused("move:arc:chaillot:3:with-16") == "B5.4"
    assert "move:arc:chaillot:3" in board.legal()


def test_b5_4_the_tile_is_not_activated_without_a_move() -> None:
    board = table(keys={"orange": ["arc"]}, built={"chaillot": [3]}, seats={"orange": BOTH})
    assert board.refused("activate:9") == "B5.4"
    assert board.refused("activate:16") == "B5.4"


def test_b5_4_benefits_are_had_again_except_the_token() -> None:
    board = table(
        keys={"orange": ["arc"], "blue": ["la-villette:8"]},
        built={"la-villette": [8]},
        seats={"orange": {"francs": 8, "unused": [16]}},
    )
    with_token = board.play("move:arc:la-villette:8:with-16")
    assert with_token.seat("orange")["points"] == 2
    # In this position blue never took the token; in a real game it would be gone.
    assert with_token.space("la-villette", 8)["token"] is None
    bare = table(
        keys={"orange": ["arc"], "blue": ["la-villette:8"]},
        built={"la-villette": [8]},
        seats={"orange": {"francs": 8, "unused": [16]}},
        tokens_on_board=False,
    ).play("move:arc:la-villette:8:with-16")
    assert bare.seat("orange")["points"] == 2
    assert bare.seat("orange")["tokens"]["gold"] == 0


def test_b5_4_of_two_own_keys_on_a_building_one_moves_on() -> None:
    board = table(
        keys={"orange": ["chaillot:3", "chaillot:3"]},
        built={"chaillot": [3, 4]},
        seats={"orange": {"francs": 1}},
    )
    after = board.play("move:chaillot:3:4")
    assert after.space("chaillot", 3)["keys"] == {"orange": 1}
    assert after.space("chaillot", 4)["keys"] == {"orange": 1}


def test_b5_4_three_keys_of_one_player_can_meet() -> None:
    """Tile 16 beside blue's key, then tile 9 onto both: three keys of orange on one landmark."""
    board = table(
        keys={"orange": ["chaillot:9", "chaillot:bank", "arc"], "blue": ["chaillot:9"]},
        laid={"chaillot": [9]},
        seats={"orange": BOTH},
    )
    first = board.play("move:chaillot:bank:9:with-16")
    assert first.position["districts"]["chaillot"]["landmarks"]["9"] == {"orange": 2, "blue": 1}
    again = first.with_changes(phase="act", waiting=None)
    second = again.play("move:arc:chaillot:9:with-9")
    assert second.position["districts"]["chaillot"]["landmarks"]["9"] == {"orange": 3, "blue": 1}
