"""Telling other processes that something was stored. The message only says where to look: the
database is the truth, so a lost message delays and never loses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Protocol

from lutetia.server import metrics
from lutetia.server.logs import log

CHANNEL = "lutetia:tables"
ONLINE_FOR = 25
"""Seconds for which a process vouches for its connections; it says so anew every ten."""

Hear = Callable[[dict[str, Any]], None]


class Fanout(Protocol):
    """The wire between the processes of one server."""

    shared: bool
    """Whether other processes may store something at the same tables."""

    def tell(self, message: dict[str, Any]) -> None:
        """Tell the other processes; never waits, never fails."""

    async def here(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """Say who is connected here; the answer is who is connected anywhere."""

    async def ping(self) -> None:
        """Raise if the wire is cut."""

    async def stop(self) -> None:
        """Hang up."""


class Alone:
    """One process: there is nobody else to tell."""

    shared = False

    def tell(self, message: dict[str, Any]) -> None:
        """Nobody listens."""

    async def here(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """Who is here is everybody."""
        del table
        return players

    async def ping(self) -> None:
        """Always there."""

    async def stop(self) -> None:
        """Nothing to stop."""


class RedisFanout:
    """Several processes, through Redis."""

    shared = True

    def __init__(
        self, url: str, process: str, now: Callable[[], int], hear: Hear, gap: Callable[[], None]
    ) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, health_check_interval=15
        )
        self._listening = Redis.from_url(url, socket_connect_timeout=5)
        self._process = process
        self._now = now
        self._hear = hear
        self._gap = gap
        self._queue: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._speak()),
        ]

    def tell(self, message: dict[str, Any]) -> None:
        """Queue a message; when the line is full the others find out later."""
        try:
            self._queue.put_nowait(json.dumps({**message, "from": self._process}))
        except asyncio.QueueFull:
            metrics.failures.labels("fanout-full").inc()

    async def here(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """A sorted set for each table: who, on which process, until when."""
        from redis.exceptions import RedisError

        name = f"lutetia:here:{table}"
        now = self._now() // 1000
        mine = {f"{self._process}|{player}": now + ONLINE_FOR for player in players}
        try:
            pipe = self._redis.pipeline(transaction=True)
            pipe.zremrangebyscore(name, 0, now)
            pipe.zrange(name, 0, -1)
            before = [member.decode() for member in (await pipe.execute())[1]]
            gone = [m for m in before if m.startswith(f"{self._process}|") and m not in mine]
            pipe = self._redis.pipeline(transaction=True)
            if gone:
                pipe.zrem(name, *gone)
            if mine:
                pipe.zadd(name, mine)
            pipe.expire(name, ONLINE_FOR * 2)
            await pipe.execute()
        except (RedisError, OSError):
            # Who is online is a courtesy; without Redis everybody sees those of their process.
            return players
        others = {m.partition("|")[2] for m in before if not m.startswith(f"{self._process}|")}
        return players | others

    async def ping(self) -> None:
        """Ask Redis for a sign of life."""
        await self._redis.ping()

    async def stop(self) -> None:
        """Hang up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
        await self._listening.aclose()

    async def _speak(self) -> None:
        from redis.exceptions import RedisError

        while True:
            text = await self._queue.get()
            try:
                await self._redis.publish(CHANNEL, text)
            except (RedisError, OSError):
                # The others read the database when they hear Redis again.
                metrics.failures.labels("redis").inc()

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        pause = 0.1
        while True:
            try:
                async with self._listening.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    # What was said while nobody listened is found in the database.
                    self._gap()
                    pause = 0.1
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._take(message["data"])
            except (RedisError, OSError) as error:
                metrics.failures.labels("redis").inc()
                log().warning("redis-lost", reason=str(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)

    def _take(self, text: bytes) -> None:
        message = json.loads(text)
        if message.pop("from", None) != self._process:
            self._hear(message)
