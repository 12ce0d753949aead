"""Levels 1 to 8: people of Paris in 1889, from who has just learnt the rules to the best we have.

Effort is counted in playouts, never in seconds, so a level is equally strong on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.ai.finishing import Finisher, LastTurnFinisher, SolverFinisher
from lutetia.ai.greedy import FLAWLESS, Flaws, GreedyPlayer
from lutetia.ai.heuristic import judgement_of
from lutetia.ai.player import PlanningPlayer, Player, SearchPlayer
from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.parameters import Settings
from lutetia.ai.search.planner import Effort
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.types import Record

TITLES = (
    "Lamplighter's apprentice",
    "Flower seller",
    "Café waiter",
    "Coachman",
    "Bouquiniste",
    "Impressionist",
    "Architect",
    "Engineer of the Tower",
)
"""In both games; number 1 is the first."""


class NoSuchLevel(LutetiaError):
    """A level that does not exist."""

    code = "level"


FORESIGHT = Effort(width=4, looks=1, candidates=8, dreams=300, turns=4, replies=1)
"""Of a planner that looks beyond its own turn."""


@dataclass(frozen=True)
class Strength:
    """What makes a level of one game."""

    flaws: Flaws = FLAWLESS
    """Of a player that moves at first sight, or plans its turn as a whole."""
    playouts: int = 0
    """Of one that searches."""
    effort: Effort | None = None
    """Of one that plans its own turn."""
    proof: int = 0
    """Nodes that it may use to finish the game exactly."""


STRENGTHS: dict[str, tuple[Strength, ...]] = {
    "lumiere": (
        Strength(Flaws(overlooked=0.5, misjudged=0.7, hasty=0.8)),
        Strength(Flaws(overlooked=0.28, misjudged=0.45, hasty=0.45)),
        Strength(Flaws(overlooked=0.13, misjudged=0.25, hasty=0.2)),
        Strength(playouts=8),
        Strength(playouts=30),
        Strength(playouts=120, proof=7_000),
        Strength(playouts=700, proof=40_000),
        Strength(playouts=5_000, proof=150_000),
    ),
    "belle_epoque": (
        Strength(Flaws(overlooked=0.6, misjudged=0.85, hasty=1.05)),
        Strength(Flaws(overlooked=0.44, misjudged=0.65, hasty=0.73)),
        Strength(Flaws(overlooked=0.26, misjudged=0.42, hasty=0.4)),
        Strength(Flaws(overlooked=0.1, misjudged=0.2, hasty=0.16)),
        Strength(Flaws(overlooked=0.06, misjudged=0.2), effort=Effort(width=1)),
        Strength(Flaws(overlooked=0.03, misjudged=0.12), effort=Effort(width=1)),
        Strength(effort=Effort(width=4), proof=20_000),
        Strength(effort=FORESIGHT, proof=20_000),
    ),
}


def title_of(number: int) -> str:
    """The name of a level."""
    return TITLES[_checked(number) - 1]


def _checked(number: int) -> int:
    if not 1 <= number <= len(TITLES):
        raise NoSuchLevel(f"level {number}: there are levels 1 to {len(TITLES)}")
    return number


class LevelPlayer:
    """A player of one of the levels, whatever game it finds itself in."""

    def __init__(self, number: int, seed: bytes, threads: int) -> None:
        self.name = f"level:{_checked(number)}"
        self._number = number
        self._seed = seed
        self._threads = threads
        self._player: Player | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """What a player of this level does here."""
        if self._player is None:
            self._player = self._for(game)
        return self._player.choose(game, view, seat)

    def _for(self, game: Game) -> Player:
        strength = STRENGTHS[game.id][self._number - 1]
        if strength.effort is not None:
            finishers = [LastTurnFinisher(strength.proof)] if strength.proof else []
            return PlanningPlayer(
                self.name, strength.effort, self._seed, self._threads, finishers, strength.flaws
            )
        if strength.playouts == 0:
            return GreedyPlayer(self.name, self._seed, strength.flaws)
        endings: list[Finisher] = (
            [SolverFinisher(strength.proof, self._threads), LastTurnFinisher(strength.proof)]
            if strength.proof
            else []
        )
        return SearchPlayer(
            self.name,
            guided,
            Settings(),
            strength.playouts,
            self._seed,
            self._threads,
            finishers=endings,
        )


def guided(game: Game) -> Evaluator:
    """The evaluator of the game's own judgement."""
    return judgement_of(game).guided(game)
