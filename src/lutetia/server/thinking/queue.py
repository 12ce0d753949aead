"""Computer players on other machines: jobs go through queues in Redis to `lutetia worker`.

There are two queues, so that a table never waits for an analysis. A job at a table is short;
another worker repeats it if its worker dies. An analysis may take hours. Its worker gives signs of
life and holds a lock with the name of the analysis. So an analysis is made once, however often it
is asked for, and it is begun again only after its worker has died.

This module is the side of the server; `worker` is the other side.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from taskiq import AsyncTaskiqTask, TaskiqError, TaskiqResultTimeoutError
from taskiq.kicker import AsyncKicker
from taskiq_redis import RedisAsyncResultBackend, RedisStreamBroker

from lutetia.match.errors import Unavailable
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.server import metrics
from lutetia.server.redis_client import (
    ANSWER_WITHIN,
    CONNECTION,
    NO_ANSWER,
    connect,
    raise_if_cancelled,
)
from lutetia.server.thinking.jobs import LUCK
from lutetia.server.thinking.process_pool import THINK_WITHIN, job_data

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
LOOK_AFTER = 1.0
"""The server looks for a sign of life every so many seconds."""
MOST_IN_STREAM = 10_000
RESULTS_KEPT = 600
"""Redis keeps a result for so many seconds."""


def make_broker(url: str, queue: str) -> Any:
    """A queue, for servers and workers. Results are JSON."""
    from taskiq.serializers import JSONSerializer

    connection: dict[str, Any] = {
        **CONNECTION,
        # After an outage the connections of the pool are dead: connect again and repeat.
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.05), retries=3),
    }
    results: Any = RedisAsyncResultBackend(
        url,
        result_ex_time=RESULTS_KEPT,
        serializer=JSONSerializer(),
        prefix_str="lutetia",
        **connection,
    )
    return RedisStreamBroker(
        url,
        queue_name=queue,
        consumer_group_name=GROUP,
        # A Redis that lost its data may get a job before a worker is connected again.
        consumer_id="0",
        idle_timeout=int(1000 * REPEAT_AFTER[queue]),
        # A worker takes no job that another worker could begin sooner.
        xread_count=1,
        maxlen=MOST_IN_STREAM,
        **connection,
    ).with_result_backend(results)


def alive_key(analysis: str) -> str:
    """The worker that makes an analysis holds this key."""
    return f"lutetia:alive:{analysis}"


def done_key(analysis: str) -> str:
    """The result of an analysis that is done."""
    return f"lutetia:analysis:{analysis}"


class QueueLost(Unavailable):
    """Redis did not answer, so nobody knows whether a worker got the job."""


class QueueThinker:
    """Sends jobs to the workers."""

    def __init__(self, url: str) -> None:
        self._redis = connect(url)
        self._players = make_broker(url, TABLES)
        self._analysts = make_broker(url, ANALYSES)

    async def start(self) -> None:
        """Connect."""
        await self._players.startup()
        await self._analysts.startup()

    async def measure(self) -> None:
        """Tell the metrics how long the queues are: what waits and what workers have begun."""
        for queue, part in ((TABLES, "tables"), (ANALYSES, "analyses")):
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    groups = await self._redis.xinfo_groups(queue)
            except NO_ANSWER:
                raise_if_cancelled()
                continue
            jobs = sum(int(group.get("lag") or 0) + int(group["pending"]) for group in groups)
            metrics.queued.labels(part).set(jobs)

    async def think(self, job: ThinkingJob) -> Thought:
        """The move of a computer player, from any free worker."""
        began = monotonic()
        with metrics.thinking.track_inprogress():
            answer = await self._ask_player("think", job)
        metrics.thought_for.labels(job.level).observe(monotonic() - began)
        return Thought(**answer)

    async def hint(self, job: ThinkingJob) -> Thought:
        """The best move, from any free worker."""
        with metrics.thinking.track_inprogress():
            return Thought(**await self._ask_player("hint", job))

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end, from any free worker."""
        with metrics.thinking.track_inprogress():
            return await self._ask_player("outlook", job)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record on a worker. If the worker dies, another one begins again."""
        while True:
            asking = asyncio.create_task(
                self._ask(
                    self._analysts,
                    "analyse",
                    REPEAT_AFTER[ANALYSES],
                    0.2,
                    name,
                    record,
                    effort,
                )
            )
            try:
                if await self._lives(name, asking, progress):
                    return await asking
            except QueueLost:
                # The worker goes on. When Redis is back, its sign of life comes before a new job.
                await asyncio.sleep(1.5 * SIGN_OF_LIFE)
            finally:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)

    async def _lives(
        self, name: str, asking: asyncio.Task[Any], progress: Callable[[float], None]
    ) -> bool:
        """Wait for an analysis. False if its worker began and then gave no more sign of life."""
        begun = False
        latest = monotonic()
        while not asking.done():
            await asyncio.wait([asking], timeout=LOOK_AFTER)
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    share = await self._redis.get(alive_key(name))
                    made = await self._redis.exists(done_key(name))
            except NO_ANSWER:
                raise_if_cancelled()
                latest = monotonic()
                continue
            if share is not None:
                begun, latest = True, monotonic()
                progress(float(share))
            elif begun and not made and monotonic() - latest > 1.5 * SIGN_OF_LIFE:
                return False
        return True

    async def _ask_player(self, task: str, job: ThinkingJob) -> dict[str, Any]:
        return await self._ask(self._players, task, THINK_WITHIN, 0.02, job_data(job))

    async def _ask(
        self, broker: Any, task: str, within: float, look_every: float, *arguments: Any
    ) -> dict[str, Any]:
        kicker: Any = AsyncKicker(f"lutetia.{task}", broker, {})
        try:
            async with asyncio.timeout(within + ANSWER_WITHIN):
                sent: AsyncTaskiqTask[dict[str, Any]] = await kicker.kiq(*arguments)
                result = await sent.wait_result(check_interval=look_every, timeout=within)
        except TaskiqResultTimeoutError:
            raise Unavailable("no worker answered in time") from None
        except (TaskiqError, *NO_ANSWER) as error:
            raise_if_cancelled()
            raise QueueLost("the queue of the workers does not answer") from error
        if result.is_err:
            raise Unavailable("a worker failed") from result.error
        return dict(result.return_value)

    async def stop(self) -> None:
        """Disconnect."""
        await self._players.shutdown()
        await self._analysts.shutdown()
        await self._redis.aclose()
