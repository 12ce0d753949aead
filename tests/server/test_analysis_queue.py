"""Analyses are bounded, kept alive, and made once; the queue shows its true length."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest
from redis.asyncio import Redis as RedisClient

from lutetia.kernel.record import GameRecord
from lutetia.match.errors import Unavailable
from lutetia.server import metrics, services
from lutetia.server.thinking import analyses, jobs, process_pool, queue, worker
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.server.thinking.queue import ANALYSES, GROUP, QueueThinker
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Threads, living
from tests.server.request_functions import begun_analysis, endless_analysis
from tests.server.test_fair_play import account, made_up_record
from tests.storage.services import Postgres, Redis

OPTIONS = {"start": "orange", "postcards": "first-game"}
BUILDINGS = ("corner", "square", "cross")
RECORDS = [made_up_record(OPTIONS, ["take:line", f"take:{building}"]) for building in BUILDINGS]


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 (other processes make it true)
            await asyncio.sleep(0.02)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def queued() -> int:
    return int(metrics.queued.labels("analyses")._value.get())


async def test_an_analysis_that_needs_too_much_time_is_ended_with_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: analyses whose askers gave up went on computing, for hours."""
    monkeypatch.setattr(process_pool, "_analyse", endless_analysis)
    monkeypatch.setattr(process_pool, "LOOK_EVERY", 0.05)
    pool, sign = ProcessPool(1), tmp_path / "sign"
    before = queued()

    def ask(record: str) -> asyncio.Task[dict[str, Any]]:
        return asyncio.create_task(pool.analyse("one", record, 1, lambda _: None))

    async def process() -> int:
        await until(lambda: sign.exists() and sign.read_text())
        found = int(sign.read_text())
        sign.unlink()
        assert lives(found)
        return found

    monkeypatch.setitem(jobs.ANALYSE_WITHIN, 1, 3.0)
    long, short = ask(str(sign)), ask("")
    await asyncio.sleep(0)
    assert queued() == before + 2
    first = await process()
    monkeypatch.setitem(jobs.ANALYSE_WITHIN, 1, PATIENCE)
    with pytest.raises(Unavailable, match="too much time"):
        await long
    assert await short == {"name": "one"}, "who waited behind it is served"
    await until(lambda: not lives(first))
    cancelled = ask(str(sign))
    second = await process()
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    await until(lambda: not lives(second))
    assert queued() == before
    pool.stop()


async def test_only_accounts_ask_for_long_analyses_and_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()
    finish = Threads.analyse

    async def waiting(self: Threads, *arguments: Any) -> dict[str, Any]:
        await go_on.wait()
        return await finish(self, *arguments)

    monkeypatch.setattr(Threads, "analyse", waiting)
    async with living(tmp_path, limit_factor=1.0) as strict:
        guest, anna = strict.person(), await account(strict, "Anna")
        for effort in (2, 3):
            body = {"record": RECORDS[0], "effort": effort}
            await guest.ask("POST", "/api/analyses", body, expect=401)
        await anna.ask("POST", "/api/analyses", {"record": RECORDS[0], "effort": 3})
        more = {"record": RECORDS[1], "effort": 2}
        assert (await anna.ask("POST", "/api/analyses", more, expect=429))["code"] == "limit"
        await anna.ask("POST", "/api/analyses", {"record": RECORDS[1]})
        go_on.set()


class RealAnalyses(Threads):
    """Analyses run in a process, as on a real server."""

    analyse = ProcessPool.analyse


