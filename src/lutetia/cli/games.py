"""`lutetia games`: the catalogue."""

from __future__ import annotations

import argparse

from rich.table import Table

from lutetia.cli.arguments import Subparsers, add_command
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.contract import Game
from lutetia.kernel.options import Option


def add(subparsers: Subparsers) -> None:
    """`games`."""
    add_command(subparsers, "games", run, "list the games and the options of each")


def run(_: argparse.Namespace) -> int:
    """Print every game with its options."""
    out = console()
    for package in GAMES.values():
        game = package.game()
        out.print(_heading(game))
        out.print(_options(game))
    for sentence in GAMES.broken.values():
        out.print(f"Left out: {sentence}", style="bold red", markup=False)
    return 0


def _heading(game: type[Game]) -> str:
    counts = game.seat_counts
    players = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    version = game.rules_versions[-1]
    return f"[bold]{game.id}[/]  {game.title}, {players} players, rules version {version}"


def _options(game: type[Game]) -> Table:
    table = Table("option", "values, default first", "rule", "meaning", box=None, padding=(0, 2))
    for option in game.options_offered:
        table.add_row(option.name, ", ".join(_values(option)), option.rule, option.meaning)
    return table


def _values(option: Option) -> list[str]:
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return [str(value).lower() for value in values]
