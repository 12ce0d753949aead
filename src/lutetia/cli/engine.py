"""`lutetia engine`: a computer player for other programs, over standard input and output."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import IO, Any

from lutetia.ai.external import PROTOCOL, BrokenEngine, view_of
from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.cli.arguments import Subparsers, add_command
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import LutetiaError

LONGEST_LINE = 1_000_000


def add(subparsers: Subparsers) -> None:
    """`engine`."""
    parser = add_command(
        subparsers, "engine", run, "play for another program, by messages on standard input"
    )
    parser.add_argument(
        "--player", default="level:5", metavar="PLAYER", help="who plays (default: level:5)"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Answer every line until `quit` or the end of the input."""
    player_named(arguments.player, b"")
    for answer in answers(sys.stdin, arguments.player, arguments.seed):
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


def answers(lines: IO[str], player: str, seed: str) -> Iterator[dict[str, Any]]:
    """An answer for each message. A bad message gets an error, and the engine goes on."""
    engine = Engine(player, seed)
    while line := lines.readline(LONGEST_LINE):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise BrokenEngine("a message is one JSON object")
            if message.get("type") == "quit":
                return
            yield engine.answer(message)
        except (LutetiaError, ValueError, RecursionError) as error:
            yield {"type": "error", "message": str(error)}


class Engine:
    """One player. It remembers the game of the last `game` message."""

    def __init__(self, player: str, seed: str) -> None:
        self._name = player
        self._seed = seed
        self._games = 0
        self._game: Game | None = None
        self._player: Player | None = None

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to one message."""
        kind = message.get("type")
        if kind == "hello":
            return {"type": "hello", "protocol": PROTOCOL, "name": f"Lutetia {self._name}"}
        if kind == "game":
            return self._new_game(message)
        if kind == "move":
            return self._move(message)
        raise BrokenEngine(f"type: {kind!r} is unknown; there are hello, game, move and quit")

    def _new_game(self, message: dict[str, Any]) -> dict[str, Any]:
        options = message.get("options", {})
        seats, version = message.get("seats"), message.get("rules_version")
        if not isinstance(options, dict) or not isinstance(seats, int | None):
            raise BrokenEngine("game: options is an object, and seats a number")
        components = message.get("components")
        self._game = open_game(
            str(message.get("game")),
            seats,
            options,
            components if isinstance(components, str) else None,
            version if isinstance(version, int) else None,
        )
        self._games += 1
        seed = derived_seed("engine", self._seed, self._games)
        self._player = player_named(self._name, seed, threads=1)
        return {"type": "ready"}

    def _move(self, message: dict[str, Any]) -> dict[str, Any]:
        game, player = self._game, self._player
        if game is None or player is None:
            raise BrokenEngine("move: no game has begun")
        names = list(seat_names(game))
        if message.get("seat") not in names:
            raise BrokenEngine(f"seat: {message.get('seat')!r} is none of {', '.join(names)}")
        seat = names.index(message["seat"])
        view = view_of(game, message)
        if int(view.to_move) != seat or not len(game.legal_moves(view)):
            raise BrokenEngine("view: this seat is not to move")
        return {"type": "move", "move": game.notation(player.choose(game, view, seat))}
