"""H1: house rules, our own and off by default."""

from __future__ import annotations

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.house import HOUSE_RULES, LATER_FRANCS
from tests.belle_epoque.boards import Board, dealt, opened, table

pytestmark = pytest.mark.plain


def stepping(steps: str) -> Board:
    """A flâneur that may walk now: a key has moved onto a building of value 1."""
    board = table(2, built={"montmartre": [1]}, keys={"orange": ["arc"]}, steps=steps)
    return board.play("move:arc:montmartre:1")


def test_h1_all_are_off_by_default_and_named_as_house_rules() -> None:
    game = opened(2)
    assert {option.name: game.options[option.name] for option in HOUSE_RULES} == {
        "steps": "any",
        "later-francs": "none",
        "tile-27": "one",
    }
    assert all(option.meaning.startswith("house rule: ") for option in HOUSE_RULES)
    assert all(option.rule.startswith("H1.") for option in HOUSE_RULES)


def test_h1_an_old_record_names_none_of_them() -> None:
    old = {"setup": "basic", "placement": "own-district", "wood": "residences", "start": "drawn"}
    assert BelleEpoque.open(2, old).options == opened(2).options


def test_h1_1_a_flaneur_reaches_only_six_tiles() -> None:
    free, near = stepping("any"), stepping("six")
    assert len(free.legal("bonus")) == 30
    assert near.legal("bonus") == {f"bonus:{tile}" for tile in range(1, 7)}
    assert near.refused("bonus:7") == "H1.1"
    assert free.play("bonus:7").me["meeple"] == 7


def test_h1_1_tiles_that_are_gone_or_had_do_not_count() -> None:
    board = table(
        2,
        built={"montmartre": [1]},
        keys={"orange": ["arc"]},
        seats={"orange": {"meeple": 2, "bonus": {"unused": [4], "unused_count": 1, "used": [2]}}},
        steps="six",
    )
    gone = [{**place, "left": 0 if place["tile"] == 5 else place["left"]}
            for place in board.position["track"]]  # fmt: skip
    walking = board.with_changes(track=gone).play("move:arc:montmartre:1")
    assert walking.legal("bonus") == {f"bonus:{tile}" for tile in (3, 6, 7, 8, 9, 10)}
    assert walking.refused("bonus:11") == "H1.1"
    assert walking.refused("bonus:1") == "B7.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h1_2_later_players_begin_with_more_francs(players: int) -> None:
    for seed in "abc":
        found = dealt(players, seed, **{"later-francs": "more"}).position
        seats = list(found["seats"])
        begins = seats.index(found["first"])
        order = seats[begins:] + seats[:begins]
        francs = [found["seats"][seat]["francs"] for seat in order]
        assert francs == [3, *(3 + more for more in LATER_FRANCS[players])]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h1_3_tile_27_lies_twice(players: int) -> None:
    found = dealt(players, **{"tile-27": "two"}).position
    assert next(place["left"] for place in found["track"] if place["tile"] == 27) == 2
    usual = dealt(players).position
    assert next(place["left"] for place in usual["track"] if place["tile"] == 27) == 1
