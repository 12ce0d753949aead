"""Pattern (see `kernel.specialise`): the evaluation in the form that the search calls."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.evaluation.policy import MOVE_SPACE, SHARPNESS, play_out, rate, soften
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

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
    """Play one sensible game to its end. This changes the state."""
    ratings = np.empty(MOVE_SPACE)
    play_out(box, knowledge, state, chance, moves, ratings)
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
    """The probability of each move."""
    rate(box, knowledge, state, moves, count, priors)
    soften(priors, count, knowledge[SHARPNESS + 1])
