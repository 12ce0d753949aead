"""The end-of-game tiles: taking one in secret and using it (B1.10, B3.3, B8)."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.bonus_tiles import PRESTIGE, RESOURCE, give_two
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.market import gain_from_tile
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.games.belle_epoque.rules.turn import piles_empty
from lutetia.kernel.bits import lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves

FACES = len(terms.FACES)
ONE = np.uint64(1)


@compiled
def may_look(state: State) -> int:
    """Why no end-of-game tile can be taken (B3.1)."""
    if not piles_empty(state):
        return no.PILES_LEFT
    if state.end_taken == terms.END_TILES:
        return no.NO_END_TILE_LEFT
    return no.LEGAL


@compiled
def left_of(box: Box, state: State, face: int) -> int:
    """How many tiles of a face are left; a view knows it from the seat's last look."""
    left = whole(box.end_copies[face])
    for index in range(state.end_taken):
        if state.end_face[index] == face or state.end_seen[index] == face:
            left -= 1
    return left


@compiled
def list_choices(box: Box, state: State, out: Moves) -> int:
    """Every face that is left."""
    count = 0
    for face in range(FACES):
        if box.end_copies[face] > 0 and left_of(box, state, face) > 0:
            out[count] = m.CHOOSE + face
            count += 1
    return count


@compiled
def choose(state: State, seat: int, face: int) -> None:
    """Keep one of the tiles; the last one starts the end of the game (B8.2)."""
    index = whole(state.end_taken)
    state.end_taker[index] = seat
    state.end_face[index] = face
    state.end_taken = index + 1
    if state.end_taken == terms.END_TILES:
        state.stage = s.LAST_ROUND
    state.phase = s.END


@compiled
def unused_index(state: State, seat: int, face: int) -> int:
    """The first unused tile of a face that a seat took, or NONE."""
    for index in range(state.end_taken):
        if (
            state.end_taker[index] == seat
            and state.end_face[index] == face
            and state.end_spent[index] == 0
        ):
            return index
    return s.NONE


@compiled
def list_uses(state: State, seat: int, out: Moves, count: int) -> int:
    """Every use of every unused tile of the seat."""
    faces = np.uint64(0)
    for index in range(state.end_taken):
        if state.end_taker[index] == seat and state.end_spent[index] == 0:
            faces |= ONE << np.uint64(state.end_face[index])
    while faces:
        face = lowest(faces)
        faces &= faces - ONE
        for choice in range(m.FIRST_OF_FACE[face], m.FIRST_OF_FACE[face + 1]):
            out[count] = m.USE + choice
            count += 1
    return count


@compiled
def refuse_use(state: State, seat: int, choice: int) -> int:
    """Why an end-of-game tile cannot be used."""
    face = whole(m.FACE_OF_CHOICE[choice])
    return no.LEGAL if unused_index(state, seat, face) >= 0 else no.NO_SUCH_END_TILE


@compiled
def use(state: State, seat: int, choice: int) -> None:
    """Show a tile and give the seat what is on it."""
    face = whole(m.FACE_OF_CHOICE[choice])
    mixture = choice - whole(m.FIRST_OF_FACE[face])
    state.end_spent[unused_index(state, seat, face)] = 1
    used = whole(state.end_used)
    state.end_user[used] = seat
    state.end_used_face[used] = face
    state.end_used = used + 1
    if face < terms.FRANCS_FACE:
        state.points[seat] += face + 1
    elif face < terms.RESOURCES_FACE:
        state.francs[seat] += face - terms.FRANCS_FACE + 1
    elif face == terms.RESOURCES_FACE:
        gain_from_tile(state, seat, RESOURCE + mixture)
    elif face == terms.RESOURCES_FACE + 1:
        give_two(state, seat, RESOURCE, mixture)
    elif face == terms.PRESTIGE_FACE:
        gain_from_tile(state, seat, PRESTIGE + mixture)
    else:
        give_two(state, seat, PRESTIGE, mixture)
