"""A whole server inside the process of the test, and people who use it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from fastapi import FastAPI

from lutetia.ai.player import RandomPlayer
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import derived_seed
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.match.shared_games import shared_game
from lutetia.server.app import create_app
from lutetia.server.budget import Budget
from lutetia.server.protocol.socket import SERVER_MESSAGE
from lutetia.server.services import Services
from lutetia.server.settings import Settings
from lutetia.server.thinking.jobs import LUCK
from lutetia.server.thinking.process_pool import MARKS, ProcessPool
from tests.patience import PATIENCE

HOST = "house.test"


class Threads(ProcessPool):
    """Computers that play random moves in threads, without new processes."""

    async def think(self, job: ThinkingJob) -> Thought:
        await asyncio.sleep(0)
        game = shared_game(
            job.game,
            job.seats,
            job.options,
            job.pieces,
            job.rules_version,
        )
        view = np.frombuffer(job.view, np.dtype((np.record, game.state_type)))[0].copy()
        move = RandomPlayer(derived_seed(job.seed)).choose(game, view, job.seat)
        return Thought(game.notation(move))

    async def hint(self, job: ThinkingJob) -> Thought:
        return await self.think(job)

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        del job
        return {"games": 4, "places": {"c5": {"owners": [0.5, 0.25], "light": 1.5}}}

    async def warm_rules(self, game: str) -> None:
        del game

    async def warm_players(self, game: str) -> None:
        del game

    async def warm_endings(self, game: str) -> None:
        del game

    async def start_requests(self, games: Sequence[str]) -> bool:
        del games
        return False

    async def carry_out(
        self, number: int, apart: bool, work: Callable[..., Any], *arguments: Any, **more: Any
    ) -> Any:
        del apart
        budget = Budget(stopped=lambda: self._left[number % MARKS] == number)
        return await asyncio.to_thread(work, budget, *arguments, **more)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        progress(0.5)
        await asyncio.sleep(0.05)
        if effort == LUCK:
            luck = {"luck": 4.0, "low": 1.5, "high": 6.5, "margin": 9.0, "adjusted": 5.0}
            found = {"game": "lumiere", "level": 7, "games": 24, "sure": 0.95}
            return {**found, "seats": 1, "summaries": [{"seat": "orange", "player": name, **luck}]}
        content = json.loads(record)
        names = ["orange", "blue"][: len(content["players"])]
        return {
            "game": content["game"],
            "seats": len(names),
            "seat_names": names,
            "moves": [],
            "summaries": [],
            "final": None,
        }


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """The client's end of a socket to the application."""

    def __init__(self, app: FastAPI, path: str, headers: dict[str, str]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._number = 0
        self.received: list[str] = []
        """All messages as they were received."""
        self.state: dict[str, Any] = {}
        self.logs: dict[int | None, list[Any]] = {}
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", HOST.encode()), *raw],
            "client": ("127.0.0.1", 4000),
            "server": (HOST, 80),
            "subprotocols": [],
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self._send_now: Callable[[Any], Awaitable[None]] = self._receive
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))

    async def _send(self, message: Any) -> None:
        await self._send_now(message)

    async def _receive(self, message: Any) -> None:
        self._out.put_nowait(message)

    async def _next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            return await self._out.get()

    async def accept(self) -> None:
        """Wait for the handshake."""
        message = await self._next()
        if message["type"] != "websocket.accept":
            raise Closed(message.get("code", 0))

    async def message(self) -> dict[str, Any]:
        """The next message. It also updates the state and the log."""
        message = await self._next()
        if message["type"] == "websocket.close":
            raise Closed(message["code"])
        text = message["text"]
        self.received.append(text)
        found: dict[str, Any] = json.loads(text)
        if found["type"] in {"state", "welcome"}:
            self.state = found["state"]
            for view in found["state"]["views"]:
                log = self.logs.setdefault(view["seat"], [])
                assert view["log_from"] <= len(log)
                log[view["log_from"] :] = view["log"]
        return found

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until the wanted message comes."""
        while True:
            message = await self.message()
            if wanted(message):
                return message

    def write(self, text: str) -> None:
        """Send any text."""
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    def unread(self) -> int:
        """How many texts the server has not read."""
        return self._in.qsize()

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a request and read until its answer."""
        self._number += 1
        number = self._number
        self.write(json.dumps({"type": type_, "id": number, **fields}))
        if type_ == "resync":
            return await self.until(lambda m: m["type"] == "welcome")
        return await self.until(lambda m: m.get("id") == number)

    async def settled(self, ply: int) -> dict[str, Any]:
        """Read until the table has reached a ply."""
        while self.state.get("ply", -1) < ply:
            await self.message()
        return self.state

    async def close(self) -> None:
        """Disconnect."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(self._task, return_exceptions=True)


class Person:
    """A person with a browser: own cookies, requests and sockets."""

    def __init__(self, server: LocalServer, name: str, address: str = "127.0.0.1") -> None:
        self.name = name
        self._server = server
        transport = httpx.ASGITransport(
            app=server.app, raise_app_exceptions=False, client=(address, 4000)
        )
        self.http = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")
        self._sockets: list[Socket] = []

    async def ask(
        self, method: str, path: str, body: Any = None, expect: int | None = None, **more: Any
    ) -> Any:
        """Send a request. Returns the JSON of the response."""
        answer = await self.http.request(method, path, json=body, **more)
        allowed = {200, 201, 202, 204} if expect is None else {expect}
        assert answer.status_code in allowed, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def open(self, *seats: Any, game: str = "lumiere", **more: Any) -> str:
        """Open a table. A seat is a kind, or the level of a computer."""
        wishes = [
            {"kind": "computer", "level": seat} if isinstance(seat, int) else {"kind": seat}
            for seat in seats
        ]
        body = await self.ask("POST", "/api/tables", {"game": game, "seats": wishes, **more})
        return str(body["table"]["table"]["id"])

    async def sit(self, table: str, seat: int, **more: Any) -> Any:
        """Take a seat."""
        body = {"name": self.name}
        return await self.ask("POST", f"/api/tables/{table}/seats/{seat}", body, **more)

    async def socket(self, table: str, **headers: str) -> Socket:
        """Connect to a table and read the welcome."""
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
        if cookie:
            headers.setdefault("cookie", cookie)
        made = Socket(self._server.app, f"/ws/tables/{table}", headers)
        self._sockets.append(made)
        await made.accept()
        welcome = await made.message()
        assert welcome["type"] == "welcome", welcome
        return made

    async def close(self) -> None:
        """Close all sockets."""
        for socket in self._sockets:
            await socket.close()
        await self.http.aclose()


class LocalServer:
    """The running application."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.services: Services = app.state.services
        self._people: list[Person] = []

    def person(self, name: str = "Guest", address: str = "127.0.0.1") -> Person:
        """A person with a new browser."""
        made = Person(self, name, address)
        self._people.append(made)
        return made

    async def close(self) -> None:
        """Close the browsers of all people."""
        for person in self._people:
            await person.close()


@asynccontextmanager
async def living(
    data: Path, pool: ProcessPool | None = None, /, **settings: Any
) -> AsyncIterator[LocalServer]:
    """A server with its data in a folder, compiled rules and high limits."""
    settings.setdefault("limit_factor", 1000.0)
    settings.setdefault("static", data / "static")
    app = create_app(Settings(data=data, **settings), pool or Threads(1))
    async with app.router.lifespan_context(app):
        server = LocalServer(app)
        async with asyncio.timeout(PATIENCE):
            await server.services.warmup.done.wait()
        try:
            yield server
        finally:
            await server.close()


def check_protocol(text: str) -> None:
    """Check that a message of the server fits the protocol."""
    SERVER_MESSAGE.validate_json(text, strict=False)


ALL_GAMES = tuple(GAMES)
