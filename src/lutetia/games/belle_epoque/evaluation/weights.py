"""The weights of the value function, and the one place that chooses them for a box.

`weights.toml` was tuned for the first figures and two players. Its weights of first sight serve
every box. The weights of reflection were refitted by calibrations, for each number of players:
`refitted/SET-PLAYERS.toml`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from lutetia.ai.weights import dump_weights, load_weights
from lutetia.games.belle_epoque.evaluation.estimate import (
    KNOWLEDGE,
    MORE,
    REFLECTION,
    SHARPNESS,
    STACK,
)
from lutetia.games.belle_epoque.evaluation.features import FEATURES, NAMES
from lutetia.games.belle_epoque.rules.components import FIRST_FIGURES
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats

_REFLECTION = {
    "reflection, play": NAMES,
    "reflection, play, for the time left": NAMES,
    "reflection, districts": NAMES,
    "reflection, districts, for the time left": NAMES,
}
SECTIONS = {
    "first sight, play": NAMES,
    "first sight, play, for the time left": NAMES,
    "first sight, districts": NAMES,
    "first sight, districts, for the time left": NAMES,
    **_REFLECTION,
    "play": ("sharpness of priors",),
}
"""The names of the weights of `weights.toml`."""
REFITTED = {
    **_REFLECTION,
    "points of medals": ("at any landmark", "at a landmark within reach"),
}
"""The names of the weights that a calibration refits."""


@cache
def tuned_weights() -> Floats:
    """The weights of `weights.toml`: tuning begins with them."""
    return load_weights(__package__, "weights.toml", SECTIONS)


def weights_for(game: Game) -> Floats:
    """The weights for a box, by its figures and its number of players.

    Somebody's own figures get the players of the calibrated ones."""
    return refitted_weights(
        "first" if game.components_digest == FIRST_FIGURES else "calibrated", game.seats
    )


@cache
def refitted_weights(figures: str, players: int) -> Floats:
    """The weights that were refitted to the `first` or the `calibrated` figures."""
    found = load_weights(__package__, f"refitted/{figures}-{players}.toml", REFITTED)
    weights = np.concatenate([tuned_weights(), np.zeros(MORE)])
    weights[REFLECTION * FEATURES : SHARPNESS] = found[:-2]
    weights[KNOWLEDGE + STACK :] = found[-2:]
    return weights


def refitted_text(weights: Floats, comment: str) -> str:
    """The text of a file of `refitted`."""
    parts = (weights[REFLECTION * FEATURES : SHARPNESS], weights[KNOWLEDGE + STACK :])
    return dump_weights(np.concatenate(parts), REFITTED, comment)
