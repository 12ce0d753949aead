"""How a game looks in a terminal: one renderer for each game of the catalogue."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from rich.console import RenderableType

from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


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


def renderer_for(game: Game) -> Renderer:
    """The renderer of a game."""
    module = import_module(f"lutetia.games.{game.id}.terminal.rendering")
    found: Renderer = module.RENDERER
    return found
