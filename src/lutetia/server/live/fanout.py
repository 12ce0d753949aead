"""Messages between the processes of one server. A message says only which table has changed; the
other process then reads the database. So a lost message delays news but loses nothing."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Protocol

from lutetia.server import metrics
from lutetia.server.logs import log

CHANNEL = "lutetia:tables"
ANSWER_WITHIN = 5.0
"""Seconds for an answer of Redis."""
ONLINE_FOR = 25
"""A presence is valid for so many seconds; each process renews it every ten seconds."""

UNKNOWN_FOR = ONLINE_FOR
"""If Redis knows nothing about a player, for example because it has lost its memory, it is unknown
for so many seconds whether the player is connected: until every process must have renewed what it
knows. Only then an absence can begin."""

MOST_SEEN = 50_000
"""One process remembers so many players who have left a table."""

_EXPIRED = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], 0, now, 'WITHSCORES')
for i = 1, #gone, 2 do
  redis.call('ZADD', KEYS[2], 'GT', gone[i + 1], string.match(gone[i], '|(.*)'))
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now)
"""
PRESENCE = (
    _EXPIRED
    + """
local mine = {}
for i = 3, #ARGV do
  local member = ARGV[1] .. '|' .. ARGV[i]
  mine[member] = true
  redis.call('ZADD', KEYS[1], now + ARGV[2], member)
  redis.call('ZREM', KEYS[2], ARGV[i])
end
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if string.match(member, '(.*)|') == ARGV[1] and not mine[member] then
    redis.call('ZREM', KEYS[1], member)
    redis.call('ZADD', KEYS[2], 'GT', now, string.match(member, '|(.*)'))
  end
end
redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
redis.call('EXPIRE', KEYS[2], 86400)
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""
)
"""Notes who is connected to a process (ARGV: process, milliseconds, players), and returns who is
connected anywhere. KEYS[1]: process and player, with the time of expiry. KEYS[2]: when a player was
last connected. All times are by the clock of Redis, because the clocks of processes differ. A
process that died without a word counts as connected until its entries expire."""
AWAY_FOR = (
    _EXPIRED
    + """
local latest = 0
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  for i = 2, #ARGV do
    if string.match(member, '|(.*)') == ARGV[i] then return 0 end
  end
end
for i = 2, #ARGV do
  redis.call('ZADD', KEYS[2], 'NX', now + ARGV[1], ARGV[i])
  latest = math.max(latest, tonumber(redis.call('ZSCORE', KEYS[2], ARGV[i])))
end
redis.call('EXPIRE', KEYS[2], 86400)
if latest == 0 then return 0 end
return math.max(0, now - latest)
"""
)
"""For how long none of the players (ARGV, after the milliseconds of `UNKNOWN_FOR`) has been
connected. If nothing is known about a player, the absence begins when it can be known."""

Receive = Callable[[dict[str, Any]], None]


def _keys(table: str) -> list[str]:
    return [f"lutetia:here:{table}", f"lutetia:seen:{table}"]


class Fanout(Protocol):
    """The connection between the processes of one server."""

    shared: bool
    """Whether other processes may change the same tables."""
    cut_off: bool
    """Whether the others cannot be told who is connected to this process."""

    def publish(self, message: dict[str, Any]) -> None:
        """Send a message to the other processes. This never waits and never fails."""

    async def presence(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """Publish who is connected to this process. Returns who is connected to any process."""

    async def away_for(self, table: str, players: Sequence[str]) -> int:
        """For how many milliseconds it has been known that none of these players is connected to
        any process. 0 if one is, or if nobody can know."""

    async def ping(self) -> None:
        """Raise an error if the connection is broken."""

    async def stop(self) -> None:
        """Disconnect."""


class SingleProcess:
    """For a server of one process: there are no other processes."""

    shared = False
    cut_off = False

    def __init__(self) -> None:
        self._started = monotonic()
        self._here: dict[str, frozenset[str]] = {}
        self._seen: OrderedDict[tuple[str, str], float] = OrderedDict()
        """When a player who is away was last connected to a table."""

    def publish(self, message: dict[str, Any]) -> None:
        """Do nothing."""

    async def presence(self, table: str, players: frozenset[str]) -> frozenset[str]:
        """All players are connected to this process."""
        for player in self._here.get(table, frozenset()) - players:
            self._seen[table, player] = monotonic()
            self._seen.move_to_end((table, player))
        while len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)
        if players:
            self._here[table] = players
        else:
            self._here.pop(table, None)
        return players

    async def away_for(self, table: str, players: Sequence[str]) -> int:
        """Since its start this process knows of everybody who is connected."""
        if not self._here.get(table, frozenset()).isdisjoint(players):
            return 0
        seen = [self._seen.get((table, player), self._started) for player in players]
        return int(1000 * (monotonic() - max(seen, default=monotonic())))

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
        receive: Receive,
        reconnected: Callable[[], None],
    ) -> None:
        from lutetia.server.redis_client import connect

        self._redis = connect(url, health_check_interval=15)
        self._listening = connect(url)
        self._process = process
        self._update_presence = self._redis.register_script(PRESENCE)
        self._away_for = self._redis.register_script(AWAY_FOR)
        self._receive = receive
        self._reconnected = reconnected
        self.cut_off = False
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
        """Tell Redis who is connected here, and ask who is connected elsewhere."""
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        arguments: list[str | int] = [self._process, 1000 * ONLINE_FOR, *players]
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                found = await self._update_presence(keys=_keys(table), args=arguments)
        except NO_ANSWER:
            raise_if_cancelled()
            # Without Redis, players see only the players of their own process as online.
            self.cut_off = True
            return players
        self.cut_off = False
        return players | {member.decode().partition("|")[2] for member in found}

    async def away_for(self, table: str, players: Sequence[str]) -> int:
        """Ask Redis. Without Redis nobody knows who is connected to the other processes."""
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                arguments: list[str | int] = [1000 * UNKNOWN_FOR, *players]
                return int(await self._away_for(keys=_keys(table), args=arguments))
        except NO_ANSWER:
            raise_if_cancelled()
            return 0

    async def ping(self) -> None:
        """Raise an error if Redis does not answer."""
        async with asyncio.timeout(ANSWER_WITHIN):
            await self._redis.ping()

    async def stop(self) -> None:
        """Disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
        await self._listening.aclose()

    async def _publish_queued(self) -> None:
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        while True:
            text = await self._queue.get()
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    await self._redis.publish(CHANNEL, text)
            except NO_ANSWER:
                raise_if_cancelled()
                # The other processes read the database when they are connected to Redis again.
                metrics.failures.labels("redis").inc()

    async def _listen(self) -> None:
        from lutetia.server.redis_client import NO_ANSWER, raise_if_cancelled

        pause = 0.1
        while True:
            try:
                async with self._listening.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._handle(message["data"])
                        elif message["type"] == "subscribe":
                            # The Redis client may subscribe again by itself after a short outage.
                            # Messages were lost then, so read all tables from the database.
                            self._reconnected()
                            pause = 0.1
            except NO_ANSWER as error:
                raise_if_cancelled()
                metrics.failures.labels("redis").inc()
                log().warning("redis-lost", reason=str(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)

    def _handle(self, text: bytes) -> None:
        message = json.loads(text)
        if message.pop("from", None) != self._process:
            self._receive(message)
