"""A server that knows Nim, and a guest who plays at its tables."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.examples.conftest import COMMAND
from tests.patience import PATIENCE


@contextmanager
def guest_of_a_server(environment: dict[str, str], data: Path) -> Iterator[httpx.Client]:
    """Run `lutetia serve`; returns a client of it."""
    words = [*COMMAND, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            ready = next(line for line in serving.stdout if "is ready" in line)
            with httpx.Client(base_url=ready.split()[-1], timeout=PATIENCE) as client:
                yield client
        finally:
            serving.terminate()


def posted(person: httpx.Client, path: str, body: Any) -> Any:
    """Send a request that must be granted; returns the JSON of the answer."""
    answer = person.post(path, json=body)
    assert answer.status_code in {200, 201, 202}, answer.text
    return answer.json()


@contextmanager
def seated(person: httpx.Client, table: str) -> Iterator[Seat]:
    """The seat of a person, connected to the table."""
    address = f"{str(person.base_url).replace('http', 'ws', 1).rstrip('/')}/ws/tables/{table}"
    cookie = "; ".join(f"{one.name}={one.value}" for one in person.cookies.jar)
    with connect(address, additional_headers={"Cookie": cookie}) as socket:
        yield Seat(socket)


class Seat:
    """The first seat of a table, at its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.state = self.hear("welcome")["state"]

    def hear(self, wanted: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv())
            if message["type"] in {"state", "welcome"}:
                self.state = message["state"]
            if message["type"] in {wanted, "error"}:
                return message

    def ask(self, type_: str, answer: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request; a busy computer is asked again, as it says."""
        while True:
            self._number += 1
            ply = self.state["ply"]
            wish = {"type": type_, "id": self._number, "seat": 0, "ply": ply, **fields}
            self._socket.send(json.dumps(wish))
            heard = self.hear(answer)
            if heard["type"] == answer:
                return heard
            assert heard["error"]["code"] == "unavailable", heard

    @property
    def legal(self) -> list[str]:
        return list(self.state["views"][0]["legal"] or [])

    @property
    def is_over(self) -> bool:
        return bool(self.state["phase"] == "over")
