"""The levels, named after people of Paris in 1889. Level 1 has just learnt the rules.

Each game says how many levels it has and how strong they are (`GamePackage.levels`). A level that
rests on a network plays without it where it cannot be used.
"""

from __future__ import annotations

from lutetia.ai.finishing import Finisher, LastTurnFinisher, SolverFinisher
from lutetia.ai.greedy import GreedyPlayer
from lutetia.ai.network.catalogue import can_judge
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.player import PlanningPlayer, Player, SearchPlayer
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption
from lutetia.kernel.package import GamePackage
from lutetia.kernel.strength import MOST_LEVELS, Strength
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
    "Master of light",
)
"""The names of the levels, the same in all games; the first is level 1."""
assert len(TITLES) == MOST_LEVELS


class NoSuchLevel(BadOption):
    """A level that the game does not have."""


def titles_of(package: GamePackage) -> dict[int, str]:
    """The levels of a game with their names."""
    return dict(enumerate(TITLES[: len(package.levels())], 1))


def title_of(number: int, package: GamePackage) -> str:
    """The name of a level of a game."""
    titles = titles_of(package)
    if number not in titles:
        title = package.game().title
        raise NoSuchLevel(f"level {number}: {title} has the levels 1 to {len(titles)}")
    return titles[number]


class LevelPlayer:
    """A player of one of the levels, for any game.

    Without `network` it plays as its level played before there were networks.
    """

    def __init__(self, number: int, seed: bytes, threads: int, network: bool = True) -> None:
        self.name = f"{'level' if network else 'classic'}:{number}"
        self._number = number
        self._seed = seed
        self._threads = threads
        self._network = network
        self._player: Player | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The move that a player of this level makes here."""
        if self._player is None:
            self._player = self._for(game)
        return self._player.choose(game, view, seat)

    def _for(self, game: Game) -> Player:
        package = package_of(game)
        title_of(self._number, package)
        strength = package.levels()[self._number - 1]
        if self._network and strength.simulations and can_judge(game):
            return NetworkPlayer(
                self.name, strength.simulations, self._seed, self._threads, strength.proof
            )
        return self._without_network(strength)

    def _without_network(self, strength: Strength) -> Player:
        if strength.effort is not None:
            finishers = [LastTurnFinisher(strength.proof)] if strength.proof else []
            return PlanningPlayer(
                self.name,
                strength.effort,
                self._seed,
                self._threads,
                finishers,
                strength.flaws,
                strength.insight if self._network else None,
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
