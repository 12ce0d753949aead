"""Dealing a game and playing its moves (L2 to L7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.lumiere.rules.geometry import bit
from lutetia.games.lumiere.rules.moves import (
    ACTIVATE,
    ANNEX,
    BUILD,
    BUILDING_COUNT,
    ERECT,
    EXCHANGE,
    HOSTS,
    PASS,
    PLANT,
    PUT,
    TAKE,
)
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    BUILDING_PHASE,
    CHARTIER,
    FOUNTAIN,
    GARDEN,
    HELD,
    JARDIN,
    LAYING,
    LEVITATION,
    METRO,
    METROPOLITAIN,
    MIXED_SPACE,
    NONE,
    OVER,
    PENSEUR,
    PIECE_POSTCARD,
    POSTCARDS_IN_PLAY,
    SPENT,
    STATUE,
    TILES,
    TOKENS,
)
from lutetia.games.lumiere.rules.placing import (
    EMPTY,
    can_build,
    chartier_ground,
    lay_footprint,
    metro_ground,
    put_piece,
)
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.bits import constant
from lutetia.kernel.chance import below, shuffle
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Words

SEAT_COUNT = constant(2)


@compiled
def deal(box: Box, chance: Words, state: State) -> None:
    """Set up a new game (L2)."""
    state.ply = 0
    state.phase = LAYING
    state.passes = 0
    state.pending = NONE
    state.occupied = EMPTY
    state.pool = (1 << BUILDING_COUNT) - 1
    state.spaces[:] = EMPTY
    state.built[:] = EMPTY
    state.footprint[:] = EMPTY
    state.reserve[:] = 0
    state.tokens[:] = TOKENS
    state.square[:] = NONE
    state.owner[:] = NONE
    state.used_by[:] = NONE
    state.power[:] = 0
    state.piece[:] = NONE
    state.facing = NONE
    state.annex = NONE
    state.annex_host = NONE
    for seat in range(2):
        for tile in range(TILES):
            state.pile[seat, tile] = tile
        shuffle(chance, state.pile[seat], TILES)
        state.held[seat] = 0
        state.held_count[seat] = 0
        state.drawn[seat] = 0
        _draw_up(box, state, seat)
    if box.named_postcards != 0:
        state.in_play = box.named_postcards
    else:
        state.in_play = _drawn_postcards(chance)
    state.to_move = box.starts if box.starts != NONE else below(chance, SEAT_COUNT)


@compiled
def _drawn_postcards(chance: Words) -> int:
    """Eight of the twelve (L2.1)."""
    cards = np.empty(12, dtype=np.int8)
    for card in range(12):
        cards[card] = card
    shuffle(chance, cards, 12)
    chosen: Any = 0
    for index in range(POSTCARDS_IN_PLAY):
        chosen |= 1 << np.int64(cards[index])
    return chosen


@compiled
def _draw_up(box: Box, state: State, seat: int) -> None:
    """Fill the hand from the pile while it lasts (L2.2, L2.4, L3.1)."""
    while state.held_count[seat] < box.hand_size and state.drawn[seat] < TILES:
        tile = np.int64(state.pile[seat, state.drawn[seat]])
        state.pile[seat, state.drawn[seat]] = NONE
        state.drawn[seat] += 1
        # In a view the drawn tile is unknown.
        if tile != NONE:
            state.held[seat] |= 1 << tile
        state.held_count[seat] += 1


@compiled
def apply(box: Box, state: State, move: int) -> None:
    """Play a legal move (the contract's `Rules.apply`)."""
    seat: Any = np.int64(state.to_move)
    state.ply += 1
    if move < TAKE:
        _lay(box, state, seat, move)
    elif move < PASS:
        state.pool &= ~(1 << (move - TAKE))
        state.reserve[seat] |= 1 << (move - TAKE)
        state.to_move = 1 - seat
    elif move == PASS:
        if state.phase == LAYING:
            state.to_move = 1 - seat
        else:
            state.passes += 1
            _next_turn(box, state)
    else:
        _phase_two(box, state, seat, move)


@compiled
def _lay(box: Box, state: State, seat: int, move: int) -> None:
    """L3.1, L3.3, L4.1."""
    tile = move // 64
    square = (move // 4) % 16
    turns = move % 4
    for kind in range(4):
        state.spaces[kind] |= box.tile_spaces[seat * TILES + tile, turns, square, kind]
    state.square[square] = (seat * TILES + tile) * 4 + turns
    state.held[seat] &= ~(1 << tile)
    state.held_count[seat] -= 1
    _draw_up(box, state, seat)
    # The player who lays the last of all tiles was the second to lay all eight. So the rival is
    # always next: in this phase, or as the first player of phase two.
    if state.held_count[0] == 0 and state.held_count[1] == 0:
        state.phase = BUILDING_PHASE
    state.to_move = 1 - seat


@compiled
def _phase_two(box: Box, state: State, seat: int, move: int) -> None:
    """L4.2."""
    if move < ACTIVATE:
        building = (move - BUILD) // 256
        lay_footprint(
            state,
            seat,
            building,
            box.placement[building, ((move - BUILD) // 64) % 4, move_anchor(move - BUILD)],
        )
        state.reserve[seat] &= ~(1 << building)
        state.pending = NONE
    elif move < EXCHANGE:
        postcard = move - ACTIVATE
        _mark(state, seat, postcard)
        if postcard == METROPOLITAIN:
            state.power[METRO] = HELD
        elif postcard == CHARTIER:
            state.power[MIXED_SPACE] = HELD
    elif move < PLANT:
        given = (move - EXCHANGE) // BUILDING_COUNT
        taken = (move - EXCHANGE) % BUILDING_COUNT
        _mark(state, seat, LEVITATION)
        state.reserve[seat] = (state.reserve[seat] & ~(1 << given)) | (1 << taken)
        state.pool = (state.pool & ~(1 << taken)) | (1 << given)
        state.pending = taken
        return  # the same player builds it now
    elif move < PUT:
        _mark(state, seat, JARDIN)
        lay_footprint(
            state,
            seat,
            GARDEN,
            box.placement[GARDEN, (move - PLANT) // 64, move_anchor(move - PLANT)],
        )
    elif move < ERECT:
        piece = (move - PUT) // 64
        space = (move - PUT) % 64
        _mark(state, seat, PIECE_POSTCARD[piece])
        if piece == FOUNTAIN and bit(space) & state.spaces[1 - seat] != EMPTY:
            state.power[MIXED_SPACE] = SPENT
        put_piece(state, piece, space)
    elif move < ANNEX:
        _mark(state, seat, PENSEUR)
        put_piece(state, STATUE, (move - ERECT) // 4)
        state.facing = (move - ERECT) % 4
    else:
        _mark(state, seat, BOUQUINISTES)
        space = (move - ANNEX) // HOSTS
        host = (move - ANNEX) % HOSTS
        state.annex = space
        state.annex_host = host
        state.footprint[host] |= bit(space)
        state.built[seat] |= bit(space)
        state.occupied |= bit(space)
    state.passes = 0
    _next_turn(box, state)


@compiled
def move_anchor(digits: int) -> int:
    """The last digit of a placement: the lower left space of its bounding box."""
    return digits % 64


@compiled
def _mark(state: State, seat: int, postcard: int) -> None:
    """Put a token on a postcard (L6.1)."""
    state.used_by[postcard] = seat
    state.tokens[seat] -= 1


@compiled
def _next_turn(box: Box, state: State) -> None:
    """Give the turn to the rival. A player without a move is passed over (L4.3, L4.4)."""
    while state.passes < 2:
        state.to_move = 1 - state.to_move
        seat = state.to_move
        if state.tokens[seat] > 0 or can_build(
            box, state, seat, metro_ground(state, seat), chartier_ground(state, seat)
        ):
            return
        state.passes += 1
    state.phase = OVER
    state.to_move = NONE
