"""Computer players on other machines: jobs go through a queue in Redis to `lutetia worker`."""

from __future__ import annotations

import asyncio
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
from lutetia.server.thinking.process_pool import THINK_WITHIN, ProcessPool, job_data
from lutetia.server.waiting import wait_for_redis

QUEUE = "lutetia:thinking"
ANALYSE_WITHIN = 6 * 3600.0
RESULTS_KEPT = 600
"""Redis keeps a result for so many seconds."""


def make_broker(url: str) -> Any:
    """The queue, for servers and workers. Results are JSON."""
    from taskiq.serializers import JSONSerializer

    results: Any = RedisAsyncResultBackend(
        url, result_ex_time=RESULTS_KEPT, serializer=JSONSerializer(), prefix_str="lutetia"
    )
    return RedisStreamBroker(
        url, queue_name=QUEUE, consumer_group_name="lutetia", idle_timeout=120_000
    ).with_result_backend(results)


def register(broker: Any, pool: ProcessPool) -> tuple[Any, Any, Any, Any]:
    """Register the tasks of a worker."""

    async def think(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.think(_read_job(data)))

    async def hint(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.hint(_read_job(data)))

    async def outlook(data: dict[str, Any]) -> dict[str, Any]:
        return await pool.outlook(_read_job(data))

    async def analyse(name: str, record: str, effort: int) -> dict[str, Any]:
        progress = _Progress(broker.result_backend, name)
        try:
            return await pool.analyse(name, record, effort, progress.note)
        finally:
            await progress.stop()

    return (
        broker.register_task(think, task_name="lutetia.think"),
        broker.register_task(hint, task_name="lutetia.hint"),
        broker.register_task(outlook, task_name="lutetia.outlook"),
        broker.register_task(analyse, task_name="lutetia.analyse"),
    )


def _read_job(data: dict[str, Any]) -> ThinkingJob:
    return ThinkingJob(**{**data, "view": bytes.fromhex(data["view"])})


class _Progress:
    """Writes the progress of an analysis to Redis, where the server reads it."""

    def __init__(self, backend: Any, name: str) -> None:
        self._backend = backend
        self._name = name
        self._tasks: set[asyncio.Task[None]] = set()

    def note(self, share: float) -> None:
        """Write the progress in the background."""
        from taskiq.depends.progress_tracker import TaskProgress

        progress: Any = TaskProgress(state="running", meta={"share": share})
        task = asyncio.ensure_future(self._backend.set_progress(self._name, progress))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Wait until the progress is written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


class QueueThinker:
    """Sends jobs to the workers."""

    def __init__(self, url: str) -> None:
        self._broker = make_broker(url)
        tasks = register(self._broker, ProcessPool())
        self._think, self._hint, self._outlook, self._analyse = tasks

    async def start(self) -> None:
        """Connect."""
        await self._broker.startup()

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
        """Analyse a record on a worker."""

        async def watch() -> None:
            while True:
                await asyncio.sleep(1.0)
                found = await self._broker.result_backend.get_progress(name)
                if found is not None and found.meta:
                    progress(float(found.meta["share"]))

        watching = asyncio.create_task(watch())
        try:
            found = await self._ask(self._analyse, ANALYSE_WITHIN, name, record, effort)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        return dict(found)

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
        await self._broker.shutdown()


async def work(url: str, pool: ProcessPool, stop: asyncio.Event, ready: Callable[[], None]) -> None:
    """Run a worker until `stop` is set. Another worker then repeats its unfinished jobs."""
    from taskiq.api import run_receiver_task

    for game in GAMES:
        await pool.warm_rules(game)
        await pool.warm_players(game)
        await pool.warm_endings(game)
    await wait_for_redis(url)
    ready()
    broker = make_broker(url)
    register(broker, pool)
    receiving = asyncio.create_task(
        run_receiver_task(broker, run_startup=True, max_async_tasks=pool.processes)
    )
    waiting = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([receiving, waiting], return_when=asyncio.FIRST_COMPLETED)
        if receiving.done():
            receiving.result()
    finally:
        for task in (receiving, waiting):
            task.cancel()
        await asyncio.gather(receiving, waiting, return_exceptions=True)
        await broker.shutdown()
        pool.stop()
