"""`lutetia solve`: the proved margin and the best moves of a position of a record."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from lutetia.ai.arena.run import cores
from lutetia.cli.arguments import Subparsers, add_command, add_components, seconds, whole
from lutetia.cli.files import faults_in
from lutetia.cli.plies import add_ply, state_at
from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.errors import BadRecord, NotOffered
from lutetia.kernel.record import load, reopen


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        subparsers,
        "solve",
        _run,
        "prove the margin of a position (in the second phase of La Cité)",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    add_ply(parser)
    add_components(parser)
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=60.0,
        metavar="S",
        help="stop after this time (default: 60)",
    )
    parser.add_argument(
        "--nodes", type=whole(1), metavar="N", help="stop after this number of nodes"
    )
    parser.add_argument("--json", action="store_true", help="print the solution as JSON")


def _run(arguments: argparse.Namespace) -> int:
    with faults_in(arguments.file):
        record = load(arguments.file)
        game = reopen(record, open_game, arguments.components)
        state = state_at(game, record, arguments.ply)
        solver = package_of(game).solver()
        if solver is None:
            raise NotOffered(f"{game.title} has no solver")
        unsolvable = solver.solvable(game, state)
        if unsolvable is not None:
            raise BadRecord(unsolvable)
    found = solver.solve(
        game, state, seconds=arguments.seconds, nodes=arguments.nodes, cores=cores()
    )
    seat = game.seat_name(int(state.to_move))
    line = [game.notation(int(move)) for move in found.best_line]
    if arguments.json:
        answer = {
            "seat": seat,
            "proved": bool(found.proved),
            "margin": int(found.margin) if found.proved else None,
            "lower": int(found.lower),
            "upper": int(found.upper),
            "best_line": line,
            "nodes": int(found.nodes),
            "seconds": round(float(found.seconds), 3),
        }
        print(json.dumps(answer, indent=1, ensure_ascii=False))
        return 0
    if found.proved:
        print(f"{seat} to move, best play ends {found.margin:+d} for {seat}")
    else:
        print(f"{seat} to move, not proved: between {found.lower:+d} and {found.upper:+d}")
    print(f"{found.nodes} nodes in {found.seconds:.1f} s")
    for number, text in enumerate(line, 1):
        print(f"{number:3} {text}")
    return 0
