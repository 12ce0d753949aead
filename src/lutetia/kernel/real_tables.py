"""Scoring a table of any game of the catalogue from its description."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from lutetia.kernel.catalogue import find_game
from lutetia.kernel.real_table import TableResult, named_game


def score_table(text: str, components: Path | None = None) -> TableResult:
    """What the described table is worth; `BadTable` says what is impossible about it."""
    game = find_game(named_game(text))
    table = import_module(f"lutetia.games.{game.id}.real_table.scoring")
    result: TableResult = table.score_table(text, components)
    return result
