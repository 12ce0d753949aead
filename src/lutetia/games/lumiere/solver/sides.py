"""What each player can still cover: the ground of a side now, and all that it may ever reach.

Spaces never become free again. So a space that a player cannot reach now stays out of reach. All
bounds depend on this: what the rival cannot reach is safe.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.lumiere.rules.geometry import SIDES_OF, beside
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    CHARTIER,
    FONTAINE,
    FOUNTAIN,
    GARDEN,
    GRANDE_LUMIERE,
    JARDIN,
    LAMPADAIRE,
    LARGE_LAMP,
    LEVITATION,
    METRO,
    METROPOLITAIN,
    MIXED_SPACE,
    MOULIN_ROUGE,
    NONE,
    PEINTRE,
    PENSEUR,
    SACRE_COEUR,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import (
    EMPTY,
    fitting_anchors,
    holds,
    own_colour,
    own_ground,
)
from lutetia.games.lumiere.rules.scoring import large_light, small_lights
from lutetia.games.lumiere.solver.mixing import FACTOR, finished, mixed
from lutetia.games.lumiere.solver.pieces import survey_pieces
from lutetia.kernel.bits import count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word

ON_COLOUR = (
    (1 << PEINTRE) | (1 << LAMPADAIRE) | (1 << MOULIN_ROUGE) | (1 << PENSEUR) | (1 << BOUQUINISTES)
)
"""Postcards whose piece goes on a space of the player's own colour."""

SIDE = np.dtype(
    [
        ("ground", np.uint64),  # free, of the side's colour or mixed
        ("colour", np.uint64),  # free, of the side's colour
        ("metro", np.uint64),  # ground through a held Métropolitain
        ("chartier", np.uint64),  # ground through a held Chartier
        ("reach", np.uint64),  # spaces under any building that it may still build
        ("walls", np.uint64),  # the same and the annex
        ("spread", np.uint64),  # spaces under any building or piece
        ("built", np.uint64),
        ("tokens", np.int64),
        ("reserve", np.int64),
        ("placeable", np.int64),  # buildings of the reserve that have a place, with any power
        ("reserve_count", np.int64),
        ("light", np.int64),  # points for light and fountain of the buildings that stand
        ("safe_light", np.int64),  # the part of `light` that the rival cannot take away
        ("spared", np.int64),  # whether unbuilt buildings cost nothing (L7.5)
        # painter, dancer, statue (`pieces`), each at most and safely
        ("pieces", np.int64),
        ("fixed", np.int64, (2, 3)),  # points if no own building touches them
        ("touched", np.int64, 2),  # the set of those that an own building may touch
        ("area", np.uint64, 2),  # spaces on which a further own piece would do harm
        ("painter_area", np.uint64, 2),
        ("dancer_area", np.uint64, 2),
        ("statue_area", np.uint64, 2),
    ],
    align=True,
)

REACH = np.dtype([("check", np.uint64), ("reach", np.uint64), ("placeable", np.uint64)])

TABLEAU = np.dtype(
    [
        ("open", np.int64),  # postcards without a token
        ("lamps", np.uint64),  # streetlights that light the four spaces beside them
        ("lit", np.uint64),  # spaces that the large streetlight lights
        ("safe_lit", np.uint64),  # the part of `lit` that nobody can darken any more
        ("printed", np.uint64),  # free printed streetlights
    ],
    align=True,
)
"""What both sides share."""


@compiled
def open_postcards(state: Record) -> int:
    """The postcards in play without a token (L6.1)."""
    found = 0
    for card in range(12):
        if (state.in_play >> card) & 1 and state.used_by[card] == NONE:
            found |= 1 << card
    return found


@compiled
def covered_by(box: Record, buildings: int, own: int, metro: int, chartier: int) -> int:
    """The union of all places of a set of buildings."""
    covered = EMPTY
    for building in range(GARDEN + 1):
        if (buildings >> building) & 1:
            for turns in range(box.turns[building]):
                anchors = fitting_anchors(box, building, turns, own, metro, chartier)
                if anchors != EMPTY:
                    for index in range(box.building_size[building]):
                        covered |= anchors << box.offset[building, turns, index]
    return covered


@compiled
def survey(
    box: Record, state: Record, shared: Record, sides: Record, reaches: Any, salt: Word
) -> None:
    """Fill in what both sides share, and each side."""
    shared.open = open_postcards(state)
    shared.lamps = small_lights(state)
    shared.lit = large_light(box, state)
    shared.printed = state.spaces[STREETLIGHT] & ~state.occupied
    for seat in range(2):
        _survey_side(box, state, shared, sides[seat], seat, reaches, salt)
    _survey_light(box, state, shared, sides)
    survey_pieces(box, state, sides)


