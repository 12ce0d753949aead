"""`lutetia worker`: takes the jobs of servers from the queues in Redis (see `queue`).

If Redis goes away, a worker waits until it is back and goes on, also if Redis has lost its data.
An analysis that runs meanwhile is not lost: its result is stored when Redis answers again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict
from typing import Annotated, Any, TypeVar

from taskiq import (
    Context,
    NoResultError,
    TaskiqDepends,
    TaskiqMessage,
    TaskiqMiddleware,
    TaskiqResult,
)

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.errors import LutetiaError
from lutetia.match.ports import ThinkingJob
from lutetia.server.logs import log
from lutetia.server.redis_client import ANSWER_WITHIN, NO_ANSWER, connect, raise_if_cancelled
from lutetia.server.thinking.job_stream import JobReceiver
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.server.thinking.queue import (
    ANALYSES,
    FAILURE,
    GROUP,
    LIFE,
    LOOK_AFTER,
    RESULTS_KEPT,
    SIGN_OF_LIFE,
    TABLES,
    alive_key,
    done_key,
    left_key,
    make_broker,
    maker_key,
)
from lutetia.server.waiting import wait_for_redis

MOST_STARTED = 8
"""Analyses that one worker has taken. One is made at a time, the others wait there."""
LAST_SIGN = 3
"""Seconds for which the last sign of life is left when a worker is told to stop. A server that has
seen a sign, and then sees none, asks again."""
MOST_KEPT = 256
"""Jobs of one queue that a worker may have."""
PAUSE = 0.5
"""Seconds between an error of Redis and the next attempt."""

Answer = TypeVar("Answer")
TaskContext = Annotated[Context, TaskiqDepends()]
"""What the library knows about the job that runs."""


async def work(url: str, pool: ProcessPool, stop: asyncio.Event, ready: Callable[[], None]) -> None:
    """Run a worker until `stop` is set. Another worker then repeats its unfinished jobs."""
    if not await _prepared(url, pool, stop):
        pool.stop()
        return
    redis = connect(url)
    players, analysts = make_broker(url, TABLES), make_broker(url, ANALYSES)
    unfinished = Unfinished()
    _register_players(players, pool, redis)
    _register_analyst(analysts.with_middlewares(unfinished), pool, redis, unfinished)
    ready()
    receiving = [
        asyncio.create_task(_receive(broker, url, most, stop))
        for broker, most in ((players, pool.processes), (analysts, MOST_STARTED))
    ]
    receiving += [asyncio.create_task(_keep(redis, broker)) for broker in (players, analysts)]
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
        await unfinished.stop()
        await players.shutdown()
        await analysts.shutdown()
        await redis.aclose()
        pool.stop()


async def _prepared(url: str, pool: ProcessPool, stop: asyncio.Event) -> bool:
    """Compile what is needed, and wait for Redis. False if the worker is told to stop meanwhile."""

    async def prepare() -> None:
        for game in GAMES:
            await pool.warm_rules(game)
            await pool.warm_players(game)
            await pool.warm_endings(game)
        await wait_for_redis(url)

    preparing, stopping = asyncio.create_task(prepare()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([preparing, stopping], return_when=asyncio.FIRST_COMPLETED)
        if preparing.done():
            preparing.result()
        return preparing.done()
    finally:
        for task in (preparing, stopping):
            task.cancel()
        await asyncio.gather(preparing, stopping, return_exceptions=True)


class Unfinished(TaskiqMiddleware):
    """Analyses that are being made when the worker stops. They end without a result, and their jobs
    stay in the queue: another worker makes them. The library would store the end as a failure."""

    def __init__(self) -> None:
        super().__init__()
        self._running: set[asyncio.Task[Any]] = set()

    async def carry_out(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Carry out a job."""
        task = asyncio.create_task(work)
        self._running.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            raise NoResultError from None
        finally:
            self._running.discard(task)

    def post_execute(self, message: TaskiqMessage, result: TaskiqResult[Any]) -> None:
        """Take no job from the queue that was not done. The library calls this."""
        del message
        if isinstance(result.error, NoResultError):
            raise asyncio.CancelledError

    async def stop(self) -> None:
        """End all of them."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _receive(broker: Any, url: str, most: int, stop: asyncio.Event) -> None:
    """Take jobs from a queue. If Redis goes away, go on when it is back."""
    while not stop.is_set():
        # A receiver begins with the declaration of its queue: Redis may have lost it.
        receiver = JobReceiver(broker, max_async_tasks=most, wait_tasks_timeout=0)
        reason = ""
        try:
            await receiver.listen(stop)
        except* NO_ANSWER as lost:
            reason = str(lost.exceptions[0])[:300] or type(lost.exceptions[0]).__name__
        raise_if_cancelled()
        if reason:
            log().warning("redis-lost", queue=broker.queue_name, reason=reason)
            await asyncio.sleep(PAUSE)
            await wait_for_redis(url)


async def _keep(redis: Any, broker: Any) -> None:
    """Say again and again that this worker makes its jobs, so that no other one gets them. Another
    one makes what was sent to this worker and does not run here."""
    queue, name = broker.queue_name, broker.consumer_name
    while True:
        with contextlib.suppress(*NO_ANSWER):
            async with asyncio.timeout(ANSWER_WITHIN):
                mine = await redis.xpending_range(
                    queue, GROUP, "-", "+", MOST_KEPT, consumername=name
                )
                kept = [one["message_id"] for one in mine if one["message_id"] in broker.running]
                if kept:
                    # Only the names: so Redis does not count this as another delivery.
                    await redis.xclaim(queue, GROUP, name, 0, kept, justid=True)
        raise_if_cancelled()
        await asyncio.sleep(SIGN_OF_LIFE)


def _register_players(broker: Any, pool: ProcessPool, redis: Any) -> None:
    async def think(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.think(_read_job(data)))

    async def hint(data: dict[str, Any], context: TaskContext) -> dict[str, Any]:
        found = await _until_left(redis, context, pool.hint(_read_job(data)))
        return {} if found is None else asdict(found)

    async def outlook(data: dict[str, Any], context: TaskContext) -> dict[str, Any]:
        return await _until_left(redis, context, pool.outlook(_read_job(data))) or {}

    broker.register_task(think, task_name="lutetia.think")
    broker.register_task(hint, task_name="lutetia.hint")
    broker.register_task(outlook, task_name="lutetia.outlook")


async def _until_left(
    redis: Any, context: Context, work: Coroutine[Any, Any, Answer]
) -> Answer | None:
    """Do some work for somebody who waits. None if they have left."""
    left = left_key(context.message.task_id)
    working = asyncio.create_task(work)
    try:
        while not working.done():
            if await _answered(lambda: redis.exists(left)):
                return None
            await asyncio.wait([working], timeout=LOOK_AFTER)
        return working.result()
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def _register_analyst(broker: Any, pool: ProcessPool, redis: Any, unfinished: Unfinished) -> None:
    async def analyse(name: str, record: str, effort: int, context: TaskContext) -> dict[str, Any]:
        if await _answered(lambda: redis.exists(left_key(context.message.task_id))):
            return {}  # this server has asked again
        try:
            return await unfinished.carry_out(_made_once(redis, pool, name, record, effort))
        except LutetiaError as error:
            return {FAILURE: str(error)}

    broker.register_task(analyse, task_name="lutetia.analyse")


def _read_job(data: dict[str, Any]) -> ThinkingJob:
    return ThinkingJob(**{**data, "view": bytes.fromhex(data["view"])})


async def _answered(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Ask Redis until it answers."""
    while True:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await ask()
        except NO_ANSWER:
            raise_if_cancelled()
            await asyncio.sleep(PAUSE)


