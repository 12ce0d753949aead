"""Servers, databases and disks that fail under players who go on by themselves."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, cast

from lutetia.match.reading import read_table
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.sqlite_file import FILE
from tests.hostile.proxy import Proxy, proxy_to
from tests.hostile.result import Result
from tests.server.retrying import Ledger
from tests.server.test_crashes import ForkingServer, forking_server, keep_playing, prove
from tests.storage.services import Postgres, Redis, running

PAIRS = 3
EXPECTED = {"unavailable", "stale"}
"""Refusals that an outage may cause."""
ONE_MINUTE = {"kind": "minutes", "minutes": 1, "increment": 0}
"""A clock that a longer stop would use up."""


async def _prove(database: Database, ledger: Ledger, tables: list[str], result: Result) -> None:
    """Every acknowledged move is stored exactly once, and every refusal was one of an outage."""
    try:
        await prove(database, ledger, tables)
    except AssertionError as error:
        result.loss(str(error))
    for id_ in tables:
        found = await SqlJournal(database).load(id_)
        outcome = read_table(*found).outcome if found is not None else None
        if outcome is not None and outcome.reason == "time":
            result.loss(f"the game {id_} was lost on time")
    await database.close()
    for code, number in ledger.refusals.items():
        if code not in EXPECTED:
            result.faults += number
            result.examples.append(f"refused with {code}")


def _tracebacks(folder: Path, result: Result) -> None:
    if "Traceback" in (text := (folder / "log").read_text(errors="replace")):
        result.fault(text[text.index("Traceback") :][:500])


Disturb = Callable[[ForkingServer, Ledger, Path], Awaitable[None]]


async def _under(
    result: Result, seed: int, disturb: Disturb, clock: dict[str, Any] | None = None
) -> None:
    """Let people play on one server while it is disturbed; then prove that nothing is lost."""
    ledger, stop = Ledger(), asyncio.Event()
    with TemporaryDirectory(prefix="lutetia-") as name:
        folder = Path(name)
        async with forking_server(folder) as server:
            await server.start_server()
            numbers = range(seed * 100, seed * 100 + PAIRS)
            playing = [
                asyncio.create_task(keep_playing(server.port, ledger, number, stop, clock=clock))
                for number in numbers
            ]
            await disturb(server, ledger, folder)
            stop.set()
            tables = [table for part in await asyncio.gather(*playing) for table in part]
            await server.kill(signal.SIGTERM)
        _tracebacks(folder, result)
        await _prove(Database.in_folder(folder), ledger, tables, result)


async def kills(count: int, seed: int, until: float = inf) -> Result:
    """SIGKILL in the middle of play, on SQLite. `until`: a time of the monotonic clock."""
    result = Result("SIGKILL of a server on SQLite, in the middle of play", "kills")
    chance = random.Random(seed)

    async def disturb(server: ForkingServer, ledger: Ledger, folder: Path) -> None:
        del folder
        for _ in range(count):
            if monotonic() > until:
                return
            await ledger.grow(1)
            await asyncio.sleep(0.04 * chance.random())
            await server.kill()
            await server.start_server()
            result.count += 1

    await _under(result, seed, disturb)
    return result


def _largest(folder: Path) -> int:
    return max(path.stat().st_size for path in folder.glob(f"{FILE}*"))


async def full_disks(count: int, seed: int, until: float = inf) -> Result:
    """The files of the server cannot grow, and then they can again."""
    result = Result("a disk that is full, and has space again", "times")

    async def disturb(server: ForkingServer, ledger: Ledger, folder: Path) -> None:
        for _ in range(count):
            if monotonic() > until:
                return
            await ledger.grow(3)
            largest = _largest(folder)
            _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, hard))
            await ledger.refused("unavailable")
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
            result.count += 1
        await ledger.grow(3)

    await _under(result, seed, disturb)
    return result


async def stopped_processes(count: int, seed: int, seconds: float, until: float = inf) -> Result:
    """SIGSTOP and SIGCONT: the games go on, and nobody loses on a clock of one minute."""
    result = Result(f"a process that is stopped for {seconds:g} s", "stops")

    async def disturb(server: ForkingServer, ledger: Ledger, folder: Path) -> None:
        del folder
        for _ in range(count):
            if monotonic() + seconds > until:
                return
            await ledger.grow(2)
            os.kill(server.pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(server.pid, signal.SIGCONT)
            result.count += 1
        await ledger.grow(2)

    await _under(result, seed, disturb, clock=ONE_MINUTE)
    return result


@asynccontextmanager
async def _cluster(
    result: Result,
) -> AsyncIterator[tuple[list[ForkingServer], Postgres, Redis, list[Proxy], str]]:
    """Two servers that reach PostgreSQL and Redis through proxies."""
    async with AsyncExitStack() as stack:
        postgres = cast(Postgres, stack.enter_context(running(Postgres)))
        redis = cast(Redis, stack.enter_context(running(Redis)))
        proxies = [
            await stack.enter_async_context(proxy_to(service.port)) for service in (postgres, redis)
        ]
        url = postgres.new_database()
        environment = {
            "LUTETIA_DATABASE_URL": url.replace(f":{postgres.port}/", f":{proxies[0].port}/"),
            "LUTETIA_REDIS_URL": f"redis://127.0.0.1:{proxies[1].port}/0",
        }
        servers = []
        for _ in range(2):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="lutetia-")))
            stack.callback(_tracebacks, folder, result)
            servers.append(await stack.enter_async_context(forking_server(folder, **environment)))
            await servers[-1].start_server()
        yield servers, postgres, redis, proxies, url


async def _deaths(
    ledger: Ledger, servers: list[ForkingServer], postgres: Postgres, redis: Redis
) -> None:
    for server in servers:
        await server.kill()
        await ledger.grow(2)
        await server.start_server()
        await ledger.grow(2)
    redis.stop(signal.SIGKILL)
    await ledger.grow(2)
    redis.start()
    await ledger.grow(2)
    postgres.stop(signal.SIGQUIT)
    await ledger.refused("unavailable")
    postgres.start()
    await ledger.grow(4)


async def cluster_failures(
    rounds: int, seed: int, until: float = inf, *, only_cuts: bool = False
) -> tuple[Result, Result]:
    """The parts of a cluster die in turn; then the network between them is cut in turn."""
    dead = Result("the death of a server, PostgreSQL or Redis in a cluster of two", "deaths")
    cut = Result("a cut network between the servers and PostgreSQL or Redis", "cuts")
    ledger, stop = Ledger(), asyncio.Event()
    async with _cluster(dead) as (servers, postgres, redis, proxies, url):
        ports = [server.port for server in servers]
        playing = [
            asyncio.create_task(keep_playing(ports[0], ledger, seed + pair, stop, ports[1]))
            for pair in range(PAIRS)
        ]
        await ledger.grow(4)
        for _ in range(rounds):
            if monotonic() > until:
                break
            if not only_cuts:
                await _deaths(ledger, servers, postgres, redis)
                dead.count += 4
            for proxy in proxies:
                proxy.cut()
                # Moves need the database, and they do not need Redis.
                if proxy is proxies[0]:
                    await ledger.refused("unavailable")
                else:
                    await ledger.grow(2)
                proxy.mend()
                await ledger.grow(4)
                cut.count += 1
        stop.set()
        tables = [table for part in await asyncio.gather(*playing) for table in part]
        await _prove(Database(url), ledger, tables, dead)
    return dead, cut
