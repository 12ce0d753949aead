"""Pattern (see `kernel.specialise`): the last turn of a game, without any chance.

Every order of the seat's remaining moves is followed to the end of the game. A position that was
reached before by another order is not followed again.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.search.tree import Numbers
from lutetia.ai.search.view_key import digest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Word, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
settle = game_function("settle")
MASKS = game_function("masks")
STATE_SIZE = game_function("state_size")

UNKNOWN = -1.0
TOO_LONG = -0.5
"""Worse than every end: to buy and sell the same thing for ever gains nothing."""
LONGER = 1e-12
"""The price of a move: of two ways to the same end the shorter is better, so that nothing is bought
and sold in vain. It is so small that a point is always worth more."""
OPEN = -2.0
"""The position must still be followed."""
NODES_LEFT = 0


@compiled
def value_at_once(
    box: Record,
    state: Record,
    seat: int,
    key: Word,
    keys: Words,
    found: Floats,
    left: Numbers,
    lines: Floats,
) -> float:
    """The value of a finished or known position; OPEN if it must be followed; or UNKNOWN."""
    if state.to_move < 0:
        values = np.zeros(lines.shape[0])
        settle(box, state, values, lines)
        return values[seat]
    if left[NODES_LEFT] <= 0 or state.to_move != seat:
        return UNKNOWN
    left[NODES_LEFT] -= 1
    slot = np.int64(key & np.uint64(len(keys) - 1))
    return found[slot] if keys[slot] == key else OPEN


@compiled
def best_ending(
    box: Record,
    worlds: Record,
    seat: int,
    moves: Moves,
    keys: Words,
    found: Floats,
    left: Numbers,
    lines: Floats,
) -> float:
    """The best value that the seat reaches from `worlds[1]`; UNKNOWN if nodes run out.

    This is a loop with its own stack, because Numba cannot load the machine code of a function that
    calls itself from its cache.
    """
    levels = len(worlds)
    tried = np.empty((levels, len(moves)), dtype=np.int32)
    count = np.zeros(levels, dtype=np.int64)
    place = np.zeros(levels, dtype=np.int64)
    best = np.zeros(levels)
    key = np.zeros(levels, dtype=np.uint64)
    depth = 1
    while True:
        key[depth] = digest(worlds[depth], MASKS, STATE_SIZE)
        value = value_at_once(box, worlds[depth], seat, key[depth], keys, found, left, lines)
        if value == UNKNOWN:
            return UNKNOWN
        if value == OPEN and depth + 1 == levels:
            value = TOO_LONG
        if value == OPEN:
            count[depth] = legal_moves(box, worlds[depth], moves)
            tried[depth, : count[depth]] = moves[: count[depth]]
            place[depth] = 0
            best[depth] = UNKNOWN
        else:
            depth -= 1
            while depth > 0:
                best[depth] = max(best[depth], value - LONGER)
                place[depth] += 1
                if place[depth] < count[depth]:
                    break
                value = best[depth]
                slot = np.int64(key[depth] & np.uint64(len(keys) - 1))
                keys[slot] = key[depth]
                found[slot] = value
                depth -= 1
            if depth == 0:
                return value
        copy_into(worlds[depth], worlds[depth + 1])
        apply(box, worlds[depth + 1], int(tried[depth, place[depth]]))
        depth += 1


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
    """The first move of the best ending from `worlds[0]`; −1 if nodes run out."""
    count = legal_moves(box, worlds[0], moves)
    tried = moves[:count].copy()
    best = UNKNOWN
    chosen = -1
    for index in range(count):
        copy_into(worlds[0], worlds[1])
        apply(box, worlds[1], int(tried[index]))
        value = best_ending(box, worlds, seat, moves, keys, found, left, lines)
        if value == UNKNOWN:
            return -1
        if value > best:
            best = value
            chosen = int(tried[index])
    return chosen
