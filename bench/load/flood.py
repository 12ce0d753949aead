"""`python -m bench.load.flood ADDRESS SECONDS`: one guest who asks for previews on many sockets,
and for scores, as fast as the server answers.

The guest has a network address of their own, where the system has one to spare: most limits of the
server count for one address, and strangers have different ones."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from contextlib import suppress
from time import monotonic
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from bench.load.languages import dial

SOCKETS = 20
OTHER_ADDRESS = "127.0.0.2"
TEXT = "game lumiere\nbuildings\n" + "orange line a1 0\n" * 5_000


async def flood(address: str, seconds: float) -> dict[str, int]:
    """Misbehave for so many seconds. Returns how many requests were answered and refused."""
    until = monotonic() + seconds
    count = {"answered": 0, "refused": 0}
    source = own_address()
    way = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(base_url=address, timeout=60, transport=way) as client:
        wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "me"}]}
        made = await client.post("/api/tables", json=wish)
        made.raise_for_status()
        table = made.json()["table"]["table"]["id"]
        cookie = made.headers["set-cookie"].partition(";")[0]

        async def previews() -> None:
            with suppress(WebSocketException, OSError):
                line = await dial(f"{address}/ws/tables/{table}", cookie, source)
                state: Any = json.loads(await line.recv())["state"]
                seat = state["to_move"]
                legal = next(v["legal"] for v in state["views"] if v["seat"] == seat)
                wish = {"type": "preview", "seat": seat, "ply": 0, "moves": (legal * 64)[:64]}
                while monotonic() < until:
                    await line.send(json.dumps({**wish, "id": 1, "then": True}))
                    kind = json.loads(await line.recv())["type"]
                    count["answered" if kind == "preview" else "refused"] += 1

        async def scores() -> None:
            while monotonic() < until:
                answer = await client.post("/api/score", json={"text": TEXT})
                count["answered" if answer.is_success else "refused"] += 1

        await asyncio.gather(*(previews() for _ in range(SOCKETS)), *(scores() for _ in range(8)))
    return count


def own_address() -> str | None:
    """A second address of this machine for connections to itself; None if it has only one."""
    with socket.socket() as trying:
        try:
            trying.bind((OTHER_ADDRESS, 0))
        except OSError:
            return None
    return OTHER_ADDRESS


if __name__ == "__main__":
    print(json.dumps(asyncio.run(flood(sys.argv[1], float(sys.argv[2])))))
