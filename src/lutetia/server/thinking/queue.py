"""Computer players on other machines: jobs go through queues in Redis to `lutetia worker`.

There are two queues, so that a table never waits for an analysis. A job at a table is short;
another worker repeats it if its worker dies. An analysis may take hours. Its worker gives signs of
life and holds a lock with the name of the analysis. So an analysis is made once, however often it
is asked for, and it is begun again only after its worker has died.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict
from time import monotonic
from typing import Any

from taskiq import AsyncTaskiqTask, TaskiqResultTimeoutError
from taskiq_redis import RedisAsyncResultBackend, RedisStreamBroker

from lutetia.kernel.catalogue import GAMES
from lutetia.match.errors import Unavailable
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.server import metrics
from lutetia.server.thinking.jobs import LUCK
from lutetia.server.thinking.process_pool import THINK_WITHIN, ProcessPool, job_data
from lutetia.server.waiting import wait_for_redis

TABLES, ANALYSES = "lutetia:thinking", "lutetia:analyses"
"""The queues."""
GROUP = "lutetia"
ANALYSE_WITHIN = {LUCK: 1800.0, 1: 1800.0, 2: 2 * 3600.0, 3: 12 * 3600.0}
"""Seconds for an analysis, by its effort."""
REPEAT_AFTER = {TABLES: 2 * THINK_WITHIN, ANALYSES: 2 * max(ANALYSE_WITHIN.values())}
"""A job that a worker has had for so many seconds goes to another one: its worker must be dead."""
SIGN_OF_LIFE = 5.0
LIFE = 30
"""An analysis counts as lost if its worker gave no sign of life for so many seconds."""
MOST_STARTED = 8
"""Analyses that one worker has taken. One is made at a time, the others wait there."""
MOST_IN_STREAM = 10_000
RESULTS_KEPT = 600
"""Redis keeps a result for so many seconds."""


def make_broker(url: str, queue: str) -> Any:
    """A queue, for servers and workers. Results are JSON."""
    from taskiq.serializers import JSONSerializer

    results: Any = RedisAsyncResultBackend(
        url, result_ex_time=RESULTS_KEPT, serializer=JSONSerializer(), prefix_str="lutetia"
    )
    return RedisStreamBroker(
        url,
        queue_name=queue,
        consumer_group_name=GROUP,
        idle_timeout=int(1000 * REPEAT_AFTER[queue]),
        # A worker takes no job that another worker could begin sooner.
        xread_count=1,
        maxlen=MOST_IN_STREAM,
    ).with_result_backend(results)


def register_players(broker: Any, pool: ProcessPool) -> tuple[Any, Any, Any]:
    """Register the tasks for tables."""

    async def think(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.think(_read_job(data)))

    async def hint(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.hint(_read_job(data)))

    async def outlook(data: dict[str, Any]) -> dict[str, Any]:
        return await pool.outlook(_read_job(data))

    return (
        broker.register_task(think, task_name="lutetia.think"),
        broker.register_task(hint, task_name="lutetia.hint"),
        broker.register_task(outlook, task_name="lutetia.outlook"),
    )


def register_analyst(broker: Any, pool: ProcessPool, redis: Any) -> Any:
    """Register the task for analyses."""

    async def analyse(name: str, record: str, effort: int) -> dict[str, Any]:
        return await _made_once(redis, pool, name, record, effort)

    return broker.register_task(analyse, task_name="lutetia.analyse")


async def _made_once(
    redis: Any, pool: ProcessPool, name: str, record: str, effort: int
) -> dict[str, Any]:
    """Make an analysis, or wait for the worker that makes it already."""
    lock, done = f"lutetia:alive:{name}", f"lutetia:analysis:{name}"
    while True:
        found = await redis.get(done)
        if found is not None:
            return dict(json.loads(found))
        if await redis.set(lock, "0", nx=True, ex=LIFE):
            break
        await asyncio.sleep(1.0)
    share = 0.0

    def progress(now: float) -> None:
        nonlocal share
        share = now

    async def live() -> None:
        while True:
            await redis.set(lock, str(share), ex=LIFE)
            await asyncio.sleep(SIGN_OF_LIFE)

    living = asyncio.create_task(live())
    try:
        async with asyncio.timeout(ANALYSE_WITHIN[effort]):
            result = await pool.analyse(name, record, effort, progress)
        await redis.set(done, json.dumps(result), ex=RESULTS_KEPT)
        return result
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await redis.delete(lock)


def _read_job(data: dict[str, Any]) -> ThinkingJob:
    return ThinkingJob(**{**data, "view": bytes.fromhex(data["view"])})


class QueueThinker:
    """Sends jobs to the workers."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5)
        self._players = make_broker(url, TABLES)
        self._analysts = make_broker(url, ANALYSES)
        pool = ProcessPool()
        self._think, self._hint, self._outlook = register_players(self._players, pool)
        self._analyse = register_analyst(self._analysts, pool, self._redis)

    async def start(self) -> None:
        """Connect."""
        await self._players.startup()
        await self._analysts.startup()

    async def measure(self) -> None:
        """Tell the metrics how long the queues are: what waits and what workers have begun."""
        from redis.exceptions import RedisError

        for queue, part in ((TABLES, "tables"), (ANALYSES, "analyses")):
            try:
                groups = await self._redis.xinfo_groups(queue)
            except (RedisError, OSError):
                continue
            jobs = sum(int(group.get("lag") or 0) + int(group["pending"]) for group in groups)
            metrics.queued.labels(part).set(jobs)

    async def think(self, job: ThinkingJob) -> Thought:
        """The move of a computer player, from any free worker."""
        began = monotonic()
        with metrics.thinking.track_inprogress():
            answer = await self._ask(self._think, THINK_WITHIN, job_data(job))
        metrics.thought_for.labels(job.level).observe(monotonic() - began)
        return Thought(**answer)

    async def hint(self, job: ThinkingJob) -> Thought:
        """The best move, from any free worker."""
        with metrics.thinking.track_inprogress():
            return Thought(**await self._ask(self._hint, THINK_WITHIN, job_data(job)))

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end, from any free worker."""
        with metrics.thinking.track_inprogress():
            return await self._ask(self._outlook, THINK_WITHIN, job_data(job))

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record on a worker. If the worker dies, another one begins again."""
        while True:
            asking = asyncio.create_task(
                self._ask(self._analyse, REPEAT_AFTER[ANALYSES], name, record, effort)
            )
            try:
                if await self._lives(name, asking, progress):
                    return await asking
            finally:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

    async def _lives(
        self, name: str, asking: asyncio.Task[Any], progress: Callable[[float], None]
    ) -> bool:
        """Wait for an analysis. False if its worker began and then gave no more sign of life."""
        from redis.exceptions import RedisError

        begun = False
        while not asking.done():
            await asyncio.wait([asking], timeout=1.0)
            try:
                share = await self._redis.get(f"lutetia:alive:{name}")
                made = await self._redis.exists(f"lutetia:analysis:{name}")
            except (RedisError, OSError):
                continue
            if share is not None:
                begun = True
                progress(float(share))
            elif begun and not made and not asking.done():
                return False
        return True

    async def _ask(self, task: Any, within: float, *arguments: Any) -> dict[str, Any]:
        from redis.exceptions import RedisError

        try:
            sent: AsyncTaskiqTask[dict[str, Any]] = await task.kiq(*arguments)
            result = await sent.wait_result(check_interval=0.02, timeout=within)
        except TaskiqResultTimeoutError:
            raise Unavailable("no worker answered in time") from None
        except (RedisError, OSError) as error:
            raise Unavailable("the queue of the workers does not answer") from error
        if result.is_err:
            raise Unavailable("a worker failed") from result.error
        return dict(result.return_value)

    async def stop(self) -> None:
        """Disconnect."""
        await self._players.shutdown()
        await self._analysts.shutdown()
        await self._redis.aclose()


