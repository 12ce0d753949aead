"""Painter, dancer and statue on the board: their points, and which player can still change these.

If no later building of the owner can touch a piece, the piece has the same points in every packing.
It is then counted once, and the packings leave it out.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import CORNERS_OF, IN_FRONT_OF, SIDES_OF, bit, has, reach
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    DANCER,
    FONTAINE,
    GRANDE_LUMIERE,
    LAMP,
    LAMPADAIRE,
    MOULIN_ROUGE,
    NONE,
    PAINTER,
    PEINTRE,
    PENSEUR,
    STATUE,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record

OWN_PAINTER, OWN_DANCER, OWN_STATUE = 1, 2, 4
PIECE_CARDS = (
    (1 << PEINTRE)
    | (1 << BOUQUINISTES)
    | (1 << LAMPADAIRE)
    | (1 << MOULIN_ROUGE)
    | (1 << FONTAINE)
    | (1 << PENSEUR)
    | (1 << GRANDE_LUMIERE)
)
"""Postcards that put a piece of one space on the board."""


@compiled
def survey_pieces(box: Record, state: Record, sides: Record) -> None:
    """Fill in for each side the areas of its pieces and their points, at most and safely."""
    for seat in range(2):
        side = sides[seat]
        side.pieces = 0
        if state.piece[PAINTER] != NONE and state.used_by[PEINTRE] == seat:
            side.pieces |= OWN_PAINTER
        if state.piece[DANCER] != NONE and state.used_by[MOULIN_ROUGE] == seat:
            side.pieces |= OWN_DANCER
        if state.piece[STATUE] != NONE and state.used_by[PENSEUR] == seat:
            side.pieces |= OWN_STATUE
        for safe in range(2):
            side.touched[safe] = 0
            side.area[safe] = EMPTY
            if side.pieces != 0:
                _survey_own(box, state, side, sides[1 - seat], seat, safe)


@compiled
def _survey_own(
    box: Record, state: Record, side: Record, rival: Record, seat: int, safe: int
) -> None:
    free = ~state.occupied
    walls = state.built[0] | state.built[1]
    if safe:
        free &= ~rival.spread
        walls |= rival.walls
    if side.pieces & OWN_PAINTER:
        lights = state.spaces[STREETLIGHT]
        if state.piece[LAMP] != NONE:
            lights |= bit(state.piece[LAMP])
        area = reach(bit(state.piece[PAINTER]), ~walls)
        narrow = reach(bit(state.piece[PAINTER]), ~(walls | side.walls))
        side.painter_area[safe] = area
        side.fixed[safe, 0] = 2 * count(area & lights)
        if area & lights != narrow & lights:
            side.touched[safe] |= OWN_PAINTER
    if side.pieces & OWN_DANCER:
        area = reach(bit(state.piece[DANCER]), free & ~state.spaces[STREETLIGHT])
        side.dancer_area[safe] = area
        side.area[safe] |= area
        side.fixed[safe, 1] = count(area)
        if area & side.reach != EMPTY:
            side.touched[safe] |= OWN_DANCER
    if side.pieces & OWN_STATUE:
        space = np.int64(state.piece[STATUE])
        around = free & (SIDES_OF[space] | CORNERS_OF[space])
        side.statue_area[safe] = around
        side.area[safe] |= around
        side.fixed[safe, 2] = 0
        if not has(free, IN_FRONT_OF[space, state.facing]):
            side.statue_area[safe] = EMPTY
        else:
            sides = SIDES_OF[space] & around
            if box.penseur_own != 0:
                sides &= state.spaces[seat]
            side.fixed[safe, 2] = 2 * count(sides) + count(CORNERS_OF[space] & around)
            if around & side.reach != EMPTY:
                side.touched[safe] |= OWN_STATUE


@compiled
def changing_pieces(side: Record, cards: int, safe: int) -> int:
    """Own pieces whose points depend on the packing, or on the place of one more piece."""
    pieces = np.int64(side.touched[safe])
    one = cards & PIECE_CARDS
    if one != 0 and one & (one - 1) == 0 and side.pieces != 0:
        ground = side.colour
        if (cards >> FONTAINE) & 1:
            ground = side.ground | side.chartier
        elif (cards >> GRANDE_LUMIERE) & 1:
            ground = ~EMPTY
        if side.area[safe] & ground != EMPTY:
            pieces |= side.pieces & (OWN_DANCER | OWN_STATUE)
        if (cards >> BOUQUINISTES) & 1:
            pieces |= side.pieces & OWN_PAINTER
    return pieces


@compiled
def fixed_points(side: Record, changing: int, safe: int) -> int:
    """The points of the other pieces, which are the same in every packing."""
    points = 0
    for piece in range(3):
        if ((side.pieces & ~changing) >> piece) & 1:
            points += side.fixed[safe, piece]
    return points
