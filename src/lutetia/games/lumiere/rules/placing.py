"""Where buildings and pieces may go in phase two (L5, L6.3, L7)."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import bit
from lutetia.games.lumiere.rules.names import CHARTIER as CHARTIER_CARD
from lutetia.games.lumiere.rules.names import (
    HELD,
    METRO,
    METROPOLITAIN,
    MIXED,
    MIXED_SPACE,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Word

EMPTY: Word = np.uint64(0)


@compiled
def own_ground(state: State, seat: int) -> Word:
    """Free spaces of the seat's colour or mixed. The seat builds there (L5.1)."""
    return (state.spaces[seat] | state.spaces[MIXED]) & ~state.occupied


@compiled
def own_colour(state: State, seat: int) -> Word:
    """Free spaces of the seat's colour alone. Most pieces go there (L6.3)."""
    return state.spaces[seat] & ~state.occupied


@compiled
def holds(state: State, seat: int, power: int) -> bool:
    """Whether the seat holds Métropolitain or Chartier and has not spent it."""
    card = METROPOLITAIN if power == METRO else CHARTIER_CARD
    return state.power[power] == HELD and state.used_by[card] == seat


@compiled
def metro_ground(state: State, seat: int) -> Word:
    """Streetlight spaces, if the seat holds Métropolitain. A building may cover one (L7.3)."""
    if holds(state, seat, METRO):
        return state.spaces[STREETLIGHT] & ~state.occupied
    return EMPTY


@compiled
def chartier_ground(state: State, seat: int) -> Word:
    """The rival's spaces, if the seat holds Chartier. One becomes mixed and is covered (L7.4)."""
    if holds(state, seat, MIXED_SPACE):
        return state.spaces[1 - seat] & ~state.occupied
    return EMPTY


@compiled
def fitting_anchors(
    box: Box, building: int, turns: int, own: Word, metro: Word, chartier: Word
) -> Word:
    """All anchors at which the building, in this turn, lies legally.

    Every anchor is one bit of a word. So one shift tests a space of the building for all anchors
    at once. Each power allows at most one space: the code counts "one" and "two or more".
    """
    anchors = box.anchors[building, turns]
    if metro | chartier == EMPTY:
        # Always six spaces, so that no branch depends on the building.
        for index in range(6):
            anchors &= own >> box.offset[building, turns, index]
        return anchors
    ground = own | metro | chartier
    metro_one = EMPTY
    metro_two = EMPTY
    chartier_one = EMPTY
    chartier_two = EMPTY
    for index in range(box.building_size[building]):
        offset = box.offset[building, turns, index]
        anchors &= ground >> offset
        here = metro >> offset
        metro_two |= metro_one & here
        metro_one |= here
        here = chartier >> offset
        chartier_two |= chartier_one & here
        chartier_one |= here
    return anchors & ~metro_two & ~chartier_two


@compiled
def fits_somewhere(box: Box, building: int, own: Word, metro: Word, chartier: Word) -> bool:
    """Whether the building has any legal place."""
    for turns in range(box.turns[building]):
        if fitting_anchors(box, building, turns, own, metro, chartier) != EMPTY:
            return True
    return False


@compiled
def can_build(box: Box, state: State, seat: int, metro: Word, chartier: Word) -> bool:
    """Whether a building of the seat's reserve has a place on its own or the given ground."""
    own = own_ground(state, seat)
    for building in range(12):
        if (state.reserve[seat] >> building) & 1 and fits_somewhere(
            box, building, own, metro, chartier
        ):
            return True
    return False


@compiled
def lay_footprint(state: State, seat: int, building: int, spaces: Word) -> None:
    """Put a building on the board and spend the powers that its place needs."""
    if spaces & state.spaces[STREETLIGHT] != EMPTY:
        state.power[METRO] = 2
    if spaces & state.spaces[1 - seat] != EMPTY:
        state.power[MIXED_SPACE] = 2
    state.footprint[building] = spaces
    state.owner[building] = seat
    state.built[seat] |= spaces
    state.occupied |= spaces


@compiled
def put_piece(state: State, piece: int, space: int) -> None:
    """Put a piece of one space on the board."""
    state.piece[piece] = space
    state.occupied |= bit(space)
