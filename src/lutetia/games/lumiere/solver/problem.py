"""One player alone: the record of the packing that `solo` solves, and how it is set up.

The same packing gives both bounds. On the whole ground, with a rival who does nothing, its best
value is the most that a player can score. On the ground that the rival cannot reach, its best value
is what the player has for sure ("safe"). Then a space that the rival may cover counts as covered,
and a light that the rival may darken counts as dark. The mover may also be bold: one building,
placed at once, may lie anywhere on the ground.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import ALL, ONE, SIDES_OF, SPACES, beside, bit
from lutetia.games.lumiere.rules.names import (
    CHARTIER,
    DANCER,
    FONTAINE,
    FOUNTAIN,
    GARDEN,
    GRANDE_LUMIERE,
    JARDIN,
    LAMP,
    LAMPADAIRE,
    LEVITATION,
    METROPOLITAIN,
    NONE,
    PAINTER,
    PEINTRE,
    SACRE_COEUR,
    STATUE,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import EMPTY, fitting_anchors
from lutetia.games.lumiere.solver.pieces import (
    OWN_DANCER,
    OWN_PAINTER,
    OWN_STATUE,
    PIECE_CARDS,
    changing_pieces,
)
from lutetia.kernel.bits import count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record

PLACES = 4096  # more than the places of thirteen buildings on an empty board
PLACES_OF_ONE = 512
WORTHS = 256  # more than the difference between the best and the worst place
PARTS = 16
USES_METRO, USES_CHARTIER, IN_REACH = 1, 2, 4
"""What only one place of a packing may use: each power (L7.3, L7.4), and the rival's reach."""
LOOSE_FROM = 3
"""With this many postcards a bound is loose anyway, so pieces are not placed for it."""
BUILDING_CARDS = (
    (1 << LEVITATION) | (1 << METROPOLITAIN) | (1 << JARDIN) | (1 << SACRE_COEUR) | (1 << CHARTIER)
)
"""Postcards that change the places of buildings, or their points."""

