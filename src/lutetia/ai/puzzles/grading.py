"""How hard a puzzle is: the levels of the computer that find its best move."""

from __future__ import annotations

from lutetia.ai.levels import LevelPlayer
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

LEVELS = 8
"""Puzzles are graded by the levels 1 to 8 without a network, so that every machine agrees."""
TRIES = 3
"""A level finds a move if it plays it in most of this many tries."""


def levels_that_find(game: Game, state: Record, best: int, name: str) -> list[int]:
    """The levels that find the best move. The name of the puzzle seeds their chance."""
    return [level for level in range(1, LEVELS + 1) if _finds(game, state, best, name, level)]


def _finds(game: Game, state: Record, best: int, name: str, level: int) -> bool:
    seat = int(state.to_move)
    view = game.view(state, seat)
    found = missed = 0
    while 2 * max(found, missed) <= TRIES:
        seed = derived_seed("puzzle grade", name, level, found + missed)
        if LevelPlayer(level, seed, 1, network=False).choose(game, view, seat) == best:
            found += 1
        else:
            missed += 1
    return found > missed
