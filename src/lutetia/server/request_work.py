"""The longer work of requests: previews, replays, verifications, scores.

It runs in another process, because a thread would take time from the event loop, and with it from
all tables. One piece of work runs at a time, and all clients take turns. One client can have only
few pieces at a time. Each has a budget of time, and ends early if its client has left.

At first the computer players lend their process. A server with more of such work starts one of
lower priority for it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from itertools import count
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from starlette.requests import Request

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import Limit
from lutetia.server import metrics
from lutetia.server.access.network import address_of
from lutetia.server.budget import Budget
from lutetia.server.logs import log
from lutetia.server.thinking.process_pool import ProcessPool, RequestProcessDied

MOST_WAITING = 64
"""Of all clients together, the running ones included."""
MOST_OF_PLAYER = 4
MOST_OF_ADDRESS = 8
"""The running ones included. Several players may have one address."""
PROCESS_AFTER = 1.0
"""The process of its own is started after so many seconds of work. A small server does without it
and saves 100 MB of memory."""
AGAIN_AFTER = 30.0
"""Seconds before a process that did not start, or ended, is started again."""
LOOK_EVERY = 0.5
"""How often the server looks whether a client is still there, in seconds."""

P = ParamSpec("P")
T = TypeVar("T")


async def as_long_as_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do some work for an HTTP request. It is cancelled when its client leaves."""
    working = asyncio.create_task(work)
    try:
        while not working.done():
            await asyncio.wait([working], timeout=LOOK_EVERY)
            if not working.done() and await request.is_disconnected():
                raise Limit("the client has left")
        return working.result()
    finally:
        working.cancel()
        # Its budget stops the work elsewhere, so this waits for nothing long.
        await asyncio.gather(working, return_exceptions=True)


class Turns:
    """Lets one piece of work run at a time. The clients that wait take turns, whoever of them has
    most to do."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Wait for a turn and keep it."""
        if self._busy:
            mine = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(whose, deque()).append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.cancelled():
                    self._leave(whose, mine)
                else:
                    self._pass_on()
                raise
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _leave(self, whose: str, mine: asyncio.Future[None]) -> None:
        queue = self._waiting.get(whose, deque())
        if mine in queue:
            queue.remove(mine)
            if not queue:
                del self._waiting[whose]

    def _pass_on(self) -> None:
        """Give the turn to the client that waits first. Its other work waits behind the rest."""
        while self._waiting:
            whose, queue = self._waiting.popitem(last=False)
            following = queue.popleft()
            if queue:
                self._waiting[whose] = queue
            if not following.done():
                following.set_result(None)
                return
        self._busy = False


class RequestWork:
    """The longer work of one server process. `games` are those whose rules are compiled."""

    def __init__(
        self, pool: ProcessPool, games: Callable[[], Iterable[str]], factor: float = 1.0
    ) -> None:
        self._pool = pool
        self._games = games
        self._most_of_player = max(1, int(MOST_OF_PLAYER * factor))
        self._most_of_address = max(1, int(MOST_OF_ADDRESS * factor))
        self._most = max(1, int(MOST_WAITING * factor))
        self._of_player: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self._turns = Turns()
        self._numbers = count(1)
        self._worked = 0.0
        """How many seconds the computer players have lent their process."""
        self._apart = False
        """Whether the process for this work is ready."""
        self._starting: asyncio.Task[None] | None = None
        self._not_before = 0.0

    async def run(
        self,
        address: str,
        player: str | None,
        work: Callable[Concatenate[Budget, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """Do some work for a client. If the caller is cancelled, the work ends early. The function
        is called by name in another process, and its arguments are plain data."""
        if (
            self._of_address[address] >= self._most_of_address
            or (player is not None and self._of_player[player] >= self._most_of_player)
            or self._of_address.total() >= self._most
        ):
            raise Limit("the server is busy: ask again in a moment")
        self._count(address, player, 1)
        try:
            async with self._turns.turn(address):
                return await self._carry_out(work, *arguments, **more)
        finally:
            self._count(address, player, -1)

    def _count(self, address: str, player: str | None, change: int) -> None:
        for counter, whose in ((self._of_address, address), (self._of_player, player)):
            if whose is not None:
                counter[whose] += change
                if not counter[whose]:
                    del counter[whose]
        metrics.request_work.set(self._of_address.total())

    async def _carry_out(
        self,
        work: Callable[Concatenate[Budget, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        number, apart, began = next(self._numbers), self._apart, monotonic()
        try:
            return await self._pool.carry_out(number, apart, work, *arguments, **more)
        except asyncio.CancelledError:
            self._pool.stop_request(number)
            raise
        except RequestProcessDied:
            if apart:
                self._apart = False
                self._not_before = monotonic() + AGAIN_AFTER
            raise
        finally:
            if not self._apart:
                self._worked += monotonic() - began
                self._start_if_needed()

    def _start_if_needed(self) -> None:
        """Start the process if there is enough work for it."""
        starting = self._starting is not None and not self._starting.done()
        if self._worked >= PROCESS_AFTER and not starting and monotonic() >= self._not_before:
            self._not_before = monotonic() + AGAIN_AFTER
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        try:
            self._apart = await self._pool.start_requests(sorted(self._games()))
        except LutetiaError as error:
            log().warning("no-request-process", reason=str(error), code=error.code)

    async def answer(
        self,
        request: Request,
        work: Callable[Concatenate[Budget, P], T],
        *arguments: P.args,
        **more: P.kwargs,
    ) -> T:
        """Do the work of an HTTP request, as long as its client waits for it."""
        address = address_of(request.scope)
        return await as_long_as_wanted(request, self.run(address, None, work, *arguments, **more))

    def stop(self) -> None:
        """Start no process any more. The pool ends those that run."""
        self._worked = float("-inf")
        if self._starting is not None:
            self._starting.cancel()
