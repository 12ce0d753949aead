"""The socket of the public list. The client only listens; it may ping."""

from __future__ import annotations

import asyncio

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from lutetia.kernel.errors import LutetiaError
from lutetia.server import metrics
from lutetia.server.access.origin import same_origin
from lutetia.server.live.connection import Connection
from lutetia.server.live.handshake import address_of, admit, refuse
from lutetia.server.protocol.base import LONGEST_MESSAGE
from lutetia.server.protocol.socket import PingRequest
from lutetia.server.services import Services

NOT_UNDERSTOOD = 1008
TOO_MANY = 1013


async def serve_list(services: Services, socket: WebSocket) -> None:
    """Serve one reader of the list, from the handshake to the end."""
    if not same_origin(socket.headers, services.settings.public_url):
        await socket.close(1008)
        return
    try:
        who = await admit(services, socket)
    except LutetiaError as error:
        await refuse(socket, error)
        return
    address = address_of(socket)
    try:
        await socket.accept()
        connection = Connection(socket, "", address, who.player, who.serial, who.session)
        await _serve_reader(services, socket, connection)
    finally:
        services.sockets.release(address, who.player)


async def _serve_reader(services: Services, socket: WebSocket, connection: Connection) -> None:
    reader = services.hub.read_list(connection)
    writing = asyncio.create_task(connection.write(reader.message))
    try:
        await _listen(services, socket, connection, writing)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        services.hub.leave_list(reader)
        services.limits.forget("messages", str(id(connection)))
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def _listen(
    services: Services, socket: WebSocket, connection: Connection, writing: asyncio.Task[None]
) -> None:
    while not writing.done():
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if connection.closing:
            await writing
            return
        if not services.limits.allows("messages", str(id(connection))):
            metrics.refusals.labels("limit").inc()
            connection.close(TOO_MANY)
        else:
            try:
                if len(text) > LONGEST_MESSAGE:
                    raise ValueError
                ping = PingRequest.model_validate_json(text, strict=True)
                connection.send(to_json({"type": "pong", "id": ping.id}))
            except (ValidationError, ValueError):
                metrics.refusals.labels("bad-request").inc()
                connection.close(NOT_UNDERSTOOD)
