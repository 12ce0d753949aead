"""The requests that a busy server gets most, without the layers of FastAPI: open a table, and take
a seat.

For each request FastAPI resolves the parameters of the route again, and that takes longer than the
work of these two. So this middleware calls the functions of their routes itself. It takes only
requests of the right shape. All others go to FastAPI, which says what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.server.http.routes import tables
from lutetia.server.http.routes.common import TABLE_ID, identity_of, services_of
from lutetia.server.protocol.rest import NewTable, SitBody

OPEN = "/api/tables"
SIT = re.compile(rf"{OPEN}/({TABLE_ID})/seats/([0-7])")
_NEW_TABLE = TypeAdapter(NewTable)
_SIT_BODY = TypeAdapter(SitBody)

Work = Callable[[Request, Response], Awaitable[Any]]
"""Carries out a request. A cookie for the client is set on the response."""


class QuickRoutes:
    """ASGI middleware behind the guard, which has checked the request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one of the two requests, or pass a request on."""
        if not _may_be_quick(scope):
            await self._app(scope, receive, send)
            return
        # The guard hands on the whole body in one message.
        message = await receive()
        found = _work_of(scope["path"], message.get("body", b""))
        if found is None:
            await self._app(scope, _first(message, receive), send)
            return
        status, work = found
        request, told = Request(scope, receive), Response()
        content = to_json(await work(request, told))
        cookies = [pair for pair in told.raw_headers if pair[0] == b"set-cookie"]
        answer = Response(content, status, media_type="application/json")
        answer.raw_headers += cookies
        await answer(scope, receive, send)


def _may_be_quick(scope: Scope) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] == "POST"
        and scope["path"].startswith(OPEN)
        and not scope.get("root_path")
        and (b"content-type", b"application/json") in scope["headers"]
    )


def _work_of(path: str, body: bytes) -> tuple[int, Work] | None:
    """The status and the work of a request; None: this is no request of the two."""
    try:
        if path == OPEN:
            return 201, _opening(_NEW_TABLE.validate_json(body))
        found = SIT.fullmatch(path)
        if found is not None:
            return 200, _sitting(found[1], int(found[2]), _SIT_BODY.validate_json(body))
    except ValidationError:
        pass
    return None


def _opening(wish: NewTable) -> Work:
    async def work(request: Request, told: Response) -> Any:
        who = await identity_of(request, told)
        return await tables.open_table(services_of(request), who, request, wish)

    return work


def _sitting(table_id: str, seat: int, wish: SitBody) -> Work:
    async def work(request: Request, told: Response) -> Any:
        who = await identity_of(request, told)
        return await tables.sit(services_of(request), who, request, table_id, seat, wish)

    return work


def _first(message: Message, receive: Receive) -> Receive:
    """Hand on a message that was read already, then the following ones."""
    waiting = [message]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving
