"""Middleware before every route: it checks origin, size and rate, sets headers, and logs."""

from __future__ import annotations

import asyncio
from time import perf_counter

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import Limit, NotFound, TableError
from lutetia.server import metrics
from lutetia.server.access.network import address_of
from lutetia.server.access.origin import Forbidden, refuse_host, same_origin
from lutetia.server.access.texts import refuse_unstorable
from lutetia.server.http.errors import refusal
from lutetia.server.logs import log
from lutetia.server.services import Services

LARGEST_BODY = 2_000_000
BODY_WITHIN = 30.0
"""A whole body must come within so many seconds, however it is divided."""
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # The client writes computed widths and positions into style attributes.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
YEAR = 365 * 24 * 3600
FOR_OPERATORS = {"/healthz", "/readyz", "/metrics"}
"""Programs in the same network ask for these, by names that visitors do not know."""
INTERNAL = {"code": "internal", "message": "an error of the server: please report it", "rule": None}
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


NO_STORE = (b"cache-control", b"no-store")


class TooLarge(TableError):
    """The body is too large."""

    code = "too-large"


class TooSlow(TableError):
    """The body did not come in time."""

    code = "too-slow"


class Stopping(Limit):
    """The server carries out nothing more."""

    def __init__(self) -> None:
        super().__init__("the server is stopping: try again in a moment")


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        headers = dict(HEADERS)
        if services.settings.public_url and services.settings.public_url.startswith("https:"):
            headers["strict-transport-security"] = f"max-age={YEAR}"
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = self._headers
                if scope["path"].startswith("/api/"):
                    more = [*more, NO_STORE]
                given = {name.lower() for name, _ in message.get("headers", ())}
                message["headers"] = [
                    *message.get("headers", ()),
                    *(pair for pair in more if pair[0] not in given),
                ]
            await send(message)

        try:
            self._admit(scope)
            if scope["method"] in UNSAFE:
                receive = await _body_in_time(receive)
            await self._app(scope, receive, sending)
        except LutetiaError as error:
            await _refuse(error, scope, receive, sending)
        except asyncio.CancelledError:
            # The server ends, and has waited for this client as long as it waits for anybody.
            if not status:
                await _refuse(Stopping(), scope, receive, sending)
        except Exception as error:
            # A bug. It is answered here, so that the answer has the headers and is counted.
            metrics.failures.labels("http").inc()
            log().error("request-failed", path=scope["path"], exc_info=error)
            if status:
                # A part of the answer was sent already.
                metrics.requests.labels(scope["method"], "500").inc()
                raise
            await JSONResponse(INTERNAL, 500)(scope, receive, sending)
        metrics.requests.labels(scope["method"], str(status)).inc()
        if scope["path"].startswith("/api/"):
            log().info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((perf_counter() - began) * 1000, 1),
            )

    def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        path = scope["path"]
        if "\0" in path:
            raise NotFound("there is no such page")
        if path not in FOR_OPERATORS:
            refuse_host(headers.get("host", ""), self._services.settings)
        if path.startswith("/api/") or scope["method"] in UNSAFE:
            address = address_of(scope)
            self._services.exclusion.refuse(address)
            self._services.limits.check("requests", address)
        if scope["method"] in UNSAFE:
            _refuse_foreign(headers, self._services.settings.public_url)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            raise TooLarge(f"the body may have at most {LARGEST_BODY} bytes")
        if self._services.stopping and path not in {"/healthz", "/readyz"}:
            raise Stopping


async def _refuse(error: LutetiaError, scope: Scope, receive: Receive, send: Send) -> None:
    answer = refusal(error)
    if isinstance(error, TooSlow | Stopping):
        # The rest of the body is not waited for.
        answer.headers["connection"] = "close"
    await answer(scope, receive, send)


def _refuse_foreign(headers: Headers, public_url: str | None) -> None:
    """Refuse requests of other sites. Their forms can send our cookie, but they cannot send JSON
    with our origin."""
    if not same_origin(headers, public_url):
        raise Forbidden("this request comes from another site")
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and kind != "application/json":
        raise Forbidden("the body must be application/json")


async def _body_in_time(receive: Receive) -> Receive:
    """Read the body, or refuse a client that does not send it."""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            return await _read_body(receive)
    except TimeoutError:
        raise TooSlow(f"the whole request must come within {BODY_WITHIN:g} seconds") from None


async def _read_body(receive: Receive) -> Receive:
    """Read the body up to the allowed size, and pass it on in one piece."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise TooLarge(f"the body may have at most {LARGEST_BODY} bytes")
    refuse_unstorable(body)
    handed = False

    async def receiving() -> Message:
        nonlocal handed
        if handed:
            return await receive()
        handed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
