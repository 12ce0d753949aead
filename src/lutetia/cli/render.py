"""How a game looks in a terminal: its package draws it, or it is a plain list."""

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
    """Draws any game: one row for each field of the position."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """The seat to move, and the fields of the position."""
        table = Table(title=game.title, show_header=False, box=None, padding=(0, 2))
        if not game.is_over(state):
            table.add_row(Text("to move", style="bold"), game.seat_name(int(state.to_move)))
        for name, value in game.position(state).items():
            if name != "to_move":
                table.add_row(Text(name.replace("_", " "), style="bold"), _plain(value))
        return table

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:  # noqa: ARG002
        """Nothing: the position has shown it already."""
        return None

    def explain(self, game: Game, word: str) -> RenderableType | None:  # noqa: ARG002
        """Nothing: no words are known."""
        return None

    def words(self) -> list[str]:
        """No words."""
        return []


def _plain(value: Any) -> Text:
    return Text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def renderer_for(game: Game) -> Renderer:
    """The renderer of a game."""
    return package_of(game).renderer() or PlainRenderer()
