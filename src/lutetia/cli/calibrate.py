"""`lutetia calibrate`: searches the reconstructed figures of a game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lutetia.ai.arena.run import cores
from lutetia.cli.arguments import Subparsers, add_command, parsed_options, whole
from lutetia.cli.files import make_folder
from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.errors import BadOption
from lutetia.kernel.package import CalibrationPlan


def add(subparsers: Subparsers) -> None:
    """`calibrate`."""
    parser = add_command(
        subparsers, "calibrate", run, "search the reconstructed figures for a fair and varied game"
    )
    parser.add_argument("game", metavar="GAME", help="a game with reconstructed figures")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="the folder of the results; a search that was stopped goes on there",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    for name, least, default, meaning in (
        ("generations", 0, 10, "0 only measures the current figures with refitted players"),
        ("candidates", 2, 16, "new candidates of each generation"),
        ("effort", 0, 10, "multiplies the games of every stage; 0 refits no players"),
        ("games", 4, 1000, "games of each set-up for the report, on fresh shuffles"),
    ):
        parser.add_argument(
            f"--{name}",
            type=whole(least, 1_000_000),
            default=default,
            metavar="N",
            help=f"{meaning} (default: {default})",
        )
    parser.add_argument(
        "--cores", type=whole(1, 1024), default=cores(), metavar="N", help="threads (default: all)"
    )
    parser.add_argument("--house", action="store_true", help="search house rules, too")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="with --generations 0: an option of all games, such as a house rule; may be repeated",
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="with --generations 0: only this number of players (default: all)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Search and report."""
    calibration = GAMES.find(arguments.game).calibration()
    if calibration is None:
        raise BadOption(f"{arguments.game}: no figure is reconstructed, nothing to calibrate")
    options = parsed_options(arguments.option, find_game(arguments.game).options_offered)
    # The files of a search do not name options, so a search with others could not go on.
    if options and arguments.generations:
        raise BadOption("--option needs --generations 0")
    if arguments.players is not None and arguments.generations:
        raise BadOption("--players needs --generations 0")
    if not arguments.effort and arguments.generations:
        raise BadOption("--effort 0 needs --generations 0")
    if "setup" in options:
        raise BadOption("--option setup: both set-ups are always measured")
    open_game(arguments.game, arguments.players, options)
    make_folder(arguments.out)
    plan = CalibrationPlan(
        arguments.seed,
        arguments.generations,
        arguments.candidates,
        arguments.effort,
        arguments.games,
        arguments.house,
        arguments.cores,
        options,
        arguments.players,
    )
    calibration.run(arguments.out, plan, lambda text: print(text, file=sys.stderr, flush=True))
    print(f"{arguments.out / 'report.md'}: the measures and the aims")
    print(f"{arguments.out / 'components.toml'}: the figures")
    return 0
