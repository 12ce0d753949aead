"""Drawing a building tile and putting it on the board (B2.4, B3.1)."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.moves import DRAW, PLACE
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves

ONE = np.uint64(1)


@compiled
def list_draws(state: State, out: Moves) -> int:
    """Every pile that has a tile."""
    count = 0
    for pile in range(terms.PILES):
        if state.pile_left[pile] > 0:
            out[count] = DRAW + pile
            count += 1
    return count


@compiled
def list_places(box: Box, state: State, out: Moves) -> int:
    """Every district that takes the drawn tile."""
    count = 0
    for district in range(s.DISTRICTS):
        if fits(box, state, whole(state.drawn), district):
            out[count] = PLACE + district
            count += 1
    return count


@compiled
def fits(box: Box, state: State, tile: int, district: int) -> bool:
    """Whether the tile's space in a district is empty, and the district lacks its type (B2.4)."""
    room = state.tile_at[district * terms.SLOTS + tile % terms.SLOTS] < 0
    for slot in range(terms.SLOTS):
        other = whole(state.tile_at[district * terms.SLOTS + slot])
        room &= other < 0 or box.tile_type[other] != box.tile_type[tile]
    return room


@compiled
def refuse_place(box: Box, state: State, tile: int, district: int) -> int:
    """Why a district does not take a tile: its space is taken or its type is there (B2.4)."""
    first = district * terms.SLOTS
    if state.tile_at[first + tile % terms.SLOTS] >= 0:
        return no.SPACE_TAKEN
    for space in range(first, first + terms.SLOTS):
        other = whole(state.tile_at[space])
        if other >= 0 and box.tile_type[other] == box.tile_type[tile]:
            return no.TYPE_TAKEN
    return no.LEGAL


@compiled
def draw(box: Box, state: State, pile: int) -> None:
    """Turn up the top tile of a pile; it goes to its home, or waits for a choice of district."""
    left = whole(state.pile_left[pile]) - 1
    tile = whole(state.piles[pile, left])
    state.piles[pile, left] = s.NONE
    state.pile_left[pile] = left
    state.backs[pile] = state.piles[pile, left - 1] // terms.SLOTS if left > 0 else s.NONE
    state.turned |= ONE << np.uint64(tile)
    state.phase = s.ACT
    if box.any_district == 0:
        put_on_board(state, tile, tile)
        return
    for district in range(s.DISTRICTS):
        if fits(box, state, tile, district):
            state.drawn = tile
            state.phase = s.PLACE


@compiled
def place(state: State, district: int) -> None:
    """Put the drawn tile on the space of its value in a district (B2.4)."""
    tile = whole(state.drawn)
    put_on_board(state, tile, district * terms.SLOTS + tile % terms.SLOTS)
    state.drawn = s.NONE
    state.phase = s.ACT


@compiled
def put_on_board(state: State, tile: int, space: int) -> None:
    """Put a building on a space."""
    state.tile_at[space] = tile
    state.built |= ONE << np.uint64(space)