PROBLEM = np.dtype(
    [
        # the question
        ("cards", np.int64),  # the postcards that the player gets
        ("safe", np.int64),
        ("bold", np.int64),  # whether one place may lie where the rival could build
        ("loose", np.int64),  # whether pieces count as their caps
        # the board as this bound sees it
        ("ground", np.uint64),
        ("contested", np.uint64),  # the part of the ground that only a bold place may use
        ("metro", np.uint64),
        ("chartier", np.uint64),
        ("to_come", np.int64),  # powers that the player does not hold yet
        ("colour", np.uint64),
        ("fountain_ground", np.uint64),
        ("lamp_ground", np.uint64),
        ("free", np.uint64),
        ("walls", np.uint64),
        ("lamps", np.uint64),
        ("lit", np.uint64),
        ("printed", np.uint64),  # free printed streetlights
        ("streetlights", np.uint64),  # those that a painter counts
        ("built", np.uint64),
        ("own_colour_only", np.uint64),  # spaces that the statue counts at its sides
        ("forced_ground", np.uint64),  # where the player may have to build (L4.3)
        ("forced_buildings", np.int64),
        # the player's pieces on the board, NONE if not there
        ("painter", np.int64),
        ("dancer", np.int64),
        ("statue", np.int64),
        ("front", np.int64),
        ("painter_area", np.uint64),  # where a lamp brings the painter's owner two points
        ("fountain", np.int64),
        # what the rival gains from the player's streetlights
        ("lamp_fee", np.int64),
        ("large_fee", np.int64, SPACES),
        # buildings that stand, then those that the packing places
        ("part", np.uint64, PARTS),
        ("parts", np.int64),
        ("standing", np.int64),
        # buildings to place, and all their places, the most valuable first
        ("places_for", np.int64),  # the question that they were listed for, to list them once
        ("buildings", np.int64),
        ("building", np.int64, 14),
        ("extent", np.int64, 14),  # number of spaces
        ("cover", np.uint64, 14),  # the union of its places
        ("first_place", np.int64, 15),
        ("place", np.uint64, PLACES),
        ("worth", np.int64, PLACES),
        ("uses", np.int64, PLACES),
        ("from_pool", np.int64),  # index of the first building that levitation would take
        ("reserve_count", np.int64),
        ("rest", np.int64),  # the most that all their places bring together
        ("rest_size", np.int64),
        ("most_lights", np.int64),  # of all places
        # the places of one building before they are put in order
        ("loose_place", np.uint64, PLACES_OF_ONE),
        ("loose_worth", np.int64, PLACES_OF_ONE),
        ("loose_uses", np.int64, PLACES_OF_ONE),
        ("before", np.int64, WORTHS),
        ("group_cap", np.int64),
        ("group", np.int64),  # the largest group of the packing
        ("annex", np.int64),  # spaces that it may add to the group
        ("cards_cap", np.int64),
        ("owned", np.int64),  # the part of it from pieces on the board if nothing is built
        ("plain", np.int64),  # whether no piece matters
        ("best", np.int64),
        ("enough", np.int64),  # a best value that is enough
        # bounds of the best value of all packings
        ("least", np.int64),
        ("most", np.int64),
        ("fixed", np.int64),  # index of the building that is already placed, or -1
        # the stack of the search, by level
        ("parent", np.int64, 15),
        ("hope", np.int64, 15),  # the most that can come besides the place of this level
        ("cursor", np.int64, 15),
        ("fitting", np.int64, (15, 14)),  # the first place that fits there, of each building
        ("used", np.uint64, 15),
        ("value", np.int64, 15),
        ("used_powers", np.int64, 15),
        ("placed", np.int64, 15),  # sets of buildings
        ("lost", np.int64, 15),  # the part of `owned` that is lost
        ("parts_at", np.int64, 15),
        ("visits", np.int64),
        ("limit", np.int64),  # the most visits
        ("stopped", np.int64),
    ],
    align=True,
)


@compiled
def set_up(
    box: Record,
    state: Record,
    shared: Record,
    side: Record,
    rival: Record,
    seat: int,
    cards: int,
    safe: int,
    bold: int,
    evaluation: int,
    problem: Record,
) -> None:
    """Describe what one side can do on the board with these postcards."""
    problem.cards = cards
    problem.safe = safe
    problem.bold = bold
    problem.loose = not safe and count(np.uint64(cards)) >= LOOSE_FROM
    beyond = ~rival.spread if safe else ALL
    problem.ground = side.ground & beyond
    problem.contested = side.ground & ~beyond if bold else EMPTY
    metro = shared.printed if (cards >> METROPOLITAIN) & 1 else side.metro
    rivals = rival_colour(state, seat) if (cards >> CHARTIER) & 1 else side.chartier
    problem.metro = metro & beyond
    problem.chartier = rivals & beyond
    problem.to_come = 0
    if (cards >> METROPOLITAIN) & 1:
        problem.to_come |= USES_METRO
    if (cards >> CHARTIER) & 1:
        problem.to_come |= USES_CHARTIER
    problem.colour = side.colour & beyond
    problem.fountain_ground = problem.ground if safe else side.ground | rivals
    problem.lamp_ground = problem.colour
    problem.built = side.built
    problem.printed = shared.printed & beyond
    problem.streetlights = state.spaces[STREETLIGHT]
    if state.piece[LAMP] != NONE:
        problem.streetlights |= bit(state.piece[LAMP])
    problem.own_colour_only = state.spaces[seat] if box.penseur_own != 0 else ALL
    problem.free = ~state.occupied & beyond
    problem.walls = state.built[0] | state.built[1]
    problem.lamps = shared.lamps
    problem.lit = shared.lit
    problem.lamp_fee = 0
    problem.forced_buildings = 0
    if safe:
        problem.walls |= rival.walls
        problem.lamps &= ~rival.reach
        problem.lit = shared.safe_lit
        problem.lamp_ground &= ~beside(rival.built | rival.walls)
        problem.forced_ground = side.ground
        problem.forced_buildings = side.reserve
        if (cards >> LAMPADAIRE) & 1 and (
            state.used_by[PEINTRE] == 1 - seat or (shared.open >> PEINTRE) & 1
        ):
            problem.lamp_fee = 2
    _own_pieces(state, side, seat, problem)
    if (cards >> GRANDE_LUMIERE) & 1:
        _large_fees(box, state, rival, seat, safe, problem)
    asked = (evaluation * 4 + safe * 2 + bold) * 2 + seat << 12 | cards & BUILDING_CARDS
    if problem.places_for != asked:
        problem.places_for = asked
        _standing_buildings(state, seat, problem)
        _places(box, state, side, problem)
    problem.parts = problem.standing


