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
from lutetia.cli.render import renderer_for
from lutetia.cli.scoreboard import outcome, scoreboard
from lutetia.cli.screen import console
from lutetia.cli.warm import warm
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import BadOption
from lutetia.kernel.record import GameRecord, Ply, first_state, load, reopen, replay, verify
from lutetia.kernel.types import Record


def add(subparsers: Subparsers) -> None:
    """`replay`."""
    parser = add_command(subparsers, "replay", run, "show a record, or print it as JSON lines")
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
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
    """Replay the record once and print it in the chosen form."""
    with faults_in(arguments.file):
        record = load(arguments.file)
        game = reopen(record, open_game, arguments.components)
        warm(game)
        verify(game, record)
        first = first_state(game, record)
        plies = list(replay(game, record))
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
    return 0


def json_lines(
    game: Game, record: GameRecord, plies: list[Ply], last: Record
) -> Iterator[dict[str, Any]]:
    """The lines of `--json` (docs/notation.md, "A replay as JSON lines")."""
    yield {
        "type": "game",
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": list(seat_names(game)),
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
    names = seat_names(game)
    yield {
        "type": "end",
        "over": game.is_over(last),
        "position": game.position(last),
        "scores": dict(zip(names, game.score(last), strict=True)),
        "totals": dict(zip(names, game.totals(last), strict=True)),
        "ranks": dict(zip(names, game.ranks(last), strict=True)),
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
