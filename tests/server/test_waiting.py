"""A cluster whose parts start late, and what happens while Redis is away (docs/running.md)."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from lutetia.kernel.errors import BadOption
from lutetia.server import waiting
from lutetia.server.thinking.queue import work
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Threads, living
from tests.storage.services import Postgres, Redis

pytestmark = pytest.mark.services


class Failures:
    """Waits for failed attempts, as the log tells them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._seen: dict[str, asyncio.Event] = {}
        monkeypatch.setattr(waiting, "log", lambda: self)

    def warning(self, event: str, what: str, reason: str) -> None:
        assert event == "waiting"
        assert reason
        self._seen.setdefault(what, asyncio.Event()).set()

    async def of(self, what: str) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._seen.setdefault(what, asyncio.Event()).wait()


async def test_servers_and_workers_wait_for_postgresql_and_redis(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = Failures(monkeypatch)
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    redis.stop()
    postgres.stop(signal.SIGQUIT)
    begun, stop, ready = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def serve() -> None:
        async with living(tmp_path, **shared) as server:
            begun.set()
            anna = server.person("Anna")
            table = await anna.open("me", 1)
            socket = await anna.socket(table)
            while socket.state["to_move"] != 0:  # a worker moves for the computer
                await socket.message()
            stop.set()

    serving = asyncio.create_task(serve())
    working = asyncio.create_task(work(redis.url, Threads(1), stop, ready.set))
    try:
        await failures.of("database")
        await failures.of("redis")  # the worker
        assert not begun.is_set()
        assert not ready.is_set()
        postgres.start()
        redis.start()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(serving, working)
    finally:
        serving.cancel()
        working.cancel()
        await asyncio.gather(serving, working, return_exceptions=True)


async def test_a_database_that_refuses_is_told_at_once(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database().rpartition("/")[0] + "/no-such-database"
    with pytest.raises(BadOption, match='database "no-such-database" does not exist'):
        async with living(tmp_path, database_url=url):
            pass


async def test_while_redis_is_away_moves_are_stored_and_told_late_elsewhere(
    cluster: tuple[LocalServer, LocalServer], redis: Redis
) -> None:
    anna, bert = cluster[0].person("Anna"), cluster[1].person("Bert")
    table = await anna.open("me", "open", options={"start": "orange"})
    first = await anna.socket(table)
    await bert.sit(table, 1)
    second = await bert.socket(table)
    while first.state["phase"] != "playing":
        await first.message()
    redis.stop(signal.SIGKILL)
    take = next(m for m in first.state["views"][0]["legal"] if m.startswith("take"))
    assert (await first.ask("move", seat=0, ply=0, move=take))["type"] == "done"
    assert second.state["ply"] == 0
    # Who asks, reads the database.
    assert (await second.ask("resync"))["state"]["ply"] == 1
    legal = second.state["views"][0]["legal"]
    answer = await second.ask("move", seat=1, ply=1, move=legal[0])
    assert answer["type"] == "done"
    assert (await anna.ask("GET", "/readyz", expect=503))["details"]["fanout"] != "ok"
    await first.settled(1)
    assert first.state["ply"] == 1
    redis.start()
    # When Redis is back, everybody hears what they missed.
    await first.settled(2)
