"""What a seat may know (B2.2).

Hidden are the order of the piles, the tiles put away, and the faces of end-of-game tiles that
others took. Francs, tokens, bonus tiles and keys lie behind screens too, but every one of them
came and goes in the open, so whoever remembers the log knows them: they stay in the record of a
view, which is what a player with a perfect memory knows, and `imagine` has nothing to guess
about them. What is to be *shown* is told by `position`: there another's screen hides them (null),
and the log is where a person finds them.

Who takes an end-of-game tile looks at all that are left, so between two looks of a seat it is
known which faces others took, but not who of them took which. `end_seen` carries that.
"""

from __future__ import annotations

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into


@compiled
def view(box: Box, state: State, seat: int, out: State) -> None:
    """Copy the state and blank what the seat, or a watcher, may not know."""
    copy_into(state, out)
    if state.viewer == seat + 2:
        return
    out.viewer = seat + 2
    for pile in range(terms.PILES):
        for depth in range(state.pile_left[pile]):
            out.piles[pile, depth] = s.HIDDEN
    for index in range(box.put_away):
        out.away[index] = s.HIDDEN
    for index in range(state.end_taken):
        out.end_seen[index] = s.NONE
        if state.end_taker[index] != seat:
            out.end_face[index] = s.HIDDEN
            out.end_spent[index] = 0
    remember_looks(state, seat, out)


@compiled
def remember_looks(state: State, seat: int, out: State) -> None:
    """What was missing at each look of the seat since the one before, in no order."""
    since = 0
    for index in range(state.end_taken):
        if state.end_taker[index] == seat:
            remember(state, seat, since, index, out)
            since = index + 1
    if state.phase == s.CHOOSE and state.to_move == seat:
        remember(state, seat, since, whole(state.end_taken), out)


@compiled
def remember(state: State, seat: int, since: int, until: int, out: State) -> None:
    """The faces taken from one take to another, sorted, so that their order tells nothing."""
    for index in range(since, until):
        face = state.end_face[index]
        place = index
        while place > since and out.end_seen[place - 1] > face:
            out.end_seen[place] = out.end_seen[place - 1]
            place -= 1
        out.end_seen[place] = face
