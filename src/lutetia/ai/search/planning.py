"""Pattern (see `kernel.specialise`): planning one's own turn, averaged over imagined worlds.

A shallow expectimax: in each world the turn is played out along the few best-looking moves of
every step until it is another seat's turn; the value there is the evaluator's.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.search.tree import Floats, Numbers
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
imagine = game_function("imagine")
evaluate = game_function("evaluate")
rate_moves = game_function("rate_moves")


@compiled
def best_first(priors: Floats, count: int, width: int, out: Numbers) -> int:
    """The indices of the moves with the highest priors, at most `width`; how many."""
    found = min(width, count)
    for place in range(found):
        best = -1
        for index in range(count):
            taken = False
            for earlier in range(place):
                taken |= out[earlier] == index
            if not taken and (best < 0 or priors[index] > priors[best]):
                best = index
        out[place] = best
    return found


@compiled
def list_best(
    box: Record,
    knowledge: Floats,
    chance: Words,
    state: Record,
    moves: Moves,
    width: int,
    out: Moves,
) -> int:
    """The best-looking moves of a position, at most `width`; how many."""
    count = legal_moves(box, state, moves)
    priors = np.empty(count)
    rate_moves(box, knowledge, state, chance, moves, count, priors)
    order = np.zeros(width, dtype=np.int32)
    found = best_first(priors, count, width, order)
    for place in range(found):
        out[place] = moves[order[place]]
    return found


@compiled
def planned_value(
    box: Record,
    knowledge: Floats,
    chance: Words,
    worlds: Record,
    moves: Moves,
    seat: int,
    widths: Numbers,
    values: Floats,
    lines: Floats,
) -> float:
    """The value for the seat of `worlds[1]` if it plans the rest of its turn.

    A loop with its own stack: machine code of a function that calls itself cannot be loaded from
    Numba's cache.
    """
    levels = len(worlds)
    tried = np.empty((levels, max(widths)), dtype=np.int32)
    count = np.zeros(levels, dtype=np.int64)
    place = np.zeros(levels, dtype=np.int64)
    best = np.zeros(levels)
    depth = 1
    while True:
        if worlds[depth].to_move == seat and depth < levels - 1:
            count[depth] = list_best(
                box, knowledge, chance, worlds[depth], moves, widths[depth], tried[depth]
            )
            place[depth] = 0
            best[depth] = -1.0
        else:
            copy_into(worlds[depth], worlds[levels - 1])
            evaluate(box, knowledge, worlds[levels - 1], chance, moves, values, lines)
            value = values[seat]
            depth -= 1
            while depth > 0:
                best[depth] = max(best[depth], value)
                place[depth] += 1
                if place[depth] < count[depth]:
                    break
                value = best[depth]
                depth -= 1
            if depth == 0:
                return value
        copy_into(worlds[depth], worlds[depth + 1])
        apply(box, worlds[depth + 1], int(tried[depth, place[depth]]))
        depth += 1


@compiled
def plan(
    box: Record,
    knowledge: Floats,
    chance: Words,
    worlds: Record,
    moves: Moves,
    seen: Record,
    seat: int,
    widths: Numbers,
    dreams: int,
    legal: Moves,
    values: Floats,
    lines: Floats,
    sums: Floats,
) -> None:
    """Add up the value of each legal move over so many imagined worlds."""
    for _ in range(dreams):
        imagine(box, seen, seat, chance, worlds[0])
        for index in range(len(legal)):
            copy_into(worlds[0], worlds[1])
            apply(box, worlds[1], int(legal[index]))
            sums[index] += planned_value(
                box, knowledge, chance, worlds, moves, seat, widths, values, lines
            )
