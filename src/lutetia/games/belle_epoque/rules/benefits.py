"""What the owner of a key gets after a move, in the order of B6, and the answers it may give."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import FIRST_LANDMARK, keys_in
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.market import give_up
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.games.belle_epoque.rules.track import (
    ahead,
    list_members,
    refuse_take,
    take_tile,
    too_far,
)
from lutetia.games.belle_epoque.rules.turn import follow_up_answered
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves

ONE = np.uint64(1)
GIVE_A_STEP = np.uint64(1 << 16 | 1 << 24)
"""Tiles 17 and 25: if used before the answer, they may make a meeple's move possible."""
GIVE_PRESTIGE = GIVE_A_STEP | np.uint64(1 << 7 | 1 << 18)
"""Tiles 17 and 25, and tiles 8 and 19."""


@compiled
def begin_benefits(
    box: Box, state: State, seat: int, district: int, target: int, entered: bool
) -> None:
    """Give token and points at once; then wait for the answers that the seat may give.

    `entered`: the key was not in the district before, banks not counted (B6.4).
    """
    state.target = target
    if entered and keys_in(box, state, district) == box.keys_for_scoring:
        state.scoring_waits = 1
    if target >= FIRST_LANDMARK:
        waits = prestige_possible(box, state, seat, target - FIRST_LANDMARK)
        state.phase = s.PRESTIGE
    else:
        slot = target % terms.SLOTS
        kind = whole(state.token_at[target])
        if kind >= 0:
            state.token_at[target] = s.NONE
            state.tokens[seat, kind] += 1
        state.points[seat] += box.space_points[slot]
        waits = box.meeple_price[slot] >= 0 and track_possible(box, state, seat)
        state.phase = s.BONUS
    if not waits:
        follow_up_answered(state)


@compiled
def track_possible(box: Box, state: State, seat: int) -> bool:
    """Whether the meeple can move, or could after a tile is used before the answer (B3.2)."""
    unused = state.had[seat] & ~state.used[seat]
    return (unused & GIVE_A_STEP) | ahead(box, state, seat) != 0


@compiled
def prestige_possible(box: Box, state: State, seat: int, landmark: int) -> bool:
    """Whether the seat has such prestige, or could get it from a tile before the answer (B3.2).

    Any unused end-of-game tile counts: otherwise the phase would tell its face.
    """
    possible = whole(state.tokens[seat, box.landmark_kind[landmark]])
    for index in range(state.end_taken):
        possible += whole(state.end_taker[index] == seat)
    for index in range(state.end_used):
        possible -= whole(state.end_user[index] == seat)
    unused = state.had[seat] & ~state.used[seat]
    return possible > 0 or unused & GIVE_PRESTIGE != 0


@compiled
def list_bonus(box: Box, state: State, seat: int, out: Moves) -> int:
    """Every tile that the meeple can move to, if the seat can pay (B6.2)."""
    count = whole(0)
    if state.francs[seat] >= box.meeple_price[whole(state.target) % terms.SLOTS]:
        count = list_members(ahead(box, state, seat), m.BONUS, out, count)
    out[count] = m.DECLINE
    return count + 1


@compiled
def refuse_bonus(box: Box, state: State, seat: int, tile: int) -> int:
    """Why the meeple cannot move to a tile."""
    if state.francs[seat] < box.meeple_price[whole(state.target) % terms.SLOTS]:
        return no.NO_FRANCS_FOR_MEEPLE
    if state.bonus_space[tile] <= state.meeple[seat]:
        return no.NOT_FORWARD
    code = refuse_take(state, seat, tile)
    if code == no.LEGAL and too_far(box, state, seat, tile):
        return no.TOO_FAR
    return code


@compiled
def answer_bonus(box: Box, state: State, seat: int, tile: int) -> None:
    """Pay, move the meeple and take the tile (B7.1)."""
    state.francs[seat] -= box.meeple_price[whole(state.target) % terms.SLOTS]
    state.meeple[seat] = state.bonus_space[tile]
    take_tile(state, seat, tile)
    follow_up_answered(state)


@compiled
def list_discards(box: Box, state: State, seat: int, out: Moves) -> int:
    """Every number of prestige tokens that can be discarded at the landmark (B6.3)."""
    count = 0
    kind = box.landmark_kind[whole(state.target) - FIRST_LANDMARK]
    for amount in range(1, min(whole(box.most_discarded), whole(state.tokens[seat, kind])) + 1):
        out[count] = m.DISCARD + amount - 1
        count += 1
    out[count] = m.DECLINE
    return count + 1


@compiled
def refuse_discard(box: Box, state: State, seat: int, amount: int) -> int:
    """Why so many prestige tokens cannot be discarded."""
    kind = box.landmark_kind[whole(state.target) - FIRST_LANDMARK]
    if amount > box.most_discarded:
        return no.TOO_MANY_DISCARDED
    if state.tokens[seat, kind] < amount:
        return no.NO_PRESTIGE
    return no.LEGAL


@compiled
def answer_prestige(box: Box, state: State, seat: int, amount: int) -> None:
    """Discard prestige for the landmark's points."""
    landmark = whole(state.target) - FIRST_LANDMARK
    give_up(state, seat, whole(box.landmark_kind[landmark]), amount)
    state.points[seat] += amount * whole(box.landmark_points[landmark])
    follow_up_answered(state)


@compiled
def list_scoring(state: State, out: Moves) -> int:
    """Every scoring tile that is left, on every district without one (B6.4)."""
    count = 0
    for tile in range(terms.SCORING_TILES):
        if scoring_tile_laid(state, tile):
            continue
        for district in range(s.DISTRICTS):
            if state.scoring_tile[district] < 0:
                out[count] = m.SCORE + tile * s.DISTRICTS + district
                count += 1
    out[count] = m.DECLINE
    return count + 1


@compiled
def scoring_tile_laid(state: State, tile: int) -> bool:
    """Whether a scoring tile lies on some district."""
    for district in range(s.DISTRICTS):
        if state.scoring_tile[district] == tile:
            return True
    return False


@compiled
def refuse_scoring(state: State, tile: int, district: int) -> int:
    """Why a scoring tile cannot be put on a district."""
    if scoring_tile_laid(state, tile):
        return no.SCORING_TILE_LAID
    if state.scoring_tile[district] >= 0:
        return no.DISTRICT_HAS_SCORING
    return no.LEGAL


@compiled
def answer_scoring(state: State, tile: int, district: int) -> None:
    """Put a scoring tile on a district."""
    state.scoring_tile[district] = tile
    follow_up_answered(state)
