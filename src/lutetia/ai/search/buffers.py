"""The buffers that a search works in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lutetia.ai.search.tree import LONGEST_PATH, Numbers
from lutetia.kernel.types import Floats, Moves, Record


class SearchBuffers(NamedTuple):
    """Working space of one search tree."""

    worlds: Record
    """The imagined world, and the view of the seat that moves in it."""
    moves: Moves
    priors: Floats
    mark: Numbers
    """For each move of the game: the stamp of the last list that contained it."""
    stamp: Numbers
    path_nodes: Numbers
    path_edges: Numbers
    """The edges from the root to the leaf."""
    path_length: Numbers
    values: Floats
    """The values of the leaf, for each seat."""
    points: Floats
    """For each seat: the sum of the lines of the leaf that is backed up."""
    lines: Floats
    """For each seat: the points of each scoring line at the end, or the expected points."""
    line_sums: Floats
    """The sum of the lines of all leaves since the last reset."""


def new_buffers(
    state_type: np.dtype[Any], move_space: int, seats: int, lines: int
) -> SearchBuffers:
    """Buffers for one tree."""
    return SearchBuffers(
        worlds=np.zeros(2, dtype=np.dtype((np.record, state_type))),
        moves=np.zeros(move_space, dtype=np.int32),
        priors=np.zeros(move_space),
        mark=np.zeros(move_space, dtype=np.int32),
        stamp=np.zeros(1, dtype=np.int32),
        path_nodes=np.zeros(LONGEST_PATH, dtype=np.int32),
        path_edges=np.zeros(LONGEST_PATH, dtype=np.int32),
        path_length=np.zeros(1, dtype=np.int32),
        values=np.zeros(seats),
        points=np.zeros(seats),
        lines=np.zeros((seats, lines)),
        line_sums=np.zeros((seats, lines)),
    )
