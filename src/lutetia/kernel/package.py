"""What a game says about itself: one descriptor for each game. The catalogue finds it.

A game must have rules. Everything else has a default. With rules alone a game can be played,
searched, analysed, served and shown, and gives hints.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from lutetia.kernel.component_sheet import ComponentSheet
from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.measure import Ledger
from lutetia.kernel.observation import Observation
from lutetia.kernel.real_table import Description, TableResult
from lutetia.kernel.score_parts import ScoreParts
from lutetia.kernel.score_sheet import TieBreaks
from lutetia.kernel.strength import BY_PLAYOUTS, Strength
from lutetia.kernel.types import Flags, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel
    from rich.console import RenderableType

Held: TypeAlias = Iterator[tuple[str, list[int], int | None]]
"""Places at the end of one game: name, the seats that hold it, the number of streetlights."""

Places: TypeAlias = Callable[[Game, Record], Held]
"""Reads the places of a finished game."""

Uses: TypeAlias = Mapping[str, Mapping[str, Flags]]
"""For each group and each thing in it: whether a seat used it in a game (game, seat)."""

SamePositions: TypeAlias = Callable[[Mapping[str, Any]], Iterator[dict[str, Any]]]
"""All forms of a position as JSON that are the same question for a player; the first is its own."""

TableScorer: TypeAlias = Callable[[Description, Path | None], TableResult]
"""Scores a described table, with the components of a file if one is named."""


@dataclass(frozen=True)
class Solution:
    """What a solver found out about a position, from the view of the seat to move."""

    proved: bool
    margin: int
    """The mover's points minus the rival's with best play; if not proved, the sure part of it."""
    lower: int
    upper: int
    best_line: list[int]
    """If proved: best play of both sides to the end. Otherwise the best move found, if any."""
    nodes: int
    """The number of positions that were searched."""
    seconds: float


class Solver(Protocol):
    """Solves positions of one game exactly."""

    def solvable(self, game: Game, state: Record) -> str | None:
        """None if the position can be solved; otherwise a sentence that says which can."""

    def promising(self, game: Game, state: Record) -> bool:
        """Whether a proof is likely in the time that players wait. Only for solvable positions."""

    def solve(
        self, game: Game, state: Record, *, seconds: float | None, nodes: int | None, cores: int
    ) -> Solution:
        """Best play from a solvable position, within the limits of time and nodes."""


class Renderer(Protocol):
    """Draws states and views of one game; a view shows only what its seat may know."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """Everything on the table: the board and the things around it."""

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:
        """The things that only this seat holds and can use now."""

    def explain(self, game: Game, word: str) -> RenderableType | None:
        """The meaning of a word of the game; None for an unknown word."""

    def words(self) -> list[str]:
        """The words that `explain` knows."""


@dataclass(frozen=True)
class CalibrationPlan:
    """How much a calibration searches."""

    seed: str
    generations: int
    candidates: int
    """New candidates of each generation."""
    effort: int
    """Multiplies the number of games at every stage; 0 refits no players."""
    games: int
    """Games of each set-up, on fresh shuffles, for the final report."""
    house: bool
    """Whether house rules are searched, too."""
    cores: int
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the tables, such as house rules; only for a plan without generations."""
    players: int | None = None
    """Only this number of players; only for a plan without generations."""


class Calibration(Protocol):
    """Searches the reconstructed figures of one game for a fair and varied game."""

    def run(self, folder: Path, plan: CalibrationPlan, tell: Callable[[str], None]) -> None:
        """Search, and write the results into the folder. A search that was stopped goes on."""


@dataclass(frozen=True)
class TrainingPlan:
    """How long and where a training runs."""

    minutes: float
    """The length of the whole training."""
    now: float
    """It stops after so many minutes, and can be continued later."""
    games: int | None
    """Games of each round; None: what suits the game."""
    threads: int
    device: str
    """`cuda` or `cpu`."""
    seed: str
    start: Path | None = None
    """A new training begins with the weights of this file."""


class Training(Protocol):
    """Teaches the players of one game in the game's own way."""

    def run(self, folder: Path, plan: TrainingPlan, tell: Callable[[str], None]) -> None:
        """Train, and write the result into the folder. A training that was stopped goes on."""


class GamePackage(ABC):
    """The descriptor of one game. Its methods import what they return, so to load it is cheap.

    A package registers an instance under the entry point group `lutetia.games`; the name of the
    entry point is the `id` of the game.
    """

    margin: float = 10.0
    """The lead in points that makes a win probable. Searches value leads on this scale."""

    outlook_games: int = 100
    """How many games an outlook plays to the end. A game with slow playouts sets fewer."""

    has_client: bool = False
    """Whether the web client has a board of its own for this game; otherwise it shows a list."""

    @abstractmethod
    def game(self) -> type[Game]:
        """The class of the game: its rules and its texts."""

    def position_model(self) -> type[BaseModel] | None:
        """The model of what `Game.position` returns; None: there is no model.

        It is published as JSON Schema, and the client's types for the game are made from it.
        """
        return None

    def client_models(self) -> Sequence[type[BaseModel]]:
        """The models of what `Game.offer` and `Game.figures` return, for the client's types."""
        return ()

    def heuristic(self) -> Heuristic | None:
        """What is known about good play; None: nothing, players evaluate by random playouts."""
        return None

    def levels(self) -> Sequence[Strength]:
        """The strengths of the levels, the weakest first: one to nine of them."""
        return BY_PLAYOUTS

    def observation(self) -> Observation | None:
        """What learning programs see; None: the bytes of the view of the seat to move."""
        return None

    def solver(self) -> Solver | None:
        """The solver that proves positions; None: there is none."""
        return None

    def puzzles(self) -> Path | None:
        """The file of its puzzles (`lutetia puzzles` makes one); None: there are none."""
        return None

    def places(self) -> Places | None:
        """Reads the places for an outlook; None: the game has no places to hold."""
        return None

    def same_positions(self) -> SamePositions:
        """Finds positions that are the same question for a player, for example mirrored ones."""
        return lambda position: iter((dict(position),))

    def score_parts(self) -> ScoreParts | None:
        """What the points of each scoring line are for; None: explanations name only the lines."""
        return None

    def tie_breaks(self) -> TieBreaks | None:
        """The values that decide between equal totals; None: there are none, or none is told."""
        return None

    def table_scorer(self) -> TableScorer | None:
        """Scores a table that people played with the real game; None: this is not possible."""
        return None

    def renderer(self) -> Renderer | None:
        """Draws the game in a terminal; None: a plain list of the position's fields."""
        return None

    def uses(self, game: Game, states: NDArray[np.void]) -> Uses:  # noqa: ARG002 (for overriding)
        """What each seat used in games, read from their last states, for `lutetia balance`."""
        return {}

    def ledger(self) -> Ledger | None:
        """Counts what moves brought, for `lutetia balance`; None: nothing is counted."""
        return None

    def calibration(self) -> Calibration | None:
        """The search for better figures; None: all figures of the game are printed."""
        return None

    def training(self) -> Training | None:
        """The training of the game's own network; None: a general one, if the game has a `Subject`
        (`ai/network`)."""
        return None

    def component_sheet(self, text: str | None) -> ComponentSheet | None:  # noqa: ARG002
        """The pieces of a component file, or of the current one; None: there is no such sheet."""
        return None


class RulesOnly(GamePackage):
    """The descriptor of a game that is not registered: an unfinished game, or one in a test."""

    def __init__(self, game: type[Game]) -> None:
        self._game = game

    def game(self) -> type[Game]:
        """The rules."""
        return self._game
