"""B6 and B7: the benefits of a move, and the bonus track."""

from __future__ import annotations

from typing import Any

import pytest

from tests.belle_epoque.boards import Board, table

pytestmark = pytest.mark.plain


def onto(value: int, **changes: Any) -> Board:
    """Orange moves from the Arc onto a building of Chaillot."""
    changes = {"francs": 20, **changes}
    tokens = {"wood": 1, **changes.pop("tokens", {})}
    board = table(
        keys={"orange": ["arc"]},
        built={"chaillot": [value]},
        seats={"orange": {**changes, "tokens": tokens}},
    )
    return board.play(f"move:arc:chaillot:{value}")


@pytest.mark.parametrize(
    ("value", "kind"),
    [(1, "bronze-medal"), (2, "silver-medal"), (3, "gold-medal"), (4, "wood"), (5, "marble"),
     (8, "gold")],
)  # fmt: skip
def test_b6_1_the_token_beside_the_building(value: int, kind: str) -> None:
    after = onto(value)
    assert after.seat("orange")["tokens"][kind] == (2 if kind == "wood" else 1)
    assert after.seat("orange")["from_tiles"][kind] == 0
    assert after.space("chaillot", value)["token"] is None


def test_b6_1_only_if_it_is_still_there() -> None:
    board = table(
        keys={"orange": ["arc"]},
        built={"chaillot": [4]},
        seats={"orange": {"francs": 4}},
        tokens_on_board=False,
    )
    assert board.play("move:arc:chaillot:4").seat("orange")["tokens"]["wood"] == 0


@pytest.mark.parametrize("value", [1, 2])
def test_b6_2_value_1_or_2_may_move_the_meeple(value: int) -> None:
    board = onto(value)
    assert board.phase == "bonus"
    assert board.legal("bonus", "decline") == {"decline", *(f"bonus:{n}" for n in range(1, 31))}
    after = board.play("bonus:18")
    assert after.seat("orange")["meeple"] == 18
    assert after.seat("orange")["bonus"]["unused"] == [18]
    assert after.seat("orange")["francs"] == 20 - value
    assert after.phase == "end"


def test_b6_2_it_may_be_declined() -> None:
    after = onto(1).play("decline")
    assert after.phase == "end"
    assert after.seat("orange")["meeple"] == 0


def test_b6_2_it_is_answered_before_anything_else() -> None:
    board = onto(1)
    assert board.refused("end") == "B6"
    assert board.refused("key:arc") == "B6"
    assert board.refused("score:20:montmartre") == "B6"
    assert board.refused("discard:1") == "B6"


def test_b6_2_value_3_costs_two_francs() -> None:
    board = onto(3, francs=5)
    assert board.play("bonus:30").seat("orange")["francs"] == 0
    assert board.play("decline").seat("orange")["francs"] == 2


def test_b6_2_who_lacks_them_can_still_sell_something_first() -> None:
    board = onto(3, francs=4)
    assert board.legal("bonus", "decline") == {"decline"}
    assert board.refused("bonus:30") == "B6.2"
    assert "bonus:30" in board.play("sell:gold-medal").legal()


@pytest.mark.parametrize("value", [4, 5])
def test_b6_2_values_4_and_5_ask_nothing(value: int) -> None:
    after = onto(value)
    assert after.phase == "end"
    assert after.refused("bonus:1") == "B6.2"
    assert after.refused("discard:1") == "B6.3"
    assert after.refused("score:20:montmartre") == "B6.4"
    assert after.refused("decline") == "B6"


def test_b6_2_value_8_two_points() -> None:
    after = onto(8)
    assert after.seat("orange")["points"] == 2
    assert after.phase == "end"


def test_b6_2_nothing_is_asked_of_a_meeple_that_can_do_nothing() -> None:
    assert onto(1, meeple=30).phase == "end"


@pytest.mark.parametrize("tile", [17, 25])
def test_b6_2_it_is_asked_when_a_tile_could_still_let_it_move(tile: int) -> None:
    board = onto(1, meeple=30, unused=[tile])
    assert board.phase == "bonus"
    assert board.legal("bonus") == set()
    if tile == 25:
        back = board.play("activate:25:28")
        assert back.legal("bonus") == {"bonus:29", "bonus:30"}


