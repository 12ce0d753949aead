"""The spaces of the city at the end of a game: who built on them, and how many lights they have."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import ONE, SPACES, beside, space_name
from lutetia.games.lumiere.rules.scoring import large_light, small_lights
from lutetia.games.lumiere.rules.state import State
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Held


def places(game: Game, state: State) -> Held:
    """Every space, with its owner and its streetlights."""
    small, large = small_lights(state), large_light(game.box, state)
    for space in range(SPACES):
        place = ONE << np.uint64(space)
        lights = int(beside(place) & small).bit_count() + int(bool(place & large))
        seats = [seat for seat in range(game.seats) if state.built[seat] & place]
        yield space_name(space), seats, lights
