"""H1: house rules, our own and off by default."""

from __future__ import annotations

from typing import Any

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
        "scoring-key": "fourth",
        "medals": "sold",
        "second-tiles": "usual",
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


def scoring_by(key: str) -> dict[str, Any]:
    """The option, whose name is no name of Python."""
    return {"scoring-key": key}


def two_keys(scoring_key: str, more: str = "") -> Board:
    """Two keys in Chaillot besides one on its bank, or three; a further key may come."""
    blue = ["chaillot:bank", "chaillot:2", *([more] if more else [])]
    return table(
        2,
        keys={"orange": ["arc", "chaillot:1"], "blue": blue},
        built={"chaillot": [1, 2, 4, 8]},
        seats={"orange": {"francs": 20}},
        **scoring_by(scoring_key),
    )


def test_h1_4_the_third_key_brings_a_scoring_tile() -> None:
    usual, house = (two_keys(which).play("move:arc:chaillot:8") for which in ("fourth", "third"))
    assert usual.phase == "end"
    assert usual.refused("score:18:belleville") == "B6.4"
    assert house.phase == "scoring"
    after = house.play("score:18:belleville")
    assert after.position["districts"]["belleville"]["scoring_tile"] == 18
    assert after.refused("score:20:montmartre") == "H1.4"
    assert after.refused("decline") == "B6"


def test_h1_4_then_the_fourth_key_brings_none() -> None:
    assert two_keys("fourth", "chaillot:4").play("move:arc:chaillot:8").phase == "scoring"
    assert two_keys("third", "chaillot:4").play("move:arc:chaillot:8").phase == "end"


def test_h1_4_the_second_key_can_bring_it() -> None:
    board = table(
        2,
        keys={"orange": ["arc"], "blue": ["chaillot:bank", "chaillot:2"]},
        built={"chaillot": [2, 8]},
        seats={"orange": {"francs": 20}},
        **scoring_by("second"),
    )
    assert board.play("move:arc:chaillot:8").phase == "scoring"
    assert two_keys("second").play("move:arc:chaillot:8").phase == "end"


def test_h1_4_what_a_move_brings_names_the_key() -> None:
    for before, keys in ((two_keys("third"), 3), (two_keys("fourth", "chaillot:4"), 4)):
        move = before.game.parse_exact("move:arc:chaillot:8")
        assert move is not None
        after = before.play("move:arc:chaillot:8")
        assert before.game.offer(before.state, move, after.state)["scoring"]["keys"] == keys


def test_h1_5_medals_cannot_be_sold() -> None:
    tokens = {"bronze-medal": 1, "wood": 1}
    usual, kept = (
        table(2, seats={"orange": {"tokens": tokens}}, medals=m) for m in ("sold", "kept")
    )
    assert usual.legal("sell") == {"sell:bronze-medal", "sell:wood"}
    assert kept.legal("sell") == {"sell:wood"}
    assert kept.refused("sell:bronze-medal") == "H1.5"
    assert kept.refused("sell:gold-medal") == "B3.2"
    assert kept.play("sell:wood").me["francs"] > kept.me["francs"]


def test_h1_5_they_are_still_given_up_at_landmarks() -> None:
    board = table(
        2,
        keys={"orange": ["arc"]},
        laid={"chaillot": [9]},
        seats={"orange": {"francs": 20, "tokens": {"bronze-medal": 2, "marble": 1}}},
        medals="kept",
    ).play("move:arc:chaillot:9")
    assert board.phase == "prestige"
    assert board.legal("discard") == {"discard:1", "discard:2"}
    assert board.play("discard:2").me["points"] == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h1_6_all_second_tiles_lie_on_the_track(players: int) -> None:
    """Two players play with the tiles of four; with four nothing changes."""

    def twice(**options: str) -> set[int]:
        track = dealt(players, **options).position["track"]
        return {place["tile"] for place in track if place["left"] == 2}

    every = twice(**{"second-tiles": "all"})
    assert len(every) == 12
    assert len(twice()) == {2: 0, 3: 6, 4: 12}[players]
    assert twice() <= every


def test_h1_6_two_players_can_have_the_same_tile() -> None:
    for second, tiles in (("usual", set()), ("all", {"bonus:10"})):
        options: dict[str, Any] = {"second-tiles": second}
        board = table(
            2,
            built={"montmartre": [1]},
            keys={"orange": ["arc"]},
            seats={"blue": {"bonus": {"unused": [10], "unused_count": 1, "used": []}}},
            **options,
        )
        left = 1 if second == "all" else 0
        track = [
            {**place, "left": left} if place["tile"] == 10 else place
            for place in board.position["track"]
        ]
        walking = board.with_changes(track=track).play("move:arc:montmartre:1")
        assert walking.legal("bonus") & {"bonus:10"} == tiles
