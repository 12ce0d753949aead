"""What is known about playing La Cité well: tuned weights, and the functions that use them."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np

from lutetia.ai.search.evaluator import outcome
from lutetia.ai.weights import load_weights
from lutetia.games.lumiere.evaluation import building, laying
from lutetia.games.lumiere.evaluation.policy import rate
from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats, Moves, Record

SECTIONS = {
    "laying": laying.NAMES,
    "building": building.NAMES,
    "play": ("sharpness of playouts", "sharpness of priors"),
}


@cache
def knowledge() -> Floats:
    """The weights of both phases, and how strongly moves follow them."""
    return load_weights(__package__, "weights.toml", SECTIONS)


class LumiereHeuristic(Heuristic):
    """Priors of moves, and sensible playouts. A turn is one move. The solver plays the end."""

    sections = SECTIONS

    def knowledge(self, game: Game) -> Floats:  # noqa: ARG002
        """The tuned weights."""
        return knowledge()

    def functions(self, game: Game) -> ModuleType:
        """The compiled evaluation."""
        return specialise(
            "lutetia.games.lumiere.evaluation.pattern",
            game.id,
            game.rules,
            settle=outcome(game).settle,
        )

    def ratings(self, game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
        """How good each move looks at first sight."""
        found = np.zeros(len(moves))
        rate(game.box, weights, view, moves, len(moves), found)
        return found
