"""`lutetia hint`: the move of our best player in a position of a record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lutetia.ai.analysis.hint import Advice, advise
from lutetia.ai.arena.run import cores
from lutetia.cli.arguments import Subparsers, add_command, add_components, whole
from lutetia.cli.explaining import sentences
from lutetia.cli.files import faults_in
from lutetia.cli.plies import add_ply, state_at
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import seat_names
from lutetia.kernel.record import load, reopen


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(subparsers, "hint", _run, "suggest moves in a position of a record")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    add_ply(parser)
    add_components(parser)
    parser.add_argument(
        "--playouts",
        type=whole(16, 10_000_000),
        default=4000,
        metavar="N",
        help="playouts of the search (default: 4000)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="any word; decides the random draws (default: 1)"
    )
    parser.add_argument(
        "--moves",
        type=whole(1, 100),
        default=3,
        metavar="N",
        help="the number of moves to show (default: 3)",
    )
    parser.add_argument("--json", action="store_true", help="print the hint as JSON")


def _run(arguments: argparse.Namespace) -> int:
    with faults_in(arguments.file):
        record = load(arguments.file)
        game = reopen(record, open_game, arguments.components)
        state = state_at(game, record, arguments.ply)
    advice = advise(game, state, arguments.playouts, arguments.seed, cores(), arguments.moves)
    if arguments.json:
        print(json.dumps(advice.as_json(), indent=1, ensure_ascii=False))
    else:
        _print(advice, list(seat_names(game)))
    return 0


def _print(advice: Advice, seats: list[str]) -> None:
    table = Table("move", "then", "expected margin", "looked at", title=f"{advice.seat} to move")
    for suggestion in advice.moves:
        table.add_row(
            suggestion.move,
            ", ".join(suggestion.then),
            f"{suggestion.margin:+.1f}{' proved' if suggestion.proved else ''}",
            "" if suggestion.proved else f"{suggestion.share:.0%}",
        )
    # A part of a notation, like ":smile:", would become a picture.
    console = Console(emoji=False)
    console.print(table)
    for sentence in sentences(advice.why, advice.seat, seats):
        console.print(sentence, markup=False)
