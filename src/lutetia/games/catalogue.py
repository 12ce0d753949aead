"""The only list of games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lutetia.games.belle_epoque import BelleEpoque
from lutetia.games.lumiere import Lumiere
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import UnknownGame

GAMES: Mapping[str, type[Game]] = {game.id: game for game in (Lumiere, BelleEpoque)}


def find_game(name: str) -> type[Game]:
    """The game of a name; hyphens and capitals do not matter."""
    game = GAMES.get(name.strip().lower().replace("-", "_"))
    if game is None:
        raise UnknownGame(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return game


def open_game(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: Path | None = None,
) -> Game:
    """Open a box of a game by its name."""
    return find_game(name).open(seats, options, components)
