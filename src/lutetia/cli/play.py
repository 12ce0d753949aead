"""`lutetia play`: a game in the terminal."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import platformdirs

from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.cli.arguments import Subparsers, add_box, add_command, opened
from lutetia.cli.files import faults_in, write, write_new
from lutetia.cli.prompt import ask_terminal
from lutetia.cli.screen import console
from lutetia.cli.session import Session
from lutetia.cli.warm import warm, warm_player
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed, fresh_seed
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import BadFile, BadOption, BadRecord
from lutetia.kernel.record import GameRecord, first_state, load, reopen, replay, verify

PERSON = "person"
LEVEL = "level:3"
"""The computer player that a new user plays against."""


def add(subparsers: Subparsers) -> None:
    """`play`."""
    parser = add_command(subparsers, "play", run, "play a game in the terminal")
    parser.add_argument("game", nargs="?", metavar="GAME", help="a name that `lutetia games` lists")
    add_box(parser)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME",
        help="your seat (default: the first); repeat it for several people at one screen",
    )
    parser.add_argument("--watch", action="store_true", help="let only computer players play")
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        help=f"the computer player at the other seats (default: {LEVEL})",
    )
    parser.add_argument(
        "--seed", metavar="S", help="any word; the same word gives the same shuffle"
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="continue the game of this record, and overwrite it",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file for the record (default: in your data folder)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, and keep the record in any case."""
    game, record = _table(arguments)
    people = _people(game, arguments)
    target = _target(arguments, record)
    seed = bytes.fromhex(record.seed or "")
    opponent = arguments.against or LEVEL
    computers: dict[int, Player] = {
        seat: player_named(opponent, derived_seed("computer", seed.hex(), seat))
        for seat in range(game.seats)
        if seat not in people
    }
    record.players = [
        computers[seat].name if seat in computers else PERSON for seat in range(game.seats)
    ]
    warm(game)
    if computers:
        warm_player(game, opponent)
    states = [first_state(game, record), *(ply.after for ply in replay(game, record))]
    session = Session(game, record, states, computers, console(), ask_terminal)
    try:
        session.run()
    finally:
        (write if target == arguments.resume else write_new)(target, record.dumps())
        session.console.print(f"The record is in {target}", soft_wrap=True)
    return 0


def _table(arguments: argparse.Namespace) -> tuple[Game, GameRecord]:
    """The game and its record: a new game, or an unfinished one."""
    if arguments.resume is not None:
        if any((arguments.game, arguments.players, arguments.option, arguments.seed)):
            raise BadOption(
                "--resume: do not give a game, players, options or a seed, the record has them"
            )
        with faults_in(arguments.resume):
            record = load(arguments.resume)
            game = reopen(record, open_game, arguments.components)
            warm(game)
            if game.is_over(verify(game, record)):
                raise BadRecord("this game is over; show it with `lutetia replay`")
        return game, record
    if arguments.game is None:
        raise BadOption("name a game; `lutetia games` lists the games")
    game = opened(arguments)
    seed = fresh_seed() if arguments.seed is None else derived_seed("play", arguments.seed)
    return game, GameRecord.start(game, seed, [PERSON] * game.seats)


def _people(game: Game, arguments: argparse.Namespace) -> set[int]:
    """The seats that people play."""
    if arguments.watch:
        if arguments.seat:
            raise BadOption("--watch: only computer players play, so do not give --seat")
        return set()
    names = list(seat_names(game))
    for name in arguments.seat:
        if name not in names:
            raise BadOption(f"--seat {name}: no such seat; there are {', '.join(names)}")
    return {names.index(name) for name in arguments.seat} or {0}


def _target(arguments: argparse.Namespace, record: GameRecord) -> Path:
    """Where the record will go; a bad place is refused now and not after a long game."""
    found: Path = arguments.out or arguments.resume or default_path(record)
    if found.exists() and found != arguments.resume:
        raise BadFile(f"{found}: this file exists already and is not overwritten")
    return found


def default_path(record: GameRecord) -> Path:
    """A file for this game in the person's data folder; `LUTETIA_DATA_DIR` changes the folder."""
    folder = os.environ.get("LUTETIA_DATA_DIR") or platformdirs.user_data_dir("lutetia")
    stem = Path(folder) / "records" / f"{record.game}-{record.commitment[:12]}"
    number = 1
    while (found := stem.with_name(f"{stem.name}{f'-{number}' * (number > 1)}.json")).exists():
        number += 1
    return found
