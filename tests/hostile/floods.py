"""Guests who flood the server, while two others play. The limits are high, because all of them come
from one address."""

from __future__ import annotations

import asyncio
import json
import random
import signal
from contextlib import suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx
from websockets.asyncio.client import connect

from lutetia.storage.database import Database
from tests.hostile.result import Result
from tests.hostile.silence import judge
from tests.server.retrying import LOST, Ledger, RetryingPlayer
from tests.server.test_crashes import forking_server, prove

FLOODERS = 6
REFUSED = {
    "/api/tables": {422, 429},
    "/api/me": {405, 429},
    "/api/score": {422, 429},
    "/nothing": {405, 429},
}
"""How nonsense is refused at each path."""


async def _flood(port: int, table: str, seed: int, stop: asyncio.Event, result: Result) -> None:
    """One guest: messages without a pause, requests without a pause, connections without an end."""
    chance = random.Random(seed)
    while not stop.is_set():
        with suppress(*LOST, httpx.HTTPError):
            if chance.random() < 0.5:
                async with connect(f"ws://127.0.0.1:{port}/ws/tables/{table}") as socket:
                    for number in range(300):
                        kind = chance.choice(("ping", "chat", "preview", "move", "resync", "?"))
                        await socket.send(
                            json.dumps({"type": kind, "id": number, "text": "x" * 90})
                        )
                        result.count += 1
                    async with asyncio.timeout(1):
                        async for text in socket:
                            if '"internal"' in str(text):
                                result.fault(str(text))
            else:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
                    for _ in range(60):
                        path = chance.choice(list(REFUSED))
                        answer = await client.post(path, content=b"{" * 500)
                        result.count += 1
                        judge(result, f"{path} {answer.text}", answer.status_code, REFUSED[path])


async def floods(games: int, seed: int, until: float = inf) -> Result:
    """So many games are played to their end while guests flood the same server. `until`: a time of
    the monotonic clock."""
    result = Result("floods of messages, requests and connections, while games go on", "messages")
    ledger, stop = Ledger(), asyncio.Event()
    with TemporaryDirectory(prefix="lutetia-") as name:
        folder = Path(name)
        async with forking_server(folder) as server:
            await server.start_server()
            host, guest = (RetryingPlayer(server.port, ledger, seed + n) for n in (0, 1))
            tables = []
            flooding = []
            for game in range(games):
                if monotonic() > until:
                    break
                tables.append(await host.open())
                await guest.http("POST", f"/api/tables/{tables[-1]}/seats/1", {"name": "Guest"})
                if game == 0:
                    flooding = [
                        asyncio.create_task(_flood(server.port, tables[0], seed + n, stop, result))
                        for n in range(FLOODERS)
                    ]
                await asyncio.gather(host.play(tables[-1]), guest.play(tables[-1]))
            stop.set()
            await asyncio.gather(*flooding)
            await server.kill(signal.SIGTERM)
        text = (folder / "log").read_text(errors="replace")
        if "Traceback" in text:
            result.fault(text[text.index("Traceback") :])
        database = Database.in_folder(folder)
        try:
            await prove(database, ledger, tables)
        except AssertionError as error:
            result.loss(str(error))
        finally:
            await database.close()
    return result
