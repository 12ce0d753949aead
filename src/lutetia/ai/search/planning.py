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
def planned_value(
    box: Record,
    knowledge: Floats,
    chance: Words,
    worlds: Record,
    moves: Moves,
    depth: int,
    seat: int,
    widths: Numbers,
    values: Floats,
    lines: Floats,
) -> float:
    """The value for the seat of `worlds[depth]` if it plans the rest of its turn."""
    state = worlds[depth]
    if state.to_move != seat or depth == len(worlds) - 1:
        copy_into(state, worlds[len(worlds) - 1])
        evaluate(box, knowledge, worlds[len(worlds) - 1], chance, moves, values, lines)
        return values[seat]
    count = legal_moves(box, state, moves)
    priors = np.empty(count)
    rate_moves(box, knowledge, state, chance, moves, count, priors)
    order = np.zeros(widths[depth], dtype=np.int32)
    found = best_first(priors, count, widths[depth], order)
    tried = np.empty(found, dtype=np.int32)
    for place in range(found):
        tried[place] = moves[order[place]]
    best = -1.0
    for place in range(found):
        copy_into(worlds[depth], worlds[depth + 1])
        apply(box, worlds[depth + 1], int(tried[place]))
        value = planned_value(
            box, knowledge, chance, worlds, moves, depth + 1, seat, widths, values, lines
        )
        best = max(best, value)
    return best


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
                box, knowledge, chance, worlds, moves, 1, seat, widths, values, lines
            )
