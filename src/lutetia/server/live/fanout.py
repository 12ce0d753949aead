"""Messages between the processes of one server. A message says only which table has changed; the
other process then reads the database. So a lost message delays news but loses nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Protocol

from lutetia.server import metrics
from lutetia.server.logs import log

CHANNEL = "lutetia:tables"
ONLINE_FOR = 25
"""A presence is valid for so many seconds; each process renews it every ten seconds."""

Receive = Callable[[dict[str, Any]], None]


class Fanout(Protocol):
    """The connection between the processes of one server."""

    shared: bool
    """Whether other processes may change the same tables."""

    def publish(self, message: dict[str, Any]) -> None:
        """Send a message to the other processes. This never waits and never fails."""

    async def presence(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """Publish who is connected to this process. Returns who is connected to any process."""

    async def ping(self) -> None:
        """Raise an error if the connection is broken."""

    async def stop(self) -> None:
        """Disconnect."""


class SingleProcess:
    """For a server of one process: there are no other processes."""

    shared = False

    def publish(self, message: dict[str, Any]) -> None:
        """Do nothing."""

    async def presence(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """All players are connected to this process."""
        del table
        return players

    async def ping(self) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing, as nothing runs."""


class RedisFanout:
    """For a server of several processes, through Redis."""

    shared = True

    def __init__(
        self,
        url: str,
        process: str,
        now: Callable[[], int],
        receive: Receive,
        reconnected: Callable[[], None],
    ) -> None:
        from redis.asyncio import Redis

        self._redis = Redis.from_url(
            url, socket_timeout=5, socket_connect_timeout=5, health_check_interval=15
        )
        self._listening = Redis.from_url(url, socket_connect_timeout=5)
        self._process = process
        self._now = now
        self._receive = receive
        self._reconnected = reconnected
        self._queue: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._publish_queued()),
        ]

    def publish(self, message: dict[str, Any]) -> None:
        """Queue a message. If the queue is full, the message is dropped."""
        try:
            self._queue.put_nowait(json.dumps({**message, "from": self._process}))
        except asyncio.QueueFull:
            metrics.failures.labels("fanout-full").inc()

    async def presence(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """Redis has a sorted set for each table: process and player, with the time of expiry."""
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
            # Without Redis, players see only the players of their own process as online.
            return players
        others = {m.partition("|")[2] for m in before if not m.startswith(f"{self._process}|")}
        return players | others

    async def ping(self) -> None:
        """Raise an error if Redis does not answer."""
        await self._redis.ping()

    async def stop(self) -> None:
        """Disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
        await self._listening.aclose()

    async def _publish_queued(self) -> None:
        from redis.exceptions import RedisError

        while True:
            text = await self._queue.get()
            try:
                await self._redis.publish(CHANNEL, text)
            except (RedisError, OSError):
                # The other processes read the database when they are connected to Redis again.
                metrics.failures.labels("redis").inc()

    async def _listen(self) -> None:
        from redis.exceptions import RedisError

        pause = 0.1
        while True:
            try:
                async with self._listening.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    # Messages may be lost while disconnected, so read all tables from the database.
                    self._reconnected()
                    pause = 0.1
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._handle(message["data"])
            except (RedisError, OSError) as error:
                metrics.failures.labels("redis").inc()
                log().warning("redis-lost", reason=str(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)

    def _handle(self, text: bytes) -> None:
        message = json.loads(text)
        if message.pop("from", None) != self._process:
            self._receive(message)
