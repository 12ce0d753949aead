"""`lutetia selfplay`: records of games between computer players; one seed gives one result."""

from __future__ import annotations

import argparse
from pathlib import Path

from lutetia.ai.names import player_named
from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.cli.automatic import play_game
from lutetia.cli.files import make_folder, write_new
from lutetia.cli.screen import progress
from lutetia.cli.warm import warm, warm_player
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile
from lutetia.kernel.record import GameRecord


def add(subparsers: Subparsers) -> None:
    """`selfplay`."""
    parser = add_command(
        subparsers, "selfplay", run, "let computer players play, and save the records"
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole(1, 1_000_000),
        default=1,
        metavar="N",
        help="the number of games (default: 1)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    parser.add_argument(
        "--player",
        default="random",
        metavar="PLAYER",
        help="the computer player at all seats (default: random)",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder for the records"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games; if a file exists already, nothing is written."""
    game = opened(arguments)
    player_named(arguments.player, b"")  # an unknown player is refused before anything is written
    paths = [
        arguments.out / f"{game.id}-{number:06}.json" for number in range(1, arguments.games + 1)
    ]
    for path in paths:
        if path.exists():
            raise BadFile(f"{path}: this file exists already and is not overwritten")
    warm(game)
    warm_player(game, arguments.player)
    make_folder(arguments.out)
    with progress() as bar:
        for number, path in enumerate(bar.track(paths, description="Playing"), 1):
            write_new(path, one_game(game, arguments, number).dumps())
    print(f"{len(paths)} {'game' if len(paths) == 1 else 'games'} in {arguments.out}")
    return 0


def one_game(game: Game, arguments: argparse.Namespace, number: int) -> GameRecord:
    """The game with a number, counted from 1; its seed depends on nothing else."""
    players = [
        player_named(
            arguments.player, derived_seed("selfplay player", arguments.seed, number, seat)
        )
        for seat in range(game.seats)
    ]
    seed = derived_seed("selfplay", arguments.seed, number)
    return play_game(game, seed, players)[0]
