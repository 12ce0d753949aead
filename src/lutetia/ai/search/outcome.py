"""Pattern (see `kernel.specialise`): how good a finished game is, for each seat."""

from __future__ import annotations

import math

import numpy as np

from lutetia.ai.search.tree import Floats
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Record

score = game_function("score")
standing = game_function("standing")
LINES = game_function("lines")
"""The number of scoring lines."""
MARGIN = game_function("margin")
"""The lead in points that is worth a value of 0.73."""

VICTORY = 0.5
"""The share of winning in a value; the rest is the margin, which also tells how nearly."""


@compiled
def margin_value(points: Floats, seats: int, seat: int) -> float:
    """The lead over the best of the others, between 0 and 1."""
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, points[other])
    return 1.0 / (1.0 + math.exp((best - points[seat]) / MARGIN))


@compiled
def settle(box: Record, state: Record, values: Floats, points: Floats) -> None:
    """Values and points of a game that ended here."""
    seats = len(values)
    lines = np.zeros((seats, LINES), dtype=np.int32)
    order = np.zeros(seats, dtype=np.int64)
    score(box, state, lines)
    standing(box, state, order)
    best = order.max()
    winners = 0
    for seat in range(seats):
        points[seat] = 0.0
        for line in range(LINES):
            points[seat] += lines[seat, line]
        if order[seat] == best:
            winners += 1
    for seat in range(seats):
        values[seat] = (1.0 - VICTORY) * margin_value(points, seats, seat)
        if order[seat] == best:
            values[seat] += VICTORY / winners
