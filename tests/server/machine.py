"""The clocks of the machine, which a test can set."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


class Machine:
    """The clocks that the server reads."""

    def __init__(self) -> None:
        self.wall = self.steady = 0.0
        """Seconds that are added to the time of day, and to the steady clock."""
        self._day, self._steady = time.time_ns, time.clock_gettime_ns

    def time_ns(self) -> int:
        return self._day() + int(self.wall * 1e9)

    def clock_gettime_ns(self, which: int) -> int:
        return self._steady(which) + int(self.steady * 1e9)

    def stands_still(self, seconds: float) -> None:
        """Time passes, and the process does not run."""
        self.wall += seconds
        self.steady += seconds

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """The program reads these clocks."""
        with (
            patch.object(time, "time_ns", self.time_ns),
            patch.object(time, "clock_gettime_ns", self.clock_gettime_ns),
        ):
            yield
