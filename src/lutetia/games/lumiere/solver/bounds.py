"""Admissible bounds of the margin: who gets which postcard, and what each player scores with it.

The upper bound: the mover takes what is best on the whole ground. The rival takes one good postcard
at once and packs only what is safe. The lower bound: the same with the roles swapped, and the mover
chooses first.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import SPACES
from lutetia.games.lumiere.rules.moves import ACTIVATE, ANNEX, BUILD, ERECT, EXCHANGE, PLANT, PUT
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    JARDIN,
    LEVITATION,
    NONE,
    PENSEUR,
    PIECE_POSTCARD,
)
from lutetia.games.lumiere.solver.context import Memory
from lutetia.games.lumiere.solver.packings import AT_MOST, BOLDLY, SAFELY, points_with
from lutetia.games.lumiere.solver.sides import survey
from lutetia.games.lumiere.solver.transpositions import FAR
from lutetia.kernel.bits import constant, constants, count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record

NO_CARDS, ONE_CARD = constants(2)

MORE = constant(2)
"""A bound that settles a window is made tighter by this much, because other windows may use it."""

BUILDING = constant(12)
"""The choice is a building, not a postcard."""
OTHER = constant(13)
"""The choice is neither a postcard nor a building."""


@compiled
def margin_bounds(
    box: Record, state: Record, memory: Memory, low: int, high: int, above: bool
) -> None:
    """Set `scratch.lower` and `scratch.upper` from the mover's view.

    A bound that settles the window (lower ≥ high or upper ≤ low) need not be the tightest. The
    other bound is then not computed. `above` says that the upper bound will probably settle the
    window: it is then computed first.
    """
    scratch = memory.scratch
    cards = begin(box, state, memory)
    scratch.lower = -FAR
    scratch.upper = FAR
    for step in range(2):
        if (step == 0) == above:
            # A player who declined to build may never get another turn (L4.4).
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
    """Survey a position and list its open postcards. Returns their number."""
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
def _most(
    box: Record,
    state: Record,
    memory: Memory,
    seat: int,
    with_: int,
    without: int,
    floor: int,
    enough: int,
) -> int:
    """The most that a seat scores with a set of postcards: all of `with_`, none of `without`.

    The bound need not be the tightest if it is at most `floor` or at least `enough`.
    """
    tokens = np.int64(state.tokens[seat])
    most = np.int64(-FAR)
    for subset in range(1 << memory.scratch.cards):
        if count(np.uint64(subset)) == tokens and subset & with_ == with_ and subset & without == 0:
            here = points_with(
                box, state, memory, seat, np.int64(subset), AT_MOST, max(floor, most), enough
            )
            most = max(most, here)
            if most >= enough:
                return most
    return most


@compiled
def _sure(box: Record, state: Record, memory: Memory, seat: int, subset: int, way: int) -> int:
    """The points that a seat has for sure with a set of the open postcards."""
    return points_with(box, state, memory, seat, subset, way, -FAR, FAR)


@compiled
def _upper(box: Record, state: Record, memory: Memory, cards: int, low: int) -> int:
    mover = np.int64(state.to_move)
    upper = np.int64(-FAR)
    # The mover takes a postcard, or (the last step of the loop) builds. Then the rival chooses.
    for first in range(cards + 1):
        if first == cards or (state.tokens[mover] > 0 and state.pending == NONE):
            answer = _upper_after(box, state, memory, cards, first, max(low, upper))
            upper = max(upper, answer)
    return upper


@compiled
def _upper_after(
    box: Record, state: Record, memory: Memory, cards: int, first: int, enough: int
) -> int:
    """An upper bound if the mover takes the postcard `first` now, or none if it is `cards`.

    The bound need not be the tightest if it is at most `enough`.
    """
    mover = np.int64(state.to_move)
    rival = 1 - mover
    taken = ONE_CARD << first if first < cards else NO_CARDS
    if state.tokens[rival] == 0:
        sure = _sure(box, state, memory, rival, NO_CARDS, SAFELY)
        floor = enough + sure - MORE
        return _most(box, state, memory, mover, taken, NO_CARDS, floor, FAR) - sure
    answer = np.int64(FAR)
    for second in range(cards):
        if second != first:
            other = ONE_CARD << second
            sure = _sure(box, state, memory, rival, other, SAFELY)
            floor = enough + sure - MORE
            most = _most(box, state, memory, mover, taken, other, floor, answer + sure)
            if most - sure < answer:
                answer = most - sure
                memory.scratch.answer = second
            if answer <= enough:
                return answer
    return answer


@compiled
def bound_choices(box: Record, state: Record, memory: Memory, enough: int) -> None:
    """Set `scratch.choice`: upper bounds from the mover's view. FAR means that there is no bound.

    There is one for each postcard, if it is activated now, and one for a build (`BUILDING`).
    """
    scratch = memory.scratch
    scratch.choice[:] = FAR
    if state.pending != NONE:
        return
    cards = begin(box, state, memory)
    # A player who declined to build may never get another turn (L4.4).
    if state.passes != 0 and memory.sides[1 - state.to_move].placeable != 0:
        return
    if state.tokens[state.to_move] > 0:
        for first in range(cards):
            scratch.choice[scratch.card[first]] = _upper_after(
                box, state, memory, cards, np.int64(first), enough
            )
    scratch.choice[BUILDING] = _upper_after(box, state, memory, cards, cards, enough)


@compiled
def _lower(box: Record, state: Record, memory: Memory, cards: int, high: int) -> int:
    mover = np.int64(state.to_move)
    rival = 1 - mover
    if state.tokens[mover] == 0:
        sure = _sure(box, state, memory, mover, NO_CARDS, BOLDLY)
        floor = sure - high - MORE
        return sure - _most(box, state, memory, rival, NO_CARDS, NO_CARDS, floor, FAR)
    # A rival without tokens cannot take a postcard, so the mover may build first.
    way = BOLDLY if state.tokens[rival] == 0 else SAFELY
    lower = np.int64(-FAR)
    for first in range(cards):
        taken = ONE_CARD << first
        sure = _sure(box, state, memory, mover, taken, way)
        floor = sure - high - MORE
        most = _most(box, state, memory, rival, NO_CARDS, taken, floor, sure - lower)
        lower = max(lower, sure - most)
        if lower >= high:
            return lower
    return lower
