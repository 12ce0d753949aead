"""Pattern (see `kernel.specialise`): the last turn of a game, when nothing is left to chance.

Every order of the seat's remaining moves is followed to the end of the game; what was seen
before in another order is not followed again.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.search.hashing import digest
from lutetia.ai.search.tree import Floats, Numbers
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
settle = game_function("settle")
MASKS = game_function("masks")
STATE_SIZE = game_function("state_size")

UNKNOWN = -1.0
TOO_LONG = -0.5
"""Worse than every end: nobody gains by buying and selling the same thing for ever."""
NODES_LEFT = 0


@compiled
def best_ending(
    box: Record,
    worlds: Record,
    depth: int,
    seat: int,
    moves: Moves,
    keys: Words,
    found: Floats,
    left: Numbers,
    lines: Floats,
) -> float:
    """The best value that the seat reaches from `worlds[depth]`; UNKNOWN if nodes run out."""
    state = worlds[depth]
    if state.to_move < 0:
        values = np.zeros(lines.shape[0])
        settle(box, state, values, lines)
        return values[seat]
    if left[NODES_LEFT] <= 0 or state.to_move != seat:
        return UNKNOWN
    if depth + 1 == len(worlds):
        return TOO_LONG
    left[NODES_LEFT] -= 1
    key = digest(state, MASKS, STATE_SIZE)
    slot = np.int64(key & np.uint64(len(keys) - 1))
    if keys[slot] == key:
        return found[slot]
    count = legal_moves(box, state, moves)
    tried = moves[:count].copy()
    best = UNKNOWN
    for index in range(count):
        copy_into(worlds[depth], worlds[depth + 1])
        apply(box, worlds[depth + 1], int(tried[index]))
        value = best_ending(box, worlds, depth + 1, seat, moves, keys, found, left, lines)
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, value)
    keys[slot] = key
    found[slot] = best
    return best


@compiled
def finish(
    box: Record,
    worlds: Record,
    seat: int,
    moves: Moves,
    keys: Words,
    found: Floats,
    left: Numbers,
    lines: Floats,
) -> int:
    """The first move of the best ending from `worlds[0]`, −1 if nodes run out."""
    count = legal_moves(box, worlds[0], moves)
    tried = moves[:count].copy()
    best = UNKNOWN
    chosen = -1
    for index in range(count):
        copy_into(worlds[0], worlds[1])
        apply(box, worlds[1], int(tried[index]))
        value = best_ending(box, worlds, 1, seat, moves, keys, found, left, lines)
        if value == UNKNOWN:
            return -1
        if value > best:
            best = value
            chosen = int(tried[index])
    return chosen
