"""Killing the server in the middle of play: what was acknowledged is there, exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from lutetia.match.table import Table
from lutetia.storage.archive import checked
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from tests.patience import PATIENCE
from tests.server.retrying import Ledger, RetryingPlayer

TABLES = 3


class ForkingServer:
    """Bears servers and kills them."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port
        self.pid = 0

    async def _command(self, word: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{word}\n".encode())
        return int(await asyncio.wait_for(self._process.stdout.readline(), PATIENCE))

    async def start_server(self) -> None:
        self.pid = await self._command("start")

    async def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)
        return await self._command("wait")


@asynccontextmanager
async def forking_server(data: Path, **environment: str) -> AsyncIterator[ForkingServer]:
    log = (data / "log").open("wb")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.server.forking",
        str(data),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=log,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    found: ForkingServer | None = None
    try:
        port = int(await asyncio.wait_for(process.stdout.readline(), PATIENCE))
        found = ForkingServer(process, port)
        yield found
    finally:
        if found is not None and found.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(found.pid, signal.SIGKILL)
        process.kill()
        await process.wait()
        log.close()


async def keep_playing(
    port: int,
    ledger: Ledger,
    number: int,
    stop: asyncio.Event,
    *others: int,
    clock: dict[str, Any] | None = None,
) -> list[str]:
    """Two people who play one game after the other until told to stop. `others`: the ports of more
    processes of the same server."""
    wish: dict[str, Any] = {} if clock is None else {"clock": clock}
    host = RetryingPlayer(port, ledger, number, pause=0.004)
    guest = RetryingPlayer(port, ledger, 1000 + number, pause=0.004)
    for other in others:
        host.also_at(other)
        guest.also_at(other)
    # A page knows who it is before it takes a seat. Otherwise, when the answer to the first seat is
    # lost, the guest comes again as somebody else.
    await guest.http("GET", "/api/me")
    tables = []
    while not stop.is_set():
        table = await host.open(**wish)
        tables.append(table)
        await guest.http("POST", f"/api/tables/{table}/seats/1", {"name": "Guest"})
        await asyncio.gather(host.play(table), guest.play(table))
    return tables


async def prove(database: Database, ledger: Ledger, tables: list[str]) -> int:
    """Every promise is kept, once; every log is whole; every list agrees with its log."""
    journal = SqlJournal(database)
    stored: dict[str, dict[int, str]] = {}
    plies = 0
    for id_ in tables:
        found = await journal.load(id_)
        assert found is not None
        header, entries = found
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        Table(header, entries)
        moves = [entry.move for entry in entries if entry.kind == "move"]
        stored[id_] = {ply: str(move) for ply, move in enumerate(moves, 1)}
        plies += len(moves)
    for promise in ledger.promises:
        assert stored[promise.table].get(promise.ply) == promise.move, promise
    promised = [(promise.table, promise.ply) for promise in ledger.promises]
    assert len(set(promised)) == len(promised)
    faults = [fault async for _, fault in checked(database, repair=False)]
    assert faults
    assert not any(faults), faults
    return plies


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("deaths", [20, pytest.param(300, marks=pytest.mark.exhaustive)])
async def test_many_deaths_lose_and_double_nothing(tmp_path: Path, deaths: int) -> None:
    ledger, stop, chance = Ledger(), asyncio.Event(), random.Random(1)
    async with forking_server(tmp_path) as server:
        await server.start_server()
        playing = [
            asyncio.create_task(keep_playing(server.port, ledger, number, stop))
            for number in range(TABLES)
        ]
        for _ in range(deaths):
            # Some progress between deaths, or it would only be a test of starting.
            await ledger.grow(1)
            await asyncio.sleep(0.1 * chance.random())
            assert await server.kill() == signal.SIGKILL
            for task in playing:
                assert not task.done(), task.result()
            await server.start_server()
        stop.set()
        tables = [table for part in await asyncio.gather(*playing) for table in part]
        await server.kill(signal.SIGTERM)
    database = Database.in_folder(tmp_path)
    plies = await prove(database, ledger, tables)
    await database.close()
    sys.stdout.write(
        f"{deaths} deaths, {len(tables)} tables, {plies} plies, {len(ledger.promises)} promises, "
        f"{ledger.reconnects} reconnects, refusals {ledger.refusals}\n"
    )
    assert len(ledger.promises) > deaths
    assert ledger.reconnects > deaths


@pytest.mark.slow
async def test_a_server_told_to_stop_finishes_what_it_acknowledged(tmp_path: Path) -> None:
    ledger, stop = Ledger(), asyncio.Event()
    async with forking_server(tmp_path) as server:
        await server.start_server()
        playing = asyncio.create_task(keep_playing(server.port, ledger, 1, stop))
        for _ in range(3):
            await ledger.grow(3)
            # Told to stop, a server says goodbye and then ends as if by that signal.
            assert await server.kill(signal.SIGTERM) in {0, signal.SIGTERM}
            await server.start_server()
        stop.set()
        tables = await playing
        await server.kill(signal.SIGTERM)
    database = Database.in_folder(tmp_path)
    assert await prove(database, ledger, tables) > 0
    assert "Traceback" not in (tmp_path / "log").read_text()
    await database.close()
