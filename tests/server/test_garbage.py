"""The server stops for no long search for garbage, and makes hardly any garbage."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from uvicorn.server import ServerState

from lutetia.server.live.connection import Connection
from lutetia.server.live.socket import _SocketSession
from lutetia.server.quiet_clients import PatientHttp
from lutetia.server.serving import config_of
from tests.patience import PATIENCE
from tests.server import garbage_search
from tests.server.garbage_search import TRIALS
from tests.server.in_process import Person
from tests.server.test_play import two_at_a_table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("trial", TRIALS)
def test_the_search_in_a_new_process(trial: str) -> None:
    subprocess.run([sys.executable, "-m", garbage_search.__name__, trial], cwd=ROOT, check=True)


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
