"""What a game may know about good play, in the form that searches and players use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import ClassVar

import numpy as np

from lutetia.kernel.contract import Game
from lutetia.kernel.types import Flags, Floats, Moves, Record


class Heuristic(ABC):
    """Tuned weights, and compiled functions that use them."""

    plans_turns: ClassVar[bool] = False
    """Whether a turn has several moves and is planned as a whole. The compiled functions then also
    contain `promise`, `blind_moves` and `undoes` (`ai/search/turn.py`)."""

    sections: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The names of the weights, in the order of the flat array."""

    @abstractmethod
    def knowledge(self, game: Game) -> Floats:
        """The tuned weights for this box. They may depend on its components and its seats."""

    def insight(self, game: Game) -> Floats | None:  # noqa: ARG002
        """The weights of a planner with a learnt network; None: there is none for this box."""
        return None

    @abstractmethod
    def functions(self, game: Game) -> ModuleType:
        """The compiled `evaluate` (values of a position) and `rate_moves` (a prior for each move).

        `ai/search/playouts.py` shows their arguments."""

    @abstractmethod
    def ratings(self, game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
        """How good each move looks at first sight; a difference of 1 is clear."""

    def turn_name(self, game: Game, view: Record) -> str:
        """A text that stays the same through one turn and almost never appears again."""
        return f"{game.id} {int(view.ply)}"

    def needless(self, game: Game, view: Record, moves: Moves) -> Flags:  # noqa: ARG002
        """For each move: whether even a beginner would never make it."""
        return np.zeros(len(moves), dtype=bool)

    def is_last_turn(self, game: Game, view: Record, seat: int) -> bool:  # noqa: ARG002
        """Whether only the seat's own moves are left and nothing hidden matters any more."""
        return False
