"""Counts of open sockets in Redis: one limit for all processes of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

ANSWER_WITHIN = 2.0
"""Seconds that a client waits for Redis. Then each process counts for itself."""
KEPT = 25_000
"""Milliseconds. Each process tells its counts again every ten seconds."""
TELL = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local till = string.format('%.0f', now + ARGV[2])
local found = {}
for i = 1, #KEYS do
  local own = tonumber(ARGV[i + 2])
  local all = own
  local counts = redis.call('HGETALL', KEYS[i])
  for j = 1, #counts, 2 do
    local count, valid = string.match(counts[j + 1], '(%d+) (%d+)')
    if tonumber(valid) < now then
      redis.call('HDEL', KEYS[i], counts[j])
    elseif counts[j] ~= ARGV[1] then
      all = all + tonumber(count)
    end
  end
  if own > 0 then
    redis.call('HSET', KEYS[i], ARGV[1], own .. ' ' .. till)
    redis.call('PEXPIRE', KEYS[i], ARGV[2])
  else
    redis.call('HDEL', KEYS[i], ARGV[1])
  end
  found[i] = all
end
return found
"""
"""Stores the counts of one process (ARGV: process, milliseconds, counts) and returns those of all.
KEYS: whose sockets; each is a hash of processes with a count and the time until it is valid."""


class SharedSockets:
    """The open sockets of all processes."""

    def __init__(self, url: str, process: str) -> None:
        from lutetia.server.redis_client import connect

        self._redis = connect(url)
        self._process = process
        self._script: Any = self._redis.register_script(TELL)

    async def tell(self, own: Mapping[str, int]) -> dict[str, int]:
        """Tell the counts of this process. Without Redis each process counts for itself."""
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        keys = [f"lutetia:sockets:{name}" for name in own]
        arguments = [self._process, KEPT, *own.values()]
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                found = await self._script(keys=keys, args=arguments)
        except NO_ANSWER:
            raise_if_cancelled()
            return dict(own)
        return dict(zip(own, map(int, found), strict=True))

    async def stop(self) -> None:
        """Disconnect."""
        await self._redis.aclose()
