"""The time of one piece of work for a request."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from lutetia.match.errors import Limit

SECONDS = 10.0
"""The time for one piece of work."""


class Budget:
    """The time of one piece of work. The work calls it again and again."""

    def __init__(
        self, seconds: float = SECONDS, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self._until = monotonic() + seconds
        self._stopped = stopped
        """Whether nobody waits for the result any more."""

    def __call__(self) -> None:
        """Raise `Limit` if the time is up or nobody waits for the result any more."""
        if self._stopped() or monotonic() > self._until:
            raise Limit("this needs too much time: ask for less")
