"""`lutetia levels`: the levels of the computer in each game, and how they play here."""

from __future__ import annotations

import argparse

from rich.table import Table

from lutetia.ai.levels import titles_of
from lutetia.ai.network.catalogue import why_not
from lutetia.cli.arguments import Subparsers, add_command
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.package import GamePackage
from lutetia.kernel.strength import Effort, Strength


def add(subparsers: Subparsers) -> None:
    """`levels`."""
    add_command(subparsers, "levels", run, "list the levels of the computer, and how they play")


def run(_: argparse.Namespace) -> int:
    """Print the levels of every game."""
    out = console()
    for package in GAMES.values():
        game = package.game()
        missing = why_not(game.id)
        out.print(f"[bold]{game.id}[/]  {game.title}")
        out.print(_levels(package, missing is None))
        rest_on_it = [
            number for number, found in enumerate(package.levels(), 1) if found.simulations
        ]
        if rest_on_it and missing is not None:
            out.print(
                f"Levels {rest_on_it[0]} to {rest_on_it[-1]} play without their network: {missing}",
                markup=False,
            )
    return 0


def _levels(package: GamePackage, network: bool) -> Table:
    table = Table("level", "name", "how it plays", box=None, padding=(0, 2))
    strengths = zip(titles_of(package).items(), package.levels(), strict=True)
    for (number, title), strength in strengths:
        table.add_row(str(number), title, how(strength, network))
    return table


def _plans(effort: Effort) -> list[str]:
    parts = ["plans its turn anew at every move" if effort.looks else "plans its turn"]
    if effort.worlds:
        parts.append(f"{effort.turns} turns further in {effort.worlds:,} worlds")
    return parts


def how(strength: Strength, network: bool) -> str:
    """How a level plays, in a few words."""
    if strength.simulations and network:
        parts = [f"network, {strength.simulations:,} simulations"]
    elif strength.effort is not None:
        parts = _plans(strength.insight or strength.effort)
        if strength.insight:
            parts.insert(0, "network")
    elif strength.playouts:
        parts = [f"{strength.playouts:,} playouts"]
    else:
        parts = ["no search"]
    if strength.flaws != type(strength.flaws)():
        parts.append("flaws")
    if strength.proof:
        parts.append("the end exact")
    return ", ".join(parts)
