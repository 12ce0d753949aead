"""`lutetia verify`: checks whether records are what they say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lutetia.cli.arguments import Subparsers, add_command, add_components
from lutetia.cli.files import faults_in, one_line
from lutetia.cli.warm import warm
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.record import GameRecord, load, reopen, verify


def add(subparsers: Subparsers) -> None:
    """`verify`."""
    parser = add_command(subparsers, "verify", run, "check shuffle, moves and result of records")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record")
    add_components(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check every file and report each fault; any fault gives exit code 2."""
    faults = 0
    for path in arguments.files:
        try:
            with faults_in(path):
                print(f"{path}: {_checked(load(path), arguments.components)}")
        except LutetiaError as error:
            faults += 1
            sys.stderr.write(f"lutetia: {one_line(str(error))}\n")
    return 2 if faults else 0


def _checked(record: GameRecord, components: Path | None) -> str:
    game = reopen(record, open_game, components)
    warm(game)
    state = verify(game, record)
    moves = f"{len(record.moves)} {'move' if len(record.moves) == 1 else 'moves'}"
    if record.result is None:
        return f"valid, {moves}, not finished"
    scores = ", ".join(
        f"{game.seat_name(seat)} {points}" for seat, points in enumerate(game.totals(state))
    )
    return f"valid, {moves}, {scores}"
