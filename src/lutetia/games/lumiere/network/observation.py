"""The observation of La Cité: a position as planes of spaces and as numbers.

It holds only what the mover may know, from the mover's view: "own" is the mover and "rival" is the
other player, in either colour. docs/observation.md lists every plane and number. If you change one,
raise `VERSION`: the program refuses a network that was trained on another version.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.lumiere.rules.geometry import IN_FRONT_OF, NOT_FILE_A, NOT_FILE_H, ONE, bit
from lutetia.games.lumiere.rules.moves import BUILDING_COUNT
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    BUILDING_PHASE,
    BUILDINGS,
    DANCER,
    FOUNTAIN,
    GARDEN,
    LAMP,
    LARGE_LAMP,
    LAYING,
    LINES,
    NONE,
    PAINTER,
    PIECE_POSTCARD,
    POSTCARDS,
    POWERS,
    SPENT,
    STATUE,
    STREETLIGHT,
    TILES,
)
from lutetia.games.lumiere.rules.placing import (
    EMPTY,
    chartier_ground,
    fitting_anchors,
    holds,
    metro_ground,
    own_ground,
)
from lutetia.games.lumiere.rules.scoring import large_light, lights_on, score, small_lights
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.observation import Observation
from lutetia.kernel.types import Record, Word, Words

VERSION = 1

Bytes = NDArray[np.int8]

PLANE_NAMES = (
    "own colour", "rival colour", "mixed", "streetlight", "free",
    "own buildings", "rival buildings",
    "shining", "lamp", "large lamp", "lit by the large lamp", "lit", "lit twice",
    "own painter", "rival painter", "own dancer", "rival dancer",
    "own fountain", "rival fountain", "own statue", "rival statue",
    "before the statue", "annex",
    "one building with the north", "with the east", "with the south", "with the west",
    "lights 1", "lights 2", "lights 4", "size 1", "size 2", "size 4",
    "own buildable", "rival buildable",
)  # fmt: skip
(
    OWN, RIVAL, MIXED_PLANE, STREETLIGHTS, FREE,
    OWN_BUILT, RIVAL_BUILT,
    SHINING, LAMP_PLANE, LARGE_PLANE, LARGE_LIT, LIT, LIT_TWICE,
    PAINTERS, _RIVAL_PAINTER, DANCERS, _RIVAL_DANCER,
    FOUNTAINS, _RIVAL_FOUNTAIN, STATUES, _RIVAL_STATUE,
    FRONT, ANNEX_PLANE, NORTH_JOINED, EAST_JOINED, SOUTH_JOINED, WEST_JOINED,
    LIGHTS, _LIGHTS_2, _LIGHTS_4, SIZE, _SIZE_2, _SIZE_4,
    OWN_BUILDABLE, RIVAL_BUILDABLE,
) = range(len(PLANE_NAMES))  # fmt: skip
PLANES = len(PLANE_NAMES)
TURNING = tuple(range(NORTH_JOINED, WEST_JOINED + 1))
"""Planes that change places when the board is turned: north becomes east, and so on."""


def _number_names() -> tuple[str, ...]:
    sides = ("own", "rival")
    names = ["laying", "building", "ply", "passes", "two-tile hands", "statue counts own spaces"]
    names += [f"being built: {name}" for name in BUILDINGS]
    names += [f"in the pool: {name}" for name in BUILDINGS]
    names += [f"{side} reserve: {name}" for side in sides for name in BUILDINGS]
    names += [f"{side} on the board: {name}" for side in sides for name in BUILDING_NAMES]
    names += [f"open: {name}" for name in POSTCARDS]
    names += [f"used by {side}: {name}" for side in sides for name in POSTCARDS]
    names += [f"{side} holds {name}" for side in sides for name in POWERS]
    names += [f"spent: {name}" for name in POWERS]
    names += [f"{side} tokens" for side in sides]
    names += [f"own hand: tile {tile + 1}" for tile in range(TILES)]
    names += [f"{side} unseen: tile {tile + 1}" for side in sides for tile in range(TILES)]
    names += [f"{side} tiles in hand" for side in sides]
    names += [f"{side} tiles in pile" for side in sides]
    names += [f"{side} points: {line}" for side in sides for line in LINES]
    names += [f"{side} free spaces of the colour" for side in sides]
    return tuple(names)


NUMBER_NAMES = _number_names()
NUMBERS = len(NUMBER_NAMES)

_LARGE = {"ply": 32.0, "passes": 2.0, "tokens": 4.0, "tiles in hand": 2.0, "tiles in pile": 8.0}


def _scale(name: str) -> float:
    """The divisor of a number. After the division all numbers have about the same size."""
    if "points:" in name:
        return 16.0
    if "free spaces" in name:
        return 16.0
    return next((scale for ending, scale in _LARGE.items() if name.endswith(ending)), 1.0)


SCALES = np.array([_scale(name) for name in NUMBER_NAMES], dtype=np.float32)


@compiled
def observe(box: Record, state: Record, planes: Words, numbers: Bytes) -> None:
    """Fill in what the mover sees. The function reads nothing else of the state."""
    planes[:] = EMPTY
    seat: Any = np.int64(state.to_move)
    _see_board(box, state, seat, planes)
    _see_pieces(state, seat, planes)
    _see_buildings(box, state, seat, planes)
    place = _count_game(box, state, numbers)
    place = _count_things(state, seat, numbers, place)
    place = _count_cards(state, seat, numbers, place)
    place = _count_tiles(state, seat, numbers, place)
    _count_points(box, state, seat, numbers, place)


@compiled
def _see_board(box: Record, state: Record, seat: int, planes: Words) -> None:
    planes[OWN] = state.spaces[seat]
    planes[RIVAL] = state.spaces[1 - seat]
    planes[MIXED_PLANE] = state.spaces[2]
    planes[STREETLIGHTS] = state.spaces[STREETLIGHT]
    laid = planes[OWN] | planes[RIVAL] | planes[MIXED_PLANE] | planes[STREETLIGHTS]
    planes[FREE] = laid & ~state.occupied
    planes[OWN_BUILT] = state.built[seat]
    planes[RIVAL_BUILT] = state.built[1 - seat]
    lights = small_lights(state)
    planes[SHINING] = lights
    north = lights << np.uint64(8)
    south = lights >> np.uint64(8)
    east = (lights << ONE) & NOT_FILE_A
    west = (lights >> ONE) & NOT_FILE_H
    large = large_light(box, state)
    planes[LARGE_LIT] = large
    upright = north | south
    level = east | west
    planes[LIT] = upright | level | large
    planes[LIT_TWICE] = (
        (north & south) | (east & west) | (upright & level) | ((upright | level) & large)
    )


@compiled
def _see_pieces(state: Record, seat: int, planes: Words) -> None:
    if state.piece[LAMP] != NONE:
        planes[LAMP_PLANE] = bit(state.piece[LAMP])
    if state.piece[LARGE_LAMP] != NONE:
        planes[LARGE_PLANE] = bit(state.piece[LARGE_LAMP])
    _see_piece(state, seat, PAINTER, PAINTERS, planes)
    _see_piece(state, seat, DANCER, DANCERS, planes)
    _see_piece(state, seat, FOUNTAIN, FOUNTAINS, planes)
    _see_piece(state, seat, STATUE, STATUES, planes)
    if state.piece[STATUE] != NONE:
        front = IN_FRONT_OF[state.piece[STATUE], state.facing]
        if front >= 0:
            planes[FRONT] = bit(front)
    if state.annex != NONE:
        planes[ANNEX_PLANE] = bit(state.annex)


@compiled
def _see_piece(state: Record, seat: int, piece: int, plane: int, planes: Words) -> None:
    """Put a piece on the first of two planes if it is the mover's, else on the second."""
    if state.piece[piece] != NONE:
        whose = 0 if state.used_by[PIECE_POSTCARD[piece]] == seat else 1
        planes[plane + whose] = bit(state.piece[piece])


