"""The time of the server. It never goes back, and it does not follow jumps of the machine's clock.

The time of day is read once, at the start. From then on the time is measured with a steady clock,
which nobody can set. The server notes when it was not able to work: the process was stopped, the
machine slept, or the database did not answer. Such a period is an outage, and no player's clock
runs in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Outage = tuple[int, int]
"""The begin and the end of a period in which nobody could move, in milliseconds since 1970."""

PAUSE = 3_000
"""Milliseconds. The event loop reads the clock every second. If it did not do so for this long, the
process was stopped."""
SILENCE = 6_000
"""Milliseconds. If no server has stored a sign of life for this long, no server was running."""


def time_of_day() -> int:
    """Milliseconds since 1970, by the clock that people can set."""
    return time.time_ns() // 1_000_000


def steady_time() -> int:
    """Milliseconds of a clock that nobody can set. It also runs while the machine sleeps."""
    # On Linux the monotonic clock stands still while the machine sleeps, and this one does not.
    clock = getattr(time, "CLOCK_BOOTTIME", None) or getattr(time, "CLOCK_MONOTONIC", None)
    if clock is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(clock) // 1_000_000


class ServerClock:
    """The clock of one server process."""

    def __init__(
        self,
        noticed: Callable[[Outage], None],
        wall: Callable[[], int] = time_of_day,
        steady: Callable[[], int] = steady_time,
    ) -> None:
        self._noticed = noticed
        """Called with an outage as soon as it is noticed, before anybody gets the time after it."""
        self._steady = steady
        self._ahead = wall() - steady()
        """What must be added to the steady clock."""
        self._awake = self.unchecked()
        """When the event loop last read the clock."""
        self._stored = self._awake
        """When a sign of life was last stored."""
        self._storing = True
        """Whether the last attempt to store a sign of life succeeded."""
        self.troubled = False
        """Whether there was an outage since the last stored sign of life."""

    def unchecked(self) -> int:
        """The time, without a look for outages."""
        return self._steady() + self._ahead

    def now(self) -> int:
        """The time in milliseconds since 1970. An outage that ends now is noticed first."""
        now = self.unchecked()
        begin = now
        if now - self._awake > PAUSE:
            begin = self._awake
        if not self._storing or now - self._stored > SILENCE:
            begin = min(begin, self._stored)
        self._awake = now
        if begin < now:
            self.troubled = True
            self._noticed((begin, now))
        return now

    def stored(self, at: int, latest: int) -> None:
        """A sign of life was stored at `at`. `latest` is the newest one of all processes: they
        share one time, and it never goes back."""
        self._ahead += max(0, latest - at)
        self._stored = self._awake = max(at, latest)
        self._storing, self.troubled = True, False

    def not_stored(self) -> None:
        """A sign of life could not be stored: until it can, nobody can move."""
        self._storing, self.troubled = False, True