def landmark(**changes: Any) -> Board:
    """Orange lays landmark 15 (prestige gold, 5 points each) from the Arc."""
    tokens = {"marble": 1, "gold": 2, **changes.pop("tokens", {})}
    board = table(
        keys={"orange": ["arc"]}, seats={"orange": {"francs": 15, **changes, "tokens": tokens}}
    )
    return board.play("move:arc:belleville:15")


def test_b6_3_up_to_three_prestige_tokens_of_its_kind() -> None:
    board = landmark(tokens={"gold-medal": 4, "silver-medal": 1})
    assert board.phase == "prestige"
    assert board.legal("discard", "decline") == {"discard:1", "discard:2", "discard:3", "decline"}
    after = board.play("discard:3").seat("orange")
    assert after["points"] == 15
    assert (after["tokens"]["gold-medal"], after["tokens"]["silver-medal"]) == (1, 1)


def test_b6_3_no_more_than_one_has() -> None:
    board = landmark(tokens={"gold-medal": 1})
    assert board.refused("discard:2") == "B6.3"
    assert board.play("decline").seat("orange")["tokens"]["gold-medal"] == 1


def test_b6_3_without_any_nothing_is_asked() -> None:
    assert landmark(tokens={"silver-medal": 3}).phase == "end"


@pytest.mark.parametrize("tile", [8, 17, 19, 25])
def test_b6_3_it_is_asked_when_a_tile_could_still_give_one(tile: int) -> None:
    board = landmark(unused=[tile])
    assert board.phase == "prestige"
    assert board.legal("discard") == set()
    assert board.refused("discard:1") == "B6.3"
    if tile == 8:
        assert "discard:1" in board.play("activate:8:gold-medal").legal()


@pytest.mark.parametrize(
    ("face", "use"),
    [("prestige:1", "activate:prestige:1:bronze-medal"), ("points:4", "activate:points:4")],
)
def test_b6_3_whether_it_is_asked_does_not_tell_an_end_of_game_tile(face: str, use: str) -> None:
    board = table(
        piles=False,
        keys={"orange": ["arc"]},
        seats={"orange": {"francs": 15, "tokens": {"marble": 1, "gold": 2}}},
        taken=[("orange", face)],
    )
    assert board.play("move:arc:belleville:15").phase == "prestige"
    assert board.play(use, "move:arc:belleville:15").phase == "end"


THREE: Any = {
    "orange": ["arc", "chaillot:bank", "chaillot:1"],
    "blue": ["chaillot:2", "chaillot:9"],
}


def four(move: str, **more: Any) -> Board:
    board = table(
        keys=THREE,
        built={"chaillot": [1, 2, 4]},
        laid={"chaillot": [9]},
        seats={"orange": {"francs": 20}},
        **more,
    )
    return board.play(move)


def test_b6_4_the_fourth_key_in_a_district_may_put_a_scoring_tile() -> None:
    for move in ("move:arc:chaillot:4", "move:chaillot:bank:4"):
        board = four(move)
        assert board.phase == "scoring"
        assert len(board.legal("score")) == 36
        after = board.play("score:18:belleville")
        assert after.position["districts"]["belleville"]["scoring_tile"] == 18
        assert after.position["scoring_tiles"] == [20, 16, 14, 12, 10]
        assert after.phase == "end"


def test_b6_4_declined_the_right_is_gone() -> None:
    after = four("move:arc:chaillot:4").play("decline")
    assert after.phase == "end"
    assert after.refused("score:18:belleville") == "B6.4"


def test_b6_4_a_move_within_the_district_makes_no_new_key() -> None:
    assert four("move:chaillot:1:4").phase == "end"


def test_b6_4_it_arises_once_a_district() -> None:
    board = four("move:arc:chaillot:4").play("decline")
    again = board.with_changes(phase="act", waiting=None)
    built = again.position
    built["districts"]["chaillot"]["spaces"]["3"]["tile"] = "chaillot:3"
    after = again.with_changes(districts=built["districts"]).play("move:chaillot:bank:3", "decline")
    assert after.phase == "end"


