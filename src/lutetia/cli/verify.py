"""`lutetia verify`: checks whether records are what they say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lutetia.cli.arguments import Subparsers, add_command, add_components
from lutetia.cli.files import one_line
from lutetia.cli.record_files import Boxes, records_in
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.record import GameRecord, verify


def add(subparsers: Subparsers) -> None:
    """`verify`."""
    parser = add_command(subparsers, "verify", run, "check shuffle, moves and result of records")
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a record, a Parquet file, or a folder"
    )
    parser.add_argument("--quiet", action="store_true", help="print only faults, and how many")
    add_components(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check every record and report each fault; any fault gives exit code 2."""
    faults = checked = 0
    boxes = Boxes(arguments.components)
    for place, found in records_in(arguments.files):
        checked += 1
        try:
            if isinstance(found, LutetiaError):
                raise found
            result = _checked(boxes.game_of(found), found)
            if not arguments.quiet:
                print(f"{place}: {result}")
        except LutetiaError as error:
            faults += 1
            named = str(error) if str(error).startswith(f"{place}: ") else f"{place}: {error}"
            sys.stderr.write(f"lutetia: {one_line(named)}\n")
    if arguments.quiet:
        print(f"{checked} {'record' if checked == 1 else 'records'}, {faults} with faults")
    return 2 if faults else 0


def _checked(game: Game, record: GameRecord) -> str:
    state = verify(game, record)
    if record.draw is None:
        shuffle = ""
    else:
        shuffle = f", shuffle drawn by the server and {len(record.draw.shares)} seats"
        promised = sum(promise is not None for promise in record.draw.promises)
        if promised:
            shuffle += f", {promised} of them promised their shares"
    moves = f"{len(record.moves)} {'move' if len(record.moves) == 1 else 'moves'}"
    if record.result is None:
        return f"valid, {moves}, not finished{shuffle}"
    scores = ", ".join(
        f"{game.seat_name(seat)} {points}" for seat, points in enumerate(game.totals(state))
    )
    return f"valid, {moves}, {scores}{shuffle}"
