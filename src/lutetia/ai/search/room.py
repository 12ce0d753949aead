"""What a search writes on while it thinks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lutetia.ai.search.tree import LONGEST_PATH, Floats, Numbers
from lutetia.kernel.types import Moves, Record


class Room(NamedTuple):
    """Scratch space of one search tree."""

    worlds: Record
    """One for each leaf of a batch, and one more for views."""
    moves: Moves
    priors: Floats
    mark: Numbers
    """For each move of the game the stamp of the last list that it was in."""
    stamp: Numbers
    path_nodes: Numbers
    path_edges: Numbers
    """For each leaf of a batch the way to it."""
    path_length: Numbers
    values: Floats
    points: Floats
    """For each leaf a row, for each seat a column."""


def new_room(state_type: np.dtype[Any], move_space: int, seats: int, batch: int) -> Room:
    """Room for batches of leaves."""
    return Room(
        worlds=np.zeros(batch + 1, dtype=np.dtype((np.record, state_type))),
        moves=np.zeros(move_space, dtype=np.int32),
        priors=np.zeros(move_space),
        mark=np.zeros(move_space, dtype=np.int32),
        stamp=np.zeros(1, dtype=np.int32),
        path_nodes=np.zeros((batch, LONGEST_PATH), dtype=np.int32),
        path_edges=np.zeros((batch, LONGEST_PATH), dtype=np.int32),
        path_length=np.zeros(batch, dtype=np.int32),
        values=np.zeros((batch, seats)),
        points=np.zeros((batch, seats)),
    )
