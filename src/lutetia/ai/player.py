"""What a computer player is: something that sees a view and answers with a legal move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from lutetia.ai.finishing import Finisher
from lutetia.ai.judgement.judgement import judgement_of
from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.search import Found, Search, Stop
from lutetia.ai.search.settings import Settings
from lutetia.kernel.chance import below, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record

PLAN_WIDTHS = np.array([0, 6, 4, 3, 2, 2, 1, 1, 1, 1], dtype=np.int32)
"""How many moves are followed at each step of a planned turn; the first is every move's own."""


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
    """Plays the most visited move of a tree search, and endings exactly where it can."""

    def __init__(
        self,
        name: str,
        evaluator: Callable[[Game], Evaluator],
        settings: Settings,
        playouts: int,
        seed: bytes,
        threads: int,
        stop: Stop | None = None,
        finishers: Sequence[Finisher] = (),
    ) -> None:
        self.name = name
        self._evaluator = evaluator
        self._settings = settings
        self._playouts = playouts
        self._seed = seed
        self._threads = threads
        self._stop = stop
        self._finishers = finishers
        self._search: Search | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The most visited move; a forced one is played without thought."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        for finisher in self._finishers:
            certain = finisher.best_move(game, view, seat)
            if certain is not None:
                return certain
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


class PlanningPlayer:
    """Plans its own turn in a few imagined worlds, and looks no further."""

    def __init__(self, name: str, worlds: int, seed: bytes) -> None:
        self.name = name
        self._worlds = worlds
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The move whose turn ends best in the mean."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        judgement = judgement_of(game)
        loops = specialise(
            "lutetia.ai.search.planning",
            game.id,
            game.rules,
            evaluate=judgement.loops(game).evaluate,
            rate_moves=judgement.loops(game).rate_moves,
        )
        sums = np.zeros(len(moves))
        loops.plan(
            game.box,
            judgement.knowledge(),
            self._chance,
            np.zeros(len(PLAN_WIDTHS) + 1, dtype=np.dtype((np.record, game.state_type))),
            np.zeros(game.move_space, dtype=np.int32),
            view,
            seat,
            PLAN_WIDTHS,
            self._worlds,
            moves,
            np.zeros(game.seats),
            np.zeros((game.seats, len(game.score_lines))),
            sums,
        )
        return int(moves[int(sums.argmax())])
