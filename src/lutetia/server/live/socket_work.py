"""The longer work for one socket: previews and hints. It ends with the socket.

The socket goes on reading meanwhile. So it notices at once when its client leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_core import to_json

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import Limit
from lutetia.server import metrics
from lutetia.server.http.errors import fault_json
from lutetia.server.live.connection import Connection
from lutetia.server.logs import log

MOST_PREVIEWS = 16
"""Questions for previews that one socket may have open. They are answered one after the other."""
INTERNAL = {"code": "internal", "message": "an error of the server: please report it", "rule": None}

Answer = dict[str, Any]


def error_of(number: int | None, fault: dict[str, Any]) -> Answer:
    """The message `error`."""
    return {"type": "error", "id": number, "error": fault}


class SocketWork:
    """Previews, one after the other, and one hint at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._previews: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()
        self._hint: asyncio.Task[None] | None = None

    def begin_preview(self, number: int, make: Callable[[], Awaitable[Answer]]) -> None:
        """Answer a question for previews when the earlier ones are answered."""
        if len(self._previews) >= MOST_PREVIEWS:
            raise Limit("wait for the answers to your earlier questions")

        async def in_turn() -> Answer:
            async with self._one:
                return await make()

        task = asyncio.create_task(self._answer(number, in_turn))
        self._previews.add(task)
        task.add_done_callback(self._previews.discard)

    def begin_hint(self, number: int, look: Callable[[], Awaitable[Answer]]) -> None:
        """Answer a question for a hint."""
        if self._hint is not None and not self._hint.done():
            raise Limit("one hint at a time")
        self._hint = asyncio.create_task(self._answer(number, look))

    async def _answer(self, number: int, make: Callable[[], Awaitable[Answer]]) -> None:
        try:
            answer = await make()
        except LutetiaError as error:
            metrics.refusals.labels(error.code).inc()
            answer = error_of(number, fault_json(error))
        except Exception:  # noqa: BLE001 (after a bug the socket stays open)
            metrics.failures.labels("socket").inc()
            log().exception("socket-failed", table=self._connection.table)
            answer = error_of(number, INTERNAL)
        self._connection.send(to_json(answer))

    async def stop(self) -> None:
        """The client has left: end everything."""
        tasks = [*self._previews, *([self._hint] if self._hint is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
