"""Token buckets in Redis: one limit for all processes of a server."""

from __future__ import annotations

import asyncio
from typing import Any

ANSWER_WITHIN = 2.0
"""Seconds that a request waits for Redis. Then each process counts for itself."""
BUCKET = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local burst, rate, tokens = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local found = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = tonumber(found[1]) or burst
level = math.min(burst, level + math.max(0, now - (tonumber(found[2]) or now)) * rate)
local allowed = level >= tokens
if allowed then level = level - tokens end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return allowed and 0 or math.ceil((tokens - level) / rate * 1000)
"""
"""Returns 0, or the milliseconds until there are enough tokens."""


class SharedBuckets:
    """The buckets of all processes."""

    def __init__(self, url: str) -> None:
        from lutetia.server.redis_client import connect

        self._redis = connect(url)
        self._bucket: Any = self._redis.register_script(BUCKET)

    async def wait(self, name: str, burst: float, per_second: float, tokens: int) -> float:
        """Take tokens from a bucket. Returns 0, or the seconds until there are enough of them.
        Without Redis each process counts for itself."""
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        arguments = [burst, per_second, tokens]
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                found = await self._bucket(keys=[f"lutetia:limit:{name}"], args=arguments)
                return int(found) / 1000
        except NO_ANSWER:
            raise_if_cancelled()
            return 0

    async def forget(self, name: str) -> None:
        """Fill a bucket again."""
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._redis.delete(f"lutetia:limit:{name}")
        except NO_ANSWER:
            raise_if_cancelled()

    async def stop(self) -> None:
        """Disconnect."""
        await self._redis.aclose()
