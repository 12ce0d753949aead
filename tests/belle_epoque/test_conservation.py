"""Tokens, keys, tiles and francs move only as the rules say; none appears or disappears."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.terms import DISTRICTS, KINDS
from lutetia.kernel.chance import derived_seed, generator
from tests.belle_epoque.boards import VALUES
from tests.belle_epoque.playing import boxes, whole_game

pytestmark = pytest.mark.plain

Position = dict[str, Any]

ALL_TILES = sorted(f"{district}:{value}" for district in DISTRICTS for value in VALUES)
RESOURCES, MEDALS = KINDS[:3], KINDS[3:]


def spaces(found: Position) -> list[dict[str, Any]]:
    return [space for part in found["districts"].values() for space in part["spaces"].values()]


def check_tiles(found: Position) -> None:
    """Every building tile is in exactly one place."""
    tiles = [tile for pile in found["piles"] for tile in pile["tiles"]] + found["put_away"]
    tiles += found["left_the_game"] + [space["tile"] for space in spaces(found) if space["tile"]]
    tiles += [found["drawn"]] if found["drawn"] else []
    assert sorted(tiles) == ALL_TILES


def check_keys(found: Position, start: Position) -> None:
    """Each seat always has the same number of keys, and every key stands on something."""
    for seat, has in found["seats"].items():
        on_board = found["arc"].count(seat)
        for part in found["districts"].values():
            on_board += part["bank"].count(seat)
            on_board += sum(space["keys"].get(seat, 0) for space in part["spaces"].values())
            on_board += sum(keys.get(seat, 0) for keys in part["landmarks"].values())
        dealt = start["seats"][seat]
        assert has["hand"] + has["pool"] + on_board == dealt["hand"] + dealt["pool"]
    assert all(space["tile"] for space in spaces(found) if space["keys"])


def check_tokens(found: Position) -> None:
    """Not from tiles: always six tokens of each resource, at most six of each prestige."""
    for kind in KINDS:
        on_board = sum(space["token"] == kind for space in spaces(found))
        held = sum(
            seat["tokens"][kind] - seat["from_tiles"][kind] for seat in found["seats"].values()
        )
        assert all(
            0 <= seat["from_tiles"][kind] <= seat["tokens"][kind]
            for seat in found["seats"].values()
        )
        total = on_board + held + found["supply"].get(kind, 0)
        assert total == 6 if kind in RESOURCES else total <= 6


def check_other_tiles(found: Position, start: Position) -> None:
    """Every bonus, end-of-game and scoring tile and every landmark is in exactly one place."""
    for place, dealt in zip(found["track"], start["track"], strict=True):
        holders = sum(
            place["tile"] in (*seat["bonus"]["unused"], *seat["bonus"]["used"])
            for seat in found["seats"].values()
        )
        assert place["left"] + holders == dealt["left"]
    end = found["end_tiles"]
    faces = Counter(end["faces"]) + Counter(tile["face"] for tile in end["taken"])
    assert faces == Counter(start["end_tiles"]["faces"])
    used = Counter((tile["by"], tile["face"]) for tile in end["used"])
    assert used == Counter((tile["by"], tile["face"]) for tile in end["taken"] if tile["used"])
    laid = [value for part in found["districts"].values() for value in part["landmarks"]]
    assert sorted([*map(int, laid), *found["landmarks"]]) == list(range(9, 17))
    on_board = [part["scoring_tile"] for part in found["districts"].values()]
    tiles = [tile for tile in on_board if tile is not None] + found["scoring_tiles"]
    assert sorted(tiles) == [10, 12, 14, 16, 18, 20]


def worth(found: Position, seat: str) -> tuple[int, int]:
    return found["seats"][seat]["francs"], found["seats"][seat]["points"]


def check_step(game: BelleEpoque, text: str, before: Position, after: Position) -> None:
    """Seats that are not to move keep everything; francs and points change only by the rules."""
    mover = before["to_move"]
    for seat in before["seats"]:
        if seat != mover:
            assert before["seats"][seat] == after["seats"][seat]
    francs, points = (
        new - old for old, new in zip(worth(before, mover), worth(after, mover), strict=True)
    )
    verb = text.split(":", maxsplit=1)[0]
    assert after["seats"][mover]["francs"] >= 0
    assert points >= 0
    if verb in ("draw", "place", "take", "choose", "pass", "score", "decline", "end"):
        assert (francs, points) == (0, 0)
    if verb in ("buy", "move", "bonus"):
        assert francs <= 0
    if verb in ("key", "sell"):
        assert francs >= 0
    if points:
        assert verb in ("activate", "discard", "move")


@settings(max_examples=max(3, settings().max_examples // 5))  # each is a whole game
@given(box=st.integers(0, len(boxes()) - 1), seed=st.integers(0, 2**32))
def test_nothing_appears_or_vanishes(box: int, seed: int) -> None:
    game = boxes()[box]
    states, moves = whole_game(game, generator(derived_seed("conservation", seed)))
    positions = [game.position(state) for state in states]
    for found in positions[::3]:
        check_tiles(found)
        check_keys(found, positions[0])
        check_tokens(found)
        check_other_tiles(found, positions[0])
    for index, move in enumerate(moves):
        check_step(game, game.notation(move), positions[index], positions[index + 1])
