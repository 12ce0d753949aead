"""What a network of La Cité learns besides the result: who has buildings where at the end."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.names import BUILDING_PHASE, NONE
from lutetia.games.lumiere.solver.keys import position_key, salt_of
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Words


@compiled
def ownership(state: Record, seat: int, out: Words) -> None:
    """The spaces under the seat's buildings, and under the rival's."""
    out[0] = state.built[seat]
    out[1] = state.built[1 - seat]


@compiled
def told(move: int) -> int:
    """Every move of La Cité is made in the open."""
    return move


@compiled
def fingerprint(box: Record, state: Record) -> int:
    """The hash of a position of phase two; 0 in phase one, where tiles are hidden."""
    if state.phase != BUILDING_PHASE:
        return np.uint64(0)  # type: ignore[return-value]
    open_ = 0
    for card in range(12):
        if (state.in_play >> card) & 1 and state.used_by[card] == NONE:
            open_ |= 1 << card
    return position_key(state, salt_of(box, state), open_)


@compiled
def players(box: Record) -> int:
    """La Cité has two players."""
    return 2


@compiled
def hidden(box: Record, state: Record, seat: int, out: Words) -> None:
    """The network of La Cité does not guess what is hidden."""
