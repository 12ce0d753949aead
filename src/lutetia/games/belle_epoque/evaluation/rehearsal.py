"""Pattern (see `kernel.specialise`): whole games at first sight, for tuning."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.evaluation.features import (
    LONG,
    all_worth,
    seat_features,
    turns_left,
)
from lutetia.games.belle_epoque.rules import state as s
from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
score = game_function("score")
leads_after = game_function("leads_after")
blind_moves = game_function("blind_moves")

SEAT, TIME, POINTS_THEN = range(3)
LONGEST = 3000
"""A game with more plies than this is stopped."""
NOTES = 3
"""How many columns are kept of each row besides its features."""
EVERY = 8
"""About one position in this many is noted."""


@compiled
def note(box: Record, state: Record, rows: Floats, notes: Floats, used: int) -> int:
    """Write down the features of every seat that still has turns; returns the rows used so far."""
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
    state: Record,
    chance: Words,
    moves: Moves,
    rows: Floats,
    notes: Floats,
    lines: Floats,
) -> int:
    """Play one game in which every seat follows its own row of weights, at first sight.

    Returns how many rows of features were noted; no more are noted than `rows` can hold. The old
    content of `state` does not matter.
    """
    leads = np.zeros(len(moves))
    scored = np.zeros(lines.shape, dtype=np.int32)
    used = 0
    deal(box, chance, state)
    while state.to_move >= 0 and state.ply < LONGEST:
        count = legal_moves(box, state, moves)
        blind = blind_moves(box, state, moves, count)
        if blind > 0:
            # A player must not see a tile before it is drawn.
            chosen = below(chance, blind)
        else:
            leads_after(box, knowledge[int(state.to_move)], state, moves, count, leads)
            chosen = int(np.argmax(leads[:count]))
        apply(box, state, int(moves[chosen]))
        if len(rows) > 0 and state.to_move >= 0 and below(chance, EVERY) == 0:
            used = note(box, state, rows, notes, used)
    score(box, state, scored)
    lines[:, :] = scored
    return used
