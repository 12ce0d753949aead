"""What a network must know about a game: its observation and the shape of its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.contract import Game


@dataclass(frozen=True)
class Size:
    """How large a network is."""

    blocks: int = 6
    channels: int = 64
    hidden: int = 128


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
    seats: int
    """The most seats of the game. What a network says of seats begins with the mover's."""
    plays: Sequence[int]
    """For each of these seats the number that says whether it plays; empty if all of them do."""
    size: Size
    """How large its network is, unless a training says otherwise."""
    rate: float
    """The highest learning rate."""
    quick: int
    """Three of four searches of self-play have only so many simulations, and nothing is learnt from
    their positions; 0: all searches are thorough."""
    simulations: int
    """The simulations of a thorough search in training, unless a training says otherwise."""
    lessons: int
    """With how many games of planners a training begins (`lessons`)."""
    window: int
    """The number of positions that are kept for learning."""
    planes: int
    """The planes of a board; a game without such a board has 0."""
    numbers: int
    scales: NDArray[np.float32]
    """Each number is divided by its scale before the network sees it."""
    blocks: Sequence[Block]
    """The move space from its first move to its last."""
    lines: int
    """The number of scoring lines of a seat."""
    margin: float
    """The lead in points that makes a win probable."""
    longest: int
    """The most positions of a game that self-play keeps; a game with more of them is cut."""
    blind: int
    """The first game of each place begins with fewer random moves than this. So not all games end
    together."""
    most_moves: int
    """The most legal moves of a position that the network rates. Self-play never has so many."""
    turning: Sequence[int]
    """Four planes for north, east, south and west. They change places when the board rotates."""
    observe: Callable[..., None]
    """Compiled: `observe(box, state, planes, numbers)`."""
    secret: Callable[..., int]
    """Compiled: `secret(state, seat)`: a hash of what only this seat sees, and of what chance has
    revealed to all."""
    told: Callable[..., int]
    """Compiled: `told(move)`: a number for what everybody reads of a move."""
    fingerprint: Callable[..., int]
    """Compiled: `fingerprint(box, state)`: a hash of the position if nothing is hidden, else 0."""
    players: Callable[..., int]
    """Compiled: `players(box)`: the number of seats that play."""
    ownership: Callable[..., None]
    """Compiled: `ownership(state, seat, out)`: two sets: the seat's places at the end, and those
    of the others."""
    hidden: Callable[..., None]
    """Compiled: `hidden(box, state, seat, out)`: sets of what the seat does not see in the whole
    state. The network learns to guess them."""
    hidden_sets: int
    """How many sets `hidden` writes."""
    provable: Callable[..., bool]
    """Compiled: `provable(box, state)`: whether self-play tries to prove a position."""
    certain: Callable[..., int]
    """Compiled: `certain(box, state, prover)`: the proved best move of a position; −1 for none."""
    prover: Callable[[], Any]
    """Makes the working space of `certain`. Each thread has its own."""
    twins: Callable[[], NDArray[np.int16]]
    """For each quarter turn of the board and each move: the rotated move. A game without a board
    has none."""
    practice: Callable[[], Sequence[Game]]
    """The boxes that self-play uses in turn. Matches use the first one; it has two seats."""
    refusal: Callable[[Game], str | None]
    """Why the network does not know an opened game, such as one with other options; None if it
    does."""
    model: Path
    """The shipped model file."""
    small: Path
    """The same network with weights and activations of 8 bits (`network.quantise`)."""

    @property
    def moves(self) -> int:
        """The size of the move space."""
        return sum(block.moves for block in self.blocks)
