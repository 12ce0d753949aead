"""The legal moves of a position, in ascending order of their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.lumiere.rules import moves
from lutetia.games.lumiere.rules.geometry import (
    IN_FRONT_OF,
    LOWER_LEFTS,
    ONE,
    SIDES_OF,
    beside,
    has,
)
from lutetia.games.lumiere.rules.moves import ACTIVATE, PASS, TAKE
from lutetia.games.lumiere.rules.names import (
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
from lutetia.games.lumiere.rules.placing import (
    EMPTY,
    can_build,
    chartier_ground,
    fits_somewhere,
    fitting_anchors,
    metro_ground,
    own_colour,
    own_ground,
)
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.bits import constant, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Word

# Compiled code knows only these; the block starts are plain integers.
NO_MOVES = constant(0)
build_move = moves.build
lay_move = moves.lay


@compiled
def legal_moves(box: Box, state: State, out: Moves) -> int:
    """All legal moves (the contract's `Rules.legal_moves`)."""
    if state.phase == OVER:
        return 0
    if state.phase == LAYING:
        return _laying(state, out)
    if state.pending != NONE:
        return _pending(box, state, out)
    return _building(box, state, out)


@compiled
def _pending(box: Box, state: State, out: Moves) -> int:
    """The second step of levitation (L7.2)."""
    seat = state.to_move
    building: Any = np.int64(state.pending)
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    return _builds_of(box, building, own, metro, chartier_ground(state, seat), out, NO_MOVES)


@compiled
def _laying(state: State, out: Moves) -> int:
    """L3.1, L3.2."""
    seat = state.to_move
    laid = state.spaces[0] | state.spaces[1] | state.spaces[2] | state.spaces[3]
    count = 0
    for tile in range(TILES):
        if (state.held[seat] >> tile) & 1:
            empty = LOWER_LEFTS & ~laid
            while empty != EMPTY:
                corner = lowest(empty)
                empty &= empty - ONE
                first = lay_move(tile, corner // 16 * 4 + corner % 8 // 2, 0)
                for turns in range(4):
                    out[count + turns] = first + turns
                count += 4
    for building in range(12):
        if (state.pool >> building) & 1:
            out[count] = TAKE + building
            count += 1
    if state.held_count[seat] == 0:
        out[count] = PASS
        count += 1
    return count


@compiled
def _building(box: Box, state: State, out: Moves) -> int:
    """L4.2, L4.3."""
    seat = state.to_move
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    count = 0
    # A player without a token is passed over unless a building fits. So only a player with a
    # held power may have to choose between a build and a pass.
    if (
        state.tokens[seat] == 0
        and metro | chartier != EMPTY
        and not can_build(box, state, seat, EMPTY, EMPTY)
    ):
        out[count] = PASS
        count += 1
    for building in range(12):
        if (state.reserve[seat] >> building) & 1:
            count = _builds_of(box, building, own, metro, chartier, out, count)
    if state.tokens[seat] > 0:
        count = _activations(box, state, own, metro, chartier, out, count)
    return count


@compiled
def _builds_of(
    box: Box, building: int, own: Word, metro: Word, chartier: Word, out: Moves, count: int
) -> int:
    """Every place of one building, powers included."""
    for turns in range(box.turns[building]):
        anchors = fitting_anchors(box, building, turns, own, metro, chartier)
        first = build_move(building, turns, 0)
        while anchors != EMPTY:
            out[count] = first + lowest(anchors)
            anchors &= anchors - ONE
            count += 1
    return count


@compiled
def _open_postcards(state: State) -> Word:
    """The set of postcards in play without a token (L6.1)."""
    unused = EMPTY
    for postcard in range(12):
        unused |= np.uint64(state.used_by[postcard] == NONE) << np.uint64(postcard)
    return unused & np.uint64(state.in_play)


@compiled
def _activations(
    box: Box, state: State, own: Word, metro: Word, chartier: Word, out: Moves, count: int
) -> int:
    """Every open postcard: first undone or without a choice (L6.2), then with its action."""
    postcards = _open_postcards(state)
    cards = postcards
    while cards != EMPTY:
        out[count] = ACTIVATE + lowest(cards)
        cards &= cards - ONE
        count += 1
    if has(postcards, LEVITATION):
        count = _exchanges(box, state, own, metro, chartier, out, count)
    if has(postcards, JARDIN):
        count = _gardens(box, own, metro, chartier, out, count)
    count = _pieces(state, postcards, own | chartier, out, count)
    if has(postcards, PENSEUR):
        count = _statues(state, out, count)
    if has(postcards, BOUQUINISTES):
        count = _annexes(state, out, count)
    return count


@compiled
def _exchanges(
    box: Box, state: State, own: Word, metro: Word, chartier: Word, out: Moves, count: int
) -> int:
    """L7.2: a player may take only a building that can then be built."""
    seat = state.to_move
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
def _gardens(box: Box, own: Word, metro: Word, chartier: Word, out: Moves, count: int) -> int:
    """L7.1."""
    for turns in range(2):
        anchors = fitting_anchors(box, GARDEN, turns, own, metro, chartier)
        while anchors != EMPTY:
            out[count] = moves.plant(turns, lowest(anchors))
            anchors &= anchors - ONE
            count += 1
    return count


@compiled
def _pieces(state: State, postcards: Word, fountain_ground: Word, out: Moves, count: int) -> int:
    """L7.6, L7.8, L7.9, L7.10, L7.12, in the order of the pieces' numbers."""
    seat = state.to_move
    colour = own_colour(state, seat)
    if has(postcards, PEINTRE):
        count = _spaces_of(PAINTER, colour, out, count)
    if has(postcards, LAMPADAIRE):
        count = _spaces_of(LAMP, colour, out, count)
    if has(postcards, MOULIN_ROUGE):
        count = _spaces_of(DANCER, colour, out, count)
    if has(postcards, FONTAINE):
        count = _spaces_of(FOUNTAIN, fountain_ground, out, count)
    if has(postcards, GRANDE_LUMIERE):
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
def _statues(state: State, out: Moves, count: int) -> int:
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
def _annexes(state: State, out: Moves, count: int) -> int:
    """L7.7: beside one of the seat's buildings. The move names the building that it enlarges."""
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
