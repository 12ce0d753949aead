"""The legal moves of a position, in ascending order of their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.lumiere import moves
from lutetia.games.lumiere.geometry import IN_FRONT_OF, ONE, SIDES_OF, beside, has
from lutetia.games.lumiere.moves import ACTIVATE, PASS, TAKE
from lutetia.games.lumiere.names import (
    BOUQUINISTES,
    DANCER,
    FONTAINE,
    FOUNTAIN,
    GARDEN,
    GRANDE_LUMIERE,
    JARDIN,
    LAMP,
    LAMPADAIRE,
    LARGE_LAMP,
    LAYING,
    LEVITATION,
    MOULIN_ROUGE,
    NONE,
    OVER,
    PAINTER,
    PEINTRE,
    PENSEUR,
    STREETLIGHT,
    TILES,
)
from lutetia.games.lumiere.placing import (
    EMPTY,
    can_build,
    chartier_ground,
    fits_somewhere,
    fitting_anchors,
    metro_ground,
    own_colour,
    own_ground,
)
from lutetia.kernel.bits import constant, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Record, Word

# Compiled code knows only these; the block starts are plain integers.
NO_MOVES = constant(0)
build_move = moves.build
lay_move = moves.lay


@compiled
def legal_moves(box: Record, state: Record, out: Moves) -> int:
    """All legal moves (the contract's `Rules.legal_moves`)."""
    if state.phase == OVER:
        return 0
    if state.phase == LAYING:
        return _laying(state, out)
    if state.pending != NONE:
        pending: Any = np.int64(state.pending)
        return _builds_of(box, state, pending, out, NO_MOVES)
    return _building(box, state, out)


@compiled
def _laying(state: Record, out: Moves) -> int:
    """L3.1, L3.2."""
    seat = state.to_move
    count = 0
    for tile in range(TILES):
        if (state.held[seat] >> tile) & 1:
            for square in range(16):
                if state.square[square] == NONE:
                    for turns in range(4):
                        out[count] = lay_move(tile, square, turns)
                        count += 1
    for building in range(12):
        if (state.pool >> building) & 1:
            out[count] = TAKE + building
            count += 1
    if state.held_count[seat] == 0:
        out[count] = PASS
        count += 1
    return count


@compiled
def _building(box: Record, state: Record, out: Moves) -> int:
    """L4.2, L4.3."""
    seat = state.to_move
    count = 0
    if state.tokens[seat] == 0 and not can_build(box, state, seat, EMPTY, EMPTY):
        out[count] = PASS
        count += 1
    for building in range(12):
        if (state.reserve[seat] >> building) & 1:
            count = _builds_of(box, state, building, out, count)
    if state.tokens[seat] > 0:
        count = _activations(box, state, out, count)
    return count


@compiled
def _builds_of(box: Record, state: Record, building: int, out: Moves, count: int) -> int:
    """Every place of one building, powers included."""
    seat = state.to_move
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    for turns in range(4):
        anchors = fitting_anchors(box, building, turns, own, metro, chartier)
        first = build_move(building, turns, 0)
        while anchors != EMPTY:
            out[count] = first + lowest(anchors)
            anchors &= anchors - ONE
            count += 1
    return count


@compiled
def _is_open(state: Record, postcard: int) -> bool:
    """Whether a postcard is in play and bears no token (L6.1)."""
    return (state.in_play >> postcard) & 1 == 1 and state.used_by[postcard] == NONE


@compiled
def _activations(box: Record, state: Record, out: Moves, count: int) -> int:
    """Every open postcard: undone or binding nobody (L6.2), then with its action."""
    for postcard in range(12):
        if _is_open(state, postcard):
            out[count] = ACTIVATE + postcard
            count += 1
    if _is_open(state, LEVITATION):
        count = _exchanges(box, state, out, count)
    if _is_open(state, JARDIN):
        count = _gardens(box, state, out, count)
    count = _pieces(state, out, count)
    if _is_open(state, PENSEUR):
        count = _statues(state, out, count)
    if _is_open(state, BOUQUINISTES):
        count = _annexes(state, out, count)
    return count


@compiled
def _exchanges(box: Record, state: Record, out: Moves, count: int) -> int:
    """L7.2: only for a building that can then be built."""
    seat = state.to_move
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    buildable = 0
    if state.reserve[seat] != 0:
        for taken in range(12):
            if (state.pool >> taken) & 1 and fits_somewhere(box, taken, own, metro, chartier):
                buildable |= 1 << taken
    if buildable == 0:
        return count
    for given in range(12):
        if (state.reserve[seat] >> given) & 1:
            for taken in range(12):
                if (buildable >> taken) & 1:
                    out[count] = moves.exchange(given, taken)
                    count += 1
    return count


@compiled
def _gardens(box: Record, state: Record, out: Moves, count: int) -> int:
    """L7.1."""
    seat = state.to_move
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    for turns in range(4):
        anchors = fitting_anchors(box, GARDEN, turns, own, metro, chartier)
        while anchors != EMPTY:
            out[count] = moves.plant(turns, lowest(anchors))
            anchors &= anchors - ONE
            count += 1
    return count


@compiled
def _pieces(state: Record, out: Moves, count: int) -> int:
    """L7.6, L7.8, L7.9, L7.10, L7.12, in the order of the pieces' numbers."""
    seat = state.to_move
    colour = own_colour(state, seat)
    if _is_open(state, PEINTRE):
        count = _spaces_of(PAINTER, colour, out, count)
    if _is_open(state, LAMPADAIRE):
        count = _spaces_of(LAMP, colour, out, count)
    if _is_open(state, MOULIN_ROUGE):
        count = _spaces_of(DANCER, colour, out, count)
    if _is_open(state, FONTAINE):
        ground = own_ground(state, seat) | chartier_ground(state, seat)
        count = _spaces_of(FOUNTAIN, ground, out, count)
    if _is_open(state, GRANDE_LUMIERE):
        lamps = state.spaces[STREETLIGHT] & ~state.occupied
        count = _spaces_of(LARGE_LAMP, lamps, out, count)
    return count


@compiled
def _spaces_of(piece: int, spaces: Word, out: Moves, count: int) -> int:
    while spaces != EMPTY:
        out[count] = moves.put(piece, lowest(spaces))
        spaces &= spaces - ONE
        count += 1
    return count


@compiled
def _statues(state: Record, out: Moves, count: int) -> int:
    """L7.11: the space in front is on the board and free."""
    spaces = own_colour(state, state.to_move)
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        for facing in range(4):
            front = IN_FRONT_OF[space, facing]
            if front >= 0 and not has(state.occupied, front):
                out[count] = moves.erect(space, facing)
                count += 1
    return count


@compiled
def _annexes(state: Record, out: Moves, count: int) -> int:
    """L7.7: beside one of the seat's buildings; which one it enlarges is part of the move."""
    seat = state.to_move
    spaces = own_colour(state, seat) & beside(state.built[seat])
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        for host in range(GARDEN + 1):
            if state.owner[host] == seat and state.footprint[host] & SIDES_OF[space] != EMPTY:
                out[count] = moves.add_annex(space, host)
                count += 1
    return count
