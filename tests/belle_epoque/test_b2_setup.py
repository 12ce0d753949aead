"""B2: the set-up, what is hidden, and the options."""

from __future__ import annotations

from collections import Counter

import pytest

from lutetia.games.belle_epoque.rules.terms import DISTRICTS, KINDS, SEATS
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.errors import BadOption
from tests.belle_epoque.boards import Board, dealt, opened, table

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b2_1_three_piles_of_eleven_and_three_tiles_away(players: int) -> None:
    found = dealt(players).position
    assert [pile["left"] for pile in found["piles"]] == [11, 11, 11]
    tiles = [tile for pile in found["piles"] for tile in pile["tiles"]] + found["put_away"]
    assert len(found["put_away"]) == 3
    assert sorted(tiles) == sorted(f"{d}:{v}" for d in DISTRICTS for v in (1, 2, 3, 4, 5, 8))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_b2_1_everyone_starts_alike(players: int) -> None:
    found = dealt(players).position
    assert list(found["seats"]) == list(SEATS[:players])
    for seat in found["seats"].values():
        assert (seat["francs"], seat["points"], seat["meeple"]) == (3, 0, 0)
        assert seat["tokens"] == dict.fromkeys(KINDS, 0)
        assert seat["bonus"] == {"unused": [], "unused_count": 0, "used": []}
    assert found["supply"] == {"wood": 0, "marble": 0, "gold": 0}
    assert all(place["space"] == place["tile"] for place in found["track"])
    assert (found["phase"], found["stage"]) == ("draw", "open")
    assert found["to_move"] == found["first"]