@compiled
def rival_colour(state: Record, seat: int) -> int:
    """Free spaces of the rival's colour, for Chartier (L7.4)."""
    return state.spaces[1 - seat] & ~state.occupied


@compiled
def _own_pieces(state: Record, side: Record, seat: int, problem: Record) -> None:
    pieces = changing_pieces(side, problem.cards, problem.safe)
    none = np.int64(NONE)
    problem.painter = np.int64(state.piece[PAINTER]) if pieces & OWN_PAINTER else none
    problem.dancer = np.int64(state.piece[DANCER]) if pieces & OWN_DANCER else none
    problem.statue = np.int64(state.piece[STATUE]) if pieces & OWN_STATUE else none
    problem.front = np.int64(state.facing)
    problem.fountain = none
    if state.piece[FOUNTAIN] != NONE and state.used_by[FONTAINE] == seat:
        problem.fountain = np.int64(state.piece[FOUNTAIN])
    problem.painter_area = EMPTY
    if side.pieces & OWN_PAINTER and not problem.safe:
        problem.painter_area = side.painter_area[0]
    problem.plain = pieces == 0 and problem.cards & PIECE_CARDS == 0


@compiled
def _standing_buildings(state: Record, seat: int, problem: Record) -> None:
    problem.parts = 0
    for building in range(GARDEN + 1):
        if state.owner[building] == seat:
            problem.part[problem.parts] = state.footprint[building]
            problem.parts += 1
    problem.standing = problem.parts


@compiled
def large_area(box: Record, space: int, walls: int) -> int:
    """The spaces that the large streetlight would light from a space (L7.12)."""
    lit = box.large_near[space]
    for arm in range(4):
        if box.large_between[space, arm] & walls == EMPTY:
            lit |= box.large_far[space, arm]
    return lit


@compiled
def _large_fees(
    box: Record, state: Record, rival: Record, seat: int, safe: int, problem: Record
) -> None:
    """The most that the rival gains from a large streetlight on each space."""
    spaces = problem.printed
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        problem.large_fee[space] = 0
        if not safe:
            continue
        area = large_area(box, space, EMPTY)
        fee = 0
        for building in range(GARDEN + 1):
            footprint = state.footprint[building]
            # An annex may still put the building into the light.
            if (
                state.owner[building] == 1 - seat
                and footprint & SIDES_OF[space] == EMPTY
                and (footprint | (beside(footprint) & rival.walls)) & area != EMPTY
            ):
                fee += count(footprint) + 1
        if rival.walls & area != EMPTY:
            for building in range(12):
                if (rival.placeable >> building) & 1:
                    fee += box.building_size[building]
            if rival.tokens > 0:
                fee += 10  # garden, annex, and a building of levitation
        problem.large_fee[space] = fee


