"""What a seat may see, and what it may imagine of the rest (L2.2)."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.names import NONE, TILES
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.chance import shuffle
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.types import Words


@compiled
def view(box: Box, state: State, seat: int, out: State) -> None:
    """Hide the rival's hand and both piles, but not the numbers of tiles (`Rules.view`)."""
    copy_into(state, out)
    out.pile[:] = NONE
    for other in range(2):
        if other != seat:
            out.held[other] = 0


@compiled
def imagine(box: Box, view: State, seat: int, chance: Words, out: State) -> None:
    """Deal the unseen tiles to the rival's hand and the piles (`Rules.imagine`).

    Every arrangement is equally likely.
    """
    copy_into(view, out)
    unseen = np.zeros(TILES, dtype=np.int64)
    for owner in range(2):
        seen = np.int64(out.held[owner])
        for square in range(16):
            laid = out.square[square]
            if laid != NONE and laid // 32 == owner:
                seen |= 1 << ((laid // 4) % TILES)
        count = 0
        for tile in range(TILES):
            if (seen >> tile) & 1 == 0:
                unseen[count] = tile
                count += 1
        shuffle(chance, unseen, count)
        if owner != seat:
            for _ in range(out.held_count[owner]):
                count -= 1
                out.held[owner] |= 1 << unseen[count]
        for place in range(out.drawn[owner], TILES):
            count -= 1
            out.pile[owner, place] = unseen[count]
