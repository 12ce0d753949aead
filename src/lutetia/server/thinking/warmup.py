"""Compiled rules: made outside the event loop before anybody needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar

from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.match.boxes import shared_game
from lutetia.match.errors import TableError
from lutetia.match.undo import reveals


class Warming(TableError):
    """The rules of a game are still being compiled."""

    code: ClassVar[str] = "warming"


def exercise(name: str) -> None:
    """Call everything that a table calls; compiles it, or loads it from the cache on disk."""
    for seats in find_game(name).seat_counts:
        game = shared_game(name, seats, {})
        state = game.deal(derived_seed("warm"))
        _look(game, state)
        for _ in range(3):
            move = int(game.legal_moves(state)[0])
            after = game.play(state, move)
            reveals(game, state, move, after)
            game.events(state, move, after)
            state = after
        _look(game, state)


def _look(game: Game, state: object) -> None:
    seat = int(state.to_move)  # type: ignore[attr-defined]
    view = game.view(state, seat)
    game.position(view)
    game.notation(int(game.legal_moves(view)[0]))
    game.score(view)
    game.ranks(state)
    game.imagine(view, seat, generator(derived_seed("warm")))


class Warmup:
    """Which games can be played already."""

    def __init__(self) -> None:
        self.ready: set[str] = set()
        self.done = asyncio.Event()
        """Set once every game can be played."""

    async def warm(self, elsewhere: Callable[[str], Awaitable[None]]) -> None:
        """Compile every game in another process, then load what that left on disk."""
        for name in GAMES:
            if name not in self.ready:
                await elsewhere(name)
                await asyncio.to_thread(exercise, name)
                self.ready.add(name)
        self.done.set()

    def admit(self, game: str) -> None:
        """Refuse a game that is not ready."""
        if game in GAMES and game not in self.ready:
            raise Warming("the rules of this game are being compiled: try again in a moment")
