"""The value function: the final points of every seat, estimated from its features.

Two parts, each linear in the features and in features times the time that is left: the points
won in play (with tile 27), and the points of districts. What is scored already is exact.

There are two sets of weights. Those of first sight compare the moves of one turn, and were tuned by
contests: they rank well, but exaggerate. Those of reflection say what a position is worth, and
were fitted to how games ended.
"""

from __future__ import annotations

import math

import numpy as np

from lutetia.games.belle_epoque.evaluation.features import (
    ACTION,
    FEATURES,
    FRANCS_27,
    LONG,
    SCORED,
    all_worth,
    rank_points,
    seat_features,
    turns_left,
)
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT, FRANCS, POINTS, SCORE_LINES
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Record

PLAY_NOW, PLAY_LATER, DISTRICTS_NOW, DISTRICTS_LATER = range(4)
"""The four blocks of a set of weights."""
BLOCKS = 4
FIRST_SIGHT, REFLECTION = 0, BLOCKS
"""The first block of either set."""
SHARPNESS = 2 * BLOCKS * FEATURES
"""Behind them: how sharply priors prefer the better move, for each point."""
KNOWLEDGE = SHARPNESS + 1
LINES = len(SCORE_LINES)
MARGIN = 8.0
WORLD = np.dtype((np.record, s.STATE))


@compiled
def weighed(knowledge: Floats, block: int, features: Floats) -> float:
    """The sum of features by the weights of a block."""
    total = 0.0
    for index in range(FEATURES):
        total += knowledge[block * FEATURES + index] * features[index]
    return total


@compiled
def estimate(box: Record, knowledge: Floats, state: Record, first: int, lines: Floats) -> None:
    """The expected scoring lines of every seat at the end, by the set of weights named.

    Moves of one turn are compared without tempo: else whatever puts off the action would look
    better than the action, after which it is the next seat's turn to act.
    """
    sums = np.zeros((s.DISTRICTS, s.SEATS))
    best = np.zeros((s.DISTRICTS, s.SEATS))
    features = np.zeros(FEATURES)
    all_worth(box, state, sums, best)
    for seat in range(box.players):
        seat_features(box, state, seat, sums, best, features)
        if first == FIRST_SIGHT:
            features[ACTION] = 0.0
        left = turns_left(box, state, seat)
        play = 0.0
        districts = features[SCORED]
        if left > 0.0:
            time = min(1.0, left / LONG)
            play = weighed(knowledge, first + PLAY_NOW, features)
            play += time * weighed(knowledge, first + PLAY_LATER, features)
            districts = weighed(knowledge, first + DISTRICTS_NOW, features)
            districts += time * weighed(knowledge, first + DISTRICTS_LATER, features)
        else:
            play = features[FRANCS_27]
        lines[seat, POINTS] = state.points[seat] + play - features[FRANCS_27]
        lines[seat, FRANCS] = features[FRANCS_27]
        for district in range(s.DISTRICTS):
            lines[seat, FIRST_DISTRICT + district] = districts / s.DISTRICTS


@compiled
def localise(box: Record, state: Record, lines: Floats) -> None:
    """Let what the districts give now stand in their own lines; totals stay as they are."""
    sums = np.zeros((s.DISTRICTS, s.SEATS))
    best = np.zeros((s.DISTRICTS, s.SEATS))
    all_worth(box, state, sums, best)
    for seat in range(box.players):
        scored = 0.0
        for district in range(s.DISTRICTS):
            tile = int(state.scoring_tile[district])
            if tile >= 0:
                points = rank_points(
                    box, int(box.players), tile, seat, sums[district], best[district]
                )
                lines[seat, FIRST_DISTRICT + district] += points
                scored += points
        for district in range(s.DISTRICTS):
            lines[seat, FIRST_DISTRICT + district] -= scored / s.DISTRICTS


@compiled
def lead(lines: Floats, players: int, seat: int) -> float:
    """The expected points of a seat less those of the best other."""
    own = 0.0
    rival = -1e9
    for other in range(players):
        total = 0.0
        for line in range(LINES):
            total += lines[other, line]
        if other == seat:
            own = total
        else:
            rival = max(rival, total)
    return own - rival


@compiled
def value(lines: Floats, players: int, seat: int) -> float:
    """Between 0 and 1: how probable the lead makes a victory."""
    return 1.0 / (1.0 + math.exp(-lead(lines, players, seat) / MARGIN))
