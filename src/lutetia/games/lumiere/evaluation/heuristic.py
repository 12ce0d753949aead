"""The tuned weights of La Cité, and the evaluator that they make."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.search.evaluator import Compiled, descent, outcome
from lutetia.ai.search.tree import Floats
from lutetia.ai.weights import load_weights
from lutetia.games.lumiere.evaluation import building, laying
from lutetia.games.lumiere.evaluation.policy import rate
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Moves, Record

SECTIONS = {
    "laying": laying.NAMES,
    "building": building.NAMES,
    "play": ("sharpness of playouts", "sharpness of priors"),
}


@cache
def knowledge() -> Floats:
    """Weights of both phases, and how sharply they are used."""
    return load_weights(__package__, "weights.toml", SECTIONS)


def loops(game: Game) -> ModuleType:
    """The compiled judgement."""
    return specialise(
        "lutetia.games.lumiere.evaluation.pattern", game.id, game.rules, settle=outcome(game).settle
    )


def guided(game: Game, weights: Floats | None = None) -> Compiled:
    """Search guided by priors and sensible playouts."""
    made = loops(game)
    return Compiled(
        descent(game, "guided", made.evaluate, made.rate_moves),
        knowledge() if weights is None else weights,
    )


def ratings(game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
    """How good each move looks at first sight."""
    found = np.zeros(len(moves))
    rate(game.box, weights, view, moves, len(moves), found)
    return found


def turns(game: Game) -> ModuleType | None:
    """A turn is one move."""
    return None


def turn_name(game: Game, view: Record) -> str:
    """A turn is one move."""
    return f"{game.id} {int(view.ply)}"


def needless(game: Game, view: Record, moves: Moves) -> NDArray[np.bool_]:
    """Every move does something that cannot be undone."""
    return np.zeros(len(moves), dtype=bool)


def is_last_turn(game: Game, view: Record, seat: int) -> bool:
    """Never: the two take turns to the end, which is the solver's business."""
    return False