LIVE = """
local maker = redis.call("get", KEYS[1])
if maker and maker ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "EX", ARGV[3])
redis.call("set", KEYS[2], ARGV[2], "EX", ARGV[3])
return 1
"""
"""In Redis: a sign of life, unless another attempt makes the analysis by now."""
END = """
if redis.call("get", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("del", KEYS[1])
return redis.call("expire", KEYS[2], ARGV[2])
"""
"""In Redis: the last sign of life, unless another attempt makes the analysis by now."""


async def _made_once(
    redis: Any, pool: ProcessPool, name: str, record: str, effort: int
) -> dict[str, Any]:
    """Make an analysis, or wait for the worker that makes it already."""
    done, attempt = done_key(name), secrets.token_hex(16)
    share, seen_for = 0.0, 0

    async def give_sign() -> bool:
        keys = (maker_key(name), alive_key(name))
        return bool(await redis.eval(LIVE, len(keys), *keys, attempt, str(share), LIFE))

    async def end() -> Any:
        keys = (maker_key(name), alive_key(name))
        return await redis.eval(END, len(keys), *keys, attempt, seen_for)

    while True:
        found = await _answered(lambda: redis.get(done))
        if found is not None:
            return dict(json.loads(found))
        if await _answered(give_sign):
            break
        await asyncio.sleep(1.0)

    def progress(now: float) -> None:
        nonlocal share
        share = now

    async def live() -> None:
        while True:
            await asyncio.sleep(SIGN_OF_LIFE)
            await _answered(give_sign)

    living = asyncio.create_task(live())
    try:
        result = await pool.analyse(name, record, effort, progress)
        text = json.dumps(result)
        await _answered(lambda: redis.set(done, text, ex=RESULTS_KEPT))
        return result
    except asyncio.CancelledError:
        seen_for = LAST_SIGN
        raise
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await _answered(end)
