"""What a network must know about a game: its observation and the shape of its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.contract import Game

Grid = Literal["spaces", "squares", "whole"]
"""The cells of a block's moves: 8×8 spaces, 4×4 squares, or none."""

CELLS: dict[Grid, int] = {"spaces": 64, "squares": 16, "whole": 1}


@dataclass(frozen=True)
class Block:
    """A range of the move space. Its numbers have three digits: before, cell, after."""

    grid: Grid
    before: int
    after: int = 1

    @property
    def moves(self) -> int:
        """How many moves the range has."""
        return self.before * CELLS[self.grid] * self.after


@dataclass(frozen=True)
class Subject:
    """Everything that the general parts must know about one game."""

    game: str
    version: int
    """The version of the observation. Every model file contains it."""
    planes: int
    numbers: int
    scales: NDArray[np.float32]
    """Each number is divided by its scale before the network sees it."""
    blocks: Sequence[Block]
    """The move space from its first move to its last."""
    lines: int
    """The number of scoring lines of a seat."""
    margin: float
    """The lead in points that makes a win probable."""
    turning: Sequence[int]
    """Four planes for north, east, south and west. They change places when the board rotates."""
    observe: Callable[..., None]
    """Compiled: `observe(box, state, planes, numbers)`."""
    secret: Callable[..., int]
    """Compiled: `secret(state, seat)`: a hash of what only this seat sees."""
    ownership: Callable[..., None]
    """Compiled: `ownership(state, seat, out)`: two sets: the seat's spaces at the end, and the
    rival's."""
    certain: Callable[..., int]
    """Compiled: `certain(box, state, prover)`: the proved best move of a position; −1 for none."""
    prover: Callable[[], Any]
    """Makes the working space of `certain`. Each thread has its own."""
    twins: Callable[[], NDArray[np.int16]]
    """For each quarter turn of the board and each move: the rotated move."""
    practice: Callable[[], Sequence[Game]]
    """The boxes that self-play uses in turn."""
    model: Path
    """The shipped model file."""
    small: Path
    """The same network with weights and activations of 8 bits (`network.quantise`)."""

    @property
    def moves(self) -> int:
        """The size of the move space."""
        return sum(block.moves for block in self.blocks)
