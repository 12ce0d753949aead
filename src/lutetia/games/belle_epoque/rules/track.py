"""The bonus track: moves of a meeple, and the tiles taken from the track (B7)."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Word

ONE = np.uint64(1)


@compiled
def refuse_take(state: State, seat: int, tile: int) -> int:
    """Why a seat cannot take a tile from the track: it is gone, or the seat had it (B7.1)."""
    if not (state.track[0] >> np.uint64(tile)) & ONE:
        return no.TILE_GONE
    if (state.had[seat] >> np.uint64(tile)) & ONE:
        return no.TILE_HAD
    return no.LEGAL


@compiled
def ahead(box: Box, state: State, seat: int) -> Word:
    """The tiles that the meeple can move forward to."""
    found = np.uint64(0)
    tiles = state.track[0] & ~state.had[seat]
    while tiles:
        tile = lowest(tiles)
        if state.bonus_space[tile] > state.meeple[seat]:
            found |= ONE << np.uint64(tile)
        tiles &= tiles - ONE
    if box.near_tiles > 0:
        found = nearest(state, found, whole(box.near_tiles))
    return found


@compiled
def nearest(state: State, tiles: Word, most: int) -> Word:
    """The first tiles of a set on the track, at most so many."""
    by_space = np.uint64(0)
    rest = tiles
    while rest:
        by_space |= ONE << np.uint64(state.bonus_space[lowest(rest)])
        rest &= rest - ONE
    last = whole(0)
    for _ in range(most):
        if by_space:
            last = lowest(by_space)
            by_space &= by_space - ONE
    found = np.uint64(0)
    rest = tiles
    while rest:
        tile = lowest(rest)
        if state.bonus_space[tile] <= last:
            found |= ONE << np.uint64(tile)
        rest &= rest - ONE
    return found


@compiled
def too_far(box: Box, state: State, seat: int, tile: int) -> bool:
    """Whether as many other tiles lie before this one as the house rule lets a meeple reach."""
    if box.near_tiles == 0:
        return False
    nearer = whole(0)
    for other in range(terms.BONUS_TILES):
        if refuse_take(state, seat, other) == no.LEGAL:
            space = state.bonus_space[other]
            nearer += whole(state.meeple[seat] < space < state.bonus_space[tile])
    return nearer >= box.near_tiles


@compiled
def behind(box: Box, state: State, seat: int) -> Word:
    """The tiles that tile 25 lets the meeple go back to."""
    found = np.uint64(0)
    tiles = state.track[0] & ~state.had[seat]
    while tiles:
        tile = lowest(tiles)
        back = whole(state.meeple[seat]) - whole(state.bonus_space[tile])
        if 1 <= back <= whole(box.step_back):
            found |= ONE << np.uint64(tile)
        tiles &= tiles - ONE
    return found


@compiled
def list_members(tiles: Word, first: int, out: Moves, count: int) -> int:
    """One move for each tile of a set."""
    while tiles:
        out[count] = first + lowest(tiles)
        count += 1
        tiles &= tiles - ONE
    return count


@compiled
def take_tile(state: State, seat: int, tile: int) -> None:
    """Put the top tile of its number behind the seat's screen."""
    layer = s.TRACK_LAYERS - 1
    while not state.track[layer] & (ONE << np.uint64(tile)):
        layer -= 1
    state.track[layer] ^= ONE << np.uint64(tile)
    state.had[seat] |= ONE << np.uint64(tile)
