"""A parent process that has loaded everything and forks server processes quickly.

A new server needs seconds for its imports. A child that is forked from this parent needs none, so
a test can kill hundreds of servers in a minute. The child is the real server: uvicorn, the
application, its database. The parent owns the listening socket, so clients that connect while no
server runs wait and are not refused.

    python -m tests.server.forking DATA

It reads lines from stdin: `start` forks a server and writes its pid; `wait` waits for its end and
writes its status. The port is the first line of the output.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from lutetia.kernel.catalogue import GAMES
from lutetia.server.app import create_app
from lutetia.server.logs import configure
from lutetia.server.serving import bind, config_of
from lutetia.server.settings import Settings, from_environment
from lutetia.server.thinking import queue
from lutetia.server.thinking.warmup import load_rules
from lutetia.storage.names import load_tables
from tests.server.in_process import Threads


def main() -> None:
    """Carry out the commands."""
    chosen: dict[str, Any] = from_environment(os.environ)
    # A job that is lost with its worker or with Redis is asked for again soon: its move takes
    # milliseconds here.
    vars(queue).update(THINK_WITHIN=5.0)
    settings = Settings(port=0, data=Path(sys.argv[1]), limit_factor=1000.0, **chosen)
    for game in GAMES:
        load_rules(game)
    listening, settings = bind(settings)
    listening.listen(2048)
    configure("json")
    app = create_app(settings, Threads(1))
    app.state.services.warmup.ready |= set(GAMES)
    load_tables()
    asyncio.run(first_request(app))
    gc.collect()
    gc.freeze()
    say(settings.port)
    child = 0
    for line in sys.stdin:
        if line.strip() == "start":
            child = os.fork()
            if child == 0:
                live(app, listening)
            say(child)
        elif line.strip() == "wait":
            _, status = os.waitpid(child, 0)
            say(status)


async def first_request(app: FastAPI) -> None:
    """FastAPI prepares its routes when the first request comes. No child need do that again."""
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        answer = await client.get("/api/nothing")
    assert answer.status_code == 404, answer.text


def say(number: int) -> None:
    """Write a line."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def live(app: FastAPI, listening: socket.socket) -> None:
    """Run a server until it is killed."""
    os.close(0)
    server = uvicorn.Server(config_of(app))
    asyncio.run(server.serve(sockets=[listening]))
    os._exit(0)


if __name__ == "__main__":
    main()
