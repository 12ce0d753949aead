"""The properties at the end of a game, and the seats that have keys on them."""

from __future__ import annotations

from lutetia.games.belle_epoque.rules.state import State
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Held


def places(game: Game, state: State) -> Held:
    """Every space and landmark with the seats that have keys on it."""
    names = {game.seat_name(seat): seat for seat in range(game.seats)}
    for district, found in game.position(state)["districts"].items():
        for value, space in found["spaces"].items():
            yield f"{district}:{value}", [names[owner] for owner in space["keys"]], None
        for value, keys in found["landmarks"].items():
            yield f"{district}:{value}", [names[owner] for owner in keys], None
