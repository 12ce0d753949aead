"""Rate limits, as token buckets: each request takes a token, and tokens come back with time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from lutetia.match.errors import Limit

MOST_BUCKETS = 50_000
"""Buckets of one kind. The least recently used are dropped."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `burst` at once, and `per_second` on average."""

    burst: float
    per_second: float


# The limits of an address have room for a class, or for the customers of a mobile operator.
RATES = {
    "messages": Rate(80, 20),  # of one socket
    "messages-player": Rate(400, 60),  # of all sockets of one player
    "previews": Rate(800, 100),  # moves whose score one player asks for
    "chat": Rate(6, 0.5),  # of one player
    "names": Rate(10, 0.1),  # changed by one player
    "chat-watchers": Rate(6, 0.2),  # of all people without a seat at one table
    "chat-address": Rate(12, 0.5),  # of people without a seat, from one address
    "seats": Rate(12, 0.2),  # taken and left by one player
    "seats-address": Rate(40, 0.5),  # taken and left from one address
    "seats-guests": Rate(40, 0.1),  # taken by guests of one address at the tables of others
    "pairing-guests": Rate(40, 0.1),  # guests of one address that look for a game
    "records": Rate(40, 0.05),  # shared from one address
    "record-bytes": Rate(1_000_000, 100),  # shared from one address
    "tables": Rate(20, 0.2),  # opened by one player
    "tables-address": Rate(60, 0.5),  # opened from one address
    "requests": Rate(300, 60),  # from one address
    "heavy": Rate(120, 2),  # replays, verifications, scores: from one address
    "hints": Rate(20, 0.5),  # at tables, for one player
    "hints-address": Rate(120, 4),  # at tables, for all players of one address
    "sockets": Rate(80, 8),  # opened from one address
    "passwords": Rate(6, 0.1),  # tried for one name from one address
    "passwords-name": Rate(120, 0.5),  # tried for one name from anywhere
    "passwords-address": Rate(40, 0.3),  # tried from one address
    "accounts": Rate(40, 0.05),  # made from one address
    "pairing": Rate(10, 2),  # of one player
    "reports": Rate(5, 0.05),  # of one player
    "notify": Rate(40, 0.05),  # browsers and e-mail addresses given for notices, from one address
    "notify-mail": Rate(5, 0.005),  # messages to one e-mail address that ask for its confirmation
    "analyses": Rate(40, 0.1),  # new ones, asked for from one address
}

FREQUENT = frozenset({"messages-player", "previews", "requests"})
"""So frequent that each process counts for itself and tells the others now and then."""
SHARED = frozenset(RATES) - FREQUENT - {"messages"}
"""These count in all processes together, at once. A single socket has only one process."""
PARTS = 10
"""A process tells the others after so many parts of a burst."""

MOST_SOCKETS = 8_000
MOST_SOCKETS_OF_ADDRESS = 200
MOST_SOCKETS_OF_PLAYER = 40
MOST_SOCKETS_OF_TABLE = 500
MOST_WAITING_SEATS = {"guest": 5, "account": 15, "bot": 30}
"""Seats of one player at tables that have not begun."""
MOST_WAITING_SEATS_OF_ADDRESS = 20
"""Tables of others that have not begun, at which guests of one address sit: a class of 40 in pairs.
A game begins for this quota when everybody has moved."""
MOST_OPEN_TABLES = 100
"""Of one player."""
MOST_BOTS = 10


class Buckets(Protocol):
    """Buckets of several processes."""

    async def wait(self, name: str, burst: float, per_second: float, tokens: int) -> float:
        """Take tokens from a bucket. Returns 0, or the seconds until there are enough of them."""

    async def forget(self, name: str) -> None:
        """Fill a bucket again."""

    async def stop(self) -> None:
        """Disconnect."""


