"""The ASGI application: the guard, the routes, the socket and the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from lutetia import __version__
from lutetia.kernel.errors import LutetiaError
from lutetia.server import metrics
from lutetia.server.access.guard import Guard
from lutetia.server.http.client_files import add_pages
from lutetia.server.http.errors import bad_shape, refusal
from lutetia.server.http.quick_routes import QuickRoutes
from lutetia.server.http.routes import (
    about,
    bots,
    components,
    muting,
    notify,
    pairing,
    people,
    puzzles,
    records,
    reports,
    tables,
)
from lutetia.server.live.list_socket import serve_list
from lutetia.server.live.socket import serve_socket
from lutetia.server.services import Services
from lutetia.server.settings import Settings
from lutetia.server.thinking.process_pool import ProcessPool

SOCKETS = "/ws/tables"
"""The socket of the public list. With the id of a table behind it: the socket of that table."""
_CODES = {404: "not-found", 405: "method", 403: "forbidden", 413: "too-large", 401: "not-signed-in"}


def create_app(settings: Settings, pool: ProcessPool | None = None) -> FastAPI:
    """The application of one server process. Tests pass their own process pool."""
    services = Services(settings, pool or ProcessPool(settings.thinkers))

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        await services.start()
        yield
        await services.stop()

    app = _App(
        title="Lutetia",
        version=__version__,
        description="Tables for two board games about Paris. The socket is in docs/protocol.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        # It would be asked for at each request. The server has its own metrics and log.
        telemetry={"tracing": False, "metrics": False, "logs": False},
        redirect_slashes=False,
    )
    app.state.services = services
    _answer_errors(app)
    app.router.routes.extend(_routes())

    add_pages(app, settings.static)

    app.add_middleware(QuickRoutes)
    app.add_middleware(Guard, services=services)
    return app


@cache
def _routes() -> list[BaseRoute]:
    """The routes of all parts. They find their services in the request.

    FastAPI examines routes at the first request. The applications of one process share them, so
    that it does so once: the tests start hundreds of applications.
    """
    together = APIRouter()
    # The routes are tried in order, so those that are used most come first.
    for part in (
        tables,
        about,
        records,
        components,
        puzzles,
        people,
        muting,
        notify,
        pairing,
        bots,
        reports,
    ):
        together.include_router(part.router)
    return together.routes


class _App(FastAPI):
    """The application. Its sockets do without the layers of FastAPI: a socket lives long, and they
    would keep several KiB for each."""

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        """Answer a request, or serve a socket to its end."""
        if scope["type"] != "websocket":
            return super().__call__(scope, receive, send)
        services: Services = self.state.services
        socket = WebSocket(scope, receive, send)
        if scope["path"] == SOCKETS:
            return serve_list(services, socket)
        path, _, table_id = scope["path"].rpartition("/")
        if path != SOCKETS:
            return socket.close(1008)
        return serve_socket(services, socket, table_id)


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(LutetiaError)
    async def refused(_: Request, error: LutetiaError) -> JSONResponse:
        return refusal(error)

    @app.exception_handler(RequestValidationError)
    async def misshapen(_: Request, error: RequestValidationError) -> JSONResponse:
        fault = bad_shape(error.errors())
        metrics.refusals.labels(fault["code"]).inc()
        return JSONResponse(fault, 422)

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        code = _CODES.get(error.status_code, "bad-request")
        fault = {"code": code, "message": str(error.detail), "rule": None}
        return JSONResponse(fault, error.status_code, error.headers)
