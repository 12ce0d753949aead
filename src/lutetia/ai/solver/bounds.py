"""Admissible bounds of the margin: who gets which postcard, and what each can make of it.

Above: the mover takes what is best for them on the whole ground while the rival, undisturbed,
takes one good postcard at once and packs what is safe. Below: the same with the roles swapped,
and the mover choosing first.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.solver.caps import set_caps
from lutetia.ai.solver.context import Memory
from lutetia.ai.solver.keys import packing_key
from lutetia.ai.solver.pieces import changing_pieces, fixed_points
from lutetia.ai.solver.problem import set_up
from lutetia.ai.solver.sides import survey
from lutetia.ai.solver.solo import best_packing
from lutetia.ai.solver.table import FAR
from lutetia.games.lumiere.names import NONE, SACRE_COEUR
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record

OFFSET = 20_000
"""Makes every value of a packing positive."""


@compiled
def packed(box: Record, state: Record, memory: Memory, seat: int, cards: int, safe: int) -> int:
    """The final points of a seat that gets these postcards: at most, or (safe) at least."""
    scratch = memory.scratch
    side = memory.sides[seat]
    rival = memory.sides[1 - seat]
    key = packing_key(box, state, memory.shared, side, rival, seat, cards, safe, scratch.salt)
    entry = memory.solos[key & np.uint64(memory.solos.size - 1)]
    data = entry.data
    scratch.solos += 1
    if entry.check ^ data == key:
        added = np.int64(data) - OFFSET
    else:
        problem = memory.problem
        set_up(
            box,
            state,
            memory.shared,
            side,
            rival,
            seat,
            cards,
            safe,
            scratch.evaluations,
            problem,
        )
        set_caps(box, problem)
        added = best_packing(box, problem)
        scratch.packings += 1
        scratch.visits += problem.visits
        scratch.stopped += problem.stopped
        data = np.uint64(added + OFFSET)
        entry.data = data
        entry.check = key ^ data
    points = added + (side.safe_light if safe else side.light)
    if side.pieces != 0:
        points += fixed_points(side, changing_pieces(side, cards, safe), safe)
    if not side.spared and (cards >> SACRE_COEUR) & 1 == 0:
        points -= 3 * side.reserve_count
    return points


@compiled
def margin_bounds(box: Record, state: Record, memory: Memory) -> None:
    """Set `scratch.lower` and `scratch.upper` from the mover's view."""
    scratch = memory.scratch
    scratch.evaluations += 1
    survey(box, state, memory.shared, memory.sides, memory.reaches, scratch.salt)
    mover = np.int64(state.to_move)
    rival = 1 - mover
    cards = 0
    for card in range(12):
        if (memory.shared.open >> card) & 1:
            scratch.card[cards] = card
            cards += 1
    scratch.cards = cards
    for seat in range(2):
        _fill(box, state, memory, seat, cards)
    mine = np.int64(state.tokens[mover])
    theirs = np.int64(state.tokens[rival])
    scratch.upper = _upper(scratch, mover, mine, theirs, cards, state.pending != NONE)
    if state.passes > 0 and memory.sides[rival].placeable != 0:
        # Who declined to build may never get another turn (L4.4).
        scratch.upper = FAR
    scratch.lower = -FAR
    if state.pending == NONE:
        scratch.lower = _lower(scratch, mover, mine, theirs, cards)


@compiled
def _fill(box: Record, state: Record, memory: Memory, seat: int, cards: int) -> None:
    """What a seat makes of every set of postcards it may get, and surely of every single one."""
    scratch = memory.scratch
    tokens = np.int64(state.tokens[seat])
    for subset in range(1 << cards):
        if count(np.uint64(subset)) == tokens:
            chosen = 0
            for index in range(cards):
                if (subset >> index) & 1:
                    chosen |= 1 << scratch.card[index]
            scratch.most[seat, subset] = packed(box, state, memory, seat, chosen, 0)
    if tokens == 0:
        scratch.sure[seat, 12] = packed(box, state, memory, seat, 0, 1)
    else:
        for index in range(cards):
            chosen = 1 << scratch.card[index]
            scratch.sure[seat, index] = packed(box, state, memory, seat, chosen, 1)


@compiled
def _most(scratch: Record, seat: int, tokens: int, cards: int, with_: int, without: int) -> int:
    """The most a seat scores with postcards that contain some and avoid others."""
    most = -FAR
    for subset in range(1 << cards):
        if count(np.uint64(subset)) == tokens and subset & with_ == with_ and subset & without == 0:
            most = max(most, scratch.most[seat, subset])
    return most


@compiled
def _upper(scratch: Record, mover: int, mine: int, theirs: int, cards: int, pending: bool) -> int:
    rival = 1 - mover
    if theirs == 0:
        return _most(scratch, mover, mine, cards, 0, 0) - scratch.sure[rival, 12]
    # The mover builds, then the rival chooses.
    upper = FAR
    for second in range(cards):
        if mine + 1 <= cards:
            most = _most(scratch, mover, mine, cards, 0, 1 << second)
            upper = min(upper, most - scratch.sure[rival, second])
    if mine == 0 or pending:
        return upper
    for first in range(cards):
        answer = FAR
        for second in range(cards):
            if second != first:
                most = _most(scratch, mover, mine, cards, 1 << first, 1 << second)
                answer = min(answer, most - scratch.sure[rival, second])
        upper = max(upper, answer)
    return upper


@compiled
def _lower(scratch: Record, mover: int, mine: int, theirs: int, cards: int) -> int:
    rival = 1 - mover
    if mine == 0:
        return scratch.sure[mover, 12] - _most(scratch, rival, theirs, cards, 0, 0)
    lower = -FAR
    for first in range(cards):
        most = _most(scratch, rival, theirs, cards, 0, 1 << first)
        lower = max(lower, scratch.sure[mover, first] - most)
    return lower
