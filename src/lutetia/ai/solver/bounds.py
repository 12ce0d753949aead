"""Admissible bounds of the margin: who gets which postcard, and what each can make of it.

Above: the mover takes what is best for them on the whole ground while the rival, undisturbed,
takes one good postcard at once and packs what is safe. Below: the same with the roles swapped,
and the mover choosing first.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.solver.caps import set_caps
from lutetia.ai.solver.context import Memory
from lutetia.ai.solver.hashing import finished, mixed
from lutetia.ai.solver.keys import packing_key
from lutetia.ai.solver.pieces import changing_pieces, fixed_points
from lutetia.ai.solver.problem import set_up
from lutetia.ai.solver.sides import survey
from lutetia.ai.solver.solo import best_packing
from lutetia.ai.solver.table import FAR
from lutetia.games.lumiere.geometry import SPACES
from lutetia.games.lumiere.moves import ACTIVATE, ANNEX, BUILD, ERECT, EXCHANGE, PLANT, PUT
from lutetia.games.lumiere.names import (
    BOUQUINISTES,
    JARDIN,
    LEVITATION,
    NONE,
    PENSEUR,
    PIECE_POSTCARD,
    SACRE_COEUR,
)
from lutetia.games.lumiere.placing import EMPTY
from lutetia.kernel.bits import constant, constants, count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word

OFFSET = 20_000
"""Makes every value of a packing positive."""

VALUE = np.uint64(0xFFFF)
SAFE, STOPPED = np.uint64(1 << 16), np.uint64(1 << 17)
"""Of packings that took too long."""

AT_MOST, SAFELY, BOLDLY = constants(3)
NO_CARDS, ONE_CARD = constants(2)

BUILDING = constant(12)
"""Of a choice: no postcard, but a building."""
OTHER = constant(13)
"""Of a choice: neither."""


@compiled
def packed(box: Record, state: Record, memory: Memory, seat: int, cards: int, way: int) -> int:
    """The final points of a seat that gets these postcards: at most, or (other ways) at least."""
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
    entry = memory.solos[key & np.uint64(memory.solos.size - 1)]
    data = entry.content
    scratch.solos += 1
    if entry.check ^ data != key or (data >= STOPPED and data & SAFE != np.uint64(safe) * SAFE):
        data = _packed_anew(box, state, memory, seat, cards, safe, bold)
        entry.content = data
        entry.check = key ^ data
    return np.int64(data & VALUE) - OFFSET + points_besides(side, cards, safe)


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
    box: Record, state: Record, memory: Memory, seat: int, cards: int, safe: int, bold: int
) -> Word:
    """An entry for the value of a packing; an unfinished one is no value for the other bound."""
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
    data = np.uint64(best_packing(box, problem) + OFFSET)
    scratch.packings += 1
    scratch.visits += problem.visits
    scratch.stopped += problem.stopped
    if problem.stopped:
        data |= STOPPED | (np.uint64(safe) * SAFE)
    return data


@compiled
def margin_bounds(
    box: Record, state: Record, memory: Memory, low: int, high: int, above: bool
) -> None:
    """Set `scratch.lower` and `scratch.upper` from the mover's view.

    A bound that settles a window (lower ≥ high or upper ≤ low) need not be the tightest, and the
    other is then not worked out. `above` says which is likely to settle it, and comes first.
    """
    scratch = memory.scratch
    cards = begin(box, state, memory)
    scratch.lower = -FAR
    scratch.upper = FAR
    for step in range(2):
        if (step == 0) == above:
            # Who declined to build may never get another turn (L4.4).
            if state.passes == 0 or memory.sides[1 - state.to_move].placeable == 0:
                scratch.upper = _upper(box, state, memory, cards, low)
                if scratch.upper <= low:
                    return
        elif state.pending == NONE:
            scratch.lower = _lower(box, state, memory, cards, high)
            if scratch.lower >= high:
                return


@compiled
def choice_of(move: int) -> int:
    """The postcard that a move activates, or BUILDING, or OTHER."""
    if move < BUILD:
        return OTHER
    if move < ACTIVATE:
        return BUILDING
    if move < EXCHANGE:
        return move - ACTIVATE
    if move < PLANT:
        return LEVITATION
    if move < PUT:
        return JARDIN
    if move < ERECT:
        return PIECE_POSTCARD[(move - PUT) // SPACES]
    if move < ANNEX:
        return PENSEUR
    return BOUQUINISTES


@compiled
def begin(box: Record, state: Record, memory: Memory) -> int:
    """Survey a position and list its open postcards; how many there are."""
    scratch = memory.scratch
    scratch.evaluations += 1
    survey(box, state, memory.shared, memory.sides, memory.reaches, scratch.salt)
    cards = np.int64(0)
    for card in range(12):
        if (memory.shared.open >> card) & 1:
            scratch.card[cards] = card
            cards += 1
    scratch.cards = cards
    return cards


@compiled
def chosen_cards(scratch: Record, subset: int) -> int:
    """The postcards of a set of open ones."""
    chosen = np.int64(0)
    for index in range(scratch.cards):
        if (subset >> index) & 1:
            chosen |= np.int64(1) << scratch.card[index]
    return chosen


@compiled
def points_with(
    box: Record, state: Record, memory: Memory, seat: int, subset: int, way: int
) -> int:
    """What a seat makes of a set of the open postcards, worked out once a position."""
    scratch = memory.scratch
    if scratch.points_at[way, seat, subset] != scratch.evaluations:
        scratch.points_at[way, seat, subset] = scratch.evaluations
        chosen = chosen_cards(scratch, subset)
        scratch.points[way, seat, subset] = packed(box, state, memory, seat, chosen, way)
    return scratch.points[way, seat, subset]


@compiled
def _most(
    box: Record, state: Record, memory: Memory, seat: int, with_: int, without: int, enough: int
) -> int:
    """The most a seat scores with postcards that contain some and avoid others, or enough."""
    tokens = np.int64(state.tokens[seat])
    most = np.int64(-FAR)
    for subset in range(1 << memory.scratch.cards):
        if count(np.uint64(subset)) == tokens and subset & with_ == with_ and subset & without == 0:
            most = max(most, points_with(box, state, memory, seat, np.int64(subset), AT_MOST))
            if most >= enough:
                return most
    return most


@compiled
def _upper(box: Record, state: Record, memory: Memory, cards: int, low: int) -> int:
    mover = np.int64(state.to_move)
    rival = 1 - mover
    if state.tokens[rival] == 0:
        most = _most(box, state, memory, mover, NO_CARDS, NO_CARDS, FAR)
        return most - points_with(box, state, memory, rival, NO_CARDS, SAFELY)
    upper = np.int64(-FAR)
    # The mover takes a postcard, or (at last) builds; then the rival chooses.
    for first in range(cards + 1):
        if first == cards or (state.tokens[mover] > 0 and state.pending == NONE):
            answer = _upper_after(box, state, memory, cards, first, max(low, upper))
            upper = max(upper, answer)
    return upper


@compiled
def _upper_after(
    box: Record, state: Record, memory: Memory, cards: int, first: int, enough: int
) -> int:
    """An upper bound if the mover takes one of the postcards now, or (at last) none of them.

    Where it is low enough it need not be the tightest.
    """
    mover = np.int64(state.to_move)
    rival = 1 - mover
    taken = ONE_CARD << first if first < cards else NO_CARDS
    if state.tokens[rival] == 0:
        most = _most(box, state, memory, mover, taken, NO_CARDS, FAR)
        return most - points_with(box, state, memory, rival, NO_CARDS, SAFELY)
    answer = np.int64(FAR)
    for second in range(cards):
        if second != first:
            sure = points_with(box, state, memory, rival, ONE_CARD << second, SAFELY)
            most = _most(box, state, memory, mover, taken, ONE_CARD << second, answer + sure)
            answer = min(answer, most - sure)
            if answer <= enough:
                return answer
    return answer


@compiled
def bound_choices(box: Record, state: Record, memory: Memory, enough: int) -> None:
    """Set `scratch.choice`: for each postcard the most that its activation now leads to, and at
    `BUILDING` the same of building, from the mover's view; FAR where that cannot be told."""
    scratch = memory.scratch
    scratch.choice[:] = FAR
    if state.pending != NONE:
        return
    cards = begin(box, state, memory)
    # Who declined to build may never get another turn (L4.4).
    if state.passes != 0 and memory.sides[1 - state.to_move].placeable != 0:
        return
    scratch.choice[BUILDING] = _upper_after(box, state, memory, cards, cards, enough)
    if state.tokens[state.to_move] > 0:
        for first in range(cards):
            scratch.choice[scratch.card[first]] = _upper_after(
                box, state, memory, cards, np.int64(first), enough
            )


@compiled
def _lower(box: Record, state: Record, memory: Memory, cards: int, high: int) -> int:
    mover = np.int64(state.to_move)
    if state.tokens[mover] == 0:
        sure = points_with(box, state, memory, mover, NO_CARDS, BOLDLY)
        return sure - _most(box, state, memory, 1 - mover, NO_CARDS, NO_CARDS, FAR)
    # A rival without tokens takes no postcard away if the mover builds first.
    way = BOLDLY if state.tokens[1 - mover] == 0 else SAFELY
    lower = np.int64(-FAR)
    for first in range(cards):
        sure = points_with(box, state, memory, mover, ONE_CARD << first, way)
        most = _most(box, state, memory, 1 - mover, NO_CARDS, ONE_CARD << first, sure - lower)
        lower = max(lower, sure - most)
        if lower >= high:
            return lower
    return lower
