"""The begin of every socket: who connects, from where, and whether there is room."""

from __future__ import annotations

import contextlib
from typing import Any

from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import CANNOT_OPEN, Limit, NotFound
from lutetia.server import metrics
from lutetia.server.access import network
from lutetia.server.access.identity import COOKIE, Identity
from lutetia.server.access.open_sockets import TOO_MANY
from lutetia.server.access.origin import refuse_host
from lutetia.server.http.errors import fault_json
from lutetia.server.services import Services

NO_SUCH_TABLE = 4404
CANNOT_BE_OPENED = 4422


def address_of(socket: WebSocket) -> str:
    """The network address under which the client counts."""
    return network.address_of(socket.scope)


async def admit(services: Services, socket: WebSocket) -> Identity:
    """Who connects. The socket is counted; release it when it is closed (`OpenSockets`). Raises an
    error if this client may not connect now."""
    address = address_of(socket)
    refuse_host(socket.headers.get("host", ""), services.settings)
    if services.stopping:
        raise Limit(TOO_MANY)
    services.sockets.refuse_many(address)
    await services.limits.take("sockets", address)
    who = await services.identities.of(
        socket.cookies.get(COOKIE), socket.headers.get("authorization")
    )
    services.exclusion.refuse(who.player, address)
    await services.sockets.take(address, who.player)
    # Nobody asks for the headers again, and a socket would keep them for hours.
    socket.headers.raw.clear()
    return who


async def refuse(socket: WebSocket, error: LutetiaError) -> None:
    """Accept, send the reason and close. A failed handshake would tell the browser no reason."""
    metrics.refusals.labels(error.code).inc()
    await socket.accept()
    bye: dict[str, Any] = {"type": "bye", "reason": fault_json(error), "again_ms": None}
    if error.code in {"warming", "unavailable", "limit"}:
        bye["again_ms"] = 2000
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(to_json(bye).decode())
        await socket.close(_close_code(error))


def _close_code(error: LutetiaError) -> int:
    if isinstance(error, NotFound):
        return NO_SUCH_TABLE
    return CANNOT_BE_OPENED if isinstance(error, CANNOT_OPEN) else 1013
