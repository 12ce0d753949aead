"""One socket. Answers wait in a short queue. The state of the table does not wait there: a slow
reader gets only the newest state when it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lutetia.server import metrics
from lutetia.server.quiet_clients import NOW, TOGETHER

MOST_WAITING = 100
"""Answers and lines of chat that may wait in the queue."""
SEND_WITHIN = 20.0
"""A client must take a message within so many seconds."""
TOO_SLOW = 1013


class Connection:
    """A player or watcher at one table."""

    __slots__ = (
        "_closing",
        "_socket",
        "_state_due",
        "_waiting",
        "_woken",
        "_writer",
        "address",
        "greet",
        "last_sent",
        "player",
        "seats",
        "serial",
        "session",
        "table",
    )

    def __init__(
        self, socket: WebSocket, table: str, address: str, player: str, serial: int, session: str
    ) -> None:
        self._socket = socket
        self.table = table
        self.player = player
        self.serial = serial
        self.session = session
        """What the cookie of the browser said (`Identity`)."""
        self.address = address
        self.last_sent = -1
        """The number of the last entry that was sent; -1: nothing was sent."""
        self.seats: list[int] | None = None
        """The seats whose views were sent last; None before the first."""
        self.greet: Callable[[], Awaitable[None]]
        """Sends the message `welcome` again."""
        self._waiting: list[bytes] = []
        self._state_due = False
        self._closing: int | None = None
        self._woken = False
        self._writer: asyncio.Future[None] | None = None
        """What the writing task waits for. An event of asyncio needs a KiB."""

    def send(self, message: bytes) -> None:
        """Queue an answer. If too many wait, the connection is closed."""
        if len(self._waiting) >= MOST_WAITING:
            metrics.slow_readers.inc()
            self.close(TOO_SLOW)
            return
        self._waiting.append(message)
        self._wake()

    def state_changed(self) -> None:
        """The table has changed: send the newest state."""
        self._state_due = True
        self._wake()

    @property
    def closing(self) -> bool:
        """Whether the connection is being closed: nothing more is carried out for it."""
        return self._closing is not None

    def close(self, code: int) -> None:
        """Close after the queued messages, or at once if the client is too slow."""
        self._closing = code
        self._wake()

    def _wake(self) -> None:
        """There is something to write."""
        self._woken = True
        if self._writer is not None and not self._writer.done():
            self._writer.set_result(None)

    async def write(self, state: Callable[[Connection], bytes | None]) -> None:
        """Send until the connection is closed. `state` makes the newest state."""
        try:
            while True:
                if not self._woken:
                    self._writer = asyncio.get_running_loop().create_future()
                    await self._writer
                self._woken = False
                await self._write_all(state)
                if self._closing is not None:
                    await self._shut(self._closing)
                    return
        except TimeoutError:
            metrics.slow_readers.inc()
            await self._shut(TOO_SLOW)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def _write_all(self, state: Callable[[Connection], bytes | None]) -> None:
        """Send the queued answers, and the newest state."""
        messages, self._waiting = self._waiting, []
        if self._state_due and self._closing is None:
            self._state_due = False
            newest = state(self)
            if newest is not None:
                messages.append(newest)
        if messages and self._closing != TOO_SLOW:
            await self._send(messages)

    async def _send(self, messages: list[bytes]) -> None:
        together = self._socket.scope.get("extensions", {}).get(TOGETHER)
        if together is not None and together[NOW](messages):
            return
        async with asyncio.timeout(SEND_WITHIN):
            if together is not None:
                await self._socket.send({"type": "websocket.send", TOGETHER: messages})
                return
            for message in messages:
                await self._socket.send_text(message.decode())

    async def _shut(self, code: int) -> None:
        if self._socket.application_state is WebSocketState.DISCONNECTED:
            return
        try:
            async with asyncio.timeout(1.0):
                await self._socket.close(code)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            return