@compiled
def _places(box: Record, state: Record, side: Record, problem: Record) -> None:
    """All places of all buildings that may be placed, with the points of each by itself."""
    unbuilt = 0 if side.spared or (problem.cards >> SACRE_COEUR) & 1 else 3
    problem.buildings = 0
    problem.most_lights = 0
    problem.first_place[0] = 0
    for building in range(11, -1, -1):  # the largest first
        if (side.placeable >> building) & 1:
            _places_of(box, building, unbuilt, problem)
    if (problem.cards >> JARDIN) & 1:
        _places_of(box, GARDEN, 0, problem)
    problem.from_pool = problem.buildings
    problem.reserve_count = side.reserve_count
    if (problem.cards >> LEVITATION) & 1 and side.reserve_count > 0:
        for building in range(12):
            if (state.pool >> building) & 1:
                _places_of(box, building, unbuilt, problem)
    problem.rest = 0
    problem.rest_size = 0
    one_rest = 0
    one_size = 0
    for index in range(problem.buildings):
        most = max(problem.worth[problem.first_place[index]], 0)
        if index < problem.from_pool:
            problem.rest += most
            problem.rest_size += problem.extent[index]
        else:  # at most one of these
            one_rest = max(one_rest, most)
            one_size = max(one_size, problem.extent[index])
    problem.rest += one_rest
    problem.rest_size += one_size


@compiled
def _places_of(box: Record, building: int, unbuilt: int, problem: Record) -> None:
    number = 0
    cover = EMPTY
    size = box.building_size[building]
    fountain = SIDES_OF[problem.fountain] if problem.fountain != NONE else EMPTY
    for turns in range(box.turns[building]):
        anchors = fitting_anchors(
            box,
            building,
            turns,
            problem.ground | problem.contested,
            problem.metro,
            problem.chartier,
        )
        while anchors != EMPTY:
            place = box.placement[building, turns, lowest(anchors)]
            anchors &= anchors - ONE
            lights = count(beside(place) & problem.lamps & ~place)
            if place & problem.lit != EMPTY:
                lights += 1
            problem.most_lights = max(problem.most_lights, lights)
            worth = size * lights + unbuilt
            if place & fountain != EMPTY:
                worth += 3
            uses = 0
            if place & problem.metro != EMPTY:
                uses |= USES_METRO
                around = beside(place & problem.metro)
                for part in range(problem.standing):
                    if problem.part[part] & around != EMPTY:
                        worth -= count(problem.part[part])
            if place & problem.chartier != EMPTY:
                uses |= USES_CHARTIER
            if place & problem.contested != EMPTY:
                if uses & problem.to_come != 0:
                    continue  # the postcard must be activated first, and then it may be too late
                uses |= IN_REACH
            cover |= place
            problem.loose_worth[number] = worth
            problem.loose_place[number] = place
            problem.loose_uses[number] = uses
            number += 1
    if number > 0:
        _put_in_order(problem, number)
        problem.building[problem.buildings] = building
        problem.extent[problem.buildings] = size
        problem.cover[problem.buildings] = cover
        problem.buildings += 1
        problem.first_place[problem.buildings] = problem.first_place[problem.buildings - 1] + number


@compiled
def _put_in_order(problem: Record, number: int) -> None:
    """Put the best places first. The search then finds a good packing early and stops sooner.

    This is a counting sort: there are few different values.
    """
    most = problem.loose_worth[0]
    least = most
    for index in range(1, number):
        most = max(most, problem.loose_worth[index])
        least = min(least, problem.loose_worth[index])
    problem.before[: most - least + 2] = 0
    for index in range(number):
        problem.before[most - problem.loose_worth[index] + 1] += 1
    for step in range(most - least):
        problem.before[step + 1] += problem.before[step]
    first = problem.first_place[problem.buildings]
    for index in range(number):
        worth = problem.loose_worth[index]
        spot = first + problem.before[most - worth]
        problem.before[most - worth] += 1
        problem.worth[spot] = worth
        problem.place[spot] = problem.loose_place[index]
        problem.uses[spot] = problem.loose_uses[index]
