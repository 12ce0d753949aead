"""A process that starts before the database or Redis waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import TypeVar

from lutetia.match.errors import Unavailable
from lutetia.server.logs import log
from lutetia.storage.sqlite_file import CannotStore

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between the first attempts. The last pause is repeated until the other side answers."""

Found = TypeVar("Found")


def raise_if_cancelled() -> None:
    """Call this after an error of Redis, before you go on. While the Redis client connects, it can
    turn the cancellation of a task into an error of its own, and the task would never end."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def wait_for(what: str, attempt: Callable[[], Awaitable[Found]]) -> Found:
    """Repeat an attempt until it succeeds. Every failure is logged with its reason."""
    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            return await attempt()
        except CannotStore:
            raise  # it does not help to wait for a file
        except Unavailable as error:
            raise_if_cancelled()
            cause = error.__cause__ or error
            log().warning("waiting", what=what, reason=str(cause).partition("\n")[0][:300])
        await asyncio.sleep(pause)
    raise AssertionError


async def wait_for_redis(url: str) -> None:
    """Wait until Redis answers."""
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    async def ping() -> None:
        redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5)
        try:
            await redis.ping()
        except (RedisError, OSError) as error:
            raise Unavailable("Redis does not answer") from error
        finally:
            await redis.aclose()

    await wait_for("redis", ping)
