"""B10: every worked example of the rulebook."""

from __future__ import annotations

import pytest

from tests.belle_epoque.boards import table
from tests.belle_epoque.test_b9_scoring import district, points

pytestmark = pytest.mark.plain


def test_b10_bakery_to_theatre_in_montmartre_costs_three_francs() -> None:
    board = table(
        keys={"orange": ["montmartre:2"]},
        built={"montmartre": [2, 5]},
        seats={"orange": {"francs": 3}},
    )
    assert board.space("montmartre", 2)["type"] == "bakery"
    assert board.space("montmartre", 5)["type"] == "theatre"
    assert board.play("move:montmartre:2:5").seat("orange")["francs"] == 0


def test_b10_theatre_of_la_villette_to_landmark_12() -> None:
    board = table(
        keys={"orange": ["la-villette:8"]},
        built={"la-villette": [8]},
        seats={"orange": {"francs": 4, "tokens": {"marble": 1, "gold": 1}}},
    )
    assert board.space("la-villette", 8)["type"] == "theatre"
    after = board.play("move:la-villette:8:12")
    orange = after.seat("orange")
    assert (orange["francs"], orange["tokens"]["marble"], orange["tokens"]["gold"]) == (0, 0, 0)


def test_b10_from_the_arc_onto_landmark_15_above_landmark_10() -> None:
    board = table(
        keys={"orange": ["arc"], "blue": ["belleville:10"]},
        laid={"belleville": [10]},
        seats={"orange": {"francs": 15, "tokens": {"gold": 2, "marble": 1, "gold-medal": 2}}},
    )
    after = board.play("move:arc:belleville:15", "discard:2").seat("orange")
    assert (after["francs"], after["points"]) == (0, 10)
    assert set(after["tokens"].values()) == {0}


def test_b10_saint_germain_only_the_restaurant_is_left() -> None:
    board = table(
        keys={"orange": ["saint-germain:3"], "blue": ["saint-germain:5", "saint-germain:13"]},
        built={"saint-germain": [1, 2, 3, 4, 5]},
        laid={"saint-germain": [13]},
        seats={"orange": {"francs": 10}},
    )
    assert [board.space("saint-germain", value)["type"] for value in (3, 4, 5)] == [
        "residence", "restaurant", "hotel",
    ]  # fmt: skip
    assert board.legal("move") == {"move:saint-germain:3:4"}


def test_b10_above_landmark_12_only_13_or_more() -> None:
    board = table(
        keys={"orange": ["saint-germain:bank"]},
        laid={"saint-germain": [12]},
        seats={"orange": {"francs": 20, "tokens": {"marble": 5, "gold": 5}}},
    )
    new = board.legal("move:saint-germain:bank:") - {"move:saint-germain:bank:12"}
    assert new == {f"move:saint-germain:bank:{value}" for value in (13, 14, 15, 16)}


def test_b10_tile_18_with_keys_on_three_buildings_of_value_4() -> None:
    board = table(
        built="all",
        keys={"orange": ["montmartre:4", "chaillot:4", "belleville:4", "chaillot:5"]},
        seats={"orange": {"unused": [18]}},
    )
    assert board.play("activate:18").me["points"] == 15


def test_b10_tile_30_with_five_types() -> None:
    owned = {
        "cafe": ["montmartre:1"], "bakery": ["montmartre:2", "la-villette:1"],
        "hotel": ["montmartre:4", "la-villette:2"], "theatre": ["montmartre:5"],
    }  # fmt: skip
    places = [place for group in owned.values() for place in group]
    board = table(
        built="all",
        laid={"chaillot": [9, 10]},
        keys={"orange": [*places, "chaillot:9", "chaillot:10"]},
        seats={"orange": {"unused": [30]}},
    )
    for kind, group in owned.items():
        for place in group:
            name, value = place.split(":")
            assert board.space(name, int(value))["type"] == kind
    assert board.play("activate:30").me["points"] == 15


def test_b10_tied_sums_of_13_and_the_owner_of_the_13_first() -> None:
    owned = {"orange": [11, 2], "blue": [5, 4, 1], "absinthe": [13], "peony": [3]}
    board = district(4, owned, 20, "batignolles")
    assert points(board, "batignolles") == [10, 5, 20, 0]


def test_b10_two_sums_of_21_with_the_15_shared() -> None:
    owned = {"orange": [11, 5], "blue": [15, 3, 3], "absinthe": [8], "peony": [15, 4, 2]}
    board = district(4, owned, 16, "montmartre")
    assert points(board, "montmartre") == [4, 16, 0, 16]


def test_b10_two_players_12_and_5() -> None:
    board = district(2, {"orange": [8, 4], "blue": [5]}, 18, "belleville")
    assert points(board, "belleville") == [18, 0]
