"""The value function: the final points of every seat, estimated from its features.

It has two parts: the points won in play (with tile 27), and the points of districts. Each part is
linear in the features, and in the features times the time left. Points already scored are exact.

There are two sets of weights (`weights.py`). The weights of first sight compare the moves of one
turn. They were tuned by contests: they rank moves well, but exaggerate. The weights of reflection
say what a position is worth. They were fitted to how games ended, and then refitted to the figures.
"""

from __future__ import annotations

import math

import numpy as np

from lutetia.games.belle_epoque.evaluation.features import (
    ACTION,
    FEATURES,
    FRANCS_27,
    LANDMARKS_OWNED,
    LONG,
    SCORED,
    all_worth,
    rank_points,
    seat_features,
    turns_left,
)
from lutetia.games.belle_epoque.evaluation.features import FRANCS as FRANCS_HELD
from lutetia.games.belle_epoque.evaluation.insight import ANSWERS, corrections, margin
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import EVERY_DISTRICT, keys_among
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT, FRANCS, POINTS, SCORE_LINES
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed, scratch
from lutetia.kernel.types import Floats, Record

PLAY_NOW, PLAY_LATER, DISTRICTS_NOW, DISTRICTS_LATER = range(4)
"""The four blocks of a set of weights."""
BLOCKS = 4
FIRST_SIGHT, REFLECTION = 0, BLOCKS
"""The first block of each set."""
SHARPNESS = 2 * BLOCKS * FEATURES
"""After the blocks: how strongly priors prefer the better move, for each point."""
KNOWLEDGE = SHARPNESS + 1
LEANS_TO = ("francs", "landmarks", "one district", "tiles", "eights")
"""What a single-minded player may want."""
STACK, STACK_IN_REACH = len(LEANS_TO), len(LEANS_TO) + 1
"""More weights: for the points that a landmark would give for the medals of a seat, at any landmark
and at one whose resources the seat holds."""
MORE = len(LEANS_TO) + 2
"""How many weights of reflection may follow. Refitted players have them; tuning works without."""
INSIGHT = KNOWLEDGE + MORE
"""After them: the weights of the network (`insight`)."""
LINES = len(SCORE_LINES)
MARGIN = 8.0
WORLD = np.dtype((np.record, s.STATE))

new_worths = scratch(s.DISTRICTS, s.SEATS)
new_features = scratch(s.SEATS, FEATURES)
new_numbers = scratch(s.SEATS)
new_answers = scratch(s.SEATS, ANSWERS)


@compiled
def weighed(knowledge: Floats, first: int, features: Floats, time: float) -> tuple[float, float]:
    """Points in play and of districts: sums of the features, each multiplied by its weights.

    The four sums of a set of weights are independent, so a processor computes them side by side.
    """
    play = play_later = districts = districts_later = 0.0
    play_now, later = first * FEATURES, FEATURES
    for index in range(FEATURES):
        size = features[index]
        place = play_now + index
        play += knowledge[place] * size
        play_later += knowledge[place + later] * size
        districts += knowledge[place + 2 * later] * size
        districts_later += knowledge[place + 3 * later] * size
    return play + time * play_later, districts + time * districts_later


@compiled
def leaning(
    box: Record, knowledge: Floats, state: Record, seat: int, sums: Floats, features: Floats
) -> float:
    """What the weights after the knowledge add to the estimate of a seat."""
    most = 0.0
    for district in range(s.DISTRICTS):
        most = max(most, sums[district, seat])
    eights = keys_among(state, seat, EVERY_DISTRICT << np.uint64(terms.SLOTS - 1))
    stack = 0.0
    in_reach = 0.0
    for landmark in range(terms.LANDMARKS):
        held = np.int64(state.tokens[seat, box.landmark_kind[landmark]])
        worth = float(min(held, np.int64(box.most_discarded)) * box.landmark_points[landmark])
        stack = max(stack, worth)
        if worth > in_reach:
            enough = True
            for kind in range(terms.RESOURCES):
                enough &= state.tokens[seat, kind] >= box.landmark_cost[landmark, kind]
            if enough:
                in_reach = worth
    return (
        knowledge[KNOWLEDGE] * features[FRANCS_HELD]
        + knowledge[KNOWLEDGE + 1] * features[LANDMARKS_OWNED]
        + knowledge[KNOWLEDGE + 2] * most
        + knowledge[KNOWLEDGE + 3] * count(state.had[seat])
        + knowledge[KNOWLEDGE + 4] * eights
        + knowledge[KNOWLEDGE + STACK] * stack
        + knowledge[KNOWLEDGE + STACK_IN_REACH] * in_reach
    )


@compiled
def estimate(box: Record, knowledge: Floats, state: Record, first: int, lines: Floats) -> None:
    """The expected scoring lines of every seat at the end; `first` names the set of weights.

    The network corrects those of reflection, if the knowledge has one. Moves of one turn are
    compared without tempo. Otherwise a move that delays the action would look better than the
    action, because after the action the next seat acts.
    """
    sums = new_worths()
    best = new_worths()
    all_worth(box, state, sums, best)
    estimate_from(box, knowledge, state, first, sums, best, lines)


@compiled
def estimate_from(
    box: Record,
    knowledge: Floats,
    state: Record,
    first: int,
    sums: Floats,
    best: Floats,
    lines: Floats,
) -> None:
    """The same, if the worth of every seat in every district is known."""
    players = np.int64(box.players)
    knowledge = borrowed(knowledge)
    lines = borrowed(lines)
    features = new_features()
    left = new_numbers()
    corrected = new_answers()
    for seat in range(players):
        seat_features(box, state, seat, sums, best, features[seat])
        left[seat] = turns_left(box, state, seat)
    if first == REFLECTION and len(knowledge) > INSIGHT:
        corrections(box, knowledge[INSIGHT:], state, sums, best, features, left, corrected)
    for seat in range(players):
        mine = features[seat]
        if first == FIRST_SIGHT:
            mine[ACTION] = 0.0
        play = mine[FRANCS_27]
        districts = mine[SCORED]
        if left[seat] > 0.0:
            time = min(1.0, left[seat] / LONG)
            play, districts = weighed(knowledge, first, mine, time)
            if first == REFLECTION and len(knowledge) > KNOWLEDGE:
                play += leaning(box, knowledge, state, seat, sums, mine)
        play += corrected[seat, 0]
        districts += corrected[seat, 1]
        lines[seat, POINTS] = state.points[seat] + play - mine[FRANCS_27]
        lines[seat, FRANCS] = mine[FRANCS_27]
        for district in range(s.DISTRICTS):
            lines[seat, FIRST_DISTRICT + district] = districts / s.DISTRICTS


@compiled
def localise(box: Record, state: Record, sums: Floats, best: Floats, lines: Floats) -> None:
    """Put what the districts give now into their own lines; the totals stay the same."""
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
    """The expected points of a seat, minus those of the best other seat."""
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
def margin_of(box: Record, knowledge: Floats, state: Record) -> float:
    """The lead in points that makes a win probable. Insight knows that it depends on the time."""
    if len(knowledge) <= INSIGHT:
        return MARGIN
    time = 0.0
    for seat in range(box.players):
        time += min(1.0, turns_left(box, state, seat) / LONG) / box.players
    return margin(knowledge[INSIGHT:], MARGIN, time)


@compiled
def value(lines: Floats, players: int, seat: int, margin: float) -> float:
    """How probable a win is with this lead, between 0 and 1."""
    return 1.0 / (1.0 + math.exp(-lead(lines, players, seat) / margin))
