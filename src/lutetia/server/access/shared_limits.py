"""Token buckets in Redis: one limit for all processes of a server."""

from __future__ import annotations

from typing import Any

from lutetia.server.waiting import raise_if_cancelled

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
return allowed and 1 or 0
"""


class SharedBuckets:
    """The buckets of all processes."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)
        self._bucket: Any = self._redis.register_script(BUCKET)

    async def allows(self, name: str, burst: float, per_second: float, tokens: int) -> bool:
        """Take tokens from a bucket. Without Redis each process counts for itself."""
        from redis.exceptions import RedisError

        arguments = [burst, per_second, tokens]
        try:
            return bool(await self._bucket(keys=[f"lutetia:limit:{name}"], args=arguments))
        except (RedisError, OSError):
            raise_if_cancelled()
            return True

    async def forget(self, name: str) -> None:
        """Fill a bucket again."""
        from redis.exceptions import RedisError

        try:
            await self._redis.delete(f"lutetia:limit:{name}")
        except (RedisError, OSError):
            raise_if_cancelled()

    async def stop(self) -> None:
        """Disconnect."""
        await self._redis.aclose()
