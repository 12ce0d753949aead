"""`lutetia selfplay`: records of games between computer players; one seed gives one result."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from lutetia.ai.names import player_named
from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.cli.automatic import play_game
from lutetia.cli.files import make_folder, write_new
from lutetia.cli.parquet import ENDING, arrow, write_records
from lutetia.cli.screen import progress
from lutetia.cli.warm import warm, warm_player, warm_playout
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile
from lutetia.kernel.record import GameRecord

LONGEST = 100_000
"""More plies than a game has."""

OneGame = Callable[[int], GameRecord]
"""The game with a number, counted from 1."""


def add(subparsers: Subparsers) -> None:
    """`selfplay`."""
    parser = add_command(
        subparsers, "selfplay", run, "let computer players play, and save the records"
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole(1, 100_000_000),
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
        "--out",
        type=Path,
        required=True,
        metavar="PATH",
        help="the folder for the records, or one file for all of them that ends in .parquet",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games; if a file exists already, nothing is written."""
    game = opened(arguments)
    player_named(arguments.player, b"")  # an unknown player is refused before anything is written
    if arguments.out.suffix == ENDING:
        return _one_file(game, arguments)
    return _many_files(game, arguments)


def _one_file(game: Game, arguments: argparse.Namespace) -> int:
    arrow()
    if arguments.out.exists():
        raise BadFile(f"{arguments.out}: this file exists already and is not overwritten")
    one_game = _player_of_games(game, arguments)
    make_folder(arguments.out.parent)
    with progress() as bar:
        numbers = bar.track(range(1, arguments.games + 1), description="Playing")
        count = write_records(arguments.out, map(one_game, numbers))
    return _say(count, arguments.out)


def _many_files(game: Game, arguments: argparse.Namespace) -> int:
    for path in _paths(game, arguments):
        if path.exists():
            raise BadFile(f"{path}: this file exists already and is not overwritten")
    one_game = _player_of_games(game, arguments)
    make_folder(arguments.out)
    with progress() as bar:
        paths = bar.track(_paths(game, arguments), total=arguments.games, description="Playing")
        for number, path in enumerate(paths, 1):
            write_new(path, one_game(number).dumps())
    return _say(arguments.games, arguments.out)


def _paths(game: Game, arguments: argparse.Namespace) -> Iterator[Path]:
    for number in range(1, arguments.games + 1):
        yield arguments.out / f"{game.id}-{number:06}.json"


def _say(games: int, out: Path) -> int:
    print(f"{games} {'game' if games == 1 else 'games'} in {out}")
    return 0


def _player_of_games(game: Game, arguments: argparse.Namespace) -> OneGame:
    """Plays a game by its number. The seed of a game depends on nothing else."""
    warm(game)
    if arguments.player == "random":
        return _random_games(game, arguments.seed)
    warm_player(game, arguments.player)

    def one_game(number: int) -> GameRecord:
        players = [
            player_named(arguments.player, _seed_of_player(arguments.seed, number, seat))
            for seat in range(game.seats)
        ]
        return play_game(game, _seed_of_game(arguments.seed, number), players)[0]

    return one_game


def _random_games(game: Game, seed: str) -> OneGame:
    """The same games that `RandomPlayer` plays, without leaving compiled code."""
    loops = warm_playout(game)
    moves = np.empty(game.move_space, dtype=np.int32)
    log = np.empty(LONGEST, dtype=np.int32)
    notation = cache(game.notation)

    def one_game(number: int) -> GameRecord:
        deal = _seed_of_game(seed, number)
        record = GameRecord.start(game, deal, ["random"] * game.seats)
        state = game.deal(deal)
        chances = np.array(
            [generator(_seed_of_player(seed, number, seat)) for seat in range(game.seats)]
        )
        plies = loops.logged_game(game.box, state, chances, moves, log, LONGEST)
        if plies < 0:
            raise BadFile(f"game {number} has more than {LONGEST} moves and is not recorded")
        record.moves = [notation(move) for move in log[:plies].tolist()]
        record.finish(game, state)
        return record

    return one_game


def _seed_of_game(seed: str, number: int) -> bytes:
    return derived_seed("selfplay", seed, number)


def _seed_of_player(seed: str, number: int, seat: int) -> bytes:
    return derived_seed("selfplay player", seed, number, seat)
