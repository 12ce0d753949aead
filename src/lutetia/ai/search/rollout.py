"""Pattern (see `kernel.specialise`): a game played to its end by moves that look good."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.chance import next_word
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
rate_moves = game_function("rate_moves")


@compiled
def drawn(priors: Floats, count: int, chance: Words) -> int:
    """The index of a move. A move with a higher prior is drawn more often."""
    total = 0.0
    for index in range(count):
        total += priors[index]
    left = float(next_word(chance) >> np.uint64(11)) / 2.0**53 * total
    for index in range(count):
        left -= priors[index]
        if left <= 0.0:
            return index
    return count - 1


@compiled
def play_out(
    box: Record, knowledge: Floats, state: Record, chance: Words, moves: Moves, priors: Floats
) -> None:
    """Play to the end. This changes the state; `moves` and `priors` are working space."""
    while state.to_move >= 0:
        count = legal_moves(box, state, moves)
        rate_moves(box, knowledge, state, chance, moves, count, priors)
        apply(box, state, moves[drawn(priors, count, chance)])
