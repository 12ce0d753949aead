"""The connections on which a server waits for the client: so many at most, each for some time."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from ipaddress import IPv6Address
from typing import Generic, Protocol, TypeVar

NETWORK = 8
"""Bytes of an address of IPv6 that name its network. Its owner may choose the rest."""


class Connection(Protocol):
    """A connection whose client must go on."""

    whence: str

    def close_awaited(self) -> None:
        """Close it, because the client did not go on."""


C = TypeVar("C", bound=Connection)


class Awaited(Generic[C]):
    """Connections that must go on in time. If there are too many, a new one closes another: the
    oldest of the address that holds most. So nobody is locked out, and who opens many connections
    closes only their own."""

    def __init__(self) -> None:
        self._timers: OrderedDict[C, asyncio.TimerHandle] = OrderedDict()
        """The oldest connection first."""
        self._held: Counter[str] = Counter()

    def __contains__(self, connection: C) -> bool:
        return connection in self._timers

    def __len__(self) -> int:
        return len(self._timers)

    def add(self, connection: C, timer: asyncio.TimerHandle, most: int) -> None:
        """Wait for a connection, until the timer closes it. `most`: so many may wait."""
        self._timers[connection] = timer
        self._held[connection.whence] += 1
        while len(self._timers) > most:
            highest = max(self._held.values())
            next(one for one in self._timers if self._held[one.whence] == highest).close_awaited()

    def take(self, connection: C) -> asyncio.TimerHandle | None:
        """Wait no longer here. Returns the timer, which goes on."""
        timer = self._timers.pop(connection, None)
        if timer is not None:
            self._held[connection.whence] -= 1
            if not self._held[connection.whence]:
                del self._held[connection.whence]
        return timer


def whence(client: tuple[str, int] | None) -> str:
    """Where a connection comes from: an address, or a network of IPv6."""
    host = client[0] if client is not None else ""
    if ":" not in host:
        return host
    address = IPv6Address(host)
    return str(address.ipv4_mapped or address.packed[:NETWORK].hex())
