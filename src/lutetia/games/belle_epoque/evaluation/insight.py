"""A small network that corrects the estimate of a seat's points, inside the compiled planner.

For each seat: its own numbers, the mean of its rivals' numbers and the numbers of the table go into
the first hidden layer, and so does what a smaller network says of the six districts, added up. The
second hidden layer gives two corrections: for points in play, and for points of districts. Two more
weights say how the lead that makes a win probable depends on the time left. All seats and numbers
of players share the weights. They follow the other weights of the knowledge; the knowledge of a
player without insight ends before them.
"""

from __future__ import annotations

from lutetia.games.belle_epoque.evaluation.insight_inputs import (
    BOARD_INPUTS,
    OWNER_INPUTS,
    SEAT_INPUTS,
    TABLE_INPUTS,
    board_inputs,
    owner_inputs,
    seat_inputs,
    table_inputs,
    taken_by_anybody,
)
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.state import whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import scratch
from lutetia.kernel.types import Floats, Record

PLACES = 16
"""Neurons of the network of one district."""
FIRST = 32
SECOND = 16
"""Neurons of the two hidden layers."""
ANSWERS = 2
POINTS = 10.0
"""An answer of 1 is so many points."""

LEAST_MARGIN = 2.0
"""The least lead in points that makes a win probable."""

SHAPES = {
    "seat": (SEAT_INPUTS, 2 * FIRST),
    "table": (TABLE_INPUTS, FIRST),
    "first_bias": (1, FIRST),
    "board": (BOARD_INPUTS, PLACES),
    "owner": (OWNER_INPUTS, PLACES),
    "place_bias": (1, PLACES),
    "places": (PLACES, FIRST),
    "second": (FIRST, SECOND),
    "second_bias": (1, SECOND),
    "answer": (SECOND, ANSWERS),
    "answer_bias": (1, ANSWERS),
    "margin": (1, 2),
}
"""The matrices of the network, in the order of the weights. Those of a seat have two halves: what
its numbers mean for itself, and for its rivals."""
_LENGTHS = [rows * columns for rows, columns in SHAPES.values()]
(
    _SEAT, _TABLE, _FIRST_BIAS, _BOARD, _OWNER, _PLACE_BIAS, _PLACES, _SECOND, _SECOND_BIAS,
    _ANSWER, _ANSWER_BIAS, _MARGIN, WEIGHTS,
) = (int(sum(_LENGTHS[:count])) for count in range(len(_LENGTHS) + 1))  # fmt: skip

new_inputs = scratch(SEAT_INPUTS)
new_sides = scratch(s.SEATS, 2 * FIRST)
new_hidden = scratch(s.SEATS, FIRST)
new_places = scratch(s.DISTRICTS, PLACES)
new_place = scratch(PLACES)
new_second = scratch(SECOND)


@compiled
def add_inputs(inputs: Floats, matrix: Floats, out: Floats) -> None:
    """Add the inputs times their weights. Most inputs are 0, and these cost nothing."""
    for index in range(matrix.shape[0]):
        size = inputs[index]
        if size != 0.0:
            for place in range(matrix.shape[1]):
                out[place] += size * matrix[index, place]


@compiled
def matrix(weights: Floats, first: int, rows: int, columns: int) -> Floats:
    """The weights from a place on, as a matrix."""
    return weights[first : first + rows * columns].reshape(rows, columns)


@compiled
def rectify(values: Floats) -> None:
    """Negative values become 0."""
    for place in range(len(values)):
        values[place] = max(0.0, values[place])


@compiled
def rivals_mean(players: int, sides: Floats, hidden: Floats) -> None:
    """For each seat: its own half, and the mean of its rivals' other halves."""
    for seat in range(players):
        for place in range(FIRST):
            hidden[seat, place] += sides[seat, place]
        for other in range(players):
            if other != seat:
                for place in range(FIRST):
                    hidden[seat, place] += sides[other, FIRST + place] / (players - 1)


@compiled
def corrections(
    box: Record,
    weights: Floats,
    state: Record,
    sums: Floats,
    best: Floats,
    features: Floats,
    left: Floats,
    out: Floats,
) -> None:
    """For each seat what is added to its estimated points in play and to those of districts."""
    players = whole(box.players)
    inputs = new_inputs()
    sides = new_sides()
    hidden = new_hidden()
    places = new_places()
    here = new_place()
    pooled = new_place()
    second = new_second()
    of_seat = matrix(weights, _SEAT, SEAT_INPUTS, 2 * FIRST)
    for seat in range(players):
        seat_inputs(box, state, seat, features[seat], left[seat], inputs)
        add_inputs(inputs, of_seat, sides[seat])
    table_inputs(box, state, inputs)
    hidden[0] = weights[_FIRST_BIAS : _FIRST_BIAS + FIRST]
    add_inputs(inputs, matrix(weights, _TABLE, TABLE_INPUTS, FIRST), hidden[0])
    for seat in range(1, players):
        hidden[seat] = hidden[0]
    rivals_mean(players, sides, hidden)
    of_board = matrix(weights, _BOARD, BOARD_INPUTS, PLACES)
    of_owner = matrix(weights, _OWNER, OWNER_INPUTS, PLACES)
    of_places = matrix(weights, _PLACES, PLACES, FIRST)
    of_second = matrix(weights, _SECOND, FIRST, SECOND)
    taken = taken_by_anybody(box, state)
    for district in range(s.DISTRICTS):
        places[district] = weights[_PLACE_BIAS : _PLACE_BIAS + PLACES]
        board_inputs(box, state, district, taken, inputs)
        add_inputs(inputs, of_board, places[district])
    for seat in range(players):
        pooled[:] = 0.0
        for district in range(s.DISTRICTS):
            here[:] = places[district]
            owner_inputs(box, state, seat, district, sums, best, left[seat], inputs)
            add_inputs(inputs, of_owner, here)
            for index in range(PLACES):
                pooled[index] += max(0.0, here[index])
        add_inputs(pooled, of_places, hidden[seat])
        rectify(hidden[seat])
        second[:] = weights[_SECOND_BIAS : _SECOND_BIAS + SECOND]
        add_inputs(hidden[seat], of_second, second)
        rectify(second)
        for answer in range(ANSWERS):
            total = weights[_ANSWER_BIAS + answer]
            for index in range(SECOND):
                total += second[index] * weights[_ANSWER + index * ANSWERS + answer]
            out[seat, answer] = POINTS * total


@compiled
def margin(weights: Floats, usual: float, time: float) -> float:
    """The lead in points that makes a win probable, for the time left from 0 to 1."""
    return max(LEAST_MARGIN, usual + POINTS * (weights[_MARGIN] + time * weights[_MARGIN + 1]))
