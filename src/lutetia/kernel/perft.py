"""Pattern (see `specialise`): counting move sequences, the strictest test of a move generator."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record

legal_moves = game_function("legal_moves")
apply = game_function("apply")


@compiled
def perft(box: Record, states: np.ndarray, moves: np.ndarray, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves that begin in states[0].

    `states` and `moves` are working space: a state and a row of moves for each step. A game that
    ends sooner adds nothing.
    """
    if depth == 0:
        return 1
    counts = np.zeros(depth, dtype=np.int64)
    nexts = np.zeros(depth, dtype=np.int64)
    total = 0
    level = 0
    counts[0] = legal_moves(box, states[0], moves[0])
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif nexts[level] == counts[level]:
            level -= 1
        else:
            move = moves[level, nexts[level]]
            nexts[level] += 1
            copy_into(states[level], states[level + 1])
            apply(box, states[level + 1], move)
            level += 1
            nexts[level] = 0
            counts[level] = legal_moves(box, states[level], moves[level])
    return total


def workspace(state: Record, move_space: int, depth: int) -> tuple[np.ndarray, Moves]:
    """The working arrays of `perft`, with the state as states[0]."""
    states = np.zeros(max(depth, 1), dtype=np.dtype((np.record, state.dtype)))
    states[0] = state
    return states, np.empty((max(depth, 1), move_space), dtype=np.int32)
