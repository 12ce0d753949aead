"""What a network of Belle Époque learns besides the result: who owns what at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Words

NOTHING = -1


@compiled
def players(box: Box) -> int:
    """The number of players."""
    return whole(box.players)


@compiled
def ownership(state: State, seat: int, out: Words) -> None:
    """The properties with a key of the seat, and those with a key of another seat."""
    out[0] = state.keys[seat, 0]
    out[1] = np.uint64(0)
    for other in range(s.SEATS):
        if other != seat:
            out[1] |= state.keys[other, 0]


@compiled
def provable(box: Box, state: State) -> bool:
    """Self-play proves nothing here."""
    return False


@compiled
def certain(box: Box, state: State, prover: Any) -> int:
    """Nobody asks for a proof."""
    return NOTHING


def new_prover() -> Any:
    """There is nothing to remember between proofs."""
    return np.zeros(1, dtype=np.int64)
