"""B1.9: every bonus tile, what it gives and when it cannot be activated."""

from __future__ import annotations

from typing import Any

import pytest

from tests.belle_epoque.boards import Board, table

pytestmark = pytest.mark.plain


def with_tiles(*tiles: int, players: int = 2, **more: Any) -> Board:
    changes = dict(more.pop("orange", {}))
    return table(players, seats={"orange": {"unused": list(tiles), **changes}}, **more)


@pytest.mark.parametrize(
    ("tile", "francs", "points"), [(1, 3, 0), (5, 0, 3), (7, 5, 0), (12, 0, 6), (22, 5, 5)]
)
def test_francs_and_points(tile: int, francs: int, points: int) -> None:
    after = with_tiles(tile).play(f"activate:{tile}").me
    assert (after["francs"] - 3, after["points"]) == (francs, points)


@pytest.mark.parametrize(("tile", "kind"), [(2, "wood"), (3, "marble"), (4, "gold")])
def test_one_resource(tile: int, kind: str) -> None:
    after = with_tiles(tile).play(f"activate:{tile}").me
    assert after["tokens"][kind] == after["from_tiles"][kind] == 1


@pytest.mark.parametrize(
    ("tile", "value", "each"),
    [(6, 1, 2), (11, 2, 3), (15, 3, 4), (18, 4, 5), (26, 5, 6), (28, 8, 8)],
)
def test_points_for_buildings_of_a_value(tile: int, value: int, each: int) -> None:
    keys = {"orange": [f"chaillot:{value}", f"montmartre:{value}"], "blue": [f"belleville:{value}"]}
    board = with_tiles(tile, built="all", keys=keys)
    assert board.play(f"activate:{tile}").me["points"] == 2 * each
    other = 1 if value != 1 else 2
    without = with_tiles(tile, built="all", keys={"orange": [f"chaillot:{other}"]})
    assert without.refused(f"activate:{tile}") == "B3.2"


def test_a_building_with_two_keys_counts_twice() -> None:
    board = with_tiles(18, built="all", keys={"orange": ["chaillot:4", "chaillot:4"]})
    assert board.play("activate:18").me["points"] == 10


@pytest.mark.parametrize(
    ("tile", "family"),
    [(8, ["bronze-medal", "silver-medal", "gold-medal"]), (10, ["wood", "marble", "gold"])],
)
def test_one_token_of_any_kind(tile: int, family: list[str]) -> None:
    board = with_tiles(tile)
    assert board.legal(f"activate:{tile}") == {f"activate:{tile}:{kind}" for kind in family}
    for kind in family:
        assert board.play(f"activate:{tile}:{kind}").me["tokens"][kind] == 1


@pytest.mark.parametrize(
    ("tile", "family"),
    [(19, ["bronze-medal", "silver-medal", "gold-medal"]), (21, ["wood", "marble", "gold"])],
)
def test_two_tokens_of_any_kinds(tile: int, family: list[str]) -> None:
    board = with_tiles(tile)
    assert len(board.legal(f"activate:{tile}")) == 6
    after = board.play(f"activate:{tile}:{family[0]}:{family[2]}").me["tokens"]
    assert (after[family[0]], after[family[1]], after[family[2]]) == (1, 0, 1)
    twice = board.play(f"activate:{tile}:{family[1]}:{family[1]}").me["tokens"]
    assert twice[family[1]] == 2


@pytest.mark.parametrize(("tile", "price"), [(13, 5), (14, 3)])
def test_one_more_key_from_the_pool(tile: int, price: int) -> None:
    after = with_tiles(tile, orange={"francs": price, "hand": 0}).play(f"activate:{tile}").me
    assert (after["francs"], after["hand"], after["pool"]) == (0, 1, 1)
    poor = with_tiles(tile, orange={"francs": price - 1})
    assert poor.refused(f"activate:{tile}") == "B3.2"
    empty = with_tiles(tile, orange={"francs": price, "pool": 0})
    assert empty.refused(f"activate:{tile}") == "B1.9"


