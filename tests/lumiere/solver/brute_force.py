"""Pattern (see `specialise`): plain minimax over the rules of a two-player game."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Record

legal_moves = game_function("legal_moves")
apply = game_function("apply")
score = game_function("score")

GAVE_UP = 10_000


@compiled
def minimax(box: Record, states: Any, moves: Any, lines: Any, limit: int) -> int:
    """Seat 0's margin with best play from states[0], or GAVE_UP after `limit` positions.

    It searches depth first with its own stack, and plays every move of every position.
    """
    deepest = len(states) - 1
    number = np.zeros(deepest + 1, dtype=np.int64)
    cursor = np.zeros(deepest + 1, dtype=np.int64)
    best = np.zeros(deepest + 1, dtype=np.int64)
    visited = 0
    depth = 0
    number[0] = legal_moves(box, states[0], moves[0])
    best[0] = -GAVE_UP if states[0].to_move == 0 else GAVE_UP
    while True:
        state = states[depth]
        if cursor[depth] < number[depth]:
            visited += 1
            if visited > limit:
                return GAVE_UP
            child = states[depth + 1]
            copy_into(state, child)
            apply(box, child, moves[depth, cursor[depth]])
            cursor[depth] += 1
            if child.to_move >= 0:
                depth += 1
                number[depth] = legal_moves(box, child, moves[depth])
                cursor[depth] = 0
                best[depth] = -GAVE_UP if child.to_move == 0 else GAVE_UP
                continue
            score(box, child, lines)
            value = np.int64(lines[0].sum() - lines[1].sum())
        elif depth == 0:
            return int(best[0])
        else:
            value = best[depth]
            depth -= 1
        if states[depth].to_move == 0:
            best[depth] = max(best[depth], value)
        else:
            best[depth] = min(best[depth], value)
