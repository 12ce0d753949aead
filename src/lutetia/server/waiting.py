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


async def wait_for(what: str, attempt: Callable[[], Awaitable[Found]]) -> Found:
    """Repeat an attempt until it succeeds. Every failure is logged with its reason."""
    for pause in chain(PAUSES, repeat(PAUSES[-1])):
        try:
            return await attempt()
        except CannotStore:
            raise  # it does not help to wait for a file
        except Unavailable as error:
            cause = error.__cause__ or error
            log().warning("waiting", what=what, reason=str(cause).partition("\n")[0][:300])
        await asyncio.sleep(pause)
    raise AssertionError


async def wait_for_redis(url: str) -> None:
    """Wait until Redis answers."""
    from lutetia.server.redis_client import ANSWER_WITHIN, NO_ANSWER, connect, raise_if_cancelled

    async def ping() -> None:
        redis = connect(url)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await redis.ping()
        except NO_ANSWER as error:
            raise_if_cancelled()
            raise Unavailable("Redis does not answer") from error
        finally:
            await redis.aclose()

    await wait_for("redis", ping)
