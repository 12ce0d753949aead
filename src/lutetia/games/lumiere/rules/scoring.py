"""What a board is worth, line by line (L8)."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import (
    ALL,
    CORNERS_OF,
    IN_FRONT_OF,
    ONE,
    SIDES_OF,
    beside,
    bit,
    has,
    reach,
)
from lutetia.games.lumiere.rules.names import (
    DANCER,
    FOUNTAIN,
    GARDEN,
    GROUP_LINE,
    LAMP,
    LARGE_LAMP,
    LIGHT_LINE,
    NONE,
    PAINTER,
    PIECE_POSTCARD,
    POSTCARD_LINE,
    SACRE_COEUR,
    STATUE,
    STREETLIGHT,
    UNBUILT_LINE,
    UNBUILT_POINTS,
)
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Lines, Standing, Word


@compiled
def score(box: Box, state: State, out: Lines) -> None:
    """The points of each seat by line if the game ended here (`Rules.score`)."""
    for seat in range(2):
        out[seat, LIGHT_LINE] = light_points(box, state, seat)
        out[seat, GROUP_LINE] = largest_group(state.built[seat])
        out[seat, UNBUILT_LINE] = unbuilt_points(state, seat)
        out[seat, POSTCARD_LINE] = 0
        for piece in (PAINTER, DANCER, FOUNTAIN, STATUE):
            out[seat, POSTCARD_LINE] += piece_points(box, state, seat, piece)


@compiled
def standing(box: Box, state: State, out: Standing) -> None:
    """First the points, then the uncovered spaces of the seat's own printed colour (L8.6)."""
    lines = np.zeros((2, 4), dtype=np.int32)
    score(box, state, lines)
    for seat in range(2):
        total = np.int64(0)
        for line in range(4):
            total += lines[seat, line]
        out[seat] = total * 100 + count(state.spaces[seat] & ~state.occupied)


@compiled
def small_lights(state: State) -> Word:
    """Streetlights that light the four spaces beside them (L7.3, L7.8, L8.1).

    These are the streetlight piece and the printed streetlights, except those under a building or
    under the large streetlight.
    """
    lights = state.spaces[STREETLIGHT] & ~state.occupied
    if state.piece[LAMP] != NONE:
        lights |= bit(state.piece[LAMP])
    return lights


@compiled
def large_light(box: Box, state: State) -> Word:
    """The spaces that the large streetlight lights now. Buildings stop its light (L7.12)."""
    space = state.piece[LARGE_LAMP]
    if space == NONE:
        return EMPTY
    walls = state.built[0] | state.built[1]
    lit = box.large_near[space]
    for arm in range(4):
        if box.large_between[space, arm] & walls == EMPTY:
            lit |= box.large_far[space, arm]
    return lit


@compiled
def lights_on(state: State, large: Word, building: int) -> int:
    """The number of different streetlights that light a building (L8.1)."""
    footprint = state.footprint[building]
    # A small streetlight lights a building if and only if it is beside one of its spaces.
    lights = count(beside(footprint) & small_lights(state))
    if footprint & large != EMPTY:
        lights += 1
    return lights


@compiled
def light_points(box: Box, state: State, seat: int) -> int:
    """L8.1: size × number of lights, for each building."""
    large = large_light(box, state)
    points = 0
    for building in range(GARDEN + 1):
        if state.owner[building] == seat:
            points += count(state.footprint[building]) * lights_on(state, large, building)
    return points


@compiled
def largest_group(built: Word) -> int:
    """L8.2: the spaces of touching buildings, which is the sum of their sizes."""
    largest = 0
    left = built
    while left != EMPTY:
        group = reach(left & (~left + ONE), left)
        left &= ~group
        largest = max(largest, count(group))
    return largest


@compiled
def unbuilt_points(state: State, seat: int) -> int:
    """L8.3, L7.5."""
    if state.used_by[SACRE_COEUR] == seat:
        return 0
    return UNBUILT_POINTS * count(np.uint64(state.reserve[seat]))


@compiled
def piece_points(box: Box, state: State, seat: int, piece: int) -> int:
    """L8.4: what a piece gives this seat; 0 if the rival activated its postcard."""
    space = state.piece[piece]
    if space == NONE or state.used_by[PIECE_POSTCARD[piece]] != seat:
        return 0
    if piece == PAINTER:
        return 2 * count(painter_lights(state))
    if piece == DANCER:
        return count(dancer_area(state))
    if piece == FOUNTAIN:
        return fountain_points(state, seat)
    return statue_points(box, state, seat)


@compiled
def painter_area(state: State) -> Word:
    """The spaces that the painter reaches without crossing a building (L8.5)."""
    return reach(bit(state.piece[PAINTER]), ALL & ~(state.built[0] | state.built[1]))


@compiled
def painter_lights(state: State) -> Word:
    """All streetlights in the painter's area that no building covers (L8.5)."""
    lights = state.spaces[STREETLIGHT]
    if state.piece[LAMP] != NONE:
        lights |= bit(state.piece[LAMP])
    return lights & painter_area(state)


@compiled
def dancer_area(state: State) -> Word:
    """The free spaces without a streetlight that the dancer reaches, and her own (L8.5)."""
    return reach(bit(state.piece[DANCER]), ~state.occupied & ~state.spaces[STREETLIGHT])


@compiled
def fountain_points(state: State, seat: int) -> int:
    """L7.10: 3 for each of the seat's buildings beside it."""
    points = 0
    around = SIDES_OF[state.piece[FOUNTAIN]]
    for building in range(GARDEN + 1):
        if state.owner[building] == seat and state.footprint[building] & around != EMPTY:
            points += 3
    return points


@compiled
def statue_points(box: Box, state: State, seat: int) -> int:
    """L7.11: 0 unless the space in front of the statue is free."""
    space = state.piece[STATUE]
    if has(state.occupied, IN_FRONT_OF[space, state.facing]):
        return 0
    sides = SIDES_OF[space] & ~state.occupied
    if box.penseur_own != 0:
        sides &= state.spaces[seat]
    return 2 * count(sides) + count(CORNERS_OF[space] & ~state.occupied)
