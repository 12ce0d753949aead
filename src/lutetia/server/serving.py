"""Run the application with uvicorn."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from time import monotonic

import uvicorn
from starlette.types import ASGIApp

from lutetia.kernel.errors import BadOption
from lutetia.server.app import create_app
from lutetia.server.garbage import GarbageSearch
from lutetia.server.logs import configure
from lutetia.server.protocol.base import LONGEST_MESSAGE
from lutetia.server.quiet_clients import PatientHttp, PatientSocket
from lutetia.server.settings import Settings

FINISH_WITHIN = 10
"""Seconds for open requests when the server stops."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy thread lets another one run. A move passes from the event loop to the
thread that stores it and back. With Python's default of five milliseconds some moves wait long."""


class _Server(uvicorn.Server):
    """Calls `ready` when the server accepts requests."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def bind(settings: Settings) -> tuple[socket.socket, Settings]:
    """Bind the listening socket. Returns it, and the settings with its real port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadOption(f"{settings.host}:{settings.port}: cannot listen ({reason})") from None
    return listening, replace(settings, port=listening.getsockname()[1])


def serve(settings: Settings, ready: Callable[[Settings], None]) -> None:
    """Serve until interrupted."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    listening, settings = bind(settings)
    with closing(listening):
        configure(settings.log_format)
        app = create_app(settings)
        app.state.services.garbage = GarbageSearch(monotonic)
        config = config_of(app)
        server = _Server(config, lambda: ready(settings))
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            # A database that cannot be used is reported in one sentence, before anything starts.
            runner.run(app.state.services.open())
            runner.run(server.serve(sockets=[listening]))
    if not server.started:
        raise BadOption("the server could not start: see the log")


def config_of(app: ASGIApp) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        app,
        interface="asgi3",
        http=PatientHttp,
        ws=PatientSocket,
        ws_max_size=LONGEST_MESSAGE,
        # Compression would need a third of a megabyte for each socket, more than all the rest.
        ws_per_message_deflate=False,
        ws_ping_interval=25,
        ws_ping_timeout=25,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=FINISH_WITHIN,
        timeout_keep_alive=30,
        lifespan="on",
    )
