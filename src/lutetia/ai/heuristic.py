"""What the judgement of a game offers to players."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.tree import Floats
from lutetia.ai.weights import Sections
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Moves, Record

Flags = NDArray[np.bool_]


class Judgement(Protocol):
    """What is known about playing one game well; a module of a game's name supplies it."""

    SECTIONS: Sections
    """The names of the weights."""

    def knowledge(self) -> Floats:
        """The tuned weights."""

    def loops(self, game: Game) -> ModuleType:
        """The compiled `evaluate` and `rate_moves`."""

    def guided(self, game: Game, weights: Floats | None = None) -> Evaluator:
        """The evaluator of a search that uses weights, the tuned ones for None."""

    def ratings(self, game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
        """How good each move looks at first sight; a difference of 1 is a clear one."""

    def turns(self, game: Game) -> ModuleType | None:
        """The compiled planning of a whole turn; None where a turn is a single move."""

    def turn_name(self, game: Game, view: Record) -> str:
        """Something that stays the same through one turn, and hardly ever comes again."""

    def needless(self, game: Game, view: Record, moves: Moves) -> Flags:
        """For each move whether nobody would make it, however little they know of the game."""

    def is_last_turn(self, game: Game, view: Record, seat: int) -> bool:
        """Whether only the seat's own moves are left, and nothing that it cannot see matters."""


def judgement_of(game: Game) -> Judgement:
    """The judgement of a game."""
    return cast(Judgement, import_module(f"lutetia.games.{game.id}.evaluation.heuristic"))
