"""The points of a seat with a set of postcards: packings, stored, and only as exact as needed.

A bound of the margin is compared with a window. So for most packings it is enough to prove that
they bring at most some points (the floor) or at least some points (the roof). The known result of a
packing is an interval. The next caller uses this interval or makes it narrower.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.names import SACRE_COEUR
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.solver.caps import set_caps
from lutetia.games.lumiere.solver.context import Memory
from lutetia.games.lumiere.solver.keys import packing_key
from lutetia.games.lumiere.solver.mixing import finished, mixed
from lutetia.games.lumiere.solver.pieces import changing_pieces, fixed_points
from lutetia.games.lumiere.solver.problem import set_up
from lutetia.games.lumiere.solver.solo import best_packing
from lutetia.kernel.bits import constants
from lutetia.kernel.compiled import compiled, inlined
from lutetia.kernel.types import Record, Word

AT_MOST, SAFELY, BOLDLY = constants(3)
"""Ways to pack: on the whole ground; where the rival cannot reach; there and on one bold place."""

OFFSET = 20_000
"""Makes every value of a packing positive."""

_VALUE = np.uint64(0xFFFF)
_SIXTEEN = np.uint64(16)
_STOPPED = np.uint64(1 << 32)
"""Marks a packing that took too long. Its interval is not made narrower again."""


@compiled
def points_with(
    box: Record,
    state: Record,
    memory: Memory,
    seat: int,
    subset: int,
    way: int,
    floor: int,
    roof: int,
) -> int:
    """The points of a seat with a set of the open postcards: AT_MOST the most, else the least.

    The function seeks no better bound at or below the floor, or at or above the roof.
    """
    scratch = memory.scratch
    if scratch.points_at[way, seat, subset] != scratch.evaluations:
        scratch.points_at[way, seat, subset] = scratch.evaluations
        scratch.least[way, seat, subset] = -OFFSET
        scratch.most[way, seat, subset] = OFFSET
    least = scratch.least[way, seat, subset]
    most = scratch.most[way, seat, subset]
    if not _is_enough(way, least, most, floor, roof):
        pack(box, state, memory, seat, chosen_cards(scratch, subset), way, floor, roof)
        least = scratch.packed_least
        most = scratch.packed_most
        scratch.least[way, seat, subset] = least
        scratch.most[way, seat, subset] = most
    return most if way == AT_MOST else least


@inlined
def _is_enough(way: int, least: int, most: int, floor: int, roof: int) -> bool:
    return least >= roof or least == most or (way == AT_MOST and most <= floor)


@compiled
def chosen_cards(scratch: Record, subset: int) -> int:
    """The postcards of a set of open ones."""
    chosen = np.int64(0)
    for index in range(scratch.cards):
        if (subset >> index) & 1:
            chosen |= np.int64(1) << scratch.card[index]
    return chosen


@compiled
def pack(
    box: Record,
    state: Record,
    memory: Memory,
    seat: int,
    cards: int,
    way: int,
    floor: int,
    roof: int,
) -> None:
    """Set `scratch.packed_least` and `packed_most`: the final points of a seat with these cards."""
    scratch = memory.scratch
    side = memory.sides[seat]
    rival = memory.sides[1 - seat]
    ground = side.ground & side.reach
    contested = EMPTY
    safe = np.int64(way != AT_MOST)
    if safe:
        contested = ground & rival.spread
        ground &= ~rival.spread
    bold = np.int64(way == BOLDLY and contested != EMPTY)
    key = packing_key(box, state, memory.shared, side, rival, seat, cards, safe, scratch.salt)
    key = mixed(key, ground)
    if bold:
        key = mixed(key, ~contested)
    key = finished(key)
    besides = points_besides(side, cards, safe)
    entry = memory.solos[key & np.uint64(memory.solos.size - 1)]
    data = entry.content
    scratch.solos += 1
    if entry.check ^ data != key:
        data = np.uint64(2 * OFFSET) << _SIXTEEN
    least = np.int64(data & _VALUE) - OFFSET
    most = np.int64((data >> _SIXTEEN) & _VALUE) - OFFSET
    settled = _is_enough(way, least, most, floor - besides, roof - besides)
    # A search that was stopped has a lower bound only if it looked for one.
    if not settled and (data < _STOPPED or (safe and least == -OFFSET)):
        data = _packed_anew(
            box, state, memory, seat, cards, safe, bold, floor - besides, roof - besides, data
        )
        entry.content = data
        entry.check = key ^ data
        least = np.int64(data & _VALUE) - OFFSET
        most = np.int64((data >> _SIXTEEN) & _VALUE) - OFFSET
    scratch.packed_least = least + besides
    scratch.packed_most = most + besides


@compiled
def points_besides(side: Record, cards: int, safe: int) -> int:
    """The points of a seat that no packing changes."""
    points = np.int64(side.safe_light if safe else side.light)
    if side.pieces != 0:
        points += fixed_points(side, changing_pieces(side, cards, safe), safe)
    if not side.spared and (cards >> SACRE_COEUR) & 1 == 0:
        points -= 3 * side.reserve_count
    return points


@compiled
def _packed_anew(
    box: Record,
    state: Record,
    memory: Memory,
    seat: int,
    cards: int,
    safe: int,
    bold: int,
    floor: int,
    roof: int,
    data: Word,
) -> Word:
    """A new entry with a narrower interval for a packing."""
    scratch = memory.scratch
    problem = memory.problem
    set_up(
        box,
        state,
        memory.shared,
        memory.sides[seat],
        memory.sides[1 - seat],
        seat,
        cards,
        safe,
        bold,
        scratch.evaluations,
        problem,
    )
    set_caps(box, problem)
    problem.least = np.int64(data & _VALUE) - OFFSET
    problem.most = np.int64((data >> _SIXTEEN) & _VALUE) - OFFSET
    best_packing(box, problem, -OFFSET if safe else floor, roof)
    scratch.packings += 1
    scratch.visits += problem.visits
    scratch.stopped += problem.stopped
    data = np.uint64(problem.least + OFFSET) | np.uint64(problem.most + OFFSET) << _SIXTEEN
    if problem.stopped:
        data |= _STOPPED
    return data