def test_b6_4_banks_are_not_counted() -> None:
    board = table(
        3,
        keys={
            "orange": ["arc", "chaillot:bank"],
            "blue": ["chaillot:bank", "chaillot:1"],
            "absinthe": ["chaillot:bank", "chaillot:2"],
        },
        built={"chaillot": [1, 2, 4]},
        seats={"orange": {"francs": 20}},
    )
    assert board.play("move:arc:chaillot:4").phase == "end"


def test_b6_4_several_keys_on_one_building_count_each() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:4", "chaillot:4"], "blue": ["chaillot:4"]},
        built={"chaillot": [4]},
        seats={"orange": {"francs": 20, "unused": [16]}},
    )
    assert board.play("move:arc:chaillot:4:with-16").phase == "scoring"


def test_b6_4_only_a_tile_that_is_left_on_a_district_without_one() -> None:
    board = four("move:arc:chaillot:4", scoring={"montmartre": 20})
    assert board.refused("score:20:belleville") == "B6.4"
    assert board.refused("score:18:montmartre") == "B6.4"
    assert len(board.legal("score")) == 25


def test_b6_4_it_comes_after_the_other_benefits() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:4", "chaillot:5"], "blue": ["chaillot:2"]},
        built={"chaillot": [1, 2, 4, 5]},
        seats={"orange": {"francs": 20}},
    ).play("move:arc:chaillot:1")
    assert board.phase == "bonus"
    assert board.position["waiting"] == {"district": "chaillot", "value": 1, "scoring": True}
    assert board.play("bonus:5").phase == "scoring"
    assert board.play("decline").phase == "scoring"
    assert board.play("decline", "decline").phase == "end"


def test_b7_1_forward_to_any_later_space_with_a_tile() -> None:
    board = onto(1, meeple=27)
    assert board.legal("bonus") == {"bonus:28", "bonus:29", "bonus:30"}
    assert board.refused("bonus:27") == "B7.1"
    assert board.refused("bonus:5") == "B7.1"


def test_b7_1_in_the_advanced_set_up_by_space_not_by_number() -> None:
    board = table(keys={"orange": ["arc"]}, built={"chaillot": [1]}, setup="advanced")
    track = {place["tile"]: place["space"] for place in board.position["track"]}
    after = board.play("move:arc:chaillot:1", "bonus:5")
    assert after.seat("orange")["meeple"] == track[5]


def test_b7_1_a_space_without_a_tile_is_passed_over() -> None:
    board = onto(1, meeple=27)
    track = board.position["track"]
    track[28]["left"] = 0
    board = board.with_changes(track=track)
    assert board.legal("bonus") == {"bonus:28", "bonus:30"}
    assert board.refused("bonus:29") == "B7.1"


def test_b7_1_of_a_pile_of_two_the_top_one_is_taken() -> None:
    board = table(3, keys={"orange": ["arc"]}, built={"chaillot": [1]})
    after = board.play("move:arc:chaillot:1", "bonus:2")
    assert after.position["track"][1] == {"space": 2, "tile": 2, "left": 1}


def test_b7_1_several_meeples_may_share_a_space() -> None:
    board = table(
        3,
        keys={"orange": ["arc"]},
        built={"chaillot": [1]},
        seats={"blue": {"meeple": 2, "unused": [2]}},
    )
    after = board.play("move:arc:chaillot:1", "bonus:2")
    assert after.seat("orange")["meeple"] == after.seat("blue")["meeple"] == 2


@pytest.mark.parametrize("had", ["unused", "used"])
def test_b7_1_never_a_number_that_one_already_had(had: str) -> None:
    board = table(
        3, keys={"orange": ["arc"]}, built={"chaillot": [1]}, seats={"orange": {had: [10]}}
    ).play("move:arc:chaillot:1")
    assert board.refused("bonus:10") == "B7.1"


def test_b7_2_an_activated_tile_is_laid_open_and_stays_used() -> None:
    board = table(seats={"orange": {"unused": [1, 12]}}).play("activate:12")
    assert board.me["bonus"] == {"unused": [1], "unused_count": 1, "used": [12]}
    assert board.refused("activate:12") == "B7.2"
