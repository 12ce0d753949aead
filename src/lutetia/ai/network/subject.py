"""What a network is about: the observation of a game and the shape of its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.contract import Game

Grid = Literal["spaces", "squares", "whole"]
"""Where the moves of a block happen: on one of 8×8 spaces, on one of 4×4 squares, or nowhere."""

CELLS: dict[Grid, int] = {"spaces": 64, "squares": 16, "whole": 1}


@dataclass(frozen=True)
class Block:
    """A stretch of the move space whose numbers have three digits: before, cell, after."""

    grid: Grid
    before: int
    after: int = 1

    @property
    def moves(self) -> int:
        """How many moves the stretch has."""
        return self.before * CELLS[self.grid] * self.after


@dataclass(frozen=True)
class Subject:
    """Everything that the general parts must know of one game."""

    game: str
    version: int
    """Of the observation; it lies in every model file."""
    planes: int
    numbers: int
    scales: NDArray[np.float32]
    """Each number is divided by its scale before the network sees it."""
    blocks: Sequence[Block]
    """The move space from its first move to its last."""
    lines: int
    """Scoring lines of a seat."""
    margin: float
    """The lead in points that makes a win probable."""
    turning: Sequence[int]
    """Four planes for north, east, south and west: they change places when the board is turned."""
    observe: Callable[..., None]
    """Compiled: `observe(box, state, planes, numbers)`."""
    secret: Callable[..., int]
    """Compiled: `secret(state, seat)`: a number that names what only this seat sees."""
    ownership: Callable[..., None]
    """Compiled: `ownership(state, seat, out)`: the spaces that are the seat's at the end, and the
    rival's, as two sets."""
    certain: Callable[..., int]
    """Compiled: `certain(box, state, prover)`: a proved best move of a position, −1 for none."""
    prover: Callable[[], Any]
    """What `certain` works with; each thread has its own."""
    twins: Callable[[], NDArray[np.int16]]
    """For each quarter turn of the board and each move its turned twin."""
    practice: Callable[[], Sequence[Game]]
    """The boxes that self-play deals from, by turns."""
    model: Path
    """The shipped model file."""

    @property
    def moves(self) -> int:
        """The size of the move space."""
        return sum(block.moves for block in self.blocks)
