"""Computer players on other machines: jobs go through queues in Redis to `lutetia worker`.

There are two queues, so that a table never waits for an analysis. A job at a table is short;
another worker repeats it if its worker dies. An analysis may take hours. Its worker gives signs of
life and holds a lock with the name of the analysis. So an analysis is made once, however often it
is asked for, and it is begun again only after its worker has died.

This module is the side of the server; `worker` is the other side.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Any

from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from taskiq import AsyncTaskiqTask, TaskiqError, TaskiqResultTimeoutError
from taskiq.kicker import AsyncKicker
from taskiq_redis import RedisAsyncResultBackend

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
from lutetia.server.thinking.job_stream import JobStream
from lutetia.server.thinking.jobs import ANALYSE_WITHIN
from lutetia.server.thinking.process_pool import THINK_WITHIN, job_data

TABLES, ANALYSES = "lutetia:thinking", "lutetia:analyses"
"""The queues."""
GROUP = "lutetia"
SIGN_OF_LIFE = 5.0
"""A worker says every so many seconds that it still has its jobs."""
LIFE = 30
"""An analysis counts as lost if its worker gave no sign of life for so many seconds."""
REPEAT_AFTER = {TABLES: 2 * THINK_WITHIN, ANALYSES: 2.0 * LIFE}
"""A job goes to another worker if its worker was silent for so many seconds: it must be dead."""
WAIT_FOR_ANALYSIS = 2 * max(ANALYSE_WITHIN.values())
"""Seconds, with the time in the queue."""
LOOK_AFTER = 1.0
"""The server looks for a sign of life every so many seconds."""
MOST_IN_STREAM = 10_000
MOST_COUNTED = 1_000
"""Jobs of dead workers that the metrics leave out."""
LEFT_KEPT = 2 * 24 * 3600
"""Redis remembers for so many seconds that nobody waits for a job."""
FAILURE = "failure"
"""In the place of a result: the sentence that says why there is no analysis."""
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
    return JobStream(
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


def maker_key(analysis: str) -> str:
    """Names the one attempt that makes an analysis."""
    return f"lutetia:maker:{analysis}"


def alive_key(analysis: str) -> str:
    """The sign of life of the worker that makes an analysis: how much of it is done."""
    return f"lutetia:alive:{analysis}"


def done_key(analysis: str) -> str:
    """The result of an analysis that is done."""
    return f"lutetia:analysis:{analysis}"


def left_key(job: str) -> str:
    """Is there if nobody waits for a job any more."""
    return f"lutetia:left:{job}"


class QueueLost(Unavailable):
    """Redis did not answer, so nobody knows whether a worker got the job."""


class QueueThinker:
    """Sends jobs to the workers."""

    def __init__(self, url: str) -> None:
        self._redis = connect(url)
        self._players = make_broker(url, TABLES)
        self._analysts = make_broker(url, ANALYSES)
        self._telling: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Connect."""
        await self._players.startup()
        await self._analysts.startup()

    async def measure(self) -> None:
        """Tell the metrics how long the queues are: what waits and what living workers have."""
        for queue, part in ((TABLES, "tables"), (ANALYSES, "analyses")):
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    groups = await self._redis.xinfo_groups(queue)
                    dead = await self._redis.xpending_range(
                        queue, GROUP, "-", "+", MOST_COUNTED, idle=int(1000 * REPEAT_AFTER[queue])
                    )
            except NO_ANSWER:
                raise_if_cancelled()
                continue
            jobs = sum(int(group.get("lag") or 0) + int(group["pending"]) for group in groups)
            metrics.queued.labels(part).set(jobs - len(dead))

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
            return Thought(**await self._ask_player("hint", job, may_leave=True))

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end, from any free worker."""
        with metrics.thinking.track_inprogress():
            return await self._ask_player("outlook", job, may_leave=True)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record on a worker. If the worker dies, another one begins again."""
        while True:
            job = secrets.token_hex(16)
            asking = asyncio.create_task(
                self._ask(
                    self._analysts, "analyse", WAIT_FOR_ANALYSIS, 0.2, name, record, effort, job=job
                )
            )
            try:
                if await self._lives(name, asking, progress):
                    result = await asking
                    if FAILURE in result:
                        raise Unavailable(result[FAILURE])
                    return result
            except QueueLost:
                # The worker goes on. When Redis is back, its sign of life comes before a new job.
                await asyncio.sleep(1.5 * SIGN_OF_LIFE)
            finally:
                if not asking.done():
                    self._leave(job)
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

    async def _ask_player(
        self, task: str, job: ThinkingJob, may_leave: bool = False
    ) -> dict[str, Any]:
        """Ask any free worker. `may_leave`: a person waits, and the work ends when they leave."""
        name = secrets.token_hex(16)
        try:
            return await self._ask(self._players, task, THINK_WITHIN, 0.02, job_data(job), job=name)
        except asyncio.CancelledError:
            if may_leave:
                self._leave(name)
            raise

    def _leave(self, job: str) -> None:
        """Nobody waits for this job any more: no worker need begin it."""
        telling = asyncio.create_task(self._tell_left(job))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell_left(self, job: str) -> None:
        with contextlib.suppress(*NO_ANSWER):
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._redis.set(left_key(job), "1", ex=LEFT_KEPT)

    async def _ask(
        self,
        broker: Any,
        task: str,
        within: float,
        look_every: float,
        *arguments: Any,
        job: str,
    ) -> dict[str, Any]:
        """Ask a worker. `job` is a new name for this question."""
        kicker: Any = AsyncKicker(f"lutetia.{task}", broker, {}).with_task_id(job)
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
        await asyncio.gather(*self._telling)
        await self._players.shutdown()
        await self._analysts.shutdown()
        await self._redis.aclose()
