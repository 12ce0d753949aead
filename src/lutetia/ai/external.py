"""Programs of others as players: they talk over standard input and output, one JSON object a line.

docs/engine-protocol.md describes the messages.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import queue
import shlex
import subprocess
import threading
from typing import IO, Any, ClassVar

import numpy as np

from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import LutetiaError, MoveError
from lutetia.kernel.types import Record, new_record

PROTOCOL = 1
PATIENCE = 120.0
"""Seconds that a program may take for one answer."""
LONGEST_LINE = 1_000_000


class BrokenEngine(LutetiaError):
    """A program that plays for somebody does not answer as the protocol says."""

    code: ClassVar[str] = "broken-engine"


class ExternalPlayer:
    """A player in a process of its own. The process starts with the first choice."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.name = f"exec:{command}"
        self._words = _words(command)
        self._patience = patience
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._playing: tuple[int, int] | None = None
        """The opened game and the seat of the last `game` message."""
        self._ply = 0

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """Ask the program for a move, and check it."""
        if self._process is None:
            self._start()
        if self._playing != (id(game), seat) or int(view.ply) < self._ply:
            self._ask(game_message(game, seat), "ready")
            self._playing = (id(game), seat)
        self._ply = int(view.ply)
        answer = self._ask(move_message(game, view, seat), "move")
        try:
            move = game.read(str(answer.get("move")))
            game.check(view, move)
        except MoveError as error:
            raise BrokenEngine(f"{self.name}: {error}") from None
        return move

    def close(self) -> None:
        """Tell the program to end; it has a moment for that."""
        process, self._process, self._playing = self._process, None, None
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._send(process, {"type": "quit"})
        _end(process, seconds=5)

    def __del__(self) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as error:
            raise BrokenEngine(f"{self.name}: cannot be started ({error.strerror})") from None
        self._lines = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(
            target=_read_lines, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        self._ask({"type": "hello", "protocol": PROTOCOL}, "hello")

    def _ask(self, message: dict[str, Any], wanted: str) -> dict[str, Any]:
        """Send a message and wait for the answer of a type. Other lines are passed over."""
        process = self._process
        assert process is not None
        try:
            self._send(process, message)
            while True:
                line = self._lines.get(timeout=self._patience)
                if line is None:
                    break
                answer = _object(line)
                if answer.get("type") == "error":
                    raise BrokenEngine(f"{self.name}: {answer.get('message')}")
                if answer.get("type") == wanted:
                    return answer
        except (OSError, ValueError):
            pass  # the program has ended: told below
        except queue.Empty:
            self._fail(f"gave no answer of type {wanted!r} in {self._patience:g} s")
        self._fail(f"ended without an answer of type {wanted!r}")
        raise AssertionError

    def _fail(self, reason: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            _end(process, seconds=0)
        raise BrokenEngine(f"{self.name}: the program {reason}")

    @staticmethod
    def _send(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        process.stdin.flush()


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BrokenEngine(f"exec:{command}: cannot be read as a command ({error})") from None
    if not words:
        raise BrokenEngine("exec: after the colon comes the command of a program")
    return words


def _end(process: subprocess.Popen[str], seconds: float) -> None:
    """Close the program's input, and end it if it does not end by itself."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.close()
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def _read_lines(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Put every line into the queue, and None at the end."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _object(line: str) -> dict[str, Any]:
    """The JSON object of a line; an empty one for any other line."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def game_message(game: Game, seat: int) -> dict[str, Any]:
    """What a program must know before a game."""
    return {
        "type": "game",
        "game": game.id,
        "rules_version": game.rules_version,
        "components": game.components_digest,
        "options": dict(game.options),
        "seats": game.seats,
        "seat_names": list(seat_names(game)),
        "seat": game.seat_name(seat),
    }


def move_message(game: Game, view: Record, seat: int) -> dict[str, Any]:
    """A question for a move: what the seat may know, in JSON and as the record of the kernel."""
    return {
        "type": "move",
        "seat": game.seat_name(seat),
        "position": game.position(view),
        "legal": [game.notation(int(move)) for move in game.legal_moves(view)],
        "view": base64.b64encode(view.tobytes()).decode(),
        "view_type": view_type(game),
    }


def view_type(game: Game) -> str:
    """A hash of the layout of the game's record, so that nobody reads another layout."""
    return hashlib.sha256(repr(game.state_type.descr).encode()).hexdigest()[:16]


def view_of(game: Game, message: dict[str, Any]) -> Record:
    """The view in a question for a move; `BrokenEngine` if it has another layout."""
    if message.get("view_type") != view_type(game):
        raise BrokenEngine("view_type: the view has another layout than this program's")
    try:
        content = base64.b64decode(str(message.get("view")), validate=True)
        found = np.frombuffer(content, dtype=game.state_type)
    except ValueError:
        raise BrokenEngine("view: not the record of a view") from None
    if len(found) != 1:
        raise BrokenEngine("view: not the record of a view")
    view = new_record(game.state_type)
    for name in game.state_type.names or ():
        view[name] = found[0][name]
    return view
