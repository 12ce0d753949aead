"""What the network of insight sees of a position, as numbers of about the same size.

Three groups of numbers describe a position: each seat, the table as a whole, and each district as a
seat sees it. If you change one of them, raise `VERSION`: the program refuses weights that were
learnt with another version.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.evaluation import features as f
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import (
    ALL_LANDMARKS,
    ALL_SLOTS,
    EVERY_DISTRICT,
    keys_in,
    types_owned,
)
from lutetia.games.belle_epoque.rules.state import whole
from lutetia.kernel.bits import constants, count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Record, Word

VERSION = 1

ONE = np.uint64(1)

(
    _STACK, _STACK_IN_REACH, _MOVES, LEFT, _LAST, _TYPES, _SLOTS,
) = (f.FEATURES + place for place in constants(7))  # fmt: skip
_REACH = _SLOTS + terms.SLOTS
SEAT_INPUTS = int(_REACH) + terms.BONUS_TILES
"""A seat: the features, what medals could bring, its turns, its buildings, the tiles ahead."""

(
    _PLAYERS, _ADVANCED, _STAGE, _PILES, _END_TILES, _SUPPLY,
) = (0, 3, 4, 7, 8, 9)  # fmt: skip
_DISPLAY = _SUPPLY + terms.RESOURCES
_TILES_LEFT = _DISPLAY + terms.LANDMARKS
TABLE_INPUTS = _TILES_LEFT + terms.SCORING_TILES
"""The table: what is left of everything."""

BOARD_INPUTS = 10
"""A district: what is still to be had there."""
OWNER_INPUTS = 10
"""The same district: what the seat and its best rival own there."""

_SCALES = {
    f.FRANCS: 8.0, f.FRANCS_27: 8.0, f.HAND: 4.0, f.BANKS: 2.0, f.VALUE: 20.0,
    f.BUILDINGS_OWNED: 3.0, f.LANDMARKS_OWNED: 2.0, f.TILE_POINTS: 12.0, f.END_POINTS: 4.0,
    f.END_FRANCS: 4.0, f.DISCARD: 6.0, f.SCORED: 15.0, f.SCORED_SHARE: 15.0, f.SCORED_LEAD: 10.0,
    f.OPEN_ENTERED: 2.0, f.RIVAL_SCORED: 15.0, f.REACH: 8.0, f.PAIRS: 2.0, f.OPEN_SHARE: 2.0,
}  # fmt: skip
_SIZES = np.array([1.0 / _SCALES.get(place, 1.0) for place in range(f.FEATURES)])


@compiled
def medals(box: Record, state: Record, seat: int, out: Floats) -> None:
    """The points that a landmark would give for medals: any, and one whose resources are there."""
    for landmark in range(terms.LANDMARKS):
        held = np.int64(state.tokens[seat, box.landmark_kind[landmark]])
        worth = float(min(held, np.int64(box.most_discarded)) * box.landmark_points[landmark])
        out[0] = max(out[0], worth)
        if worth > out[1]:
            enough = True
            for kind in range(terms.RESOURCES):
                enough &= state.tokens[seat, kind] >= box.landmark_cost[landmark, kind]
            if enough:
                out[1] = worth


@compiled
def seat_inputs(
    box: Record, state: Record, seat: int, features: Floats, left: float, out: Floats
) -> None:
    """A seat. `features` are its features, `left` the turns that it still has."""
    for index in range(f.FEATURES):
        out[index] = features[index] * _SIZES[index]
    out[f.FEATURES :] = 0.0
    medals(box, state, seat, out[_STACK : _STACK + 2])
    out[_STACK] *= 0.1
    out[_STACK_IN_REACH] *= 0.1
    out[_MOVES] = 1.0 if state.to_move == seat else 0.0
    out[LEFT] = min(1.5, left / f.LONG)
    out[_LAST] = 1.0 / (1.0 + left)
    out[_TYPES] = types_owned(box, state, seat) / 7.0
    for slot in range(terms.SLOTS):
        places = EVERY_DISTRICT << np.uint64(slot)
        out[_SLOTS + slot] = 0.5 * count(state.keys[seat, 0] & places)
    tiles = state.track[0] & ~state.had[seat]
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - ONE
        if state.bonus_space[tile] > state.meeple[seat]:
            out[_REACH + tile] = 1.0


@compiled
def table_inputs(box: Record, state: Record, out: Floats) -> None:
    """What all seats share."""
    out[:] = 0.0
    out[_PLAYERS + whole(box.players) - 2] = 1.0
    out[_ADVANCED] = box.advanced
    out[_STAGE + whole(state.stage)] = 1.0
    for pile in range(terms.PILES):
        out[_PILES] += state.pile_left[pile] / 36.0
    out[_END_TILES] = state.end_taken / 12.0
    for kind in range(terms.RESOURCES):
        out[_SUPPLY + kind] = state.supply[kind] / 6.0
    display = ALL_LANDMARKS
    for tile in range(terms.SCORING_TILES):
        out[_TILES_LEFT + tile] = 1.0
    for district in range(s.DISTRICTS):
        display &= ~state.laid[district]
        if state.scoring_tile[district] >= 0:
            out[_TILES_LEFT + whole(state.scoring_tile[district])] = 0.0
    for landmark in range(terms.LANDMARKS):
        out[_DISPLAY + landmark] = float((display >> np.uint64(landmark)) & ONE)


@compiled
def taken_by_anybody(box: Record, state: Record) -> Word:
    """The properties that have a key."""
    taken = np.uint64(0)
    for seat in range(box.players):
        taken |= state.keys[seat, 0]
    return taken


@compiled
def board_inputs(box: Record, state: Record, district: int, taken: Word, out: Floats) -> None:
    """What all seats see alike of a district. `taken` are the properties that have a key."""
    tile = whole(state.scoring_tile[district])
    out[:4] = 0.0
    if tile >= 0:
        out[0] = 1.0
        for rank in range(3):
            out[1 + rank] = box.scoring[tile, rank] / 12.0
    out[4] = min(4, keys_in(box, state, district)) / 4.0
    shift = np.uint64(district * terms.SLOTS)
    built = (state.built >> shift) & ALL_SLOTS
    free = built & ~(taken >> shift)
    out[5] = count(built) / 6.0
    total = whole(0)
    highest = whole(0)
    while free:
        value = whole(box.values[lowest(free)])
        free &= free - ONE
        total += value
        highest = max(highest, value)
    out[6] = total / 10.0
    out[7] = highest / 8.0
    out[8] = 0.5 * count(state.laid[district])
    out[9] = box.income[district] / 4.0


@compiled
def owner_inputs(
    box: Record,
    state: Record,
    seat: int,
    district: int,
    sums: Floats,
    best: Floats,
    left: float,
    out: Floats,
) -> None:
    """What a seat and its rivals own in a district."""
    mine = sums[district, seat]
    first = 0.0
    second = 0.0
    best_first = 0.0
    banks = 0
    bit = ONE << np.uint64(district)
    for other in range(box.players):
        if other != seat:
            rival = sums[district, other]
            if rival > first:
                second = first
                first = rival
                best_first = best[district, other]
            elif rival > second:
                second = rival
            banks += whole(state.banks[other] & bit != 0)
    lead = mine - first
    out[0] = mine / 10.0
    out[1] = first / 10.0
    out[2] = second / 10.0
    out[3] = min(1.0, max(-1.0, lead / 8.0))
    out[4] = 1.0 if lead > 0.0 or (lead == 0.0 and best[district, seat] > best_first) else 0.0
    out[5] = 1.0 if 2.0 * mine >= first and mine > 0.0 else 0.0
    out[6] = 1.0 if 2.0 * first >= mine and first > 0.0 else 0.0
    out[7] = 1.0 if state.banks[seat] & bit else 0.0
    out[8] = banks / (box.players - 1.0)
    out[9] = min(1.0, left / f.LONG)
