"""The bounds of a single position, as the search sees them."""

from __future__ import annotations

import numpy as np

from lutetia.ai.solver.bounds import margin_bounds
from lutetia.ai.solver.context import new_memory, new_tables
from lutetia.ai.solver.keys import salt_of
from lutetia.games.lumiere import Lumiere
from lutetia.kernel.types import Record

MEMORY = new_memory(new_tables(14), np.zeros(1, dtype=np.int64))


def bounds_of(game: Lumiere, state: Record) -> tuple[int, int]:
    """What the margin is at least and at most, from the mover's view."""
    MEMORY.scratch.salt = salt_of(game.box, state)
    margin_bounds(game.box, state, MEMORY)
    return int(MEMORY.scratch.lower), int(MEMORY.scratch.upper)
