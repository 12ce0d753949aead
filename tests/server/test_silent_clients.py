"""Connections that send nothing, half a request or only pings, or do not read: each has an end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from lutetia.server import metrics, quiet_clients
from lutetia.server.access import guard
from lutetia.server.awaited import whence
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer
from tests.server.listening import RawClient, listening, raw_client, request_head


async def answering(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads a body only at one path."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        assert quiet_clients.TOGETHER in scope["extensions"]
        await send({"type": "websocket.send", quiet_clients.TOGETHER: [b"done", b"state"]})
        await receive()
        return
    if scope["path"] == "/reads":
        while (await receive()).get("more_body"):
            pass
    elif scope["path"] == "/slow":
        for _ in range(100):
            await asyncio.sleep(0)
    size = 30_000_000 if scope["path"] == "/large" else 0
    length = [(b"content-length", str(size).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": b"x" * size})


@pytest.fixture
async def port() -> AsyncIterator[int]:
    async with listening(answering) as found:
        yield found


@pytest.fixture
async def house(server: LocalServer) -> AsyncIterator[int]:
    """The port of a whole server."""
    async with listening(server.app) as found:
        yield found


def refused(code: str) -> float:
    return float(metrics.refusals.labels(code)._value.get())


async def end_of(client: RawClient) -> bytes:
    """What the server said until it closed the connection; also if something was on its way to the
    server then, so that the system ended the connection."""
    said = b""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionResetError):
            while more := await client.reader.read(2**16):
                said += more
    return said


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_the_oldest_awaited_connections_make_room_for_new_ones(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: many connections that send nothing, or a head without its body."""
    monkeypatch.setattr(quiet_clients, "MOST_AWAITED", 20)
    async with AsyncExitStack() as stack, httpx.AsyncClient() as person:
        clients = [await stack.enter_async_context(raw_client(port)) for _ in range(60)]
        for client in clients[40:]:
            await client.send(request_head("/", 1_000))
        for client in clients[:40]:
            assert await end_of(client) == b""
        assert (await person.get(f"http://127.0.0.1:{port}/")).status_code == 200


ELSEWHERE = "127.0.0.2"
"""Another address of this machine."""


async def answered(client: RawClient) -> bool:
    """Whether the server says that all is well."""
    async with asyncio.timeout(PATIENCE):
        return b"200 OK" in await client.reader.readuntil(b"\r\n\r\n")