@compiled
def _see_buildings(box: Record, state: Record, seat: int, planes: Words) -> None:
    large = planes[LARGE_LIT]
    for building in range(GARDEN + 1):
        if state.owner[building] != NONE:
            footprint = state.footprint[building]
            planes[NORTH_JOINED] |= footprint & (footprint >> np.uint64(8))
            planes[EAST_JOINED] |= footprint & (footprint >> ONE) & NOT_FILE_H
            planes[SOUTH_JOINED] |= footprint & (footprint << np.uint64(8))
            planes[WEST_JOINED] |= footprint & (footprint << ONE) & NOT_FILE_A
            lights = min(7, lights_on(state, large, building))
            size = min(7, count(footprint))
            for digit in range(3):
                if (lights >> digit) & 1:
                    planes[LIGHTS + digit] |= footprint
                if (size >> digit) & 1:
                    planes[SIZE + digit] |= footprint
    planes[OWN_BUILDABLE] = _buildable(box, state, seat)
    planes[RIVAL_BUILDABLE] = _buildable(box, state, 1 - seat)


@compiled
def _buildable(box: Record, state: Record, seat: int) -> Word:
    """The spaces that some building of a reserve can cover now."""
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    covered = EMPTY
    for building in range(12):
        if (state.reserve[seat] >> building) & 1:
            for turns in range(box.turns[building]):
                anchors = fitting_anchors(box, building, turns, own, metro, chartier)
                if anchors != EMPTY:
                    for index in range(6):
                        covered |= anchors << box.offset[building, turns, index]
    return covered


