"""A server in the process of the test that listens on a port, for clients that are no library."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.types import ASGIApp

from lutetia.server.serving import config_of


@asynccontextmanager
async def listening(app: ASGIApp) -> AsyncIterator[int]:
    """Serve an application that runs already, with the protocols of the real server. Yields the
    port."""
    config = config_of(app)
    config.lifespan = "off"
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen(100)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[door]))
        try:
            yield int(door.getsockname()[1])
        finally:
            server.should_exit = True
            await serving


class RawClient:
    """A client that writes bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    async def send(self, content: bytes) -> None:
        self._writer.write(content)
        await self._writer.drain()

    def drop(self) -> None:
        """End the connection without a word, as the network does."""
        self._writer.transport.abort()


@asynccontextmanager
async def raw_client(port: int, whence: str = "127.0.0.1") -> AsyncIterator[RawClient]:
    """Connect, from some address of this machine. macOS has 127.0.0.1 alone, until somebody says
    `sudo ifconfig lo0 alias 127.0.0.2`."""
    found = await asyncio.open_connection("127.0.0.1", port, local_addr=(whence, 0))
    client = RawClient(*found)
    try:
        yield client
    finally:
        client.drop()


def request_head(path: str, length: int, method: str = "POST", **headers: str) -> bytes:
    """The head of a request with JSON."""
    lines = {
        "host": "127.0.0.1",
        "content-type": "application/json",
        "content-length": str(length),
        **headers,
    }
    fields = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{fields}\r\n".encode()