@compiled
def _survey_side(
    box: Record,
    state: Record,
    shared: Record,
    side: Record,
    seat: int,
    reaches: Any,
    salt: Word,
) -> None:
    tokens = np.int64(state.tokens[seat])
    cards = shared.open if tokens > 0 else 0
    side.tokens = tokens
    side.ground = own_ground(state, seat)
    side.colour = own_colour(state, seat)
    side.built = state.built[seat]
    side.reserve = np.int64(state.reserve[seat])
    side.reserve_count = count(np.uint64(side.reserve))
    side.spared = 1 if state.used_by[SACRE_COEUR] == seat else 0
    rivals = state.spaces[1 - seat] & ~state.occupied
    side.metro = shared.printed if holds(state, seat, METRO) else EMPTY
    side.chartier = rivals if holds(state, seat, MIXED_SPACE) else EMPTY
    metro = shared.printed if (cards >> METROPOLITAIN) & 1 else side.metro
    chartier = rivals if (cards >> CHARTIER) & 1 else side.chartier
    more = np.int64(0)
    if (cards >> LEVITATION) & 1 and side.reserve != 0:
        more |= np.int64(state.pool)
    if (cards >> JARDIN) & 1:
        more |= np.int64(1) << GARDEN
    _fill_reach(box, side, more, metro, chartier, reaches, salt)
    side.walls = side.reach
    if (cards >> BOUQUINISTES) & 1:
        side.walls |= side.colour & beside(side.built | side.reach)
    side.spread = side.walls
    if cards & (ON_COLOUR & ~(1 << BOUQUINISTES)):
        side.spread |= side.colour
    if (cards >> FONTAINE) & 1:
        side.spread |= side.ground | chartier
    if (cards >> GRANDE_LUMIERE) & 1:
        side.spread |= shared.printed


@compiled
def _fill_reach(
    box: Record,
    side: Record,
    more: int,
    metro: Word,
    chartier: Word,
    reaches: Any,
    salt: Word,
) -> None:
    """Fill in what the reserve, and buildings that postcards may bring, can cover. It is cached."""
    key = mixed(salt, side.ground)
    key = mixed(key, np.uint64(side.reserve | more << 16))
    if metro != EMPTY:
        key = mixed(key, metro + np.uint64(1))
    if chartier != EMPTY:
        key = mixed(key, chartier + np.uint64(2))
    key = finished(key)
    entry = reaches[key & np.uint64(reaches.size - 1)]
    covered = entry.reach
    found = entry.placeable
    if entry.check ^ covered ^ (found * FACTOR) == key:
        side.reach = covered
        side.placeable = np.int64(found)
        return
    placeable = np.int64(0)
    covered = EMPTY
    for building in range(GARDEN + 1):
        if ((side.reserve | more) >> building) & 1:
            here = covered_by(box, np.int64(1) << building, side.ground, metro, chartier)
            if here != EMPTY:
                covered |= here
                placeable |= np.int64(1) << building
    side.reach = covered
    side.placeable = placeable & side.reserve
    entry.reach = covered
    entry.placeable = np.uint64(side.placeable)
    entry.check = key ^ covered ^ (np.uint64(side.placeable) * FACTOR)


@compiled
def _survey_light(box: Record, state: Record, shared: Record, sides: Record) -> None:
    """Light points of the buildings that stand: now, and at least."""
    shared.safe_lit = EMPTY
    if state.piece[LARGE_LAMP] != NONE:
        space = state.piece[LARGE_LAMP]
        walls = sides[0].built | sides[1].built | sides[0].walls | sides[1].walls
        shared.safe_lit = box.large_near[space]
        for arm in range(4):
            if box.large_between[space, arm] & walls == EMPTY:
                shared.safe_lit |= box.large_far[space, arm]
    for seat in range(2):
        light = 0
        safe = 0
        fountain = EMPTY
        if state.piece[FOUNTAIN] != NONE and state.used_by[FONTAINE] == seat:
            fountain = SIDES_OF[state.piece[FOUNTAIN]]
        for building in range(GARDEN + 1):
            if state.owner[building] == seat:
                footprint = state.footprint[building]
                size = count(footprint)
                small = size * count(beside(footprint) & shared.lamps)
                if footprint & fountain != EMPTY:
                    small += 3
                light += small
                safe += small
                if footprint & shared.lit != EMPTY:
                    light += size
                if footprint & shared.safe_lit != EMPTY:
                    safe += size
        sides[seat].light = light
        sides[seat].safe_light = safe - _most_darkened(
            state, seat, shared.lamps & sides[1 - seat].reach
        )


@compiled
def _most_darkened(state: Record, seat: int, lamps: int) -> int:
    """The most that standing buildings lose if one of these streetlights is covered (L7.3)."""
    most = 0
    while lamps != EMPTY:
        around = SIDES_OF[lowest(lamps)]
        lamps &= lamps - np.uint64(1)
        lost = 0
        for building in range(GARDEN + 1):
            if state.owner[building] == seat and state.footprint[building] & around != EMPTY:
                lost += count(state.footprint[building])
        most = max(most, lost)
    return most
