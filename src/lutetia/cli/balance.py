"""`lutetia balance`: who wins, by how much, and with what."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.ai.names import player_named
from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.cli.endings import (
    Endings,
    PlayedGame,
    games_header,
    played_endings,
    random_endings,
)
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import BadOption
from lutetia.kernel.measure import HEADINGS, Measure, as_markdown
from lutetia.kernel.package import Uses
from lutetia.kernel.statistics import Share, share_of, spread

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Names for the first seat, the second and so on: enough for every game with eight seats."""


def add(subparsers: Subparsers) -> None:
    """`balance`."""
    parser = add_command(
        subparsers, "balance", run, "play many games and report wins, points and what winners used"
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole(1, 10_000_000),
        default=10_000,
        metavar="N",
        help="the number of games (default: 10000)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    parser.add_argument(
        "--player",
        default="random",
        metavar="PLAYER",
        help="the computer player at all seats (default: random)",
    )
    parser.add_argument(
        "--processes",
        type=whole(1, 1024),
        default=1,
        metavar="N",
        help="how many games are played at once (default: 1); not for random players",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="save the games in this file, and continue from the games in it",
    )
    parser.add_argument(
        "--plots",
        type=Path,
        metavar="DIR",
        help="write pictures (SVG) into this folder; overwrites them",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--markdown", action="store_true", help="print the measures and their aims as a table"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, count, and report."""
    game = opened(arguments)
    player_named(arguments.player, b"")  # an unknown player is refused before the games
    if arguments.player == "random" and (arguments.out or arguments.processes > 1):
        raise BadOption("--out and --processes are for players other than random")
    plots = None if arguments.plots is None else plot_writer()
    if arguments.player == "random":
        endings = random_endings(game, arguments.games, arguments.seed)
    else:
        box = Box(game.id, game.seats, game.options, arguments.components)
        header = games_header(game, arguments.player, arguments.seed)
        results = Results(PlayedGame, header, arguments.out)
        endings = played_endings(
            box, arguments.player, arguments.games, arguments.seed, results, arguments.processes
        )
    report = balance_report(game, endings, package_of(game).uses(game, endings.states))
    report["player"], report["seed"] = arguments.player, arguments.seed
    if plots is not None:
        plots(arguments.plots, game, endings, report)
    measures = measured(game, endings)
    report["measures"] = [one.as_json() for one in measures]
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False))
    elif arguments.markdown:
        print(as_markdown(measures), end="")
    else:
        _show(console(), game, report)
        _show_measures(console(), measures)
    return 0


def measured(game: Game, endings: Endings) -> list[Measure]:
    """The game's own measures; none for games of random players, whose moves are not kept."""
    ledger = package_of(game).ledger()
    if ledger is None or endings.accounts is None:
        return []
    return ledger.measures(game, endings.states, endings.accounts, endings.lines, endings.standings)


def plot_writer() -> Callable[[Path, Game, Endings, dict[str, Any]], None]:
    """The function that writes the pictures; refused before the games if it is not installed."""
    if find_spec("matplotlib") is None:
        raise BadOption("--plots needs matplotlib; install lutetia[plots]")
    from lutetia.cli.balance_plots import write_plots

    return write_plots


def balance_report(game: Game, endings: Endings, uses: Uses) -> dict[str, Any]:
    """Everything counted, as JSON."""
    games, wins, totals = len(endings.states), endings.wins, endings.totals
    names = seat_names(game)
    order = (np.arange(game.seats) + endings.firsts[:, None]) % game.seats
    by_turn = np.take_along_axis(wins, order, axis=1)
    return {
        "game": game.id,
        "players": game.seats,
        "options": dict(game.options),
        "games": games,
        "shared": share_of(float((wins.max(axis=1) < 1).sum()), games)._asdict(),
        "plies": spread(endings.states["ply"]),
        "wins_by_seat": {
            name: share_of(wins[:, seat].sum(), games)._asdict() for seat, name in enumerate(names)
        },
        "wins_by_turn": {
            ORDINALS[turn]: share_of(by_turn[:, turn].sum(), games)._asdict()
            for turn in range(game.seats)
        },
        "points": {name: spread(totals[:, seat]) for seat, name in enumerate(names)},
        "lines": {
            line: spread(endings.lines[:, :, number])
            for number, line in enumerate(game.score_lines)
        },
        "uses": {
            group: {name: _use(found, wins) for name, found in things.items()}
            for group, things in uses.items()
        },
    }


def _use(found: NDArray[np.bool_], wins: NDArray[np.float64]) -> dict[str, Any]:
    """How many players used a thing (all, winners, others), and how those players scored."""
    used = int(found.sum())
    return {
        "used": share_of(used, found.size)._asdict(),
        "among_winners": share_of(float(wins[found].sum()), round(wins.sum()))._asdict(),
        "among_others": share_of(float((1 - wins)[found].sum()), round((1 - wins).sum()))._asdict(),
        "wins_when_used": share_of(float(wins[found].sum()), used)._asdict(),
    }


def _show(out: Console, game: Game, report: dict[str, Any]) -> None:
    out.print(
        f"[bold]{game.title}[/], {report['players']} players ({report['player']}), "
        f"{report['games']:,} games, {report['plies']['mean']} plies on average, at most "
        f"{report['plies']['most']:.0f}; shared wins {report['shared']['share']:.1%}"
    )
    out.print()
    table = Table("wins", "share", "95% interval", box=None, padding=(0, 2))
    for name, found in (*report["wins_by_seat"].items(), *report["wins_by_turn"].items()):
        share = Share(**found)
        label = f"{name} to move" if name in ORDINALS else name
        table.add_row(label, f"{share.share:.1%}", f"{share.low:.1%} – {share.high:.1%}")
    out.print(table)
    out.print()
    columns = ("mean", "deviation", "least", "quarter", "median", "three quarters", "most")
    table = Table("points", *columns, box=None, padding=(0, 2))
    for name, found in (*report["points"].items(), *report["lines"].items()):
        table.add_row(name, *(f"{value:g}" for value in found.values()))
    out.print(table)
    for group, things in report["uses"].items():
        out.print()
        out.print(_uses_table(group, things))


def _show_measures(out: Console, measures: list[Measure]) -> None:
    if measures:
        table = Table(*HEADINGS, box=None, padding=(0, 2))
        for one in measures:
            table.add_row(*one.cells())
        out.print()
        out.print(table)


def _uses_table(group: str, things: dict[str, Any]) -> Table:
    """One row for each thing: how many of all, winners and others had it; how often they won."""
    table = Table(
        group, "of players", "of winners", "of others", "wins with it", "95% interval",
        box=None, padding=(0, 2),
    )  # fmt: skip
    for name, found in things.items():
        won = Share(**found["wins_when_used"])
        table.add_row(
            name,
            *(f"{found[key]['share']:.1%}" for key in ("used", "among_winners", "among_others")),
            f"{won.share:.1%}" if won.of else "–",
            f"{won.low:.1%} – {won.high:.1%}" if won.of else "–",
        )
    return table