def test_b2_1_the_first_player_is_drawn() -> None:
    game = opened(4)
    chance = generator(derived_seed("first players"))
    firsts = Counter(int(game.deal_with(chance).first) for _ in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60


@pytest.mark.parametrize("start", ["orange", "blue", "absinthe"])
def test_b2_1_or_a_named_seat_starts(start: str) -> None:
    assert {dealt(3, seed, start=start).to_move for seed in "abcde"} == {start}


def test_b2_1_only_a_seat_in_play_can_start() -> None:
    with pytest.raises(BadOption, match=r"start: 'absinthe' is not possible"):
        opened(2, start="absinthe")


def test_b2_2_the_json_of_a_view_hides_what_lies_behind_screens() -> None:
    board = table(
        3,
        seats={
            "blue": {"francs": 9, "tokens": {"gold": 2}, "unused": [4, 18], "used": [1], "hand": 5}
        },
        taken=[("blue", "points:4"), ("orange", "francs:6")],
    )
    game = board.game
    for seat in (0, 2, WATCHER):
        seen = game.position(game.view(board.state, seat))["seats"]["blue"]
        assert seen["francs"] is seen["tokens"] is seen["from_tiles"] is seen["hand"] is None
        assert seen["bonus"] == {"unused": None, "unused_count": 2, "used": [1]}
        assert (seen["end_tiles"], seen["pool"], seen["points"]) == (1, 2, 0)
    own = game.position(game.view(board.state, 1))["seats"]["blue"]
    assert own == board.seat("blue")


def test_b2_2_piles_and_tiles_put_away_are_hidden_from_everyone() -> None:
    board = dealt(4)
    for seat in (0, 1, 2, 3, WATCHER):
        seen = board.game.position(board.game.view(board.state, seat))
        assert seen["put_away"] is None
        assert all(pile["tiles"] is None and pile["back"] for pile in seen["piles"])


def test_b2_2_an_end_of_game_tile_shows_its_face_when_used() -> None:
    board = table(piles=False, taken=[("orange", "francs:6")])
    game = board.game

    def seen(shown: Board) -> object:
        return game.position(game.view(shown.state, 1))["end_tiles"]["used"]

    assert seen(board) == []
    after = board.play("activate:francs:6")
    assert seen(after) == [{"by": "orange", "face": "francs:6"}]
    hidden = game.position(game.view(after.state, 1))["end_tiles"]["taken"]
    assert hidden == [{"by": "orange", "face": None, "used": None}]


def test_b2_3_advanced_gold_beside_every_eight_and_the_others_shuffled() -> None:
    boards = [dealt(2, seed, setup="advanced") for seed in "abc"]
    layouts = []
    for board in boards:
        assert {board.space(name, 8)["token"] for name in DISTRICTS} == {"gold"}
        others = [board.space(name, v)["token"] for name in DISTRICTS for v in (1, 2, 3, 4, 5)]
        assert Counter(others) == {kind: 6 for kind in KINDS if kind != "gold"}
        layouts.append(others)
    assert layouts[0] != layouts[1] != layouts[2]


def test_b2_3_advanced_bonus_tiles_stay_in_their_zones_with_their_copies() -> None:
    for seed in "abc":
        track = dealt(4, seed, setup="advanced").position["track"]
        assert [place["space"] for place in track] == list(range(1, 31))
        tiles = [place["tile"] for place in track]
        for first in (0, 10, 20):
            zone = tiles[first : first + 10]
            assert sorted(zone) == list(range(first + 1, first + 11))
            assert zone != sorted(zone)
        twice = {place["tile"] for place in track if place["left"] == 2}
        assert twice == {2, 3, 4, 6, 8, 10, 11, 13, 15, 18, 21, 26}


def test_b2_4_any_district_puts_no_tile_away() -> None:
    found = dealt(placement="any-district").position
    assert found["put_away"] == []
    assert [pile["left"] for pile in found["piles"]] == [12, 12, 12]


def _with_top(board: Board, tile: str, **changes: object) -> Board:
    """The same board with a tile on top of pile 1."""
    found = board.position
    for pile in found["piles"]:
        if tile in pile["tiles"]:
            pile["tiles"].remove(tile)
            pile["back"] = pile["tiles"][0].split(":")[0]
    found["piles"][0]["tiles"].insert(0, tile)
    found["piles"][0]["back"] = tile.split(":", maxsplit=1)[0]
    return board.with_changes(piles=found["piles"], phase="draw", **changes)


def test_b2_4_a_drawn_tile_goes_where_its_space_and_its_type_are_missing() -> None:
    board = table(
        placement="any-district",
        # Value 5 is taken in Chaillot, a theatre stands in La Villette (8) and Belleville (3).
        built={"chaillot": [5], "la-villette": [8], "belleville": [3]},
    )
    board = _with_top(board, "montmartre:5").play("draw:1")
    assert board.phase == "place"
    assert board.position["drawn"] == "montmartre:5"
    assert board.legal("place") == {
        "place:montmartre", "place:saint-germain", "place:batignolles",
    }  # fmt: skip
    assert board.refused("place:chaillot") == "B2.4"
    assert board.refused("place:belleville") == "B2.4"
    assert board.refused("key:arc") == "B2.4"
    placed = board.play("place:batignolles")
    assert placed.space("batignolles", 5)["tile"] == "montmartre:5"
    assert placed.space("batignolles", 5)["type"] == "theatre"
    assert placed.phase == "act"


def test_b2_4_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    # There are theatres everywhere, so the theatre of Montmartre (value 5) has no place.
    board = table(
        placement="any-district",
        built={
            "la-villette": [8], "saint-germain": [1], "belleville": [3],
            "batignolles": [4], "chaillot": [2],
        },
    )  # fmt: skip
    found = board.position
    found["districts"]["montmartre"]["spaces"]["5"]["tile"] = "saint-germain:5"
    for pile in found["piles"]:
        if "saint-germain:5" in pile["tiles"]:
            pile["tiles"].remove("saint-germain:5")
            pile["back"] = pile["tiles"][0].split(":")[0]
    board = board.with_changes(districts=found["districts"], piles=found["piles"])
    board = _with_top(board, "montmartre:5").play("draw:1")
    assert board.position["left_the_game"] == ["montmartre:5"]
    assert board.phase == "act"
    assert board.refused("place:montmartre") == "B2.4"


def test_b2_4_own_district_needs_no_placing() -> None:
    board = dealt()
    top = board.position["piles"][1]["tiles"][0]
    district, value = top.split(":")
    after = board.play("draw:2")
    assert after.space(district, int(value))["tile"] == top
    assert after.phase == "act"
    assert after.refused("place:montmartre") == "B2.4"
