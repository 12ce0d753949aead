"""What a game says about itself: one descriptor a game, found by the catalogue.

The rules are the only thing that a game must bring. Everything else has a default, so a game of
rules alone plays, searches, gives hints, is analysed, is served and is shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.real_table import Description, TableResult
from lutetia.kernel.strength import BY_PLAYOUTS, Strength
from lutetia.kernel.types import Flags, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel
    from rich.console import RenderableType

Held: TypeAlias = Iterator[tuple[str, list[int], int | None]]
"""Places at the end of one game: their name, the seats that hold them, the streetlights there."""

Places: TypeAlias = Callable[[Game, Record], Held]
"""Reads the places of a finished game."""

Uses: TypeAlias = Mapping[str, Mapping[str, Flags]]
"""For each group of things, for each thing: whether a seat used it in a game (game, seat)."""

TableScorer: TypeAlias = Callable[[Description, Path | None], TableResult]
"""What a described table is worth, with other components if a file is named."""


@dataclass(frozen=True)
class Solution:
    """What a solver found out about a position, from the view of the seat to move."""

    proved: bool
    margin: int
    """Points of the mover less the rival's with best play; if not proved, what is sure."""
    lower: int
    upper: int
    best_line: list[int]
    """Proved: best play of both sides to the end. Otherwise the best move found, if any."""
    nodes: int
    """Positions that were looked at."""
    seconds: float


class Solver(Protocol):
    """Solves positions of one game exactly."""

    def solvable(self, game: Game, state: Record) -> str | None:
        """None where a position can be solved; otherwise a sentence that says what can."""

    def promising(self, game: Game, state: Record) -> bool:
        """Whether a proof is likely within a player's patience. Asked of solvable positions."""

    def solve(
        self, game: Game, state: Record, *, seconds: float | None, nodes: int | None, cores: int
    ) -> Solution:
        """Best play from a solvable position, as far as time and nodes allow."""


class Renderer(Protocol):
    """Draws states and views of one game; a view shows only what its seat may know."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """Everything on the table: the board, and what lies around it."""

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:
        """What only this seat holds and can use now."""

    def explain(self, game: Game, word: str) -> RenderableType | None:
        """What a word of the game means; None for a word that it does not have."""

    def words(self) -> list[str]:
        """The words that `explain` knows."""


class GamePackage(ABC):
    """The descriptor of one game. Its methods import what they hand out, so naming a game is cheap.

    A package registers an instance under the entry point group `lutetia.games`; the name of the
    entry point is the `id` of the game.
    """

    margin: float = 10.0
    """The lead in points that makes a win probable. Searches value leads on this scale."""

    outlook_games: int = 100
    """How many games an outlook imagines to their end, by what one of them costs."""

    has_client: bool = False
    """Whether the web client has a board of its own for this game; otherwise it shows a list."""

    @abstractmethod
    def game(self) -> type[Game]:
        """The rules, with words around them."""

    def position_model(self) -> type[BaseModel] | None:
        """What `Game.position` says, as a model; None: nobody has written it down.

        It is published as JSON Schema, and the client's types of a game are made from it.
        """
        return None

    def heuristic(self) -> Heuristic | None:
        """What is known about playing well; None: nothing, players judge by random playouts."""
        return None

    def levels(self) -> Sequence[Strength]:
        """The strengths of the eight levels, the weakest first."""
        return BY_PLAYOUTS

    def solver(self) -> Solver | None:
        """What proves positions; None: nothing does."""
        return None

    def places(self) -> Places | None:
        """What an outlook tells of the end; None: the game has no places to hold."""
        return None

    def table_scorer(self) -> TableScorer | None:
        """What scores a table that people played for real; None: nothing does."""
        return None

    def renderer(self) -> Renderer | None:
        """How the game looks in a terminal; None: a plain list of what the position says."""
        return None

    def uses(self, game: Game, states: NDArray[np.void]) -> Uses:  # noqa: ARG002 (for overriding)
        """What each seat used in games, by their last states, for `lutetia balance`."""
        return {}


class RulesOnly(GamePackage):
    """The descriptor of a game that nobody registered: a game in the making, or in a test."""

    def __init__(self, game: type[Game]) -> None:
        self._game = game

    def game(self) -> type[Game]:
        """The rules."""
        return self._game
