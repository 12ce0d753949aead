"""The server stops for no long search for garbage, and makes hardly any garbage."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from uvicorn.server import ServerState

from lutetia.server.garbage import ALL_EVERY, FEW, MANY_STEPS, GarbageSearch
from lutetia.server.live.connection import Connection
from lutetia.server.live.socket import _SocketSession
from lutetia.server.quiet_clients import PatientHttp
from lutetia.server.serving import config_of
from tests.patience import PATIENCE
from tests.server.in_process import Person
from tests.server.test_play import two_at_a_table


class Circle:
    """Knows itself, so only a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def search() -> Iterator[tuple[GarbageSearch, list[float]]]:
    now = [0.0]
    found = GarbageSearch(lambda: now[0])
    found.begin()
    yield found, now
    found.end()


def many_steps() -> list[list[int]]:
    """Live objects, so many that the collector looks often."""
    return [[] for _ in range((MANY_STEPS + 2) * FEW)]


def test_new_garbage_is_found_and_what_was_seen_is_put_aside(
    search: tuple[GarbageSearch, list[float]],
) -> None:
    before = gc.get_freeze_count()
    seen = weakref.ref(Circle())
    kept = many_steps()
    assert seen() is None
    assert gc.get_freeze_count() >= before + len(kept) - FEW


def test_everything_is_searched_while_nobody_plays_or_now_and_then(
    search: tuple[GarbageSearch, list[float]],
) -> None:
    garbage, now = search

    def one_put_aside() -> weakref.ref[Circle]:
        old = Circle()
        kept = many_steps()
        assert kept
        return weakref.ref(old)

    found = one_put_aside()
    garbage.look(quiet=False)
    assert found() is not None
    garbage.look(quiet=True)
    assert found() is None
    found = one_put_aside()
    now[0] += ALL_EVERY
    garbage.look(quiet=False)
    assert found() is None


def test_the_collector_is_as_before_at_the_end() -> None:
    before = gc.callbacks.copy()
    found = GarbageSearch(lambda: 0.0)
    found.begin()
    assert len(gc.callbacks) == len(before) + 1
    found.end()
    found.end()
    assert gc.callbacks == before
    assert gc.get_freeze_count() == 0


@contextmanager
def no_search() -> Iterator[None]:
    """Nothing is freed by the collector."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def test_a_closed_socket_leaves_no_garbage(anna: Person, bert: Person) -> None:
    with no_search():
        _, first, second = await two_at_a_table(anna, bert)
        await first.close()
        await second.close()
        kinds = {Connection, _SocketSession}
        async with asyncio.timeout(PATIENCE):
            while any(type(one) in kinds for one in gc.get_objects()):  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_the_handshake_of_a_socket_leaves_no_garbage() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    class Wire(asyncio.Transport):
        """A connection that keeps what is written."""

        def __init__(self) -> None:
            super().__init__()
            self.protocol: Any = None
            self.answered = asyncio.Event()

        def write(self, data: Any) -> None:
            del data
            self.answered.set()

        def is_closing(self) -> bool:
            return False

        def close(self) -> None:
            pass

        def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
            self.protocol = protocol

    config = config_of(app)
    config.load()
    with no_search():
        wire, loop = Wire(), asyncio.get_running_loop()
        http = PatientHttp(config, ServerState(), {}, loop)
        seen = weakref.ref(http)
        http.connection_made(wire)
        http.data_received(
            b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await wire.answered.wait()
        assert wire.protocol not in {None, http}
        del http
        assert seen() is None
        wire.protocol.connection_lost(None)
