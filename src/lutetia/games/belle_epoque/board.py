"""Questions about the board: what stands where, what it costs, whose it is."""

from __future__ import annotations

from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque import terms
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record

FIRST_LANDMARK = terms.PROPERTIES - terms.LANDMARKS


@compiled
def property_of(district: int, site: int) -> int:
    """The property on a site: a building of the district or a landmark."""
    if site < terms.SLOTS:
        return district * terms.SLOTS + site
    return FIRST_LANDMARK - terms.SLOTS + site


@compiled
def site_of_property(place: int) -> int:
    """The site of a property: the slot of a building, or a landmark's."""
    if place < FIRST_LANDMARK:
        return place % terms.SLOTS
    return place - FIRST_LANDMARK + terms.SLOTS


@compiled
def keys_on(box: Record, state: Record, place: int) -> int:
    """All keys on a property."""
    total = 0
    for seat in range(box.players):
        total += state.keys[seat, place]
    return total


@compiled
def keys_in(box: Record, state: Record, district: int) -> int:
    """All keys in a district, banks not counted (B6.4)."""
    total = 0
    for slot in range(terms.SLOTS):
        total += keys_on(box, state, district * terms.SLOTS + slot)
    for landmark in range(terms.LANDMARKS):
        if state.landmark_at[landmark] == district:
            total += keys_on(box, state, FIRST_LANDMARK + landmark)
    return total


@compiled
def resource_cost(box: Record, state: Record, district: int, site: int, kind: int) -> int:
    """How many of a resource the property on a site costs besides its francs (B1.4, B1.6)."""
    if site >= terms.SLOTS:
        return int(box.landmark_cost[site - terms.SLOTS, kind])
    if kind != 0:
        return 0
    building_type = box.tile_type[state.built[district, site]]
    return int(box.wood_of_type[building_type]) + int(box.wood_of_slot[site])


@compiled
def has_resources(box: Record, state: Record, seat: int, district: int, site: int) -> bool:
    """Whether a seat holds the resources that a site costs (B5.2)."""
    for kind in range(terms.RESOURCES):
        if state.tokens[seat, kind] < resource_cost(box, state, district, site, kind):
            return False
    return True


@compiled
def highest_landmark(state: Record, district: int) -> int:
    """The most valuable landmark in a district, NONE without one (B5.3)."""
    for landmark in range(terms.LANDMARKS - 1, -1, -1):
        if state.landmark_at[landmark] == district:
            return landmark
    return s.NONE


@compiled
def landmarks_owned(state: Record, seat: int) -> int:
    """How many landmarks a seat owns; one with two keys counts twice (B5.4)."""
    total = 0
    for place in range(FIRST_LANDMARK, terms.PROPERTIES):
        total += state.keys[seat, place]
    return total


@compiled
def buildings_owned(state: Record, seat: int, slot: int) -> int:
    """How many buildings of a value a seat owns; one with two keys counts twice (B5.4)."""
    total = 0
    for district in range(s.DISTRICTS):
        total += state.keys[seat, district * terms.SLOTS + slot]
    return total


@compiled
def types_owned(box: Record, state: Record, seat: int) -> int:
    """How many types a seat owns; all landmarks are one (B1.9)."""
    types = 0
    for place in range(FIRST_LANDMARK):
        if state.keys[seat, place] > 0:
            tile = state.built[place // terms.SLOTS, place % terms.SLOTS]
            types |= 1 << int(box.tile_type[tile])
    if landmarks_owned(state, seat) > 0:
        types |= 1 << terms.LANDMARK_TYPE
    total = 0
    for building_type in range(terms.LANDMARK_TYPE + 1):
        total += (types >> building_type) & 1
    return total
