"""The socket of a table. It reads one message after the other and answers each once."""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import partial
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json, to_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import Limit, NotFound, NotPossible
from lutetia.match.table import Table
from lutetia.server import metrics
from lutetia.server.access.identity import Identity
from lutetia.server.access.limits import MOST_SOCKETS_OF_TABLE
from lutetia.server.access.origin import same_origin
from lutetia.server.access.texts import BadText, refuse_unstorable
from lutetia.server.http.errors import fault_json, shape_fault
from lutetia.server.live import actions, hosting
from lutetia.server.live.connection import Connection
from lutetia.server.live.handshake import address_of, admit, refuse
from lutetia.server.live.live_table import LiveTable
from lutetia.server.live.socket_work import INTERNAL, SocketWork, error_of
from lutetia.server.logs import log
from lutetia.server.protocol import socket as s
from lutetia.server.protocol.base import LONGEST_MESSAGE
from lutetia.server.services import Services

CHAT_SHOWN = 100
TABLE_ID = re.compile(r"[a-z2-7]{16}")
FORBIDDEN = 1008
FLOOD = 40
"""The socket is closed after so many refused messages in a row."""


async def serve_socket(services: Services, socket: WebSocket, table_id: str) -> None:
    """Serve one connection from the handshake to the end."""
    if not same_origin(socket.headers, services.settings.public_url):
        await socket.close(1008)
        return
    try:
        if TABLE_ID.fullmatch(table_id) is None:
            raise NotFound("there is no such table")
        live = services.hub.live_tables.get(table_id)
        most = services.limits.most(MOST_SOCKETS_OF_TABLE)
        if live is not None and len(live.connections) >= most:
            raise Limit("too many connections: try again later")
        who = await admit(services, socket)
    except LutetiaError as error:
        await refuse(socket, error)
        return
    address = address_of(socket)
    try:
        await services.keeper.table(table_id)
    except LutetiaError as error:
        await refuse(socket, error)
    else:
        await socket.accept()
        connection = Connection(socket, table_id, address, who.player, who.serial, who.session)
        await _SocketSession(services, socket, connection, who).run()
    finally:
        services.sockets.release(address, who.player)


