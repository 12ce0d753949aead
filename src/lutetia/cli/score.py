"""`lutetia score`: scores a real table."""

from __future__ import annotations

import argparse
import json

from rich.table import Table

from lutetia.cli.arguments import Subparsers, add_command, add_components
from lutetia.cli.files import faults_in, read_text
from lutetia.cli.scoreboard import outcome
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import find_game
from lutetia.kernel.compiled import compiling
from lutetia.kernel.real_table import TableResult, describe
from lutetia.kernel.table_scoring import scorer_of


def add(subparsers: Subparsers) -> None:
    """`score`."""
    parser = add_command(
        subparsers, "score", run, "score a game that was played with the real pieces"
    )
    parser.add_argument(
        "file", metavar="FILE", help="a description (docs/notation.md); - reads standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_components(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score the table, or say what is impossible about it."""
    text = read_text(arguments.file)
    with faults_in(arguments.file):
        description = describe(text)
        scorer = scorer_of(description)
        with compiling(f"{find_game(description.game).title}, scoring", scorer.__module__):
            result = scorer(description, arguments.components)
    if arguments.json:
        print(json.dumps(result.sheet().model_dump(), ensure_ascii=False))
    else:
        _show(result)
    return 0


def _show(result: TableResult) -> None:
    out = console()
    details = Table("", "line", "what", "points", box=None, padding=(0, 2))
    details.columns[3].justify = "right"
    for detail in result.details:
        seat = result.seats[detail.seat]
        details.add_row(seat, detail.line, detail.what, str(detail.points))
    out.print(details)
    out.print()
    totals = Table("", *result.seats, box=None, padding=(0, 2))
    for line in result.scores[0]:
        totals.add_row(line, *(str(lines[line]) for lines in result.scores))
    totals.add_row("total", *map(str, result.totals), style="bold")
    for name, values in result.tie_breaks:
        totals.add_row(f"if tied: {name}", *map(str, values))
    totals.add_row("place", *map(str, result.ranks))
    out.print(totals)
    out.print(outcome(list(result.seats), list(result.ranks)))
