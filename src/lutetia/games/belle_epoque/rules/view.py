"""What a seat may know (B2.2).

These things are hidden: the order of the piles, the tiles put away, and the faces of end-of-game
tiles that others took. Francs, tokens, bonus tiles and keys lie behind screens, too. But they all
come and go in the open, so a player with a perfect memory knows them. They stay in the record of a
view, and `imagine` need not guess them. `position` decides what is *shown*: there they are null
behind another seat's screen, and a person finds them in the log.

A seat that takes an end-of-game tile looks at all that are left. So it knows which faces others
took between two looks, but not who took which one. `end_seen` holds this.
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
    """Copy the state and hide what the seat, or a watcher, may not know."""
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
    """The faces that were missing at each look of the seat, but not at the look before."""
    since = 0
    for index in range(state.end_taken):
        if state.end_taker[index] == seat:
            remember(state, seat, since, index, out)
            since = index + 1
    if state.phase == s.CHOOSE and state.to_move == seat:
        remember(state, seat, since, whole(state.end_taken), out)


@compiled
def remember(state: State, seat: int, since: int, until: int, out: State) -> None:
    """The faces taken between two takes, sorted, so that their order tells nothing."""
    for index in range(since, until):
        face = state.end_face[index]
        place = index
        while place > since and out.end_seen[place - 1] > face:
            out.end_seen[place] = out.end_seen[place - 1]
            place -= 1
        out.end_seen[place] = face