class Limits:
    """All buckets of this process, and those that it shares with others."""

    def __init__(self, now: Callable[[], float], factor: float = 1.0) -> None:
        self._now = now
        self.factor = factor
        self.shared: Buckets | None = None
        self._buckets: dict[str, OrderedDict[str, tuple[float, float]]] = {
            name: OrderedDict() for name in RATES
        }
        self._untold: dict[tuple[str, str], int] = {}
        """Tokens of frequent limits that were taken here since the others were told."""
        self._used_up: dict[tuple[str, str], float] = {}
        """Until when all processes together have used up a limit."""
        self._telling: set[asyncio.Task[None]] = set()

    def allows(self, name: str, whose: str, tokens: int = 1) -> bool:
        """Take tokens from a bucket; False if there are too few."""
        return not self.wait(name, whose, tokens)

    def wait(self, name: str, whose: str, tokens: int = 1) -> float:
        """Take tokens from a bucket. Returns 0, or the seconds until there are enough of them."""
        rate = RATES[name]
        buckets = self._buckets[name]
        burst = rate.burst * self.factor
        now = self._now()
        used_up = self._used_up.get((name, whose), now) - now
        if used_up > 0:
            return used_up
        level, then = buckets.pop(whose, (burst, now))
        per_second = rate.per_second * self.factor
        level = min(burst, level + (now - then) * per_second)
        allowed = level >= tokens
        buckets[whose] = (level - tokens if allowed else level, now)
        while len(buckets) > MOST_BUCKETS:
            buckets.popitem(last=False)
        if allowed and self.shared is not None and name in FREQUENT:
            self._note(name, whose, tokens, burst)
        return 0 if allowed else (tokens - level) / per_second

    def _note(self, name: str, whose: str, tokens: int, burst: float) -> None:
        """Count tokens that the other processes do not know of, and tell them many at once."""
        if len(self._untold) > MOST_BUCKETS:
            self._untold.clear()
        untold = self._untold.pop((name, whose), 0) + tokens
        if untold < burst / PARTS:
            self._untold[name, whose] = untold
            return
        task = asyncio.create_task(self._tell(name, whose, untold))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, name: str, whose: str, tokens: int) -> None:
        rate = RATES[name]
        burst, per_second = rate.burst * self.factor, rate.per_second * self.factor
        if self.shared is None or not await self.shared.wait(
            f"{name}:{whose}", burst, per_second, tokens
        ):
            return
        if len(self._used_up) > MOST_BUCKETS:
            self._used_up.clear()
        self._used_up[name, whose] = self._now() + tokens / per_second

    async def stop(self) -> None:
        """Disconnect from the other processes."""
        for task in self._telling:
            task.cancel()
        await asyncio.gather(*self._telling, return_exceptions=True)
        if self.shared is not None:
            await self.shared.stop()

    async def take(self, name: str, whose: str, tokens: int = 1) -> None:
        """Take tokens from the bucket of all processes, or raise `Limit`."""
        self.check(name, whose, tokens)
        if self.shared is not None and name in SHARED:
            rate = RATES[name]
            burst, per_second = rate.burst * self.factor, rate.per_second * self.factor
            _refuse(await self.shared.wait(f"{name}:{whose}", burst, per_second, tokens))

    async def refill(self, name: str, whose: str) -> None:
        """Fill a bucket again, in all processes: its owner has done nothing wrong."""
        self.forget(name, whose)
        if self.shared is not None:
            await self.shared.forget(f"{name}:{whose}")

    def forget(self, name: str, whose: str) -> None:
        """Drop a bucket whose owner is gone, because a new owner may get the same name."""
        self._buckets[name].pop(whose, None)

    def check(self, name: str, whose: str, tokens: int = 1) -> None:
        """Take tokens, or raise `Limit`."""
        _refuse(self.wait(name, whose, tokens))

    def most(self, number: int) -> int:
        """A fixed limit times the factor of this server."""
        return max(1, int(number * self.factor))


def _refuse(seconds: float) -> None:
    """Refuse who has to wait, and say for how long."""
    if seconds > 0:
        raise Limit(f"too many requests: try again in {ceil(seconds)} s", seconds)
