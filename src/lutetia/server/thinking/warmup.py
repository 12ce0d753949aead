"""Compile the rules of all games at the start, outside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar

from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.warming import warm_rules
from lutetia.match.errors import TableError
from lutetia.match.shared_games import shared_game


class Warming(TableError):
    """The rules of a game are still being compiled."""

    code: ClassVar[str] = "warming"


def load_rules(name: str) -> None:
    """Call the rules once for each number of players: this compiles them or loads them."""
    for seats in find_game(name).seat_counts:
        warm_rules(shared_game(name, seats, {}))


class Warmup:
    """The games whose rules are compiled."""

    def __init__(self) -> None:
        self.ready: set[str] = set()
        self.done = asyncio.Event()
        """Is set when every game can be played."""

    async def warm(self, elsewhere: Callable[[str], Awaitable[None]]) -> None:
        """Compile every game in another process, then load the result from disk."""
        for name in GAMES:
            if name not in self.ready:
                await elsewhere(name)
                await asyncio.to_thread(load_rules, name)
                self.ready.add(name)
        self.done.set()

    def admit(self, game: str) -> None:
        """Refuse a game that is not ready."""
        if game in GAMES and game not in self.ready:
            raise Warming("the rules of this game are being compiled: try again in a moment")
