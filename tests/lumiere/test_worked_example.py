"""L9: the rulebooks' example as a whole game, from the first tile to the last postcard.

The project does not have the rulebooks' picture. So `tools/find_worked_example.py` found a board of
our own. Every line of both scores is the same as in print.
"""

from __future__ import annotations

import pytest

from tests.lumiere.boards import Table, dealt
from tests.lumiere.reference import ReferenceGame, from_deal

pytestmark = pytest.mark.plain

ORANGE_TILES = [8, 2, 3, 5, 7, 4, 6, 1]
BLUE_TILES = [8, 5, 2, 1, 3, 7, 4, 6]
LAYING = """
    lay:8:a1:0 lay:8:c1:90 take:big-l take:big-t lay:2:a3:90 lay:5:e1:180 take:smile take:small-l
    lay:3:c3:270 lay:2:g1:0 take:cross take:square lay:5:g3:0 lay:1:e3:270 take:stairs take:line
    lay:7:a5:0 lay:3:c5:180 lay:4:g5:0 take:corner lay:6:a7:0 lay:7:e5:180 lay:1:g7:270 take:chunk
    pass lay:4:c7:270 pass lay:6:e7:180
"""
BUILDING = """
    build:big-l:c1:90 build:big-t:e3:270 build:smile:a2:90 build:small-l:f6:270
    jardin-des-plantes:b6:0 build:square:d5:0 bouquinistes:a1:smile build:line:c8:0 sacre-coeur
    build:corner:d1:180 metropolitain le-peintre:d4 lampadaire:undone levitation:undone chartier
"""


@pytest.fixture
def end() -> Table:
    """The position after the last move."""
    return dealt(ORANGE_TILES, BLUE_TILES).play(*LAYING.split(), *BUILDING.split())


@pytest.fixture
def reference() -> ReferenceGame:
    """The same game, played by the reference."""
    start = dealt(ORANGE_TILES, BLUE_TILES)
    game = from_deal(start.position, start.game.options)
    for text in (*LAYING.split(), *BUILDING.split()):
        assert text in game.legal()
        game.play(text)
    return game


def lit_buildings(game: ReferenceGame, player: str) -> list[tuple[int, int]]:
    """Size and number of lights of each building of a player, the largest first."""
    lights = game.streetlights().values()
    return sorted(
        (
            (len(building.spaces), sum(1 for lit in lights if lit & building.spaces))
            for building in game.buildings.values()
            if building.owner == player
        ),
        reverse=True,
    )


def test_it_is_a_finished_game_with_the_first_game_set(end: Table) -> None:
    assert end.is_over
    assert end.game.options["postcards"] == "first-game"
    assert all(space is not None for space in end.position["spaces"].values())
    assert end.position["tokens"] == {"orange": 0, "blue": 0}


def test_orange_scores_48(end: Table, reference: ReferenceGame) -> None:
    # B with its annex 7 × 3, A 6 × 1, the garden 2 × 3.
    assert lit_buildings(reference, "orange") == [(7, 3), (6, 1), (2, 3)]
    assert end.score("orange") == {"light": 33, "group": 15, "unbuilt": 0, "postcards": 0}
    assert end.game.totals(end.state)[0] == 48


def test_blue_scores_57(end: Table, reference: ReferenceGame) -> None:
    assert lit_buildings(reference, "blue") == [(5, 2), (4, 3), (4, 3), (3, 3), (3, 0)]
    assert end.score("blue") == {"light": 43, "group": 13, "unbuilt": -3, "postcards": 4}
    assert end.game.totals(end.state)[1] == 57
    assert end.winner == "blue"


def test_both_large_buildings_and_the_garden_are_oranges(end: Table) -> None:
    owners = {b["name"]: b["owner"] for b in end.position["buildings"]}
    assert owners["smile"] == owners["big-l"] == owners["garden"] == "orange"
    (host,) = [b["name"] for b in end.position["buildings"] if b["annex"]]
    assert host in ("smile", "big-l")


def test_two_and_one_buildings_stay_unbuilt_and_only_orange_is_forgiven(end: Table) -> None:
    assert len(end.position["reserves"]["orange"]) == 2
    assert len(end.position["reserves"]["blue"]) == 1
    cards = {card["name"]: card["owner"] for card in end.position["postcards"]}
    assert cards["sacre-coeur"] == "orange"
    assert cards["le-peintre"] == "blue"


def test_the_program_and_the_reference_agree(end: Table, reference: ReferenceGame) -> None:
    assert reference.turn is None
    for player in ("orange", "blue"):
        assert reference.score(player) == end.score(player)
    assert reference.ranks() == end.game.ranks(end.state) == [2, 1]