@compiled
def _count_game(box: Record, state: Record, numbers: Bytes) -> int:
    numbers[0] = state.phase == LAYING
    numbers[1] = state.phase == BUILDING_PHASE
    numbers[2] = min(127, state.ply)
    numbers[3] = state.passes
    numbers[4] = box.hand_size == 2
    numbers[5] = box.penseur_own != 0
    return 6


@compiled
def _count_set(members: Any, length: int, numbers: Bytes, place: int) -> int:
    for index in range(length):
        numbers[place + index] = (members >> index) & 1
    return place + length


@compiled
def _count_things(state: Record, seat: int, numbers: Bytes, place: int) -> int:
    for building in range(BUILDING_COUNT):
        numbers[place + building] = state.pending == building
    place += BUILDING_COUNT
    place = _count_set(np.int64(state.pool), BUILDING_COUNT, numbers, place)
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        place = _count_set(np.int64(state.reserve[whose]), BUILDING_COUNT, numbers, place)
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        for building in range(GARDEN + 1):
            numbers[place + building] = state.owner[building] == whose
        place += GARDEN + 1
    return place


@compiled
def _count_cards(state: Record, seat: int, numbers: Bytes, place: int) -> int:
    for card in range(12):
        in_play = (state.in_play >> card) & 1
        numbers[place + card] = in_play == 1 and state.used_by[card] == NONE
    place += 12
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        for card in range(12):
            numbers[place + card] = state.used_by[card] == whose
        place += 12
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        for power in range(2):
            numbers[place + power] = holds(state, whose, power)
        place += 2
    for power in range(2):
        numbers[place + power] = state.power[power] == SPENT
    numbers[place + 2] = state.tokens[seat]
    numbers[place + 3] = state.tokens[1 - seat]
    return place + 4


@compiled
def _count_tiles(state: Record, seat: int, numbers: Bytes, place: int) -> int:
    """The mover's hand, and the tiles of each player that are neither there nor on the board."""
    held = np.int64(state.held[seat])
    place = _count_set(held, TILES, numbers, place)
    own = held
    rival = np.int64(0)
    for square in range(16):
        laid = np.int64(state.square[square])
        if laid != NONE:
            if laid // 32 == seat:
                own |= np.int64(1) << ((laid // 4) % TILES)
            else:
                rival |= np.int64(1) << ((laid // 4) % TILES)
    place = _count_set(~own, TILES, numbers, place)
    place = _count_set(~rival, TILES, numbers, place)
    numbers[place] = state.held_count[seat]
    numbers[place + 1] = state.held_count[1 - seat]
    numbers[place + 2] = TILES - state.drawn[seat]
    numbers[place + 3] = TILES - state.drawn[1 - seat]
    return place + 4


@compiled
def _count_points(box: Record, state: Record, seat: int, numbers: Bytes, place: int) -> None:
    lines = np.zeros((2, 4), dtype=np.int32)
    score(box, state, lines)
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        for line in range(4):
            numbers[place + line] = min(127, max(-127, lines[whose, line]))
        place += 4
    numbers[place] = count(state.spaces[seat] & ~state.occupied)
    numbers[place + 1] = count(state.spaces[1 - seat] & ~state.occupied)


@compiled
def secret(state: Record, seat: int) -> int:
    """A number for what only this seat sees: its hand (L2.2)."""
    return np.int64(state.held[seat])  # type: ignore[return-value]


OBSERVATION = Observation(VERSION, PLANE_NAMES, NUMBER_NAMES, SCALES, observe)