def test_17_takes_any_tile_on_the_track_and_the_meeple_stays() -> None:
    board = with_tiles(17, orange={"meeple": 20, "used": [3]})
    assert board.legal("activate:17") == {
        f"activate:17:{tile}" for tile in range(1, 31) if tile not in (3, 17)
    }
    after = board.play("activate:17:1")
    assert after.me["meeple"] == 20
    assert after.me["bonus"] == {"unused": [1], "unused_count": 1, "used": [3, 17]}
    assert board.refused("activate:17:3") == "B7.1"
    track = board.position["track"]
    track[0]["left"] = 0
    assert board.with_changes(track=track).refused("activate:17:1") == "B7.1"


@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_20_points_for_each_other_unused_tile(players: int, each: int) -> None:
    board = with_tiles(20, 1, 27, players=players, orange={"used": [2]})
    assert board.play("activate:20").me["points"] == 2 * each
    assert with_tiles(20, players=players).refused("activate:20") == "B3.2"


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 3), (4, 4)])
def test_23_pairs_of_prestige_leave_the_game(players: int, each: int) -> None:
    tokens = {"bronze-medal": 5, "silver-medal": 2, "gold-medal": 1}
    board = with_tiles(23, players=players, orange={"tokens": tokens})
    assert board.legal("activate:23") == {
        "activate:23:0:1:0", "activate:23:1:0:0", "activate:23:1:1:0", "activate:23:2:0:0",
        "activate:23:2:1:0",
    }  # fmt: skip
    after = board.play("activate:23:2:1:0")
    assert after.me["points"] == 3 * each
    assert [after.me["tokens"][kind] for kind in tokens] == [1, 0, 1]
    assert board.refused("activate:23:0:0:1") == "B1.9"
    assert board.refused("activate:23:0:0:0") == "B3.2"


@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 3), (4, 4)])
def test_24_pairs_of_resources_go_to_the_supply(players: int, each: int) -> None:
    board = with_tiles(24, players=players, orange={"tokens": {"wood": 2, "gold": 4}})
    after = board.play("activate:24:1:0:2")
    assert after.me["points"] == 3 * each
    assert after.position["supply"] == {"wood": 2, "marble": 0, "gold": 4}
    assert board.refused("activate:24:0:1:0") == "B1.9"


def test_25_goes_back_one_to_five_spaces() -> None:
    board = with_tiles(25, orange={"meeple": 12, "used": [9]})
    assert board.legal("activate:25") == {f"activate:25:{tile}" for tile in (7, 8, 10, 11)}
    after = board.play("activate:25:7")
    assert after.me["meeple"] == 7
    assert after.me["bonus"]["unused"] == [7]
    assert board.refused("activate:25:6") == "B1.9"
    assert board.refused("activate:25:12") == "B1.9"
    assert board.refused("activate:25:9") == "B7.1"
    assert with_tiles(25).legal("activate:25") == set()


def test_27_is_never_activated() -> None:
    assert with_tiles(27).refused("activate:27") == "B1.9"


def test_29_points_for_each_landmark() -> None:
    board = with_tiles(
        29,
        laid={"chaillot": [9, 12], "belleville": [10]},
        keys={"orange": ["chaillot:9", "chaillot:12"], "blue": ["belleville:10"]},
    )
    assert board.play("activate:29").me["points"] == 16
    assert with_tiles(29).refused("activate:29") == "B3.2"


@pytest.mark.parametrize(("types", "points"), [(3, 0), (4, 10), (5, 15), (6, 20), (7, 25)])
def test_30_points_by_types(types: int, points: int) -> None:
    places = [f"chaillot:{value}" for value in (1, 2, 3, 4, 5, 8)] + ["chaillot:9"]
    board = with_tiles(30, built="all", laid={"chaillot": [9]}, keys={"orange": places[:types]})
    if points:
        assert board.play("activate:30").me["points"] == points
    else:
        assert board.refused("activate:30") == "B3.2"
