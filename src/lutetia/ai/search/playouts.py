"""Pattern (see `kernel.specialise`): evaluation by one random game to the end."""

from __future__ import annotations

from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
settle = game_function("settle")


@compiled
def evaluate(
    box: Record,
    knowledge: Floats,
    state: Record,
    chance: Words,
    moves: Moves,
    values: Floats,
    lines: Floats,
) -> None:
    """Play uniformly random moves. This changes the state."""
    while state.to_move >= 0:
        count = legal_moves(box, state, moves)
        apply(box, state, moves[below(chance, count)])
    settle(box, state, values, lines)


@compiled
def rate_moves(
    box: Record,
    knowledge: Floats,
    state: Record,
    chance: Words,
    moves: Moves,
    count: int,
    priors: Floats,
) -> None:
    """The same prior for all moves, in random order."""
    for index in range(count):
        priors[index] = (1.0 + below(chance, 1 << 20) * 1e-9) / count
