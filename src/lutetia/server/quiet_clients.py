"""The protocols of connections: limits for clients that say nothing, read nothing or only ping, and
several messages in one write."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.exceptions import InvalidState
from websockets.http11 import MAX_LINE_LENGTH, MAX_NUM_HEADERS, Request
from websockets.protocol import Protocol

from lutetia.server import metrics
from lutetia.server.awaited import Awaited, whence
from lutetia.server.one_write import OneWrite

REQUEST_WITHIN = 10.0
"""The head of a request must come within so many seconds after the connection, or after the first
byte of a later request."""
UNREAD_BODY_WITHIN = 40.0
"""The body must come within so many seconds after the head. The guard answers sooner where it reads
the body; this limit is for bodies that nobody reads."""
IDLE_FOR = 30.0
"""A connection may wait so many seconds for its next request, whatever else it sends."""
READ_WITHIN = 60.0
"""A client must read what was sent within so many seconds."""
MOST_AWAITED = 500
"""For so many silent clients the server waits at once: for a request, its rest or the next one.
Then a new connection closes another one (see `Awaited`)."""
MOST_SENDING = 500
"""Besides, for so many clients that have begun to send a body. Silent ones take none of their
room."""
MOST_PINGS = 20
PINGS_PER_SECOND = 1.0
FEW_UNREAD = 4
"""Messages of one client that may wait while the server goes on reading."""
TOO_MUCH = 1013
LONGEST_LINE = MAX_LINE_LENGTH - 32
"""Bytes of a name and a value, or of a path, in a handshake."""
TOGETHER = "lutetia.together"
"""The extension of ASGI by which an application sends several texts at once. A write to the network
costs as much as the making of a message, and a move has two for its player: that it is stored, and
the new position. In the scope it has `PatientSocket.send_now` as `NOW`."""
NOW = "now"


class PatientHttp(HttpToolsProtocol):
    """HTTP, with limits for connections that send no whole request or do not read the answer."""

    awaited: ClassVar[Awaited[PatientHttp]] = Awaited()
    """The silent connections on which the server waits for the client."""
    sending: ClassVar[Awaited[PatientHttp]] = Awaited()
    """Those of clients that send a body."""
    whence = ""
    _idle = False
    """Whether the connection waits for a further request."""
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection is open."""
        super().connection_made(transport)
        self.whence = whence(self.client)
        self._expect(REQUEST_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._heard()
        self._has_read()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """The first byte of a request has come."""
        if self._idle or not self._is_awaited():
            self._idle = False
            self._expect(REQUEST_WITHIN)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request has come."""
        self._expect(UNREAD_BODY_WITHIN)
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = OneWrite(self.transport, self.loop)  # type: ignore[assignment]

    def on_body(self, body: bytes) -> None:
        """A part of a body has come. The time for all of it goes on."""
        timer = self.awaited.take(self)
        if timer is not None:
            self.sending.add(self, timer, MOST_SENDING)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request has come, perhaps after its answer."""
        super().on_message_complete()
        if getattr(self.cycle, "response_complete", False):  # a handshake has no cycle
            self._wait_for_next()
        else:
            self._heard()

    def on_response_complete(self) -> None:
        """The answer was handed to the transport."""
        another = bool(self.pipeline)  # the library takes it from there and begins it
        super().on_response_complete()
        if self.transport.is_closing():
            self._must_read()
        elif not another and not self._is_awaited():
            self._wait_for_next()

    def pause_writing(self) -> None:
        """Much waits for the client to read it."""
        self._must_read()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client has read nearly everything."""
        self._has_read()
        if self.transport.is_closing():
            self._must_read()  # the rest, too
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket."""
        if not self._is_handshake():
            self.send_400_response("This is no handshake of a WebSocket.")
            return
        self._heard()
        self.connections.discard(self)
        protocol = PatientSocket(self.config, self.server_state, self.app_state)
        protocol.take_over(self)
        self.transport.set_protocol(protocol)
        # The parser knows this object, so both would wait for the next search for garbage.
        self.parser = None  # type: ignore[assignment]

    def _is_handshake(self) -> bool:
        """Whether the library of WebSockets would accept the form of this request."""
        headers = list(self.scope["headers"])
        return (
            self.scope["method"] == "GET"
            and self.url.isascii()
            and len(self.url) <= LONGEST_LINE
            and len(headers) <= MAX_NUM_HEADERS
            and not any(
                len(name) + len(value) > LONGEST_LINE
                or name == b"transfer-encoding"
                # Some devices say that there is no body.
                or (name == b"content-length" and value != b"0")
                for name, value in headers
            )
        )

    def _wait_for_next(self) -> None:
        """The request is answered: a further one may come."""
        self._idle = True
        self._expect(IDLE_FOR)

    def _is_awaited(self) -> bool:
        return self in self.awaited or self in self.sending

    def _expect(self, seconds: float) -> None:
        """The client must go on within so many seconds."""
        self._heard()
        timer = self.loop.call_later(seconds, self.close_awaited)
        self.awaited.add(self, timer, MOST_AWAITED)

    def _heard(self) -> None:
        timer = self.awaited.take(self) or self.sending.take(self)
        if timer is not None:
            timer.cancel()

    def _must_read(self) -> None:
        """A connection is closed only when its client has read everything: it may not wait long."""
        if self._reading is None and self.transport.get_write_buffer_size():
            self._reading = self.loop.call_later(READ_WITHIN, self._give_up)

    def _has_read(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _give_up(self) -> None:
        """Drop what the client does not read. An ordinary end would wait for it."""
        self._reading = None
        metrics.slow_readers.inc()
        self.transport.abort()

    def close_awaited(self) -> None:
        """Close a connection whose client did not go on."""
        self._heard()
        if not self._idle:
            metrics.refusals.labels("silent").inc()
        self.transport.close()
        self._must_read()


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket, with a limit for the pings of the client."""

    pings = float(MOST_PINGS)
    pinged = 0.0

    def take_over(self, http: PatientHttp) -> None:
        """Go on with a connection whose request is a handshake. It is read already, so it is not
        written and read again; and its addresses are known."""
        self.connections.add(self)
        self.transport = http.transport
        self.server, self.client = http.server, http.client
        self.scheme = "wss" if http.scheme == "https" else "ws"
        # After a request the library reads messages.
        self.conn.parser = Protocol.parse(self.conn)
        next(self.conn.parser)
        fields = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in http.scope["headers"]
        ]
        self.handle_connect(Request(http.url.decode("ascii"), Headers(fields)))

    def handle_connect(self, event: Request) -> None:
        """Begin the handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {TOGETHER: {NOW: self.send_now}}

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        if hasattr(self, "scope"):
            # Otherwise the memory would be free only after the next search for garbage.
            self.scope["extensions"] = {}
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        texts = message.get(TOGETHER)
        if texts is not None and not self.close_sent:
            await self.writable.wait()
            self.send_now(texts)
        elif message["type"] == "websocket.accept":
            await self._accept(message)
        else:
            await super().send(message)

    def send_now(self, texts: list[bytes]) -> bool:
        """Write several texts. False if the client must read the earlier ones first."""
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        if not self.writable.is_set():
            return False
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise ClientDisconnected from None
        self._flush()
        return True

    async def _accept(self, message: Any) -> None:
        """End the handshake. Its answer waits a moment for the first message, because one write
        costs less than two."""
        usual = message.get("headers") or message.get("subprotocol") or self.handshake_complete
        if usual or self.disconnected or self.transport.is_closing():
            await super().send(message)
        else:
            self.handshake_complete = True
            self.conn.send_response(self.response)
            # In the next turn of the loop, because in this one the first message is made.
            self.loop.call_soon(self.loop.call_soon, self._flush)
            self.start_keepalive()
        # The headers need more memory than the rest of a socket.
        self.request.headers.clear()
        self.response.headers.clear()

    def _flush(self) -> None:
        """Write what waits."""
        waiting = b"".join(self.conn.data_to_send())
        if waiting and not self.transport.is_closing():
            self.transport.write(waiting)

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application. The library stops reading after each message until the
        application has taken it; that costs two calls of the system, so here a few may wait."""
        stopped = self.read_paused
        self.read_paused = stopped or self.queue.qsize() < FEW_UNREAD
        super().send_receive_event_to_app()
        if not stopped and self.queue.qsize() <= FEW_UNREAD:
            self.read_paused = False

    def handle_ping(self) -> None:
        """Answer a ping, or close the socket of a client that sends nothing else."""
        now = self.loop.time()
        gained = (now - self.pinged) * PINGS_PER_SECOND
        self.pings, self.pinged = min(float(MOST_PINGS), self.pings + gained) - 1, now
        if self.pings < 0:
            metrics.refusals.labels("limit").inc()
            self.conn.send_close(TOO_MUCH)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            return
        super().handle_ping()
