"""The handshake of a socket: its answer goes out with the first message, or soon without it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from lutetia.server import quiet_clients
from lutetia.server.serving import config_of
from tests.patience import PATIENCE

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT = b"\x81\x05hello"


class Wire(asyncio.Transport):
    """A connection that keeps every write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.written = asyncio.Event()
        self.closed = False
        self.stops: list[bool] = []

    def write(self, data: Any) -> None:
        """Keep what is written."""
        self.writes.append(bytes(data))
        self.written.set()

    def is_closing(self) -> bool:
        """Whether the connection is closed."""
        return self.closed

    def close(self) -> None:
        """Close the connection."""
        self.closed = True

    def pause_reading(self) -> None:
        """Nothing more is read."""
        self.stops.append(True)

    def resume_reading(self) -> None:
        """Read again."""
        self.stops.append(False)

    def set_protocol(self, protocol: Any) -> None:
        """The connection belongs to the socket now."""
        self.protocol = protocol


async def connected(app: Any, handshake: bytes = HANDSHAKE) -> Wire:
    """Connect to an application as a client does."""
    config = config_of(app)
    config.load()
    loop = asyncio.get_running_loop()
    protocol = quiet_clients.PatientHttp(config, ServerState(), {}, loop)
    wire = Wire()
    protocol.connection_made(wire)
    protocol.data_received(handshake)
    async with asyncio.timeout(PATIENCE):
        await wire.written.wait()
    return wire


async def quiet(_: Any, receive: Any, send: Any) -> None:
    """Accept, and wait until the client goes away."""
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def scope_of(handshake: bytes) -> dict[str, Any]:
    """What an application learns from a handshake."""
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.update(scope, headers=list(scope["headers"]), extensions=None)
        await quiet(scope, receive, send)

    wire = await connected(app, handshake)
    wire.protocol.connection_lost(None)
    return found


def with_line(line: bytes) -> bytes:
    """A handshake with one more line."""
    return HANDSHAKE.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n\r\n")


async def test_an_application_learns_what_the_handshake_says() -> None:
    named = with_line(b"Cookie: a=\xe9; b\r\nContent-Length: 0")
    found = await scope_of(named.replace(b"GET /", b"GET /ws/a%20b?c=%64"))
    assert (found["type"], found["scheme"], found["http_version"]) == ("websocket", "ws", "1.1")
    assert (found["path"], found["raw_path"]) == ("/ws/a b", b"/ws/a%20b")
    assert found["query_string"] == b"c=%64"
    assert found["headers"] == [
        (b"host", b"a"),
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-key", b"dGhlIHNhbXBsZSBub25jZQ=="),
        (b"sec-websocket-version", b"13"),
        (b"cookie", b"a=\xe9; b"),
        (b"content-length", b"0"),
    ]


@pytest.mark.parametrize(
    ("handshake", "answer"),
    [
        (with_line(b"\r\n".join(b"X-%d: 1" % number for number in range(200))), b"400"),
        (with_line(b"X: " + b"x" * 9000), b"400"),
        (HANDSHAKE.replace(b"GET /", b"GET /" + b"x" * 9000), b"400"),
        (HANDSHAKE.replace(b"GET", b"POST"), b"400"),
        (with_line(b"Content-Length: 5"), b"400"),
        (HANDSHAKE.replace(b"Version: 13", b"Version: 12"), b"400"),
        (HANDSHAKE.replace(b"Key: dGhl", b"Key: short"), b"400"),
    ],
    ids=["many lines", "a long line", "a long path", "no GET", "a body", "a version", "a key"],
)
async def test_an_odd_handshake_is_refused_and_its_connection_closed(
    handshake: bytes, answer: bytes
) -> None:
    wire = await connected(quiet, handshake)
    assert b"".join(wire.writes).split()[1] == answer
    assert wire.closed


async def test_the_answer_to_a_handshake_takes_the_first_message_along() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert scope["extensions"][quiet_clients.TOGETHER][quiet_clients.NOW]([b"hello"])
        await receive()

    wire = await connected(app)
    (one,) = wire.writes
    assert one.startswith(b"HTTP/1.1 101 ")
    assert one.endswith(b"\r\n\r\n" + TEXT)
    wire.protocol.connection_lost(None)


async def test_a_socket_that_says_nothing_is_open_all_the_same() -> None:
    wire = await connected(quiet)
    (one,) = wire.writes
    assert one.startswith(b"HTTP/1.1 101 ")
    assert one.endswith(b"\r\n\r\n")
    wire.protocol.connection_lost(None)


async def test_a_client_that_must_read_first_gets_nothing_more() -> None:
    wire = await connected(quiet)
    socket = wire.protocol
    socket.pause_writing()
    assert socket.send_now([b"hello"]) is False
    socket.resume_writing()
    assert socket.send_now([b"hello", b"hello"]) is True
    assert wire.writes[1:] == [TEXT + TEXT]
    socket.connection_lost(None)
    with pytest.raises(ClientDisconnected):
        socket.send_now([b"hello"])


async def test_few_messages_may_wait_and_none_is_lost() -> None:
    go_on, taken = asyncio.Event(), list[str]()

    async def slow(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await go_on.wait()
        while (message := await receive())["type"] == "websocket.receive":
            taken.append(message["text"])

    def said(number: int) -> bytes:
        """A frame of a client, with a mask of zeros."""
        return b"\x81\x82\0\0\0\0%02d" % number

    wire = await connected(slow)
    for number in range(quiet_clients.FEW_UNREAD):
        wire.protocol.data_received(said(number))
    assert wire.stops == []
    wire.protocol.data_received(said(4) + said(5))
    assert wire.stops == [True]
    go_on.set()
    async with asyncio.timeout(PATIENCE):
        while len(taken) < 6:  # noqa: ASYNC110
            await asyncio.sleep(0)
    assert taken == ["00", "01", "02", "03", "04", "05"]
    assert wire.stops == [True, False]
    wire.protocol.connection_lost(None)


async def test_a_closed_socket_leaves_no_garbage() -> None:
    gc.collect()
    gc.disable()
    try:
        wire = await connected(quiet)
        socket = weakref.ref(wire.protocol)
        wire.protocol.connection_lost(None)
        del wire.protocol
        async with asyncio.timeout(PATIENCE):
            while socket() is not None:  # noqa: ASYNC110
                await asyncio.sleep(0)
    finally:
        gc.enable()
