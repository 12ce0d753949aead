"""B9: points, majorities and places."""

from __future__ import annotations

from typing import Any

import pytest

from tests.belle_epoque.boards import Board, table

pytestmark = pytest.mark.plain

Owned = dict[str, list[int]]


def district(players: int, owned: Owned, tile: int = 20, name: str = "chaillot") -> Board:
    """One district with a scoring tile; properties by value, landmarks laid as needed."""
    landmarks = sorted({value for values in owned.values() for value in values if value > 8})
    return table(
        players,
        built="all",
        laid={name: landmarks},
        keys={seat: [f"{name}:{value}" for value in values] for seat, values in owned.items()},
        scoring={name: tile},
    )


def points(board: Board, name: str = "chaillot") -> list[int]:
    return [lines[name] for lines in board.game.score(board.state)]


def test_b9_1_points_won_in_play_count() -> None:
    board = table(seats={"blue": {"points": 31}})
    assert board.points("blue")["points"] == 31
    assert board.game.totals(board.state) == [0, 31]


@pytest.mark.parametrize("state", ["unused", "used"])
def test_b9_1_tile_27_a_point_for_each_franc(state: str) -> None:
    board = table(seats={"blue": {"francs": 13, state: [27]}, "orange": {"francs": 8}})
    assert board.points("blue")["tile-27"] == 13
    assert board.points("orange")["tile-27"] == 0


def test_b9_2_ranks_one_to_three_score() -> None:
    owned = {"orange": [1], "blue": [8], "absinthe": [5], "peony": [4]}
    assert points(district(4, owned)) == [0, 20, 10, 5]


def test_b9_2_without_a_scoring_tile_a_district_scores_nothing() -> None:
    board = table(built="all", keys={"orange": ["chaillot:8"]}, scoring={"belleville": 20})
    assert points(board) == [0, 0]
    assert points(board, "belleville") == [0, 0]


def test_b9_2_a_player_with_nothing_there_takes_no_part() -> None:
    assert points(district(3, {"orange": [1]})) == [20, 0, 0]
    assert points(district(4, {"orange": [1], "peony": [2]})) == [10, 0, 0, 20]


def test_b9_2_keys_on_the_bank_count_nothing() -> None:
    board = table(
        3, built="all", keys={"orange": ["chaillot:bank"], "blue": ["chaillot:1"]},
        scoring={"chaillot": 18},
    )  # fmt: skip
    assert points(board) == [0, 18, 0]


def test_b9_2_tied_the_most_valuable_property_decides() -> None:
    assert points(district(3, {"orange": [3, 2], "blue": [5], "absinthe": [1]})) == [10, 20, 5]


def test_b9_2_still_tied_both_take_the_better_and_the_next_is_skipped() -> None:
    """Such a tie is possible only with a shared property."""
    owned = {"orange": [5], "blue": [5], "absinthe": [1]}
    assert points(district(3, owned)) == [20, 20, 5]
    owned = {"orange": [8], "blue": [5], "absinthe": [5], "peony": [1]}
    assert points(district(4, owned, 16)) == [16, 8, 8, 0]
    assert points(district(3, {"orange": [5], "blue": [5], "absinthe": [5]})) == [20, 20, 20]


def test_b9_2_a_property_with_two_keys_counts_twice() -> None:
    assert points(district(3, {"orange": [4, 4], "blue": [5], "absinthe": [3, 2]})) == [20, 10, 5]


@pytest.mark.parametrize(
    ("second", "expected"), [([5], 10), ([4], 10), ([3], 0), ([2, 1], 0), ([3, 1], 10)]
)
def test_b9_2_with_two_players_the_second_needs_half_of_the_first(
    second: list[int], expected: int
) -> None:
    assert points(district(2, {"orange": [8], "blue": second})) == [20, expected]


def test_b9_2_with_more_players_half_is_not_needed() -> None:
    assert points(district(3, {"orange": [8], "blue": [1]})) == [20, 10, 0]


def ranks(seats: dict[str, Any], keys: dict[str, list[str]], players: int = 2) -> list[int]:
    board = table(players, built="all", seats=seats, keys=keys)
    return board.game.ranks(board.state)


def test_b9_3_most_points_win() -> None:
    assert ranks({"orange": {"points": 4}, "blue": {"points": 5, "francs": 0}}, {}) == [2, 1]


def test_b9_3_tied_more_francs_win() -> None:
    assert ranks({"orange": {"francs": 4}}, {"blue": ["chaillot:8"]}) == [1, 2]


def test_b9_3_tied_the_higher_value_of_all_properties_wins() -> None:
    keys = {"orange": ["chaillot:5", "belleville:2"], "blue": ["chaillot:8"]}
    assert ranks({}, keys) == [2, 1]


def test_b9_3_still_tied_they_share() -> None:
    keys = {"orange": ["chaillot:5", "belleville:3"], "blue": ["chaillot:8"]}
    assert ranks({}, keys) == [1, 1]
    assert ranks({"absinthe": {"points": 1}}, keys, players=3) == [2, 2, 1]


def test_score_lines_are_points_tile_27_and_the_districts() -> None:
    board = table()
    assert board.game.score_lines == (
        "points", "tile-27", "montmartre", "la-villette", "saint-germain", "belleville",
        "batignolles", "chaillot",
    )  # fmt: skip