async def test_analyses_survive_the_restart_of_their_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is being made and two wait behind it, while other work of the server takes a moment to
    end."""
    monkeypatch.setattr(process_pool, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(process_pool, "_analyse", begun_analysis)
    async with living(tmp_path, RealAnalyses(1)) as server:
        guest = server.person()
        asked = [
            (await guest.ask("POST", "/api/analyses", {"record": record}))["id"]
            for record in RECORDS
        ]
        async with asyncio.timeout(PATIENCE):
            while (await guest.ask("GET", f"/api/analyses/{asked[0]}"))["state"] != "running":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        server.services.in_background(asyncio.sleep(1.0))
    monkeypatch.setattr(analyses, "LOST", -1)
    monkeypatch.setattr(services, "HOUSEKEEPING_EVERY", 0.05)
    async with living(tmp_path) as again:
        for name in asked:
            await analysed(again, name)


async def test_the_time_of_an_analysis_does_not_begin_behind_a_compilation() -> None:
    """The attack: a new server compiles its players for minutes, in the same process."""
    begun, compiled = [], asyncio.Event()

    class Compiling(ProcessPool):
        async def _try(self, work: Any, *arguments: Any, part: str = "") -> Any:
            del arguments, part
            begun.append(work.__name__)
            if work is jobs.warm_players:
                await compiled.wait()
                return False, None
            return {}

    pool = Compiling(1)
    async with asyncio.TaskGroup() as group:
        group.create_task(pool.warm_players("lumiere"))
        await until(lambda: begun)
        group.create_task(pool.analyse("one", "", 1, lambda _: None))
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == ["warm_players"]
        compiled.set()
    assert begun == ["warm_players", "_analyse"]


class Analyst(Threads):
    """A worker whose analyses end when the test says so. It tells no progress."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun: list[str] = []
        self.may_end = asyncio.Event()
        self.refusal: Unavailable | None = None

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        self.begun.append(name)
        await self.may_end.wait()
        if self.refusal is not None:
            raise self.refusal
        return await super().analyse(name, record, effort, progress)


@asynccontextmanager
async def working(redis: Redis, *pools: Analyst) -> AsyncIterator[None]:
    """Workers in this process."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(worker.work(redis.url, one, stop, lambda: None)) for one in pools]
    try:
        yield
    finally:
        stop.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)


async def analysed(server: LocalServer, name: str) -> dict[str, Any]:
    """The finished analysis."""
    person = server.person()
    async with asyncio.timeout(PATIENCE):
        while (found := await person.ask("GET", f"/api/analyses/{name}"))["state"] != "done":
            assert found["state"] != "failed", found
            await asyncio.sleep(0.05)
    return cast(dict[str, Any], found)


@pytest.mark.services
async def test_the_metric_and_the_user_see_how_long_the_queue_is(
    cluster: tuple[LocalServer, LocalServer], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One analysis is being made, two wait; computers at tables are counted apart."""
    monkeypatch.setattr(worker, "MOST_STARTED", 1)
    thinker, pool = cast(QueueThinker, cluster[0].services.thinker), Analyst()
    async with working(redis, pool):
        asked = []
        for number, record in enumerate(RECORDS):
            person = cluster[number % 2].person()
            asked.append(await person.ask("POST", "/api/analyses", {"record": record}))
        assert [one["others"] for one in asked] == [0, 1, 2]
        await until(lambda: pool.begun)

        async def length() -> int:
            await thinker.measure()
            return queued()

        async with asyncio.timeout(PATIENCE):
            while await length() != 3:  # noqa: ASYNC110 (the servers ask in the background)
                await asyncio.sleep(0.02)
        assert metrics.queued.labels("tables")._value.get() == 0
        lines = (await cluster[0].person().http.get("/metrics")).text
        assert 'lutetia_queued_jobs{queue="analyses"} 3.0' in lines
        pool.may_end.set()
        for one in asked:
            await analysed(cluster[1], one["id"])
        async with asyncio.timeout(PATIENCE):
            while await length():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    assert sorted(pool.begun) == sorted(one["id"] for one in asked)


