"""Pattern (see `kernel.specialise`): whole games of planners, and notes of their positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.search.beam_buffers import BeamBuffers, lent
from lutetia.games.belle_epoque.evaluation.estimate import LINES, REFLECTION, estimate
from lutetia.games.belle_epoque.evaluation.features import (
    FEATURES,
    all_worth,
    seat_features,
    turns_left,
)
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
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT
from lutetia.kernel.chance import below, next_word
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Record, Words

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
score = game_function("score")
standing = game_function("standing")
turn_up = game_function("turn_up")
plan_turn = game_function("plan_turn")

LONGEST = 3000
"""A game with more plies than this is stopped."""
PLAY, DISTRICTS = 0, 1

Reals = NDArray[np.float32]


class Notes(NamedTuple):
    """Positions of games, and what came of them; the first index is the position."""

    seats: Reals
    table: Reals
    districts: Reals
    """For each seat and district: what all see of it, then what this seat sees."""
    expected: Reals
    """What the linear estimate expects for each seat: points still won in play, and of districts.
    """
    came: Reals
    """The same, as the game ended."""
    points: Reals
    """The points that each seat had won so far."""
    won: Reals
    """The share of the win of each seat."""


class Share(NamedTuple):
    """How much of a game is noted, and how much of it is left to chance."""

    ends: float
    """The share of the ends of turns that is noted."""
    strayed: float
    """The share of the turns that begin with a random move."""


def new_notes(players: int, rows: int) -> Notes:
    """Room for so many positions."""
    places = (players, s.DISTRICTS, BOARD_INPUTS + OWNER_INPUTS)
    parts = (players, 2)
    shapes = ((players, SEAT_INPUTS), (TABLE_INPUTS,), places, parts, parts, (players,), (players,))
    return Notes(*(np.zeros((rows, *shape), dtype=np.float32) for shape in shapes))


@compiled
def happens(chance: Words, probability: float) -> bool:
    """Whether something of this probability happens now."""
    return float(next_word(chance) >> np.uint64(11)) / 2.0**53 < probability


@compiled
def note(box: Record, base: Floats, state: Record, notes: Notes, used: int) -> int:
    """Write down a position if there is room; returns the rows used so far."""
    if used >= len(notes.won):
        return used
    players = np.int64(box.players)
    sums = np.zeros((s.DISTRICTS, s.SEATS))
    best = np.zeros((s.DISTRICTS, s.SEATS))
    features = np.zeros(FEATURES)
    inputs = np.zeros(SEAT_INPUTS)
    shared = np.zeros(TABLE_INPUTS)
    place = np.zeros(BOARD_INPUTS + OWNER_INPUTS)
    lines = np.zeros((players, LINES))
    all_worth(box, state, sums, best)
    table_inputs(box, state, shared)
    notes.table[used, :] = shared
    taken = taken_by_anybody(box, state)
    estimate(box, base, state, REFLECTION, lines)
    for seat in range(players):
        seat_features(box, state, seat, sums, best, features)
        left = turns_left(box, state, seat)
        seat_inputs(box, state, seat, features, left, inputs)
        notes.seats[used, seat, :] = inputs
        for district in range(s.DISTRICTS):
            board_inputs(box, state, district, taken, place)
            owner_inputs(box, state, seat, district, sums, best, left, place[BOARD_INPUTS:])
            notes.districts[used, seat, district, :] = place
        now = float(state.points[seat])
        notes.expected[used, seat, PLAY] = lines[seat, :FIRST_DISTRICT].sum() - now
        notes.expected[used, seat, DISTRICTS] = lines[seat, FIRST_DISTRICT:].sum()
        notes.points[used, seat] = now
    return used + 1


@compiled
def play_game(
    box: Record,
    base: Floats,
    knowledge: Floats,
    chance: Words,
    beam: BeamBuffers,
    width: int,
    share: Share,
    notes: Notes,
    used: int,
    totals: Floats,
    order: Words,
) -> int:
    """Play one game; each seat plans its turns with its own row of weights.

    `totals` gets the points of all seats at the end, `order` their standing. Returns the rows of
    the notes used so far."""
    players = np.int64(box.players)
    world = beam.worlds[0]
    begun = used
    deal(box, chance, world)
    while world.to_move >= 0 and world.ply < LONGEST:
        seat: int = np.int64(world.to_move)  # type: ignore[assignment]
        turn_up(box, world, seat, chance, beam)
        if share.strayed > 0.0 and world.to_move == seat and happens(chance, share.strayed):
            count = legal_moves(box, world, beam.moves)
            apply(box, world, int(beam.moves[below(chance, count)]))
            continue
        plan_turn(box, knowledge[seat], chance, beam, seat, width)
        if share.ends > 0.0 and world.to_move >= 0 and happens(chance, share.ends):
            used = note(box, base, world, notes, used)
    lines = np.zeros((players, LINES), dtype=np.int32)
    score(box, world, lines)
    standing(box, world, order)
    first = order[:players].max()
    winners = 0
    for seat in range(players):
        totals[seat] = lines[seat].sum()
        winners += order[seat] == first
    for row in range(begun, used):
        for seat in range(players):
            won = float(lines[seat, :FIRST_DISTRICT].sum())
            notes.came[row, seat, PLAY] = won - notes.points[row, seat]
            notes.came[row, seat, DISTRICTS] = lines[seat, FIRST_DISTRICT:].sum()
            notes.won[row, seat] = 1.0 / winners if order[seat] == first else 0.0
    return used


@compiled
def play_games(
    box: Record,
    base: Floats,
    knowledge: Floats,
    seeds: Words,
    beam: BeamBuffers,
    width: int,
    share: Share,
    notes: Notes,
    totals: Floats,
    order: Words,
) -> int:
    """Play a game for each seed, each with its own weights. Returns the rows used of the notes."""
    beam = lent(beam)
    knowledge = borrowed(knowledge)
    used = 0
    for number in range(len(seeds)):
        chance = seeds[number].copy()
        used = play_game(
            box,
            base,
            knowledge[number],
            chance,
            beam,
            width,
            share,
            notes,
            used,
            totals[number],
            order[number],
        )
    return used
