"""What players of La Cité used: postcards, and buildings that they built or left unbuilt."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.lumiere.rules.names import BUILDING_NAMES, BUILDINGS, POSTCARDS, SEATS
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Uses


def uses_in(_: Game, states: NDArray[Any]) -> Uses:
    """Everything that is counted for each player."""
    seats = np.arange(len(SEATS))
    played = np.flatnonzero(np.bitwise_or.reduce(states["in_play"]) >> np.arange(12) & 1)
    return {
        "postcards": {
            POSTCARDS[card]: states["used_by"][:, card, None] == seats for card in played
        },
        "buildings": {
            name: states["owner"][:, building, None] == seats
            for building, name in enumerate(BUILDING_NAMES)
        },
        "unbuilt": {
            name: (states["reserve"] >> building & 1).astype(bool)
            for building, name in enumerate(BUILDINGS)
        },
    }
