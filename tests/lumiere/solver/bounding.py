"""The bounds of a single position, as the search sees them."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.generate import legal_moves
from lutetia.games.lumiere.solver.bounds import margin_bounds
from lutetia.games.lumiere.solver.context import Memory, new_memory, new_tables
from lutetia.games.lumiere.solver.keys import salt_of
from lutetia.games.lumiere.solver.search import bound_ahead
from lutetia.games.lumiere.solver.transpositions import FAR
from lutetia.kernel.types import Record

STOP = np.zeros(1, dtype=np.int64)
MEMORY = new_memory(new_tables(14), STOP)
FORGETFUL_TABLES = new_tables(5)
FORGETFUL = new_memory(FORGETFUL_TABLES, STOP)


def bounds_of(
    game: Lumiere, state: Record, low: int = -FAR, high: int = FAR, *, above: bool = True
) -> tuple[int, int]:
    """The least and the most margin, from the mover's view; less exact outside the window."""
    return _bounds(MEMORY, game, state, low, high, above)


def fresh_bounds_of(game: Lumiere, state: Record) -> tuple[int, int]:
    """The same with empty tables."""
    for table in FORGETFUL_TABLES:
        table.view(np.uint8)[:] = 0
    return _bounds(FORGETFUL, game, state, -FAR, FAR, True)


def _bounds(
    memory: Memory, game: Lumiere, state: Record, low: int, high: int, above: bool
) -> tuple[int, int]:
    memory.scratch.salt = salt_of(game.box, state)
    margin_bounds(game.box, state, memory, int(low), int(high), above)
    return int(memory.scratch.lower), int(memory.scratch.upper)


def bounds_ahead_of(game: Lumiere, state: Record, enough: int) -> dict[int, int]:
    """For each legal move the upper bound before it is entered; FAR if it is above `enough`."""
    MEMORY.scratch.salt = salt_of(game.box, state)
    MEMORY.states[0] = state
    frame = MEMORY.frames[0]
    frame.index = 0
    frame.number = legal_moves(game.box, MEMORY.states[0], frame.move)
    frame.best = enough
    bound_ahead(game.box, MEMORY, 0)
    return {int(frame.move[index]): int(frame.upper[index]) for index in range(frame.number)}
