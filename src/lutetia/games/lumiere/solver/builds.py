"""An upper bound for each single build, before its position is entered.

Most builds use spaces that the mover needs for something better. The packing of the mover alone
shows this for all builds at once. To enter and survey each position would take much longer.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import SPACES
from lutetia.games.lumiere.rules.moves import ACTIVATE, BUILD, TURNS
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.solver.bounds import NO_CARDS, ONE_CARD
from lutetia.games.lumiere.solver.caps import set_caps
from lutetia.games.lumiere.solver.context import Memory
from lutetia.games.lumiere.solver.packings import (
    BOLDLY,
    SAFELY,
    chosen_cards,
    points_besides,
    points_with,
)
from lutetia.games.lumiere.solver.problem import USES_METRO, set_up
from lutetia.games.lumiere.solver.solo import exceeds_through, most_through
from lutetia.games.lumiere.solver.transpositions import FAR
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word


@compiled
def bound_builds(box: Record, memory: Memory, depth: int, enough: int) -> None:
    """Set `upper` of the builds among the children from `index` on: FAR if it is above `enough`.

    Call `bounds.bound_choices` before: it surveys the position.
    """
    frame = memory.frames[depth]
    state = memory.states[depth]
    scratch = memory.scratch
    mover = np.int64(state.to_move)
    rival = 1 - mover
    answer = ONE_CARD << scratch.answer if state.tokens[rival] > 0 else NO_CARDS
    safe = points_with(box, state, memory, rival, answer, SAFELY, -FAR, FAR)
    bold = safe
    if state.tokens[rival] == 0 or state.tokens[mover] == 0:
        bold = points_with(box, state, memory, rival, answer, BOLDLY, -FAR, FAR)
    for index in range(frame.index, frame.number):
        if BUILD <= frame.move[index] < ACTIVATE:
            frame.upper[index] = -FAR
    tokens = np.int64(state.tokens[mover])
    for subset in range(1 << scratch.cards):
        if count(np.uint64(subset)) == tokens and subset & answer == 0:
            _bound_with(box, memory, depth, enough, np.int64(subset), safe, bold)


@compiled
def _bound_with(
    box: Record, memory: Memory, depth: int, enough: int, subset: int, safe: int, bold: int
) -> None:
    """The same if the mover gets a set of the open postcards and the rival gets these points."""
    frame = memory.frames[depth]
    state = memory.states[depth]
    problem = memory.problem
    mover = np.int64(state.to_move)
    side = memory.sides[mover]
    rival = memory.sides[1 - mover]
    chosen = chosen_cards(memory.scratch, subset)
    none = np.int64(0)
    set_up(
        box,
        state,
        memory.shared,
        side,
        rival,
        mover,
        chosen,
        none,
        none,
        memory.scratch.evaluations,
        problem,
    )
    set_caps(box, problem)
    besides = points_besides(side, chosen, none)
    for index in range(frame.index, frame.number):
        move = np.int64(frame.move[index])
        if BUILD <= move < ACTIVATE and frame.upper[index] <= enough:
            building, rest = divmod(move - BUILD, TURNS * SPACES)
            place = box.placement[building, rest // SPACES, rest % SPACES]
            spot = _spot_of(problem, building, place)
            most = np.int64(FAR)
            if spot >= 0:
                # If the build takes nothing from the rival, the rival may be bold, too.
                apart = place & rival.spread == EMPTY and problem.uses[spot] & USES_METRO == 0
                less = besides - (bold if apart else safe)
                most = most_through(problem, spot) + less
                if most > enough and not exceeds_through(box, problem, spot, enough - less):
                    most = enough
            frame.upper[index] = max(frame.upper[index], most) if most <= enough else FAR


@compiled
def _spot_of(problem: Record, building: int, place: Word) -> int:
    """The index of a place of a building in the list of a packing, or -1 if it is not there."""
    for index in range(problem.from_pool):
        if problem.building[index] == building:
            for spot in range(problem.first_place[index], problem.first_place[index + 1]):
                if problem.place[spot] == place:
                    return spot
    return -1
