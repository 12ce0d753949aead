"""The parts of a turn: what it waits for, who is to move, and when the game ends (B3, B8.2)."""

from __future__ import annotations

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.contract import NOBODY


@compiled
def piles_empty(state: State) -> bool:
    """Whether the last building tile has been drawn."""
    for pile in range(terms.PILES):
        if state.pile_left[pile] > 0:
            return False
    return True


@compiled
def begin_turn(state: State, seat: int) -> None:
    """A turn begins with a draw as long as there are building tiles (B3.1)."""
    state.to_move = seat
    state.phase = s.ACT if piles_empty(state) else s.DRAW


@compiled
def end_turn(box: Box, state: State) -> None:
    """Go to the next seat; a new round may be the final one, or the game may be over (B8.2)."""
    seat = (whole(state.to_move) + 1) % whole(box.players)
    state.turns += 1
    if seat == state.first:
        if state.stage == s.FINAL:
            state.to_move = NOBODY
            state.phase = s.OVER
            return
        if state.stage == s.LAST_ROUND:
            state.stage = s.FINAL
    begin_turn(state, seat)


@compiled
def follow_up_answered(state: State) -> None:
    """Go to the last benefit, the scoring tile, or to the end of the turn (B6)."""
    if state.phase != s.SCORING and state.scoring_waits == 1:
        state.phase = s.SCORING
        return
    state.scoring_waits = 0
    state.target = s.NONE
    state.phase = s.END