@pytest.mark.services
async def test_an_analysis_that_failed_says_why_and_can_be_asked_for_again(
    cluster: tuple[LocalServer, LocalServer], redis: Redis
) -> None:
    sentence = "the analysis needs too much time"
    pool = Analyst()
    pool.refusal = Unavailable(sentence)
    pool.may_end.set()
    body, guest = {"record": RECORDS[0]}, cluster[0].person()
    async with working(redis, pool):
        asked = await guest.ask("POST", "/api/analyses", body)
        path = f"/api/analyses/{asked['id']}"
        async with asyncio.timeout(PATIENCE):
            while not (await guest.ask("GET", path))["error"]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        found = await guest.ask("GET", path)
        assert (found["state"], found["error"]) == ("failed", sentence)
        pool.refusal = None
        again = await cluster[1].person().ask("POST", "/api/analyses", body)
        assert (again["id"], again["state"], again["error"]) == (asked["id"], "queued", None)
        assert (await analysed(cluster[0], asked["id"]))["error"] is None


@pytest.mark.services
async def test_a_guest_queues_few_analyses_in_a_cluster(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with living(tmp_path, limit_factor=1.0, **shared) as server:
        guest = server.person()
        for record in RECORDS[:2]:
            await guest.ask("POST", "/api/analyses", {"record": record})
        refused = await guest.ask("POST", "/api/analyses", {"record": RECORDS[2]}, expect=429)
        assert refused["code"] == "limit"
        # The same analysis again is none.
        await guest.ask("POST", "/api/analyses", {"record": RECORDS[0]})


@pytest.mark.services
async def test_a_job_that_outlives_the_time_of_redelivery_is_not_delivered_again(
    cluster: tuple[LocalServer, LocalServer], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: an analysis of more than two minutes was given to a second worker while the first
    one made it. Each new job is an occasion for that."""
    again_after = 4.0
    monkeypatch.setattr(worker, "SIGN_OF_LIFE", 0.1)
    monkeypatch.setitem(queue.REPEAT_AFTER, ANALYSES, again_after)
    pools = Analyst(), Analyst()
    async with working(redis, *pools), RedisClient.from_url(redis.url) as stream:

        async def jobs_of() -> list[Any]:
            return list(await stream.xpending_range(ANALYSES, GROUP, "-", "+", 10))

        first = await cluster[0].person().ask("POST", "/api/analyses", {"record": RECORDS[0]})
        await until(lambda: pools[0].begun + pools[1].begun)
        (before,) = await jobs_of()
        began = monotonic()
        while monotonic() < began + 1.25 * again_after:  # noqa: ASYNC110 (nothing may happen)
            await asyncio.sleep(0.1)
        second = await cluster[1].person().ask("POST", "/api/analyses", {"record": RECORDS[1]})
        await until(lambda: len(pools[0].begun + pools[1].begun) == 2)
        found = await jobs_of()
        assert [job["times_delivered"] for job in found] == [1, 1]
        assert found[0]["consumer"] == before["consumer"]
        for pool in pools:
            pool.may_end.set()
        for asked in (first, second):
            await analysed(cluster[0], asked["id"])
    assert sorted(pools[0].begun + pools[1].begun) == sorted([first["id"], second["id"]])


@pytest.mark.services
async def test_a_job_that_was_lost_on_its_way_to_a_worker_is_delivered_again(
    cluster: tuple[LocalServer, LocalServer], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker lives, and kept all that was sent to it."""
    again_after = 2.0
    monkeypatch.setattr(worker, "SIGN_OF_LIFE", 0.1)
    monkeypatch.setattr(worker, "MOST_STARTED", 1)
    monkeypatch.setitem(queue.REPEAT_AFTER, ANALYSES, again_after)
    guest, pool = cluster[0].person(), Analyst()
    async with (
        working(redis, pool),
        RedisClient.from_url(redis.url) as stream,
        asyncio.timeout(PATIENCE),
    ):
        await guest.ask("POST", "/api/analyses", {"record": RECORDS[0]})
        await until(lambda: pool.begun)
        (busy,) = await stream.xpending_range(ANALYSES, GROUP, "-", "+", 9)
        lost = await guest.ask("POST", "/api/analyses", {"record": RECORDS[1]})
        taker = cast(bytes, busy["consumer"]).decode()
        while not await stream.xreadgroup(GROUP, taker, {ANALYSES: ">"}):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

        async def is_due() -> bool:
            idle = int(1000 * again_after)
            return bool(await stream.xpending_range(ANALYSES, GROUP, "-", "+", 9, idle=idle))

        while not await is_due():  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.1)
        pool.may_end.set()
        # A new job is the occasion.
        later = await guest.ask("POST", "/api/analyses", {"record": RECORDS[2]})
        await analysed(cluster[0], later["id"])
        await analysed(cluster[0], lost["id"])


@pytest.mark.services
@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.long)], ids=str
)
async def test_a_killed_worker_is_followed_by_another_that_finishes_its_analysis_once(
    how: signal.Signals,
    cluster: tuple[LocalServer, LocalServer],
    redis: Redis,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queue, "SIGN_OF_LIFE", 1.0)
    monkeypatch.setitem(queue.REPEAT_AFTER, ANALYSES, 4.0)
    folder = tmp_path / "workers"
    folder.mkdir()

    async def begin(stack: AsyncExitStack) -> asyncio.subprocess.Process:
        made = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.waiting_worker", redis.url, str(folder),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip

        async def end() -> None:
            if made.returncode is None:
                made.kill()
            await made.wait()

        stack.push_async_callback(end)
        return made

    def begun() -> set[int]:
        return {int(path.name.partition("-")[2]) for path in folder.glob("begun-*")}

    async with AsyncExitStack() as stack:
        workers = [await begin(stack) for _ in range(2)]
        for one in workers:
            assert one.stdout is not None
            async with asyncio.timeout(PATIENCE):
                assert await one.stdout.readline() == b"ready\n"
        asked = await cluster[0].person().ask("POST", "/api/analyses", {"record": RECORDS[0]})
        # The other process of the server is asked for the same.
        await cluster[1].person().ask("POST", "/api/analyses", {"record": RECORDS[0]})
        await until(begun)
        (first,) = begun()
        killed = next(one for one in workers if one.pid == first)
        killed.send_signal(how)
        await killed.wait()
        await until(lambda: len(begun()) == 2)
        (folder / "go").touch()
        found = await analysed(cluster[1], asked["id"])
        assert found["result"]["game"] == "lumiere"
        # The job of the dead worker does not count.
        thinker = cast(QueueThinker, cluster[0].services.thinker)
        async with asyncio.timeout(PATIENCE):
            await thinker.measure()
            while queued():
                await asyncio.sleep(0.1)
                await thinker.measure()
        # A new job is the occasion at which it is delivered again; nobody waits for it.
        later = await cluster[0].person().ask("POST", "/api/analyses", {"record": RECORDS[1]})
        await analysed(cluster[0], later["id"])
        async with RedisClient.from_url(redis.url) as stream, asyncio.timeout(PATIENCE):
            while (await stream.xpending(ANALYSES, GROUP))["pending"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert await cluster[0].services.stored_analyses.others(asked["id"]) == 0


@pytest.mark.services
async def test_a_worker_that_ends_late_gives_nobody_the_analysis_of_another_one(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker was silent for so long that another one makes its analysis. Its end must not make
    room for a third one."""
    monkeypatch.setattr(worker, "SIGN_OF_LIFE", PATIENCE)  # after its first sign it is silent
    late, second, third = Analyst(), Analyst(), Analyst()
    record = GameRecord.model_validate(RECORDS[0]).model_dump_json()
    async with RedisClient.from_url(redis.url) as client, asyncio.timeout(PATIENCE):

        def makes(pool: Analyst) -> asyncio.Task[dict[str, Any]]:
            return asyncio.create_task(worker._made_once(client, pool, "late", record, 1))

        making = [makes(late)]
        await until(lambda: late.begun)
        await client.flushall()
        making.append(makes(second))
        await until(lambda: second.begun)
        late.refusal = Unavailable("it had too little time")
        late.may_end.set()
        with pytest.raises(Unavailable):
            await making[0]
        assert await client.exists(queue.alive_key("late"))
        third.may_end.set()
        making.append(makes(third))
        second.may_end.set()
        assert await making[1] == await making[2]
        assert third.begun == []
        assert not await client.exists(queue.alive_key("late"), queue.maker_key("late"))
