"""A parent that has everything loaded and compiled, and bears server processes quickly.

A server that is killed and started anew spends seconds on imports; a child that is forked from a
warm parent spends none, so hundreds of deaths fit into a minute. What runs in the child is the
whole real server: uvicorn, the application, its database. The listening socket is the parent's,
so that clients who come while nobody lives wait instead of being refused.

    python -m tests.server.forking DATA

Reads lines from stdin: `bear` answers the child's pid, `reap` waits for its end and answers its
status. The port is the first line of its output.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from lutetia.kernel.catalogue import GAMES
from lutetia.server.app import create_app
from lutetia.server.logs import configure
from lutetia.server.serving import bind, config_of
from lutetia.server.settings import Settings, from_environment
from lutetia.server.thinking.warmup import load_rules
from tests.server.in_process import Threads


def main() -> None:
    """Obey the lines."""
    chosen: dict[str, Any] = from_environment(os.environ)
    settings = Settings(port=0, data=Path(sys.argv[1]), limit_factor=1000.0, **chosen)
    for game in GAMES:
        load_rules(game)
    listening, settings = bind(settings)
    listening.listen(2048)
    configure("json")
    app = create_app(settings, Threads(1))
    app.state.services.warmup.ready |= set(GAMES)
    gc.collect()
    gc.freeze()
    say(settings.port)
    child = 0
    for line in sys.stdin:
        if line.strip() == "bear":
            child = os.fork()
            if child == 0:
                live(app, listening)
            say(child)
        elif line.strip() == "reap":
            _, status = os.waitpid(child, 0)
            say(status)


def say(number: int) -> None:
    """Answer."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def live(app: FastAPI, listening: socket.socket) -> None:
    """Be a server until killed."""
    os.close(0)
    server = uvicorn.Server(config_of(app))
    asyncio.run(server.serve(sockets=[listening]))
    os._exit(0)


if __name__ == "__main__":
    main()
