"""Pattern (see `kernel.specialise`): whole games at first sight, noted down for tuning."""

from __future__ import annotations

import math

import numpy as np

from lutetia.ai.judgement.belle_epoque.estimate import WORLD
from lutetia.ai.judgement.belle_epoque.features import (
    LONG,
    all_worth,
    seat_features,
    turns_left,
)
from lutetia.ai.search.tree import Floats
from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque.moves import PLACE
from lutetia.kernel.chance import below, next_word
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Words

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
score = game_function("score")
leads_after = game_function("leads_after")

SEAT, TIME, POINTS_THEN = range(3)
LONGEST = 3000
"""Plies of a game that is not worth going on with."""
NOTES = 3
"""Columns that are kept of each row besides its features."""


@compiled
def drawn_by(leads: Floats, count: int, haste: float, chance: Words) -> int:
    """The index of a move: the best one, or nearly so, by points."""
    best = 0
    highest = -1e9
    for index in range(count):
        share = (float(next_word(chance) >> np.uint64(11)) + 0.5) / float(1 << 53)
        rating = leads[index] - haste * math.log(-math.log(share))
        if rating > highest:
            highest = rating
            best = index
    return best


@compiled
def draws_among(moves: Moves, count: int) -> int:
    """How many moves of a list draw a tile; they come first."""
    draws = 0
    while draws < count and moves[draws] < PLACE:
        draws += 1
    return draws


@compiled
def note(box: Record, state: Record, rows: Floats, notes: Floats, used: int) -> int:
    """Write down the features of every seat that still has turns; the rows used then."""
    sums = np.zeros((s.DISTRICTS, s.SEATS))
    best = np.zeros((s.DISTRICTS, s.SEATS))
    all_worth(box, state, sums, best)
    for seat in range(box.players):
        left = turns_left(box, state, seat)
        if left > 0.0 and used < len(rows):
            seat_features(box, state, seat, sums, best, rows[used])
            notes[used, SEAT] = seat
            notes[used, TIME] = min(1.0, left / LONG)
            notes[used, POINTS_THEN] = state.points[seat]
            used += 1
    return used


@compiled
def rehearse(
    box: Record,
    knowledge: Floats,
    chance: Words,
    moves: Moves,
    haste: float,
    every: int,
    rows: Floats,
    notes: Floats,
    lines: Floats,
) -> int:
    """Play one game by first sight; about one position in `every` is noted. The rows used."""
    worlds = np.zeros(1, dtype=WORLD)
    state = worlds[0]
    leads = np.zeros(len(moves))
    scored = np.zeros(lines.shape, dtype=np.int32)
    used = 0
    deal(box, chance, state)
    while state.to_move >= 0 and state.ply < LONGEST:
        count = legal_moves(box, state, moves)
        if state.phase == s.DRAW:
            # What lies on a pile must not be seen before it is drawn.
            chosen = below(chance, draws_among(moves, count))
        else:
            leads_after(box, knowledge, state, moves, count, leads)
            chosen = drawn_by(leads, count, haste, chance)
        apply(box, state, np.int64(moves[chosen]))
        if state.to_move >= 0 and below(chance, every) == 0:
            used = note(box, state, rows, notes, used)
    score(box, state, scored)
    lines[:, :] = scored
    return used
