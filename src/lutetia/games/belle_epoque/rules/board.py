"""Questions about the board: what is where, what it costs, who owns it."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import constant, count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Word

FIRST_LANDMARK = constant(terms.PROPERTIES - terms.LANDMARKS)
ONE = np.uint64(1)
ALL_LANDMARKS = np.uint64((1 << terms.LANDMARKS) - 1)
ALL_SLOTS = np.uint64((1 << terms.SLOTS) - 1)
BUILDINGS = np.uint64((1 << terms.TILES) - 1)
SHIFT_TO_LANDMARKS = np.uint64(terms.TILES)
SHIFT_TO_LANDMARK_SITES = np.uint64(terms.SLOTS)
EVERY_DISTRICT = np.uint64(sum(1 << district * terms.SLOTS for district in range(s.DISTRICTS)))
"""The first space of each district; shifted by a slot, all spaces of one value."""


@compiled
def property_of(district: int, site: int) -> int:
    """The property on a site: a building of the district or a landmark."""
    if site < terms.SLOTS:
        return district * terms.SLOTS + site
    return FIRST_LANDMARK - terms.SLOTS + site


@compiled
def sites_of(state: State, properties: Word, district: int) -> Word:
    """The properties of a set that are in a district, as sites: slots, then landmarks."""
    slots = (properties >> np.uint64(district * terms.SLOTS)) & ALL_SLOTS
    landmarks = (properties >> SHIFT_TO_LANDMARKS) & state.laid[district]
    return slots | (landmarks << SHIFT_TO_LANDMARK_SITES)


@compiled
def owned_by_others(box: Box, state: State, seat: int) -> Word:
    """The properties that have a key of another seat."""
    found = np.uint64(0)
    for other in range(box.players):
        if other != seat:
            found |= state.keys[other, 0]
    return found


@compiled
def keys_among(state: State, seat: int, properties: Word) -> int:
    """A seat's keys on a set of properties; several keys on one property all count (B5.4)."""
    total = 0
    for layer in range(s.KEY_LAYERS):
        total += count(state.keys[seat, layer] & properties)
    return total


@compiled
def keys_in(box: Box, state: State, district: int) -> int:
    """All keys in a district without those on banks (B6.4)."""
    properties = (ALL_SLOTS << np.uint64(district * terms.SLOTS)) | (
        state.laid[district] << SHIFT_TO_LANDMARKS
    )
    total = 0
    for seat in range(box.players):
        total += keys_among(state, whole(seat), properties)
    return total


@compiled
def add_key(state: State, seat: int, place: int) -> None:
    """Put one more key of a seat on a property."""
    layer = 0
    while state.keys[seat, layer] & (ONE << np.uint64(place)):
        layer += 1
    state.keys[seat, layer] |= ONE << np.uint64(place)


@compiled
def remove_key(state: State, seat: int, place: int) -> None:
    """Take one key of a seat from a property."""
    layer = s.KEY_LAYERS - 1
    while not state.keys[seat, layer] & (ONE << np.uint64(place)):
        layer -= 1
    state.keys[seat, layer] ^= ONE << np.uint64(place)


@compiled
def resource_cost(box: Box, state: State, district: int, site: int, kind: int) -> int:
    """How many of a resource the property on a site costs besides its francs (B1.4, B1.6)."""
    if site >= terms.SLOTS:
        return whole(box.landmark_cost[site - terms.SLOTS, kind])
    if kind != 0:
        return 0
    building_type = box.tile_type[state.tile_at[district * terms.SLOTS + site]]
    return whole(box.wood_of_type[building_type]) + whole(box.wood_of_slot[site])


@compiled
def has_resources(box: Box, state: State, seat: int, district: int, site: int) -> bool:
    """Whether a seat holds the resources that a site costs (B5.2)."""
    enough = True
    for kind in range(terms.RESOURCES):
        if state.tokens[seat, kind] < resource_cost(box, state, district, site, kind):
            enough = False
    return enough


@compiled
def types_owned(box: Box, state: State, seat: int) -> int:
    """How many types a seat owns; all landmarks together are one type (B1.9)."""
    types = np.uint64(0)
    buildings = state.keys[seat, 0] & BUILDINGS
    while buildings:
        tile = state.tile_at[lowest(buildings)]
        types |= ONE << np.uint64(box.tile_type[tile])
        buildings &= buildings - ONE
    if state.keys[seat, 0] >> SHIFT_TO_LANDMARKS:
        types |= ONE << np.uint64(terms.LANDMARK_TYPE)
    return count(types)
