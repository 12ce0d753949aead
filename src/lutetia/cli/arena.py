"""`lutetia arena`: computer players play each other; it reports how strong they are."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from lutetia.ai.arena.match import Box, Played
from lutetia.ai.arena.report import Report, report
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.run import cores, run
from lutetia.ai.learnt import learnt
from lutetia.ai.names import KINDS
from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.kernel.errors import BadOption

ENOUGH = 2


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        subparsers, "arena", _run, "let computer players play against each other, and rate them"
    )
    add_game(parser)
    parser.add_argument(
        "contender",
        nargs="+",
        metavar="PLAYER",
        help=f"two or more of: {', '.join(kind for kind, _ in KINDS)}",
    )
    parser.add_argument(
        "--pairs",
        type=whole(1, 1_000_000),
        default=20,
        metavar="N",
        help="the number of shuffles; each is played from every seat (default: 20)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="any word; decides the shuffles (default: 1)"
    )
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        default=(0.0, 30.0),
        metavar=("ELO0", "ELO1"),
        help="test whether the first is stronger by ELO1 or only by ELO0 (default: 0 30)",
    )
    parser.add_argument(
        "--ladder", action="store_true", help="only neighbours in the list play each other"
    )
    parser.add_argument(
        "--workers",
        type=whole(1, 1024),
        metavar="N",
        help="the number of processes (default: one for each core)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="save the results in this file, and continue from the results in it",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def _run(arguments: argparse.Namespace) -> int:
    game = opened(arguments)
    names: list[str] = arguments.contender
    if len(names) < ENOUGH or len(set(names)) != len(names):
        raise BadOption("an arena needs at least two players, all different")
    if arguments.ladder and len(names) < game.seats:
        raise BadOption(
            f"--ladder: a table has {game.seats} seats, but there are only {len(names)} players"
        )
    elo_0, elo_1 = arguments.sprt
    if not elo_0 < elo_1:
        raise BadOption(f"--sprt {elo_0:g} {elo_1:g}: the second number must be larger")
    box = Box(game.id, game.seats, game.options, arguments.components)
    header = {
        "game": game.id,
        "seats": game.seats,
        "options": dict(game.options),
        "components": game.components_digest,
        "learnt": learnt(game),
        "players": names,
        "seed": arguments.seed,
        "ladder": arguments.ladder,
    }
    results = Results(Played, header, arguments.out)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("games")
        run(
            box,
            names,
            arguments.pairs,
            arguments.seed,
            results,
            arguments.workers or cores(),
            lambda done, total: progress.update(task, completed=done, total=total),
            arguments.ladder,
        )
    found = report(
        names, game.seats, arguments.pairs, results.games, elo_0, elo_1, arguments.ladder
    )
    if arguments.json:
        print(json.dumps({**header, "pairs": arguments.pairs, **found.as_json()}, indent=1))
    else:
        _print(found)
    return 0


def _print(found: Report) -> None:
    console = Console()
    columns = ["Elo", "±95%", "wins", "points", "s/move", "processor", "slowest s", "games"]
    strength = Table("player", *columns)
    for line in found.lines:
        strength.add_row(
            line.player,
            f"{line.elo:+.0f}",
            f"{line.error:.0f}",
            f"{line.share:.1%}",
            f"{line.points:.1f}",
            f"{line.seconds_a_move:.3f}",
            "" if line.processor_a_move is None else f"{line.processor_a_move:.3f}",
            f"{line.slowest:.2f}",
            str(line.games),
        )
    duels = Table("pair", "wins of the first", "95%", "margin", "first better?", "games")
    for duel in found.duels:
        duels.add_row(
            f"{duel.one} – {duel.other}",
            f"{duel.share:.1%}",
            f"{duel.low:.1%} – {duel.high:.1%}",
            f"{duel.margin:+.1f}",
            f"{duel.verdict} ({duel.ratio:+.2f})",
            str(duel.games),
        )
    console.print(strength)
    console.print(duels)
    if found.firsts:
        console.print(_first_places(found))


def _first_places(found: Report) -> Table:
    table = Table("player", "against", "first", "95%", "chance", "games")
    for one in found.firsts:
        table.add_row(
            one.player,
            ", ".join(one.others),
            f"{one.share:.1%}",
            f"{one.low:.1%} – {one.high:.1%}",
            f"{one.chance:.1%}",
            str(one.games),
        )
    return table
