"""`lutetia luck`: how much of the result of a record came from the shuffle."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from lutetia.ai.analysis.luck import Luck, SeatLuck, measure_luck
from lutetia.ai.arena.run import cores
from lutetia.cli.arguments import Subparsers, add_command, add_components, whole
from lutetia.cli.files import faults_in
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.record import load, reopen, verify
from lutetia.kernel.strength import MOST_LEVELS


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        subparsers, "luck", _run, "measure how much of a result came from the shuffle"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the record of a finished game")
    add_components(parser)
    parser.add_argument(
        "--level",
        type=whole(1, MOST_LEVELS),
        default=7,
        metavar="N",
        help="the level of the computers that play the shuffle again (default: 7)",
    )
    parser.add_argument(
        "--games",
        type=whole(2, 100_000),
        default=48,
        metavar="N",
        help="how often they play it (default: 48)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _run(arguments: argparse.Namespace) -> int:
    with faults_in(arguments.file):
        record = load(arguments.file)
        game = reopen(record, open_game, arguments.components)
        verify(game, record)
    with (
        faults_in(arguments.file),
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        ) as progress,
    ):
        task = progress.add_task("games", total=arguments.games)
        found = measure_luck(
            game,
            record,
            arguments.level,
            arguments.games,
            cores(),
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if arguments.json:
        print(json.dumps(found.as_json(), indent=1, ensure_ascii=False))
    else:
        _print(found)
    return 0


def _print(found: Luck) -> None:
    console = Console()
    table = Table("seat", "player", "margin", "luck", f"{found.sure:.0%}", "without the luck")
    for seat in found.summaries:
        table.add_row(
            seat.seat,
            seat.player,
            f"{seat.margin:+.1f}",
            f"{seat.luck:+.1f}",
            f"{seat.low:+.1f} to {seat.high:+.1f}",
            f"{seat.adjusted:+.1f}",
        )
    console.print(table)
    console.print(
        f"{found.games} games of level {found.level} against itself with the same shuffle.",
        highlight=False,
    )
    for seat in found.summaries:
        console.print(_sentence(seat), markup=False, highlight=False)


def _sentence(seat: SeatLuck) -> str:
    if seat.low <= 0 <= seat.high:
        return f"{seat.seat}: the shuffle shows neither good nor bad luck."
    kind = "good" if seat.luck > 0 else "bad"
    return (
        f"{seat.seat}: {kind} luck, {abs(seat.luck):.1f} points of a margin of {seat.margin:+.1f}."
    )
