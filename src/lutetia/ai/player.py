"""Computer players. A player sees a view and answers with a legal move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Protocol

from lutetia.ai.finishing import Finisher
from lutetia.ai.greedy import seen_through
from lutetia.ai.heuristic import guided, guided_parameters, heuristic_of, turn_functions
from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.search.planner import Planner
from lutetia.ai.search.search import Found, Search, Stop
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.strength import FLAWLESS, Effort, Flaws
from lutetia.kernel.types import Floats, Record


class NothingToPlan(LutetiaError):
    """A planner was asked to play a game without longer turns."""

    code: ClassVar[str] = "nothing-to-plan"


class Player(Protocol):
    """One computer player at one table."""

    name: str

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """A legal move for the seat to move. The player knows only the view."""


class RandomPlayer:
    """Plays every legal move equally often. The same seed gives the same choices."""

    def __init__(self, seed: bytes) -> None:
        self.name = "random"
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:  # noqa: ARG002
        """Any legal move."""
        moves = game.legal_moves(view)
        return int(moves[below(self._chance, len(moves))])


class SearchPlayer:
    """Plays the most visited move of a tree search. It plays endings exactly if it can."""

    def __init__(
        self,
        name: str,
        playouts: int,
        seed: bytes,
        threads: int,
        evaluator: Callable[[Game], Evaluator] = guided,
        parameters: SearchParameters | None = None,
        stop: Stop | None = None,
        finishers: Sequence[Finisher] = (),
    ) -> None:
        self.name = name
        self._evaluator = evaluator
        self._parameters = parameters
        self._playouts = playouts
        self._seed = seed
        self._threads = threads
        self._stop = stop
        self._finishers = finishers
        self._search: Search | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The most visited move. A forced move is played without a search."""
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
                self._parameters or guided_parameters(game),
                self._seed,
                self._playouts,
                self._threads,
            )
        return self._search.think(view, seat, self._stop)


class PlanningPlayer:
    """Plans its own turn, and maybe the turns after it. It plays endings exactly if it can."""

    def __init__(
        self,
        name: str,
        effort: Effort,
        seed: bytes,
        threads: int,
        finishers: Sequence[Finisher] = (),
        flaws: Flaws = FLAWLESS,
        insight: Effort | None = None,
    ) -> None:
        self.name = name
        self._insight = insight
        self._effort = effort
        self._flaws = flaws
        self._seed = seed
        self._threads = threads
        self._finishers = finishers
        self._planner: Planner | None = None
        self._plan: list[int] = []
        self._next: tuple[int, str] | None = None
        """The ply and the turn in which the plan goes on. After a takeback they do not match."""

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The move whose turn ends best. A forced move is played without a search."""
        move = self._choose(game, view, seat)
        self._next = (int(view.ply) + 1, heuristic_of(game).turn_name(game, view))
        return move

    def _choose(self, game: Game, view: Record, seat: int) -> int:
        here = (int(view.ply), heuristic_of(game).turn_name(game, view))
        if self._plan and here == self._next and game.is_legal(view, self._plan[0]):
            return self._plan.pop(0)
        self._plan = []
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        for finisher in self._finishers:
            certain = finisher.best_move(game, view, seat)
            if certain is not None:
                return certain
        if self._planner is None or self._planner.game is not game:
            self._planner = planner_of(game, self._effort, self._seed, self._threads, self._insight)
        if self._planner.effort.looks > 0:
            return self._planner.consider(view, seat)[0].move
        weights = self._seen(game, view) if self._insight is None else self._planner.knowledge
        first, *self._plan = self._planner.whole_turn(view, seat, weights)
        return first

    def _seen(self, game: Game, view: Record) -> Floats:
        """The weights changed by this player's flaws. They stay the same for a whole turn."""
        heuristic = heuristic_of(game)
        chance = generator(derived_seed("flaws", heuristic.turn_name(game, view)))
        return seen_through(heuristic.knowledge(game), self._flaws, chance)


def planner_of(
    game: Game, effort: Effort, seed: bytes, threads: int, insight: Effort | None = None
) -> Planner:
    """A planner that uses the game's own heuristic.

    With `insight` it uses the heuristic's learnt network and that effort, if there is a network for
    this box.
    """
    functions = turn_functions(game)
    if functions is None:
        raise NothingToPlan(f"{game.title}: a turn is one move, there is nothing to plan")
    heuristic = heuristic_of(game)
    weights = None if insight is None else heuristic.insight(game)
    if insight is None or weights is None:
        return Planner(game, functions, heuristic.knowledge(game), effort, seed, threads)
    return Planner(game, functions, weights, insight, seed, threads)