async def work(url: str, pool: ProcessPool, stop: asyncio.Event, ready: Callable[[], None]) -> None:
    """Run a worker until `stop` is set. Another worker then repeats its unfinished jobs."""
    from redis.asyncio import Redis
    from taskiq.api import run_receiver_task

    for game in GAMES:
        await pool.warm_rules(game)
        await pool.warm_players(game)
        await pool.warm_endings(game)
    await wait_for_redis(url)
    ready()
    redis = Redis.from_url(url, socket_connect_timeout=5)
    players, analysts = make_broker(url, TABLES), make_broker(url, ANALYSES)
    register_players(players, pool)
    register_analyst(analysts, pool, redis)
    receiving: list[asyncio.Task[Any]] = [
        asyncio.create_task(run_receiver_task(broker, run_startup=True, max_async_tasks=most))
        for broker, most in ((players, pool.processes), (analysts, MOST_STARTED))
    ]
    waiting = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([*receiving, waiting], return_when=asyncio.FIRST_COMPLETED)
        for task in receiving:
            if task.done():
                task.result()
    finally:
        for task in receiving:
            task.cancel()
        waiting.cancel()
        await asyncio.gather(*receiving, waiting, return_exceptions=True)
        await players.shutdown()
        await analysts.shutdown()
        await redis.aclose()
        pool.stop()
