"""`lutetia replay`: a record as boards and a log, or as JSON that another program can check."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from lutetia.cli.arguments import Subparsers, add_command, add_components, whole
from lutetia.cli.files import faults_in
from lutetia.cli.picture import write_picture
from lutetia.cli.record_files import Boxes, records_in
from lutetia.cli.render import renderer_for
from lutetia.cli.scoreboard import outcome, scoreboard
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import BadOption, LutetiaError
from lutetia.kernel.record import GameRecord, Ply, first_state, replay, verify
from lutetia.kernel.score_sheet import score_sheet
from lutetia.kernel.types import Record


def add(subparsers: Subparsers) -> None:
    """`replay`."""
    parser = add_command(subparsers, "replay", run, "show a record, or print it as JSON lines")
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a record, a Parquet file, or a folder"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    parser.add_argument("--ply", type=whole(0), metavar="N", help="stop after N moves")
    parser.add_argument("--boards", action="store_true", help="show the position after every move")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="draw the last position as SVG; overwrites the file",
    )
    add_components(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay every record once and print it in the chosen form."""
    boxes = Boxes(arguments.components)
    for number, (place, found) in enumerate(records_in(arguments.files), 1):
        if number > 1 and (arguments.picture is not None or arguments.ply is not None):
            raise BadOption("--ply and --picture are for one record, but there are several")
        with faults_in(place):
            if isinstance(found, LutetiaError):
                raise found
            game = boxes.game_of(found)
            verify(game, found)
            plies = list(replay(game, found))
        _one(game, found, plies, arguments)
    return 0


def _one(game: Game, record: GameRecord, plies: list[Ply], arguments: argparse.Namespace) -> None:
    first = first_state(game, record)
    if arguments.ply is not None:
        if arguments.ply > len(plies):
            raise BadOption(f"--ply {arguments.ply}: the record has only {len(plies)} moves")
        plies = plies[: arguments.ply]
    last = plies[-1].after if plies else first
    if arguments.picture is not None:
        write_picture(arguments.picture, renderer_for(game).table(game, last), game.title)
    if arguments.json:
        for line in json_lines(game, record, plies, last):
            print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    else:
        _show(game, record, plies, last, boards=arguments.boards)


def json_lines(
    game: Game, record: GameRecord, plies: list[Ply], last: Record
) -> Iterator[dict[str, Any]]:
    """The lines of `--json` (docs/notation.md, "A replay as JSON lines")."""
    yield {
        "type": "game",
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": game.seats,
        "seat_names": list(seat_names(game)),
        "options": dict(game.options),
        "components": game.components_digest,
        "players": record.players,
        "commitment": record.commitment,
        "seed": record.seed,
    }
    for number, ply in enumerate(plies, 1):
        yield {
            "type": "ply",
            "ply": number,
            "mover": game.seat_name(int(ply.before.to_move)),
            "move": game.notation(ply.move),
            "legal": [game.notation(int(move)) for move in game.legal_moves(ply.before)],
            "position": game.position(ply.before),
        }
    package = package_of(game)
    sheet = score_sheet(game, last, package.score_parts(), package.tie_breaks())
    yield {
        "type": "end",
        "over": game.is_over(last),
        **sheet.model_dump(),
        "position": game.position(last),
    }


def _show(game: Game, record: GameRecord, plies: list[Ply], last: Record, *, boards: bool) -> None:
    out = console()
    renderer = renderer_for(game)
    names = list(seat_names(game))
    players = ", ".join(f"{name}: {who}" for name, who in zip(names, record.players, strict=True))
    out.print(Text(f"{game.title} ({players})", style="bold"))
    log = Table(box=None, show_header=False, padding=(0, 2))
    for number, ply in enumerate(plies, 1):
        row = (str(number), game.seat_name(int(ply.before.to_move)), game.notation(ply.move))
        if boards:
            out.print(Text("  ".join(row), style="bold"))
            out.print(renderer.table(game, ply.after))
            out.print()
        log.add_row(*row)
    if not boards:
        out.print(log)
        out.print(renderer.table(game, last))
    out.print()
    out.print(scoreboard(game, last))
    out.print(outcome(names, game.ranks(last)) if game.is_over(last) else "not finished")
