"""`lutetia analyse`: what each move of a record cost, what was better, and why."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from lutetia.ai.analysis.graph import graph
from lutetia.ai.analysis.report import Analysis, Judged, analyse
from lutetia.ai.analysis.weigh import Scales
from lutetia.ai.arena.run import cores
from lutetia.ai.finishing import EndProver
from lutetia.cli.arguments import Subparsers, add_command, add_components, whole
from lutetia.cli.explaining import sentences
from lutetia.cli.files import faults_in, write
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.record import load, reopen, verify


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(subparsers, "analyse", _run, "judge every move of a record")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    add_components(parser)
    parser.add_argument(
        "--playouts",
        type=whole(16, 10_000_000),
        default=1500,
        metavar="N",
        help="playouts for each estimate (default: 1500)",
    )
    parser.add_argument(
        "--nodes",
        type=whole(0),
        default=3_000_000,
        metavar="N",
        help="nodes for each proof; 0 proves nothing (default: 3000000)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="any word; decides the random draws (default: 1)"
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="draw the expected margin as SVG; overwrites the file",
    )
    parser.add_argument("--json", action="store_true", help="print the analysis as JSON")


def _run(arguments: argparse.Namespace) -> int:
    with faults_in(arguments.file):
        record = load(arguments.file)
        game = reopen(record, open_game, arguments.components)
        # A fault at the end of the record is reported at once, not after minutes of thinking.
        verify(game, record)
    scales = Scales(
        game,
        arguments.playouts,
        arguments.seed,
        cores(),
        EndProver(game, arguments.nodes, cores()),
    )
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("moves", total=len(record.moves))
        found = analyse(
            game,
            record,
            scales,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if arguments.svg is not None:
        write(arguments.svg, graph(found))
    if arguments.json:
        print(json.dumps(found.as_json(), indent=1, ensure_ascii=False))
    else:
        _print(found)
    return 0


def _print(found: Analysis) -> None:
    # A part of a notation, like ":smile:", would become a picture.
    console = Console(emoji=False)
    # A notation is one long word, and useless if it is cut off.
    played, better = (Column(name, overflow="fold") for name in ("played", "better"))
    table = Table("move", "by", played, "loss", better, "margin")
    for move in found.moves:
        table.add_row(
            str(move.ply),
            move.seat,
            f"{move.move}{move.mark or ''}",
            _loss(move),
            move.best if move.best != move.move else "",
            f"{move.margins[found.seat_names.index(move.seat)]:+.1f}",
        )
    console.print(table)
    for move in found.moves:
        for line in reasons_for(move, found.seat_names):
            console.print(line, markup=False, highlight=False)
    for summary in found.summaries:
        worst = f", costliest move {summary.worst}" if summary.worst is not None else ""
        console.print(
            f"{summary.seat} ({summary.player}): {summary.mean_loss:.2f} points lost a move "
            f"in {summary.decisions} decisions{worst}"
        )


def _loss(move: Judged) -> str:
    if move.forced:
        return "forced"
    return f"{move.loss:.1f}{' proved' if move.proved else ''}" if move.loss else "–"


def reasons_for(move: Judged, seats: list[str]) -> list[str]:
    """The better turn with its reasons; empty if neither a better nor a strong move is known."""
    if move.explanation is None or (move.best == move.move and move.mark is None):
        return []
    reasons = " ".join(sentences(move.explanation, move.seat, seats))
    # The first move of a turn may only prepare it. A proved line goes on after the turn.
    turn = move.best if move.proved else " ".join(move.line)
    return [f"{move.ply}. {turn} instead of {move.explanation.other}: {reasons}"]
