"""Two servers and a worker in processes of their own, and people who reach them over the
network."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.storage.services import Postgres, Redis, free_port

PAUSE = 0.05
ABSENT_AFTER = 2
"""Seconds, instead of a minute."""


class Program:
    """`lutetia` with some words, in a process of its own."""

    def __init__(self, folder: Path, name: str, environment: dict[str, str], *words: str) -> None:
        self.log = folder / f"{name}.log"
        self.said = folder / f"{name}.out"
        with self.log.open("wb") as log, self.said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "lutetia.cli.main", *words],
                stdout=said,
                stderr=log,
                env={**os.environ, **environment},
            )

    def wait_for(self, text: str, where: Path) -> str:
        """Wait until it has written some words. Returns the rest of that line."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            written = where.read_text(errors="replace")
            if text in written:
                return written.partition(text)[2].partition("\n")[0]
            assert self._process.poll() is None, self.log.read_text()[-3000:]
            time.sleep(PAUSE)
        raise AssertionError(f"{text!r} was not said: {self.log.read_text()[-3000:]}")

    def end(self) -> None:
        """Stop it."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()


class Cluster:
    """The addresses of two servers, and their logs."""

    def __init__(self, servers: list[Program], worker: Program) -> None:
        self.programs = [*servers, worker]
        ready = "Lutetia is ready: "
        self.urls = [server.wait_for(ready, server.said).strip() for server in servers]
        worker.wait_for("Lutetia's worker is ready", worker.said)

    def wait_until_ready(self) -> None:
        """Wait until both servers say that all is well, and their games are compiled."""
        end = time.monotonic() + PATIENCE
        for url in self.urls:
            while (answer := httpx.get(f"{url}/readyz")).status_code != 200:
                assert time.monotonic() < end, answer.text
                time.sleep(PAUSE)


def refuse_tracebacks(logs: list[Path]) -> None:
    """No program met an error that it did not expect."""
    for log in logs:
        written = log.read_text(errors="replace")
        assert "Traceback" not in written, written[written.index("Traceback") :][:3000]


@contextmanager
def real_cluster() -> Iterator[Cluster]:
    """Start everything in the wrong order: servers and a worker, PostgreSQL, and at last Redis."""
    with ExitStack() as stack:
        folder = Path(mkdtemp(prefix="lutetia-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        for name in ("postgres", "redis", "one", "other"):
            (folder / name).mkdir(mode=0o755)
        postgres = Postgres(folder / "postgres", free_port())
        postgres.prepare()
        redis = Redis(folder / "redis", free_port())
        for service in (postgres, redis):
            stack.callback(service.stop)
        environment = {
            "LUTETIA_DATABASE_URL": f"postgresql://lutetia@127.0.0.1:{postgres.port}/postgres",
            "LUTETIA_REDIS_URL": redis.url,
            "LUTETIA_LIMIT_FACTOR": "1000",
            "LUTETIA_ABSENT_AFTER": str(ABSENT_AFTER),
            "LUTETIA_THINKERS": "1",
            "LUTETIA_LOG_FORMAT": "json",
        }
        logs = [folder / f"{name}.log" for name in ("one", "other", "worker")]
        stack.callback(refuse_tracebacks, logs)
        programs = []
        for name in ("one", "other"):
            words = ("serve", "--port", "0", "--data", str(folder / name))
            programs.append(Program(folder, name, environment, *words))
            stack.callback(programs[-1].end)
        worker = Program(folder, "worker", environment, "worker", "--processes", "1")
        stack.callback(worker.end)
        for server in programs:
            server.wait_for('"what":"database"', server.log)
        postgres.start()
        for program in (*programs, worker):
            program.wait_for('"what":"redis"', program.log)
        redis.start()
        yield Cluster(programs, worker)


class Wire:
    """A socket at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.state: dict[str, Any] = {}
        self._number = 0

    async def message(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            found: dict[str, Any] = json.loads(await self.connection.recv())
        if found["type"] in {"state", "welcome"}:
            self.state = found["state"]
        return found

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and read until its answer."""
        self._number += 1
        await self.connection.send(json.dumps({"type": kind, "id": self._number, **fields}))
        while (answer := await self.message()).get("id") != self._number:
            pass
        return answer

    async def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until the state of the table is as wanted."""
        while not true(self.state):
            await self.message()
        return self.state

    async def move(self, move: str | None = None) -> dict[str, Any]:
        """Play a move for the seat that is to move, the first one if none is named."""
        seat = self.state["to_move"]
        view = next(view for view in self.state["views"] if view["seat"] == seat)
        ply = self.state["ply"]
        chosen = move or view["legal"][0]
        answer = await self.ask("move", seat=seat, ply=ply, move=chosen)
        assert answer["type"] == "done", answer
        return await self.until(lambda state: state["ply"] > ply)


class Browser:
    """Somebody with own cookies at one of the servers."""

    def __init__(self, url: str, like: Browser | None = None) -> None:
        cookies = None if like is None else dict(like.http.cookies)
        self.http: httpx.AsyncClient = httpx.AsyncClient(
            base_url=url, cookies=cookies, timeout=PATIENCE
        )
        self._url = url
        self._sockets: list[Wire] = []

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Send a request that must succeed."""
        answer = await self.http.request(method, path, json=body, **more)
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def open(self, *seats: Any, **more: Any) -> str:
        """Open a table. A seat is a kind, or the level of a computer."""
        wishes = [
            {"kind": "computer", "level": seat} if isinstance(seat, int) else {"kind": seat}
            for seat in seats
        ]
        body = {"game": "lumiere", "seats": wishes, **more}
        return str((await self.ask("POST", "/api/tables", body))["table"]["table"]["id"])

    async def socket(self, table: str) -> Wire:
        """Connect to a table."""
        cookie = "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar)
        made = Wire(
            await connect(
                f"ws{self._url.removeprefix('http')}/ws/tables/{table}",
                additional_headers={"cookie": cookie},
                open_timeout=PATIENCE,
                max_size=2**22,
            )
        )
        self._sockets.append(made)
        await made.message()
        return made

    async def close(self) -> None:
        """Close the browser."""
        for socket in self._sockets:
            await socket.connection.close()
        await self.http.aclose()
