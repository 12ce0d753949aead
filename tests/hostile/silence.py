"""Connections that say nothing or never end what they say, while an honest client is served."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Collection
from contextlib import AsyncExitStack
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx

from tests.hostile.result import Result
from tests.patience import PATIENCE
from tests.server.listening import raw_client, request_head
from tests.server.test_crashes import forking_server

ELSEWHERE = "127.0.0.2"
"""The honest client has another address than the attacker, as it would have on the internet."""
PATHS = ("/api/tables", "/api/catalogue", "/api/me", "/healthz")
BEGINNINGS = (
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nhost: 127",
    request_head("/api/tables", 1_000),
    request_head("/api/tables", 1_000) + b'{"game":',
    b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
)
"""What an attacker sends, before silence. The last one is served and then waits."""
BATCH = 50
ASKED = 100
"""Honest requests while all of them are open."""


def judge(result: Result, what: str, status: int, expected: Collection[int]) -> None:
    """A status that nobody expects is a fault."""
    if status not in expected:
        result.fault(f"{status} instead of {sorted(expected)} for {what}")


async def ask(client: httpx.AsyncClient, path: str, result: Result) -> None:
    """An honest request, which must be served."""
    try:
        judge(result, path, (await client.get(path)).status_code, {200})
    except httpx.HTTPError as error:
        result.fault(f"{type(error).__name__} for {path}")


async def silence(count: int, seed: int, until: float = inf) -> Result:
    """Open so many connections. `until`: a time of the monotonic clock."""
    result = Result("connections that say nothing, while another client is served", "connections")
    chance = random.Random(seed)
    with TemporaryDirectory(prefix="lutetia-") as name:
        folder = Path(name)
        async with forking_server(folder) as server, AsyncExitStack() as stack:
            await server.start_server()
            honest = await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{server.port}",
                    transport=httpx.AsyncHTTPTransport(local_address=ELSEWHERE),
                    timeout=PATIENCE,
                )
            )

            async def attack() -> None:
                client = await stack.enter_async_context(raw_client(server.port))
                await client.send(chance.choice(BEGINNINGS))
                result.count += 1

            while result.count < count and monotonic() < until:
                batch = min(BATCH, count - result.count)
                await asyncio.gather(
                    ask(honest, chance.choice(PATHS), result), *[attack() for _ in range(batch)]
                )
            for _ in range(ASKED):
                await ask(honest, chance.choice(PATHS), result)
            # A server that is told to stop logs the requests that it breaks off.
            await stack.aclose()
            await server.kill(signal.SIGTERM)
        if "Traceback" in (text := (folder / "log").read_text(errors="replace")):
            result.fault(text[text.index("Traceback") :])
    return result