async def test_many_connections_of_one_address_close_none_of_another_one(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: fifty new connections in a second, and every slow client of other addresses was
    cut off. A body that is on its way is safe at the same address, too."""
    monkeypatch.setattr(quiet_clients, "MOST_AWAITED", 20)
    async with AsyncExitStack() as stack:
        half, upload = [
            await stack.enter_async_context(raw_client(port, ELSEWHERE)) for _ in range(2)
        ]
        here = await stack.enter_async_context(raw_client(port))
        await half.send(b"GET / HTTP/1.1\r\nhost: a")
        for client in (upload, here):
            await client.send(request_head("/reads", 10) + b"begin")
        await until(lambda: len(quiet_clients.PatientHttp.sending) == 2)
        many = [await stack.enter_async_context(raw_client(port)) for _ in range(60)]
        for client in many[:41]:
            assert await end_of(client) == b""
        await half.send(b"\r\n\r\n")
        for client in (upload, here):
            await client.send(b"ended")
        for client in (half, upload, here):
            assert await answered(client)


async def test_many_bodies_of_one_address_close_none_of_another_one(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a byte of a body, so that a connection is not silent."""
    monkeypatch.setattr(quiet_clients, "MOST_SENDING", 5)
    async with AsyncExitStack() as stack:
        honest = await stack.enter_async_context(raw_client(port, ELSEWHERE))
        await honest.send(request_head("/reads", 10) + b"begin")
        many = [await stack.enter_async_context(raw_client(port)) for _ in range(12)]
        for client in many:
            await client.send(request_head("/reads", 10) + b"x")
        ends = [asyncio.create_task(end_of(client)) for client in many]
        await until(lambda: sum(end.done() for end in ends) == 8)
        await honest.send(b"ended")
        assert await answered(honest)
    assert await asyncio.gather(*ends) == [b""] * 12


@pytest.mark.parametrize(
    ("host", "same"),
    [
        ("2001:db8::1", "2001:db8::2"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1", "fe80::1%eth0"),
    ],
)
def test_a_network_of_one_owner_is_one_address(host: str, same: str) -> None:
    assert whence((host, 1)) == whence((same, 2))
    assert whence((host, 1)) != whence(("2001:db8:0:1::1", 1))


async def test_a_request_that_was_sent_with_the_one_before_is_answered(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow answer took longer than a connection may wait for its next request."""
    monkeypatch.setattr(quiet_clients, "IDLE_FOR", 0.0)
    async with raw_client(port) as client:
        requests = [f"GET {path} HTTP/1.1\r\nhost: a\r\n\r\n" for path in ("/", "/slow", "/slow")]
        await client.send("".join(requests).encode())
        assert (await end_of(client)).count(b"200 OK") == len(requests)


async def test_a_connection_without_a_request_is_closed_by_a_timer(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet_clients, "REQUEST_WITHIN", 0.2)
    before = refused("silent")
    async with raw_client(port) as nothing, raw_client(port) as half:
        await half.send(b"GET / HTTP/1.1\r\nhost: 127")
        assert await end_of(nothing) == b""
        assert await end_of(half) == b""
    assert refused("silent") == before + 2


async def test_a_head_that_trickles_is_not_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the head of the second request of a connection."""
    monkeypatch.setattr(quiet_clients, "REQUEST_WITHIN", 0.3)

    async def trickle(client: RawClient) -> None:
        with contextlib.suppress(OSError):
            await client.send(b"GET / HTTP/1.1\r\nhost: ")
            while True:
                await client.send(b"a")
                await asyncio.sleep(0.02)

    async with raw_client(port) as first, raw_client(port) as second:
        await second.send(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" in await second.reader.readuntil(b"\r\n\r\n")
        trickling = [asyncio.create_task(trickle(client)) for client in (first, second)]
        assert await end_of(first) == b""
        assert await end_of(second) == b""
        for task in trickling:
            task.cancel()
        await asyncio.gather(*trickling, return_exceptions=True)


@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_a_body_that_nobody_reads_has_an_end(
    port: int, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The answer comes at once; the rest of the request must come, too."""
    monkeypatch.setattr(quiet_clients, "UNREAD_BODY_WITHIN", 0.2)
    async with raw_client(port) as client:
        await client.send(request_head("/", 1_000, method))
        assert (await end_of(client)).startswith(b"HTTP/1.1 200 OK")


async def test_a_body_that_comes_after_the_answer_is_followed_by_a_request_or_the_end(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: the late body ended every wait, and the connection stayed open for ever."""
    monkeypatch.setattr(quiet_clients, "IDLE_FOR", 0.2)
    before = refused("silent")
    async with raw_client(port) as client:
        await client.send(request_head("/", 1, "GET"))
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" in await client.reader.readuntil(b"\r\n\r\n")
        await client.send(b"x" + b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" in await client.reader.readuntil(b"\r\n\r\n")
        await client.send(request_head("/", 1))
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" in await client.reader.readuntil(b"\r\n\r\n")
        await client.send(b"x")
        assert await end_of(client) == b""
    assert refused("silent") == before, "it was only idle"


@pytest.mark.parametrize("path", ["/api/tables", "/api/records/verify", "/nothing"])
async def test_a_head_without_its_body_is_answered_in_time(
    house: int, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """The attack: heads without bodies held their connections for ever."""
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.2)
    before = refused("too-slow")
    async with raw_client(house) as client:
        await client.send(request_head(path, 1_000) + b'{"game":')
        head, _, body = (await end_of(client)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"content-security-policy: default-src 'none'" in head
    assert b"connection: close" in head
    assert b'"code":"too-slow"' in body
    assert refused("too-slow") == before + 1


async def test_a_body_on_its_way_when_the_server_ends_is_answered(server: LocalServer) -> None:
    """The fault: the log of a server that was told to stop had a traceback for each upload."""
    sent: list[Any] = []
    reading = asyncio.Event()

    async def receive() -> Any:
        reading.set()
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/tables", "query_string": b"",
        "headers": [(b"host", b"test"), (b"content-length", b"1000")], "client": ("192.0.2.1", 1),
        "http_version": "1.1", "scheme": "http", "root_path": "", "server": ("test", 80),
    }  # fmt: skip
    request = asyncio.create_task(server.app(scope, receive, send))
    await reading.wait()
    request.cancel()  # as uvicorn does when it has waited long enough
    await request
    start, body = sent
    assert start["status"] == 429
    assert (b"connection", b"close") in start["headers"]
    assert b"the server is stopping" in body["body"]


async def test_a_body_that_trickles_is_not_waited_for(
    house: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.4)
    async with raw_client(house) as client:
        await client.send(request_head("/api/tables", 1_000_000))

        async def trickle() -> None:
            with contextlib.suppress(OSError):
                while True:
                    await client.send(b" ")
                    await asyncio.sleep(0.02)

        trickling = asyncio.create_task(trickle())
        assert (await end_of(client)).startswith(b"HTTP/1.1 408 ")
        trickling.cancel()
        await asyncio.gather(trickling, return_exceptions=True)


async def test_requests_with_bodies_are_counted_at_every_address(server: LocalServer) -> None:
    """The attack: outside /api nobody counted them."""
    server.services.limits.factor = 0.01
    person = server.person()
    answers = [await person.http.post("/nothing", json={}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [405] * 3 + [429] * 2
    assert (await person.http.get("/nothing")).status_code != 429


async def test_a_client_that_does_not_read_is_dropped(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: ask for much, read nothing, and hold the connection and the memory."""
    monkeypatch.setattr(quiet_clients, "READ_WITHIN", 0.2)
    before = metrics.slow_readers._value.get()
    async with raw_client(port) as client:
        await client.send(b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            while metrics.slow_readers._value.get() == before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert len(await end_of(client)) < 30_000_000


async def test_a_client_that_leaves_the_rest_of_a_last_answer_is_dropped(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: read until little is left of an answer that ends the connection, then stop."""
    resumed = asyncio.Event()
    made, resume = (
        quiet_clients.PatientHttp.connection_made,
        quiet_clients.PatientHttp.resume_writing,
    )

    def connection_made(self: Any, transport: Any) -> None:
        # More is written at once, and the network keeps less.
        transport.set_write_buffer_limits(high=20_000_000, low=19_000_000)
        made(self, transport)

    def resume_writing(self: Any) -> None:
        # Until here the client had the usual time.
        monkeypatch.setattr(quiet_clients, "READ_WITHIN", 0.2)
        resume(self)
        resumed.set()

    monkeypatch.setattr(quiet_clients.PatientHttp, "connection_made", connection_made)
    monkeypatch.setattr(quiet_clients.PatientHttp, "resume_writing", resume_writing)
    before = metrics.slow_readers._value.get()
    async with raw_client(port) as client:
        await client.send(b"GET /large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            while not resumed.is_set():
                assert await client.reader.read(10_000)
                await asyncio.sleep(0)
            while metrics.slow_readers._value.get() == before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


async def test_pings_have_a_limit(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet_clients, "PINGS_PER_SECOND", 0.0)
    pings = 0
    async with asyncio.timeout(PATIENCE):
        connection = await connect(f"ws://127.0.0.1:{port}/", ping_interval=None)
        assert [await connection.recv(), await connection.recv()] == ["done", "state"]
        with contextlib.suppress(ConnectionClosed):
            while pings < 100:
                await (await connection.ping())
                pings += 1
    assert pings <= quiet_clients.MOST_PINGS + 1
