"""Levels 1 to 8, named after people of Paris in 1889. Level 1 has just learnt the rules.

Each game says how strong its levels are (`GamePackage.levels`).
"""

from __future__ import annotations

from lutetia.ai.finishing import Finisher, LastTurnFinisher, SolverFinisher
from lutetia.ai.greedy import GreedyPlayer
from lutetia.ai.player import PlanningPlayer, Player, SearchPlayer
from lutetia.kernel.catalogue import package_of
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
"""The names of the levels, the same in all games; the first is level 1."""


class NoSuchLevel(LutetiaError):
    """A level that does not exist."""

    code = "level"


def title_of(number: int) -> str:
    """The name of a level."""
    return TITLES[_checked(number) - 1]


def _checked(number: int) -> int:
    if not 1 <= number <= len(TITLES):
        raise NoSuchLevel(f"level {number}: there are levels 1 to {len(TITLES)}")
    return number


class LevelPlayer:
    """A player of one of the levels, for any game."""

    def __init__(self, number: int, seed: bytes, threads: int) -> None:
        self.name = f"level:{_checked(number)}"
        self._number = number
        self._seed = seed
        self._threads = threads
        self._player: Player | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The move that a player of this level makes here."""
        if self._player is None:
            self._player = self._for(game)
        return self._player.choose(game, view, seat)

    def _for(self, game: Game) -> Player:
        strength = package_of(game).levels()[self._number - 1]
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
            self.name, strength.playouts, self._seed, self._threads, finishers=endings
        )
