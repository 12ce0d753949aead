"""How players open tables and move, for each kind of server."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect

from bench.load.table import Line, Table, Tally


async def dial(address: str, cookie: str = "", source: str | None = None) -> ClientConnection:
    """A socket without compression and without its own pings. `source`: the network address from
    which it connects."""
    return await connect(
        "ws" + address.removeprefix("http"),
        local_addr=None if source is None else (source, 0),
        additional_headers={"cookie": cookie} if cookie else {},
        compression=None,
        max_size=2**24,
        open_timeout=60,
        ping_interval=None,
        # Otherwise the library reads the whole environment for each connection.
        proxy=None,
    )


class Refused(Exception):
    """A server refuses a request."""


class Language(ABC):
    """A server at which tables can be opened."""

    def __init__(self, address: str, tally: Tally) -> None:
        self.address = address
        self.tally = tally

    @abstractmethod
    async def open(self) -> Table:
        """A new table with two players."""


class Requests:
    """Requests of new guests, on connections that stay open. It does as little as possible,
    because the players use the same cores as the server."""

    def __init__(self, address: str) -> None:
        self._host = address.removeprefix("http://")
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: Any) -> tuple[bytes, str]:
        """The body of the answer, and the cookie."""
        pair = await self._connection()
        reader, writer = pair
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in answer[1:] if ": " in line)
        found = await reader.readexactly(int(fields["content-length"]))
        if not answer[0].startswith("HTTP/1.1 20"):
            raise Refused(f"{answer[0]}: {found[:200]!r}")
        self._free.append(pair)
        cookie = next(line for line in answer if line.lower().startswith("set-cookie: "))
        return found, cookie.partition(": ")[2].partition(";")[0]

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that is free, or a new one. A server closes those that rest for long."""
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        host, _, port = self._host.partition(":")
        return await asyncio.open_connection(host, int(port))


class LutetiaLine(Line):
    """One seat at a table of Lutetia (docs/protocol.md)."""

    _legal: list[str]
    _number = 0

    async def take(self, text: str | bytes) -> None:
        message = from_json(text)
        if message["type"] in {"error", "bye"}:
            self.refused += 1
        state = message.get("state")
        if state is not None:
            self.ply, self.to_move = state["ply"], state["to_move"]
            self.over = state["phase"] == "over"
            self._legal = state["views"][0]["legal"]

    def move(self, chance: random.Random) -> str:
        self._number += 1
        return json.dumps(
            {
                "type": "move",
                "id": self._number,
                "seat": self.seat,
                "ply": self.ply,
                "move": chance.choice(self._legal),
            }
        )


class Lutetia(Language):
    """La Cité between two guests, each with their own cookie."""

    def __init__(self, address: str, tally: Tally) -> None:
        super().__init__(address, tally)
        self._http = Requests(address)

    async def open(self) -> Table:
        wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
        body, host = await self._post("/api/tables", wish)
        table = body["table"]["table"]["id"]
        _, guest = await self._post(f"/api/tables/{table}/seats/1", {"name": "Guest"})
        path = f"{self.address}/ws/tables/{table}"
        one, other = await dial(path, host), await dial(path, guest)
        return Table((LutetiaLine(one, 0), LutetiaLine(other, 1)), self.tally)

    async def _post(self, path: str, body: Any) -> tuple[Any, str]:
        """The response to a new guest, and the cookie of this guest."""
        answer, cookie = await self._http.post(path, body)
        return from_json(answer), cookie


class BoardgameLine(Line):
    """The text frames of Engine.IO 4 and Socket.IO 5, as far as boardgame.io uses them."""

    def __init__(self, socket: ClientConnection, seat: int, match: str) -> None:
        super().__init__(socket, seat)
        self._match = match

    async def take(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        if text == "2":
            await self.socket.send("3")
        elif text.startswith(f"40{NAMESPACE}"):
            await self.socket.send(event("sync", self._match, str(self.seat), None, 2))
        elif text.startswith(f"42{NAMESPACE}"):
            kind, _, body, *_ = from_json(text[len(NAMESPACE) + 2 :])
            if kind in {"sync", "update"}:
                state = body["state"] if kind == "sync" else body
                self.ply, self.to_move = state["_stateID"], int(state["ctx"]["currentPlayer"])

    def move(self, chance: random.Random) -> str:
        del chance
        payload = {"type": "count", "args": [], "playerID": str(self.seat)}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return event("update", action, self.ply, self._match, str(self.seat))


NAMESPACE = "/counting,"


def event(*words: Any) -> str:
    """A Socket.IO event."""
    return f"42{NAMESPACE}{json.dumps(words)}"


class Boardgame(Language):
    """The counting game of bench/boardgame."""

    def __init__(self, address: str, tally: Tally) -> None:
        super().__init__(address, tally)
        self._names = (f"match{number}" for number in itertools.count())

    async def open(self) -> Table:
        match = next(self._names)
        lines = []
        for seat in (0, 1):
            socket = await dial(f"{self.address}/socket.io/?EIO=4&transport=websocket")
            line = BoardgameLine(socket, seat, match)
            await socket.send(f"40{NAMESPACE}")
            # The first sync creates the match. Two at the same time would create it twice.
            while line.ply < 0:
                await line.take(await socket.recv())
            lines.append(line)
        return Table((lines[0], lines[1]), self.tally)


LANGUAGES: dict[str, Callable[[str, Tally], Language]] = {
    "lutetia": Lutetia,
    "boardgame": Boardgame,
}
