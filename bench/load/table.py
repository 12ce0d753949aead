"""A table with two seats, each with its own socket, and the time of each move."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from time import perf_counter

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

AFTERWARDS = 10.0
"""Seconds to wait for the last moves of a round."""


@dataclass
class Tally:
    """The results of the moves."""

    sent: int = 0
    refused: int = 0
    lost_sockets: int = 0
    latencies: list[float] = field(default_factory=list)
    """Seconds from the moment a move was due until the other seat saw it."""


class Line(ABC):
    """The socket of one seat, for one kind of server."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket = socket
        self.seat = seat
        self.ply = -1
        self.to_move: int | None = None
        self.over = False
        self.refused = 0

    @abstractmethod
    async def take(self, text: str | bytes) -> None:
        """Read a message: `ply`, `to_move` and `over` follow it."""

    @abstractmethod
    def move(self, chance: random.Random) -> str:
        """A message that plays any legal move."""


class Table:
    """Two seats that play against each other."""

    def __init__(self, lines: tuple[Line, Line], tally: Tally) -> None:
        self.lines = lines
        self._tally = tally
        self._due: tuple[int, int, float] | None = None
        """The ply that the other seat waits for, the seat that moves, and the time of the move."""
        self._closing = False
        self._news = asyncio.Event()
        self._readers = [asyncio.create_task(self._read(line)) for line in lines]

    @property
    def over(self) -> bool:
        return any(line.over for line in self.lines)

    @property
    def waiting(self) -> bool:
        """Whether a move is being sent."""
        return self._due is not None

    @property
    def free(self) -> bool:
        """Whether both seats know the position, and one of them is to move."""
        one, other = self.lines
        return not self.waiting and not self.over and one.ply == other.ply >= 0

    async def until_free(self) -> None:
        """Wait for both seats to know the position, or for the end of the game."""
        while not (self.free or (self.over and not self.waiting)):
            self._news.clear()
            await self._news.wait()

    async def move(self, due: float, chance: random.Random) -> None:
        """Play a move that was due at this time."""
        seat = self.lines[0].to_move
        assert seat is not None
        line = self.lines[seat]
        self._due = (line.ply + 1, seat, due)
        self._tally.sent += 1
        try:
            await line.socket.send(line.move(chance))
        except ConnectionClosed:
            self._tally.lost_sockets += 1

    async def _read(self, line: Line) -> None:
        try:
            async for text in line.socket:
                now = perf_counter()
                await line.take(text)
                self._look(line, now)
        except ConnectionClosed:
            pass
        if not self._closing:
            self._tally.lost_sockets += 1

    def _look(self, line: Line, now: float) -> None:
        self._tally.refused += line.refused
        line.refused = 0
        if self._due is not None:
            ply, mover, due = self._due
            if line.ply >= ply and line.seat != mover:
                self._tally.latencies.append(now - due)
                self._due = None
        self._news.set()

    async def close(self) -> None:
        """Close both sockets."""
        self._closing = True
        for line in self.lines:
            await line.socket.close()
        await asyncio.gather(*self._readers)
