"""`lutetia worker`: takes the jobs of servers from the queues in Redis (see `queue`).

If Redis goes away, a worker waits until it is back and goes on, also if Redis has lost its data.
An analysis that runs meanwhile is not lost: its result is stored when Redis answers again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, TypeVar

from taskiq.receiver import Receiver

from lutetia.kernel.catalogue import GAMES
from lutetia.match.ports import ThinkingJob
from lutetia.server.logs import log
from lutetia.server.redis_client import ANSWER_WITHIN, NO_ANSWER, connect, raise_if_cancelled
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.server.thinking.queue import (
    ANALYSE_WITHIN,
    ANALYSES,
    LIFE,
    RESULTS_KEPT,
    SIGN_OF_LIFE,
    TABLES,
    alive_key,
    done_key,
    make_broker,
)
from lutetia.server.waiting import wait_for_redis

MOST_STARTED = 8
"""Analyses that one worker has taken. One is made at a time, the others wait there."""
PAUSE = 0.5
"""Seconds between an error of Redis and the next attempt."""

Answer = TypeVar("Answer")


async def work(url: str, pool: ProcessPool, stop: asyncio.Event, ready: Callable[[], None]) -> None:
    """Run a worker until `stop` is set. Another worker then repeats its unfinished jobs."""
    for game in GAMES:
        await pool.warm_rules(game)
        await pool.warm_players(game)
        await pool.warm_endings(game)
    await wait_for_redis(url)
    redis = connect(url)
    players, analysts = make_broker(url, TABLES), make_broker(url, ANALYSES)
    _register_players(players, pool)
    _register_analyst(analysts, pool, redis)
    ready()
    receiving = [
        asyncio.create_task(_receive(broker, url, most, stop))
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


async def _receive(broker: Any, url: str, most: int, stop: asyncio.Event) -> None:
    """Take jobs from a queue. If Redis goes away, go on when it is back."""
    while not stop.is_set():
        # A receiver begins with the declaration of its queue: Redis may have lost it.
        receiver = Receiver(broker, max_async_tasks=most, wait_tasks_timeout=0)
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


def _register_players(broker: Any, pool: ProcessPool) -> None:
    async def think(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.think(_read_job(data)))

    async def hint(data: dict[str, Any]) -> dict[str, Any]:
        return asdict(await pool.hint(_read_job(data)))

    async def outlook(data: dict[str, Any]) -> dict[str, Any]:
        return await pool.outlook(_read_job(data))

    broker.register_task(think, task_name="lutetia.think")
    broker.register_task(hint, task_name="lutetia.hint")
    broker.register_task(outlook, task_name="lutetia.outlook")


def _register_analyst(broker: Any, pool: ProcessPool, redis: Any) -> None:
    async def analyse(name: str, record: str, effort: int) -> dict[str, Any]:
        return await _made_once(redis, pool, name, record, effort)

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


async def _made_once(
    redis: Any, pool: ProcessPool, name: str, record: str, effort: int
) -> dict[str, Any]:
    """Make an analysis, or wait for the worker that makes it already."""
    lock, done = alive_key(name), done_key(name)
    while True:
        found = await _answered(lambda: redis.get(done))
        if found is not None:
            return dict(json.loads(found))
        if await _answered(lambda: redis.set(lock, "0", nx=True, ex=LIFE)):
            break
        await asyncio.sleep(1.0)
    share = 0.0

    def progress(now: float) -> None:
        nonlocal share
        share = now

    async def live() -> None:
        while True:
            await _answered(lambda: redis.set(lock, str(share), ex=LIFE))
            await asyncio.sleep(SIGN_OF_LIFE)

    living = asyncio.create_task(live())
    try:
        async with asyncio.timeout(ANALYSE_WITHIN[effort]):
            result = await pool.analyse(name, record, effort, progress)
        text = json.dumps(result)
        await _answered(lambda: redis.set(done, text, ex=RESULTS_KEPT))
        return result
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        await _answered(lambda: redis.delete(lock))
