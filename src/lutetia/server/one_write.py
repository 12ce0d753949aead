"""The head of an answer and its body in one write to the network."""

from __future__ import annotations

import asyncio


class OneWrite:
    """The transport of one answer. Its head waits for the body until the next turn of the event
    loop at most, because a write to the network costs more than to make a small answer."""

    __slots__ = ("_began", "_head", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self._began = False

    def write(self, data: bytes) -> None:
        """Write, or keep what comes first for a moment."""
        if self._began:
            head, self._head = self._head, b""
            self._transport.write(head + data if head else data)
        else:
            self._began, self._head = True, data
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Nothing has come soon enough: the answer is made piece by piece."""
        head, self._head = self._head, b""
        if head and not self._transport.is_closing():
            self._transport.write(head)

    def is_closing(self) -> bool:
        """Whether nothing more can be written."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close the connection after what was written."""
        self._flush()
        self._transport.close()
