"""How many sockets are open: of each address and each player, in all processes together."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Protocol

from lutetia.match.errors import Limit
from lutetia.server import metrics
from lutetia.server.access.limits import (
    MOST_SOCKETS,
    MOST_SOCKETS_OF_ADDRESS,
    MOST_SOCKETS_OF_PLAYER,
    Limits,
)

AT_ONCE = 200
"""Counts that are renewed in one question."""
TOO_MANY = "too many connections: try again later"


class SharedCounts(Protocol):
    """Counts of several processes."""

    async def tell(self, own: Mapping[str, int]) -> dict[str, int]:
        """Tell the counts of this process. Returns the counts of all processes."""

    async def stop(self) -> None:
        """Disconnect."""


class OpenSockets:
    """The sockets of this process, and how many the others have."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._own: Counter[str] = Counter()
        """By `address:…` and `player:…`."""
        self.total = 0
        """Of this process. Each process has room for a number of its own."""
        self.shared: SharedCounts | None = None
        self._telling: set[asyncio.Task[None]] = set()

    def refuse_many(self, address: str) -> None:
        """Refuse an address that has too many sockets here. This asks nobody."""
        if self.total >= self._limits.most(MOST_SOCKETS) or self._own[
            f"address:{address}"
        ] >= self._limits.most(MOST_SOCKETS_OF_ADDRESS):
            raise Limit(TOO_MANY)

    async def take(self, address: str, player: str) -> None:
        """Count a socket, or raise `Limit`. Who takes one must `release` it."""
        self.refuse_many(address)
        of_address, of_player = f"address:{address}", f"player:{player}"
        self._add(of_address, of_player, 1)
        try:
            found: Mapping[str, int] = self._own
            if self.shared is not None:
                found = await self.shared.tell(
                    {name: self._own[name] for name in (of_address, of_player)}
                )
            if found[of_address] > self._limits.most(MOST_SOCKETS_OF_ADDRESS):
                raise Limit(TOO_MANY)
            if found[of_player] > self._limits.most(MOST_SOCKETS_OF_PLAYER):
                raise Limit("you have too many connections: close some")
        except BaseException:
            self.release(address, player)
            raise

    def release(self, address: str, player: str) -> None:
        """A socket is closed."""
        names = f"address:{address}", f"player:{player}"
        self._add(*names, -1)
        if self.shared is not None:
            task = asyncio.create_task(self._tell(names))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)
        for name in names:
            if not self._own[name]:
                del self._own[name]

    def _add(self, of_address: str, of_player: str, number: int) -> None:
        self._own[of_address] += number
        self._own[of_player] += number
        self.total += number
        metrics.sockets.set(self.total)

    async def _tell(self, names: Iterable[str]) -> None:
        if self.shared is not None:
            await self.shared.tell({name: self._own[name] for name in names})

    async def renew(self) -> None:
        """Tell all counts again. The others forget the counts of a process that is silent."""
        names = iter(list(self._own))
        while self.shared is not None and (some := list(islice(names, AT_ONCE))):
            await self._tell(some)

    async def stop(self) -> None:
        """Disconnect from the other processes."""
        for task in self._telling:
            task.cancel()
        await asyncio.gather(*self._telling, return_exceptions=True)
        if self.shared is not None:
            await self.shared.stop()
