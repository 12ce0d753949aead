"""What a computer player is: something that sees a view and answers with a legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.search import Found, Search, Stop
from lutetia.ai.search.settings import Settings
from lutetia.kernel.chance import below, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


class Player(Protocol):
    """One computer player at one table."""

    name: str

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """A legal move for the seat, which is to move; the view is all that it may know."""


class RandomPlayer:
    """Plays every legal move equally often; the same seed, the same choices."""

    def __init__(self, seed: bytes) -> None:
        self.name = "random"
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:  # noqa: ARG002
        """Any legal move."""
        moves = game.legal_moves(view)
        return int(moves[below(self._chance, len(moves))])


class SearchPlayer:
    """Plays the most visited move of a tree search."""

    def __init__(
        self,
        name: str,
        evaluator: Callable[[Game], Evaluator],
        settings: Settings,
        playouts: int,
        seed: bytes,
        threads: int,
        stop: Stop | None = None,
    ) -> None:
        self.name = name
        self._evaluator = evaluator
        self._settings = settings
        self._playouts = playouts
        self._seed = seed
        self._threads = threads
        self._stop = stop
        self._search: Search | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The most visited move; a forced one is played without thought."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        return self.consider(game, view, seat)[0].move

    def consider(self, game: Game, view: Record, seat: int) -> list[Found]:
        """Every move that the search looked at, the best first."""
        if self._search is None or self._search.game is not game:
            self._search = Search(
                game,
                self._evaluator(game),
                self._settings,
                self._seed,
                self._playouts,
                self._threads,
            )
        return self._search.think(view, seat, self._stop)