class _SocketSession:
    """Reads and answers the messages of one socket."""

    def __init__(
        self, services: Services, socket: WebSocket, connection: Connection, who: Identity
    ) -> None:
        self._services = services
        self._socket = socket
        self._connection = connection
        self._who = who
        self._socket_name = str(id(connection))
        self._live: LiveTable
        self._refused = 0
        self._work = SocketWork(connection)
        connection.greet = self._welcome

    async def run(self) -> None:
        """Run until one side closes the socket."""
        services, connection = self._services, self._connection
        writing = asyncio.create_task(connection.write(self._state))
        try:
            self._live = await services.hub.enter(connection)
            await self._welcome()
            await self._read(writing)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        except LutetiaError as error:
            connection.send(to_json({"type": "bye", "reason": fault_json(error), "again_ms": 1000}))
            connection.close(1013)
            await writing
        finally:
            services.hub.leave(connection)
            # It knows this session, so both would wait for the next search for garbage.
            del connection.greet
            services.limits.forget("messages", self._socket_name)
            writing.cancel()
            await self._work.stop()
            await asyncio.gather(writing, return_exceptions=True)

    async def _read(self, writing: asyncio.Task[None]) -> None:
        while not writing.done():
            text = await self._next()
            if text is None:
                return
            if self._connection.closing:
                await writing
                return
            answer = await self._answer(text)
            if answer is not None:
                self._connection.send(to_json(answer))
            if self._refused > FLOOD:
                self._connection.close(1013)
                await writing
                return

    async def _next(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _welcome(self) -> None:
        services, connection = self._services, self._connection
        chat = await services.journal.last_chat(connection.table, CHAT_SHOWN)
        bans = await hosting.bans_of(services, connection.table)
        table = await services.keeper.table(connection.table)
        try:
            hosting.refuse_sent_away(table, connection.player, bans.excluded)
        except NotPossible as error:
            bye = {"type": "bye", "reason": fault_json(error), "again_ms": None}
            connection.send(to_json(bye))
            connection.close(FORBIDDEN)
            return
        text = self._live.welcome(
            table,
            connection.player,
            chat,
            services.now(),
            services.keeper.outages,
            bans,
        )
        connection.last_sent = table.number
        connection.seats = _seats_shown(table, connection.player)
        connection.send(text)

    def _state(self, connection: Connection) -> bytes | None:
        """The newest state. The connection calls this when it is ready to send."""
        services = self._services
        table = services.keeper.cached(connection.table)
        if table is None:
            # The table is not in memory: read it again.
            self._reload()
            return None
        if connection.last_sent < 0:
            return None
        seats = _seats_shown(table, connection.player)
        last = connection.last_sent if seats == connection.seats else -1
        connection.last_sent, connection.seats = table.number, seats
        return self._live.state(
            table, connection.player, last, services.now(), services.keeper.outages
        )

    def _reload(self) -> None:
        async def load() -> None:
            with contextlib.suppress(LutetiaError):
                await self._services.keeper.table(self._connection.table)
                self._connection.state_changed()

        self._loading = asyncio.create_task(load())

    async def _answer(self, text: str | bytes) -> dict[str, Any] | None:
        number: int | None = None
        try:
            limits, player = self._services.limits, self._who.player
            if not limits.allows("messages", self._socket_name) or not limits.allows(
                "messages-player", player
            ):
                self._refused += 1
                raise Limit("too many messages: slow down")
            if len(text) > LONGEST_MESSAGE:
                self._refused += 1
                raise Limit("this message is too long")
            refuse_unstorable(
                text.encode(errors="surrogatepass") if isinstance(text, str) else text
            )
            message = s.CLIENT_MESSAGE.validate_json(text, strict=True)
            number = message.id
            answer = await self._carry_out(message)
        except ValidationError as error:
            self._refused += 1
            fault = shape_fault(error)
            metrics.refusals.labels(fault["code"]).inc()
            return error_of(_number_in(text), fault)
        except BadText as error:
            self._refused += 1
            metrics.refusals.labels(error.code).inc()
            return error_of(_number_in(text), fault_json(error))
        except LutetiaError as error:
            metrics.refusals.labels(error.code).inc()
            return error_of(number, fault_json(error))
        except Exception:  # noqa: BLE001 (after a bug the socket stays open)
            metrics.failures.labels("socket").inc()
            log().exception("socket-failed", table=self._connection.table)
            return error_of(number, INTERNAL)
        self._refused = 0
        return answer

    async def _say(self, who: Identity, text: str) -> Table:
        """Store a line of chat."""
        services, table_id, address = (
            self._services,
            self._connection.table,
            self._connection.address,
        )
        table = await services.keeper.table(table_id)
        services.exclusion.refuse_chat(who.player, address)
        await hosting.refuse_chat(services, table, who.player)
        seats = table.seats_of(who.player)
        await services.limits.take("chat", who.player)
        if not seats:
            # A new guest costs nothing, so all who only watch share their limits.
            await services.limits.take("chat-watchers", table_id)
            await services.limits.take("chat-address", address)
        name = (table.chairs[seats[0]].name if seats else None) or who.name
        await services.keeper.say(table_id, who.player, name, text, who.kind == "guest")
        return table

    async def _carry_out(self, message: s.ClientMessage) -> dict[str, Any] | None:
        services, who, table_id = self._services, self._who, self._connection.table
        if isinstance(message, s.PingRequest):
            return {"type": "pong", "id": message.id}
        if isinstance(message, s.ResyncRequest):
            await services.keeper.refresh(table_id)
            await self._welcome()
            return None
        if isinstance(message, s.ChatRequest | s.SitRequest) and who.kind != "bot":
            # The name may have changed since the socket was opened.
            who = await services.identities.of_player(who.player)
        if isinstance(message, s.ChatRequest):
            table = await self._say(who, message.text)
        elif isinstance(message, s.ReportRequest):
            await services.limits.take("reports", who.player)
            table = await services.keeper.table(table_id)
            await services.reports.add(table_id, message.line, who.player, services.now())
            log().info("reported", table=table_id)
        elif isinstance(message, s.MuteRequest | s.ExcludeRequest):
            table = await services.keeper.table(table_id)
            await hosting.carry_out(services, table, who.player, message)
        elif isinstance(message, s.SitRequest):
            table = await actions.sit(
                services,
                who,
                self._connection.address,
                table_id,
                message.seat,
                message.name,
                message.share,
                message.promise,
            )
        else:
            table = await services.keeper.table(table_id)
            address = self._connection.address
            if isinstance(message, s.PreviewRequest):
                make = actions.preview(services, table, who, address, message)
                self._work.begin_preview(message.id, make)
                return None
            if isinstance(message, s.FiguresRequest):
                return actions.tell_figures(table, who, message)
            if isinstance(message, s.PastRequest):
                return actions.past(table, who, message)
            if isinstance(message, s.HintRequest):
                look = partial(actions.hint, services, table, who, address, message)
                self._work.begin_hint(message.id, look)
                return None
            command = await actions.command_of(services, who, table, message)
            table = await actions.act(services, who, table_id, command)
        return {"type": "done", "id": message.id, "ply": table.ply}


def _seats_shown(table: Table, player: str) -> list[int] | None:
    """The seats whose views a player gets. None before the game: the first view after it tells the
    whole log, also the moves of a record."""
    return table.seats_of(player) if table.is_dealt else None


def _number_in(text: str | bytes) -> int | None:
    """The number of a request of a wrong shape, so that the client can match the answer."""
    try:
        found = from_json(text)
    except ValueError:
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 <= number < 2**53 else None
