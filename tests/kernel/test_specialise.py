"""Patterns: general loops made for one game."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest
from lutetia_nim.rules import Nim

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.specialise import OPEN_NAMES, game_function, specialise

pytestmark = pytest.mark.plain

PLAYOUT = "lutetia.kernel.playout"


def test_a_pattern_plays_whole_games() -> None:
    game = Nim.open()
    playout = specialise(PLAYOUT, game.id, game.rules)
    state, moves = game.deal(bytes(32)), np.empty(game.move_space, dtype=np.int32)
    plies = playout.play_out(game.box, state, generator(derived_seed("out")), moves)
    assert game.is_over(state)
    assert plies == int(state.ply)
    lines = np.zeros((2, 1), dtype=np.int32)
    made, longest = playout.random_games(
        game.box, state, generator(derived_seed("out")), moves, lines, 50
    )
    assert 3 <= longest <= 9
    assert 50 * 3 <= made <= 50 * longest


def test_perft_counts_the_ways_to_take_stones() -> None:
    """Nine stones; each move takes one, two or three. Two moves cannot empty the heap, so the
    counts begin 3, 9, 27."""
    game = Nim.open()
    perft = specialise("lutetia.kernel.perft", game.id, game.rules)
    counts = []
    for depth in range(5):
        states, moves = perft.workspace(game.deal(bytes(32)), game.move_space, depth)
        counts.append(int(perft.perft(game.box, states, moves, depth)))
    # Depth 4: the 81 quadruples of 1, 2, 3, but only those with a sum of at most 9. By sum: 4: 1,
    # 5: 4, 6: 10, 7: 16, 8: 19, 9: 16.
    assert counts == [1, 3, 9, 27, 66]


def test_the_same_pattern_for_the_same_game_is_made_once() -> None:
    game = Nim.open()
    assert specialise(PLAYOUT, "nim", game.rules) is specialise(PLAYOUT, "nim", game.rules)
    assert sys.modules[f"{PLAYOUT}[nim]"] is specialise(PLAYOUT, "nim", game.rules)


def test_the_pattern_itself_stays_without_a_game() -> None:
    pattern = importlib.import_module(PLAYOUT)
    specialise(PLAYOUT, "nim", Nim.rules)
    with pytest.raises(TypeError, match="deal belongs to a game: specialise this pattern first"):
        pattern.deal()
    assert OPEN_NAMES == []
    with pytest.raises(TypeError, match="apply belongs to a game"):
        game_function("apply")()


def test_a_pattern_that_does_not_exist() -> None:
    with pytest.raises(ModuleNotFoundError):
        specialise("lutetia.kernel.no_such_pattern", "nim", Nim.rules)
    assert OPEN_NAMES == []
