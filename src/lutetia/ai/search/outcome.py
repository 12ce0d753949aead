"""Pattern (see `kernel.specialise`): how good a finished game is, for each seat."""

from __future__ import annotations

import math

import numpy as np

from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Record

score = game_function("score")
standing = game_function("standing")
LINES = game_function("lines")
"""The number of scoring lines."""
MARGIN = game_function("margin")
"""The lead in points that is worth a value of 0.73."""

VICTORY = 0.5
"""The part of a value that depends on winning. The rest depends on the margin."""


@compiled
def total(lines: Floats, seat: int) -> float:
    """The points of a seat."""
    points = 0.0
    for line in range(lines.shape[1]):
        points += lines[seat, line]
    return points


@compiled
def margin_value(lines: Floats, seat: int) -> float:
    """The lead over the best of the others, between 0 and 1."""
    best = -1e9
    for other in range(lines.shape[0]):
        if other != seat:
            best = max(best, total(lines, other))
    return 1.0 / (1.0 + math.exp((best - total(lines, seat)) / MARGIN))


@compiled
def settle(box: Record, state: Record, values: Floats, lines: Floats) -> None:
    """Values and scoring lines of a game that ended here."""
    seats = len(values)
    scored = np.zeros((seats, LINES), dtype=np.int32)
    order = np.zeros(seats, dtype=np.int64)
    score(box, state, scored)
    standing(box, state, order)
    best = order.max()
    winners = 0
    for seat in range(seats):
        for line in range(LINES):
            lines[seat, line] = scored[seat, line]
        if order[seat] == best:
            winners += 1
    for seat in range(seats):
        values[seat] = (1.0 - VICTORY) * margin_value(lines, seat)
        if order[seat] == best:
            values[seat] += VICTORY / winners
