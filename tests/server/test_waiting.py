"""A cluster whose parts start late, and what happens while Redis is away (docs/running.md)."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from lutetia.kernel.errors import BadOption
from lutetia.match.errors import Unavailable
from lutetia.server import waiting
from lutetia.server.thinking import queue, worker
from lutetia.server.thinking.worker import work
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Threads, living
from tests.server.test_fair_play import made_up_record
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


async def test_a_worker_that_waits_for_redis_can_be_stopped(redis: Redis) -> None:
    redis.stop()
    stop = asyncio.Event()
    working = asyncio.create_task(work(redis.url, Threads(1), stop, lambda: None))
    await asyncio.sleep(0)
    stop.set()
    async with asyncio.timeout(PATIENCE):
        await working


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


async def test_a_question_to_redis_can_be_cancelled_at_any_time(redis: Redis) -> None:
    """A cancellation that gets lost leaves a server that never stops."""
    thinker = queue.QueueThinker(redis.url)
    await thinker.start()

    async def ask() -> None:
        while True:
            await thinker.measure()
            with contextlib.suppress(Unavailable):
                await thinker._ask(thinker._players, "think", 0.01, 0.001, {}, job="any")

    chance = random.Random(1)
    for _ in range(40):
        asking = [asyncio.create_task(ask()) for _ in range(3)]
        await asyncio.sleep(0.01 * chance.random())
        for task in asking:
            task.cancel()
        ended, _ = await asyncio.wait(asking, timeout=PATIENCE)
        assert len(ended) == len(asking)
        assert all(task.cancelled() for task in asking)
    await thinker.stop()


class Analyst(Threads):
    """A worker whose analyses end when the test says so."""

    def __init__(self) -> None:
        super().__init__(2)
        self.begun = 0
        self.began, self.may_end = asyncio.Event(), asyncio.Event()

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, object]:
        self.begun += 1
        progress(0.5)
        self.began.set()
        await self.may_end.wait()
        return await super().analyse(name, record, effort, progress)


async def test_a_worker_goes_on_when_redis_is_back_without_its_data(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = asyncio.Event()

    class Log:
        def warning(self, event: str, **_: str) -> None:
            assert event == "redis-lost"
            lost.set()

    monkeypatch.setattr(worker, "log", Log)
    for module in (queue, worker):
        monkeypatch.setattr(module, "SIGN_OF_LIFE", 0.3)
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    stop, ready, pool = asyncio.Event(), asyncio.Event(), Analyst()
    working = asyncio.create_task(work(redis.url, pool, stop, ready.set))
    async with asyncio.timeout(2 * PATIENCE), living(tmp_path, **shared) as server:
        anna = server.person("Anna")
        options = {"start": "orange", "postcards": "first-game"}
        asked = await anna.ask(
            "POST", "/api/analyses", {"record": made_up_record(options, ["take:line"])}
        )
        await pool.began.wait()
        table = await anna.open("me", 1, options=options)
        socket = await anna.socket(table)

        async def move() -> int:
            view, ply = socket.state["views"][0], socket.state["ply"]
            take = next(m for m in view["legal"] if m.startswith("take"))
            assert (await socket.ask("move", seat=0, ply=ply, move=take))["type"] == "done"
            return int(ply) + 2

        await socket.settled(await move())
        redis.stop(signal.SIGKILL)
        await lost.wait()
        answered = await move()  # stored while nobody can ask a worker
        assert not working.done()
        redis.start()
        await socket.settled(answered)
        # The analysis was not begun again, and its result is not lost although Redis is away when
        # it is ready.
        redis.stop(signal.SIGKILL)
        pool.may_end.set()
        await asyncio.sleep(0.1)
        redis.start()
        found = asked
        while found["state"] != "done":
            assert found["state"] != "failed"
            await asyncio.sleep(0.05)
            found = await anna.ask("GET", f"/api/analyses/{asked['id']}")
        assert pool.begun == 1
        # Worker and server can also be stopped while Redis is away.
        await move()
        redis.stop(signal.SIGKILL)
        stop.set()
        await working
    redis.start()
