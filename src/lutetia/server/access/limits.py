"""Rate limits, as token buckets: each request takes a token, and tokens come back with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from lutetia.match.errors import Limit

MOST_BUCKETS = 50_000
"""Buckets of one kind. The least recently used are dropped."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `burst` at once, and `per_second` on average."""

    burst: float
    per_second: float


RATES = {
    "messages": Rate(80, 20),  # of one socket
    "chat": Rate(6, 0.5),  # of one player
    "names": Rate(10, 0.1),  # changed by one player
    "tables": Rate(20, 0.2),  # opened by one player
    "tables-address": Rate(60, 0.5),  # opened from one address
    "requests": Rate(300, 60),  # from one address
    "heavy": Rate(30, 1),  # replays, verifications, scores: from one address
    "sockets": Rate(80, 8),  # opened from one address
    "passwords": Rate(6, 0.1),  # tried for one name
    "passwords-address": Rate(20, 0.3),  # tried from one address
    "accounts": Rate(5, 0.02),  # made from one address
    "pairing": Rate(10, 2),  # of one player
    "reports": Rate(5, 0.05),  # of one player
    "notify": Rate(10, 0.02),  # addresses given for notices, from one address or of one address
    "analyses": Rate(5, 0.05),  # asked for from one address
}

MOST_SOCKETS = 8_000
MOST_SOCKETS_OF_ADDRESS = 200
MOST_SOCKETS_OF_TABLE = 500
MOST_OPEN_TABLES = 100
"""Of one player."""
MOST_BOTS = 10


class Limits:
    """All buckets of this process."""

    def __init__(self, now: Callable[[], float], factor: float = 1.0) -> None:
        self._now = now
        self.factor = factor
        self._buckets: dict[str, OrderedDict[str, tuple[float, float]]] = {
            name: OrderedDict() for name in RATES
        }

    def allows(self, name: str, whose: str) -> bool:
        """Take a token from a bucket; False if it is empty."""
        rate = RATES[name]
        buckets = self._buckets[name]
        burst = rate.burst * self.factor
        now = self._now()
        level, then = buckets.pop(whose, (burst, now))
        level = min(burst, level + (now - then) * rate.per_second * self.factor)
        allowed = level >= 1
        buckets[whose] = (level - 1 if allowed else level, now)
        while len(buckets) > MOST_BUCKETS:
            buckets.popitem(last=False)
        return allowed

    def forget(self, name: str, whose: str) -> None:
        """Drop a bucket whose owner is gone, because a new owner may get the same name."""
        self._buckets[name].pop(whose, None)

    def check(self, name: str, whose: str) -> None:
        """Take a token, or raise `Limit`."""
        if not self.allows(name, whose):
            raise Limit("too many requests: wait a moment and try again")

    def most(self, number: int) -> int:
        """A fixed limit times the factor of this server."""
        return int(number * self.factor)
