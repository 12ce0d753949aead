"""Pattern (see `kernel.specialise`): the evaluation in the form that the search needs."""

from __future__ import annotations

import math

import numpy as np

from lutetia.games.belle_epoque.evaluation.estimate import (
    FIRST_SIGHT,
    INSIGHT,
    LINES,
    REFLECTION,
    SHARPNESS,
    WORLD,
    estimate,
    estimate_from,
    lead,
    localise,
    margin_of,
    new_worths,
    value,
)
from lutetia.games.belle_epoque.evaluation.features import all_worth
from lutetia.games.belle_epoque.rules.moves import BUY, PLACE, SELL
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

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
    """What the value function expects; a finished game has its real score."""
    if state.to_move < 0:
        settle(box, state, values, lines)
        return
    sums = new_worths()
    best = new_worths()
    all_worth(box, state, sums, best)
    estimate_from(box, knowledge, state, REFLECTION, sums, best, lines)
    localise(box, state, sums, best, lines)
    margin = margin_of(box, knowledge, state)
    for seat in range(len(values)):
        values[seat] = value(lines, len(values), seat, margin)


@compiled
def first_sight(box: Record, knowledge: Floats, state: Record, seat: int, lines: Floats) -> float:
    """The lead that a seat seems to have at first sight."""
    estimate(box, knowledge, state, FIRST_SIGHT, lines)
    return lead(lines, int(box.players), seat)


@compiled
def promise(box: Record, knowledge: Floats, state: Record, seat: int, lines: Floats) -> float:
    """The lead that a seat can expect; it compares the positions that one turn can reach.

    It guides a beam within a turn without the network, which is slower. The network judges where
    turns end. With it as guide, too, a planner was not stronger.
    """
    estimate(box, knowledge[:INSIGHT], state, REFLECTION, lines)
    return lead(lines, int(box.players), seat)


@compiled
def undoes(move: int, earlier: int) -> bool:
    """Whether a trade undoes another trade of the same turn, at a loss."""
    if BUY <= move < SELL:
        return earlier == move - BUY + SELL
    return BUY <= earlier < SELL and move == earlier - BUY + SELL


@compiled
def blind_moves(box: Record, state: Record, moves: Moves, count: int) -> int:
    """How many moves at the start of the list turn up a tile that nobody has seen."""
    blind = 0
    while blind < count and moves[blind] < PLACE:
        blind += 1
    return blind


@compiled
def leads_after(
    box: Record, knowledge: Floats, state: Record, moves: Moves, count: int, out: Floats
) -> None:
    """For each move the lead that the mover can expect after it."""
    seat = int(state.to_move)
    players = int(box.players)
    after = np.zeros(1, dtype=WORLD)
    lines = np.zeros((players, LINES))
    for index in range(count):
        copy_into(state, after[0])
        apply(box, after[0], int(moves[index]))
        out[index] = first_sight(box, knowledge, after[0], seat, lines)


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
    """The probability of each move, from the lead after it."""
    leads_after(box, knowledge, state, moves, count, priors)
    highest = -1e9
    for index in range(count):
        highest = max(highest, priors[index])
    total = 0.0
    for index in range(count):
        priors[index] = math.exp(knowledge[SHARPNESS] * (priors[index] - highest))
        total += priors[index]
    for index in range(count):
        priors[index] /= total
