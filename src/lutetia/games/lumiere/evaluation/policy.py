"""Rates moves by weighted features, and evaluates positions by playouts with these ratings."""

from __future__ import annotations

import math

import numpy as np

from lutetia.games.lumiere.evaluation import building, laying
from lutetia.games.lumiere.evaluation.building import building_features, shining
from lutetia.games.lumiere.evaluation.laying import laying_features, lays_among, thin_out
from lutetia.games.lumiere.rules.game import Lumiere
from lutetia.games.lumiere.rules.generate import legal_moves
from lutetia.games.lumiere.rules.names import LAYING
from lutetia.games.lumiere.rules.play import apply
from lutetia.kernel.chance import below, next_word
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Moves, Record, Words

LAYING_WEIGHTS = 0
BUILDING_WEIGHTS = laying.FEATURES
WIDEST = max(laying.FEATURES, building.FEATURES)
SHARPNESS = BUILDING_WEIGHTS + building.FEATURES
"""Two numbers after the weights: how strongly playouts and priors prefer the better move."""
KNOWLEDGE = SHARPNESS + 2

LAYS_CONSIDERED = 8
TAKES_CONSIDERED = 3
"""The moves that a playout rates. More moves cost more time than they are worth."""

MOVE_SPACE = Lumiere.move_space


@compiled
def rate(
    box: Record, knowledge: Floats, state: Record, moves: Moves, total: int, out: Floats
) -> None:
    """The weighted features of each move."""
    row = np.zeros(WIDEST)
    first = LAYING_WEIGHTS if state.phase == LAYING else BUILDING_WEIGHTS
    length = laying.FEATURES if state.phase == LAYING else building.FEATURES
    lights, large = shining(box, state)
    best = np.full(12, -1.0)
    for index in range(total):
        row[:] = 0.0
        if state.phase == LAYING:
            laying_features(box, state, int(moves[index]), row)
        else:
            building_features(box, state, int(moves[index]), lights, large, best, row)
        sum_ = 0.0
        for feature in range(length):
            sum_ += row[feature] * knowledge[first + feature]
        out[index] = sum_


@compiled
def feature_rows(box: Record, state: Record, moves: Moves, out: Floats) -> None:
    """The features of each move, for tuning. `out` must be zero before the call."""
    lights, large = shining(box, state)
    best = np.full(12, -1.0)
    for index in range(len(moves)):
        if state.phase == LAYING:
            laying_features(box, state, int(moves[index]), out[index])
        else:
            building_features(box, state, int(moves[index]), lights, large, best, out[index])


@compiled
def soften(ratings: Floats, total: int, sharpness: float) -> None:
    """Turn ratings into probabilities."""
    highest = -1e9
    for index in range(total):
        highest = max(highest, ratings[index])
    sum_ = 0.0
    for index in range(total):
        ratings[index] = math.exp(sharpness * (ratings[index] - highest))
        sum_ += ratings[index]
    for index in range(total):
        ratings[index] /= sum_


@compiled
def drawn(ratings: Floats, total: int, chance: Words) -> int:
    """A random index, drawn by the probabilities."""
    left = float(next_word(chance) >> np.uint64(11)) / float(1 << 53)
    for index in range(total):
        left -= ratings[index]
        if left < 0.0:
            return index
    return total - 1


@compiled
def rate_some(
    box: Record,
    knowledge: Floats,
    state: Record,
    chance: Words,
    moves: Moves,
    total: int,
    out: Floats,
) -> int:
    """Rate a sample of the moves of phase one. Each kind weighs as much as all its moves."""
    lays = lays_among(moves, total)
    kept_lays = thin_out(moves, 0, lays, LAYS_CONSIDERED, below(chance, 64), 0)
    kept = thin_out(moves, lays, total, TAKES_CONSIDERED, below(chance, 64), kept_lays)
    rate(box, knowledge, state, moves, kept, out)
    sharpness = knowledge[SHARPNESS]
    for index in range(kept):
        if index < kept_lays:
            out[index] += math.log(lays / kept_lays) / sharpness
        else:
            out[index] += math.log((total - lays) / (kept - kept_lays)) / sharpness
    return kept


@compiled
def play_out(
    box: Record, knowledge: Floats, state: Record, chance: Words, moves: Moves, ratings: Floats
) -> None:
    """Play to the end. Better moves are played more often."""
    while state.to_move >= 0:
        total = legal_moves(box, state, moves)
        if total == 1:
            apply(box, state, moves[0])
            continue
        if state.phase == LAYING:
            total = rate_some(box, knowledge, state, chance, moves, total, ratings)
        else:
            rate(box, knowledge, state, moves, total, ratings)
        soften(ratings, total, knowledge[SHARPNESS])
        apply(box, state, moves[drawn(ratings, total, chance)])
