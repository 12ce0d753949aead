"""Servers, databases and disks that fail under players who go on by themselves."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, cast

from lutetia.match.reading import read_table
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.sqlite_file import FILE
from tests.hostile.overheard import Overheard
from tests.hostile.proxy import Proxy, proxy_to
from tests.hostile.result import Result
from tests.server.retrying import Ledger, RetryingPlayer
from tests.server.test_crashes import ForkingServer, forking_server, keep_playing, prove
from tests.storage.services import Postgres, Redis, running

PAIRS = 3
ALONE = 2
"""People in a cluster who play against a computer."""
EXPECTED = {"unavailable", "stale"}
"""Refusals that an outage may cause."""
ONE_MINUTE = {"kind": "minutes", "minutes": 1, "increment": 0}
"""A clock that a longer stop would use up."""


async def _prove(
    database: Database,
    ledger: Ledger,
    tables: list[str],
    result: Result,
    heard: Overheard | None = None,
) -> None:
    """Every acknowledged move is stored exactly once, every refusal was one of an outage, and
    nobody heard a secret."""
    try:
        await prove(database, ledger, tables)
    except AssertionError as error:
        result.loss(str(error))
    for id_ in tables:
        found = await SqlJournal(database).load(id_)
        table = read_table(*found) if found is not None else None
        if heard is not None and table is not None:
            heard.search(table, result)
        outcome = table.outcome if table is not None else None
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


class Worker:
    """A worker in a process of its own."""

    def __init__(self, redis: str, log: Path) -> None:
        self._redis = redis
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it is ready."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.server.playing_worker",
                self._redis,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        assert await self._process.stdout.readline() == b"ready\n", self._log.read_text()

    async def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            self._process = None


@dataclass
class Cluster:
    """Two servers and a worker, which reach PostgreSQL and Redis through proxies."""

    servers: list[ForkingServer]
    worker: Worker
    postgres: Postgres
    redis: Redis
    proxies: list[Proxy]
    url: str


@asynccontextmanager
async def _cluster(result: Result) -> AsyncIterator[Cluster]:
    """Start all of it."""
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
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="lutetia-")))
        stack.callback(_tracebacks, folder, result)
        worker = Worker(environment["LUTETIA_REDIS_URL"], folder / "log")
        stack.push_async_callback(worker.kill)
        await worker.start()
        servers = []
        for _ in range(2):
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="lutetia-")))
            stack.callback(_tracebacks, folder, result)
            servers.append(await stack.enter_async_context(forking_server(folder, **environment)))
            await servers[-1].start_server()
        yield Cluster(servers, worker, postgres, redis, proxies, url)


async def _play_alone(
    ports: list[int], ledger: Ledger, number: int, stop: asyncio.Event
) -> list[str]:
    """Games against a computer, one after the other. Each ends only if the computer moves whenever
    it must."""
    player = RetryingPlayer(ports[0], ledger, number, pause=0.004).also_at(ports[1])
    tables = []
    while not stop.is_set():
        tables.append(await player.open(seats=[{"kind": "me"}, {"kind": "computer", "level": 1}]))
        await player.play(tables[-1])
    return tables


async def _deaths(ledger: Ledger, alone: Ledger, cluster: Cluster) -> None:
    """Each part dies once. `alone`: the ledger of those who play against a computer."""
    for server in cluster.servers:
        await server.kill()
        await ledger.grow(2)
        await server.start_server()
        await ledger.grow(2)
    await cluster.worker.kill()
    # People need no worker.
    await ledger.grow(2)
    await cluster.worker.start()
    await alone.grow(2)
    cluster.redis.stop(signal.SIGKILL)
    await ledger.grow(2)
    cluster.redis.start()
    await ledger.grow(2)
    cluster.postgres.stop(signal.SIGQUIT)
    await ledger.refused("unavailable")
    cluster.postgres.start()
    await ledger.grow(4)
    await alone.grow(2)


async def cluster_failures(
    rounds: int, seed: int, until: float = inf, *, only_cuts: bool = False
) -> tuple[Result, Result]:
    """The parts of a cluster die in turn; then the network between them is cut in turn.
    `only_cuts`: nothing dies, and nobody plays against a computer."""
    trial = "the death of a server, the worker, PostgreSQL or Redis in a cluster of two"
    dead = Result(trial, "deaths", looks_for_leaks=True)
    cut = Result("a cut network between the cluster and PostgreSQL or Redis", "cuts")
    heard, stop = Overheard(), asyncio.Event()
    ledger, alone = Ledger(hear=heard.hear), Ledger(hear=heard.hear)
    async with _cluster(dead) as cluster:
        ports = [server.port for server in cluster.servers]
        playing = [
            asyncio.create_task(keep_playing(ports[0], ledger, seed + pair, stop, ports[1]))
            for pair in range(PAIRS)
        ]
        playing += [
            asyncio.create_task(_play_alone(ports, alone, seed + 2_000 + number, stop))
            for number in range(0 if only_cuts else ALONE)
        ]
        await ledger.grow(4)
        for _ in range(rounds):
            if monotonic() > until:
                break
            if not only_cuts:
                await _deaths(ledger, alone, cluster)
                dead.count += 5
            for proxy in cluster.proxies:
                proxy.cut()
                # Moves need the database, and they do not need Redis.
                if proxy is cluster.proxies[0]:
                    await ledger.refused("unavailable")
                else:
                    await ledger.grow(2)
                proxy.mend()
                await ledger.grow(4)
                cut.count += 1
            if not only_cuts:
                await alone.grow(2)
        stop.set()
        tables = [table for part in await asyncio.gather(*playing) for table in part]
        ledger.add(alone)
        await _prove(Database(cluster.url), ledger, tables, dead, heard)
    if not heard.words:
        dead.fault("nothing that the players received was searched")
    return dead, cut
