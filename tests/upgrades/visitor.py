"""A client that uses a running server through HTTP and WebSockets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE


class Visitor:
    """A browser, by its cookie, or a bot, by its token."""

    def __init__(self, address: str, name: str, credentials: dict[str, str] | None = None) -> None:
        self.address = address
        self.name = name
        self.credentials = dict(credentials or {})
        """The headers that say who this is: `cookie` or `authorization`."""

    def ask(self, method: str, path: str, body: Any = None, expect: int | None = None) -> Any:
        """A request; the answer's JSON."""
        answer = httpx.request(
            method,
            self.address + path,
            json=body,
            headers=self.credentials,
            timeout=PATIENCE,
        )
        good = answer.status_code == expect if expect else answer.is_success
        assert good, (method, path, answer.status_code, answer.text)
        for header in answer.headers.get_list("set-cookie"):
            self.credentials["cookie"] = header.partition(";")[0]
        return answer.json() if answer.content else None

    def open(self, game: str, *seats: str | int, **more: Any) -> str:
        """Open a table: words for kinds of seats, numbers for levels of the computer."""
        wish = {"game": game, "seats": _wishes(seats), **more}
        return str(self.ask("POST", "/api/tables", wish)["table"]["table"]["id"])

    def branch(self, table: str, ply: int, *seats: str | int) -> str:
        """Open a table that continues from a finished one."""
        wish = {"table": table, "ply": ply, "seats": _wishes(seats)}
        return str(self.ask("POST", "/api/tables/branch", wish)["table"]["table"]["id"])

    def sit(self, table: str, seat: int) -> None:
        """Take a seat."""
        body = {} if "authorization" in self.credentials else {"name": self.name}
        self.ask("POST", f"/api/tables/{table}/seats/{seat}", body)

    @contextmanager
    def at(self, table: str) -> Iterator[Seat]:
        """Sit at the table, connected."""
        with connect(
            f"{self.address.replace('http', 'ws')}/ws/tables/{table}",
            additional_headers=self.credentials,
            compression=None,
            max_size=2**22,
        ) as socket:
            found = Seat(socket)
            found.read()
            yield found


class Seat:
    """A connection to one table, and the newest state that came over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.state: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self._socket.recv(PATIENCE))
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] in {"welcome", "state"}:
            self.state = message["state"]
        return message

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until the state is as wanted."""
        while not holds(self.state):
            self.read()
        return self.state

    def reach(self, ply: int) -> None:
        """Read until the table has come so far."""
        self.until(lambda state: bool(state["ply"] >= ply))

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and read its answer."""
        self._number += 1
        self._socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        while True:
            answer = self.read()
            if answer.get("id") == self._number:
                assert answer["type"] != "error", (kind, fields, answer)
                return answer

    def view(self, seat: int) -> dict[str, Any]:
        """The view of one of my seats."""
        found: dict[str, Any] = next(v for v in self.state["views"] if v["seat"] == seat)
        return found

    def mine(self) -> int | None:
        """A seat of mine that is to move, if any."""
        seat = self.state["to_move"]
        return seat if any(v["seat"] == seat and v["legal"] for v in self.state["views"]) else None

    def move(self, move: str) -> None:
        """Play a move with the seat to move, and see the table after it."""
        ply = self.state["ply"]
        self.ask("move", seat=self.state["to_move"], ply=ply, move=move)
        self.reach(ply + 1)


def play(seats: list[Seat], chance: random.Random, moves: int | None = None) -> int:
    """Let these people play any legal moves, so many of their own or to the end; how many."""
    made = 0
    while moves is None or made < moves:
        here = next((seat for seat in seats if seat.mine() is not None), None)
        if here is None:
            if all(seat.state["phase"] != "playing" for seat in seats):
                return made
            seats[0].read()
        else:
            number = here.mine()
            assert number is not None
            here.move(chance.choice(here.view(number)["legal"]))
            made += 1
        newest = max(seat.state["ply"] for seat in seats)
        for seat in seats:
            seat.reach(newest)
    return made


def _wishes(seats: tuple[str | int, ...]) -> list[dict[str, Any]]:
    return [
        {"kind": "computer", "level": seat} if isinstance(seat, int) else {"kind": seat}
        for seat in seats
    ]
