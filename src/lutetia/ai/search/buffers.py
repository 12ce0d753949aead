"""The buffers that a search works in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lutetia.ai.search.tree import LONGEST_PATH, Numbers
from lutetia.kernel.types import Floats, Moves, Record


class SearchBuffers(NamedTuple):
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
    """For each leaf a row, for each seat a column."""
    points: Floats
    """For each seat the sum of the lines of the leaf that is backed up."""
    lines: Floats
    """For each leaf and seat the points of each scoring line at the end, or what is expected."""
    line_sums: Floats
    """The sum of all leaves' lines since it was last set to zero."""


def new_buffers(
    state_type: np.dtype[Any], move_space: int, seats: int, lines: int, batch: int
) -> SearchBuffers:
    """Buffers for batches of leaves."""
    return SearchBuffers(
        worlds=np.zeros(batch + 1, dtype=np.dtype((np.record, state_type))),
        moves=np.zeros(move_space, dtype=np.int32),
        priors=np.zeros(move_space),
        mark=np.zeros(move_space, dtype=np.int32),
        stamp=np.zeros(1, dtype=np.int32),
        path_nodes=np.zeros((batch, LONGEST_PATH), dtype=np.int32),
        path_edges=np.zeros((batch, LONGEST_PATH), dtype=np.int32),
        path_length=np.zeros(batch, dtype=np.int32),
        values=np.zeros((batch, seats)),
        points=np.zeros(seats),
        lines=np.zeros((batch, seats, lines)),
        line_sums=np.zeros((seats, lines)),
    )
