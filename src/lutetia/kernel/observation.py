"""The observation of a game: what the seat to move may know, as numbers for learning programs.

A game describes its own observation (`GamePackage.observation`). Networks and the environments for
reinforcement learning use the same one. A change of its meaning raises its version.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SPACES = 64
"""A plane is a set of the spaces of a board of 8×8, in one word of 64 bits."""


@dataclass(frozen=True)
class Observation:
    """Planes of a board and numbers. A game without a board of 8×8 has no planes."""

    version: int
    plane_names: Sequence[str]
    number_names: Sequence[str]
    scales: NDArray[np.float32]
    """For each number: a divisor. After the division all numbers have about the same size."""
    observe: Callable[..., None]
    """Compiled: `observe(box, state, planes, numbers)` for the seat to move. It reads nothing that
    this seat may not know. Planes are 64-bit words, numbers are 8-bit integers."""

    @property
    def planes(self) -> int:
        """The number of planes."""
        return len(self.plane_names)

    @property
    def numbers(self) -> int:
        """The number of numbers."""
        return len(self.number_names)
