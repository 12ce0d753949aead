"""The longer work of requests: previews, replays, verifications, scores.

It runs in two threads, so that the event loop and with it all tables go on. One client can have
only few pieces of work at a time. Each has a budget of time, and ends early if its client has left.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Concatenate, ParamSpec, TypeVar

from starlette.requests import Request

from lutetia.match.errors import Limit
from lutetia.server import metrics

THREADS = 2
MOST_WAITING = 64
"""Of all clients together, the running ones included."""
MOST_OF_ONE = 4
"""Of one player or one address, the running ones included."""
SECONDS = 10.0
"""The time for one piece of work."""
LOOK_EVERY = 0.5
"""How often the server looks whether a client is still there, in seconds."""

P = ParamSpec("P")
T = TypeVar("T")


class Budget:
    """The time of one piece of work. The work calls it again and again."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self.stopped = False

    def begin(self) -> None:
        """The work begins."""
        self._until = monotonic() + self._seconds

    def __call__(self) -> None:
        """Raise `Limit` if the time is up or nobody waits for the result any more."""
        if self.stopped or (self._until is not None and monotonic() > self._until):
            raise Limit("this needs too much time: ask for less")


class RequestWork:
    """The threads of one server process."""

    def __init__(self, factor: float = 1.0) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "request")
        self._most_of_one = max(1, int(MOST_OF_ONE * factor))
        self._most = max(1, int(MOST_WAITING * factor))
        self._of: Counter[str] = Counter()

    async def run(
        self,
        whose: str,
        work: Callable[Concatenate[Budget, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """Do some work for a client. If the caller is cancelled, the work ends early."""
        if self._of[whose] >= self._most_of_one or self._of.total() >= self._most:
            raise Limit("the server is busy with your requests: wait for their answers")
        budget = Budget()

        def do() -> T:
            budget.begin()
            budget()
            return work(budget, *arguments, **more)

        self._of[whose] += 1
        metrics.request_work.set(self._of.total())
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, do)
        finally:
            budget.stopped = True
            self._of[whose] -= 1
            if not self._of[whose]:
                del self._of[whose]
            metrics.request_work.set(self._of.total())

    async def answer(
        self,
        request: Request,
        work: Callable[Concatenate[Budget, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """Do the work of an HTTP request, as long as its client waits for it."""
        whose = request.client.host if request.client else "?"
        working = asyncio.create_task(self.run(whose, work, *arguments, **more))
        try:
            while not working.done():
                await asyncio.wait([working], timeout=LOOK_EVERY)
                if not working.done() and await request.is_disconnected():
                    raise Limit("the client has left")
            return working.result()
        finally:
            working.cancel()

    def stop(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
