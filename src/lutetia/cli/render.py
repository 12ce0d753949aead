"""How a game looks in a terminal: as its package draws it, or as a plain list."""

from __future__ import annotations

import json
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Renderer
from lutetia.kernel.types import Record


class PlainRenderer:
    """Draws any game: everything that its position says, one row each."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """Who is to move, and what the position says."""
        table = Table(title=game.title, show_header=False, box=None, padding=(0, 2))
        if not game.is_over(state):
            table.add_row(Text("to move", style="bold"), game.seat_name(int(state.to_move)))
        for name, value in game.position(state).items():
            if name != "to_move":
                table.add_row(Text(name.replace("_", " "), style="bold"), _plain(value))
        return table

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:  # noqa: ARG002
        """The position has said it."""
        return None

    def explain(self, game: Game, word: str) -> RenderableType | None:  # noqa: ARG002
        """Nothing is known about words."""
        return None

    def words(self) -> list[str]:
        """None."""
        return []


def _plain(value: Any) -> Text:
    return Text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def renderer_for(game: Game) -> Renderer:
    """The renderer of a game."""
    return package_of(game).renderer() or PlainRenderer()
