"""What the routes share: the services, the identity of the client, and the errors for OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from lutetia.server.access import network
from lutetia.server.access.identity import COOKIE, COOKIE_AGE, Identity
from lutetia.server.protocol.base import Fault
from lutetia.server.services import Services

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": meaning}
    for status, meaning in {
        400: "unreadable",
        401: "an account, a token or another password is needed",
        403: "not allowed",
        404: "not found",
        408: "too slow",
        409: "not possible now",
        410: "closed",
        413: "too large",
        422: "bad input",
        429: "too many",
        503: "not ready",
    }.items()
}


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application."""
    found: Services = connection.app.state.services
    return found


async def _services(connection: HTTPConnection) -> Services:
    """The same for routes. It is async, because FastAPI calls other functions in a thread."""
    return services_of(connection)


def address_of(request: Request) -> str:
    """The network address under which the client counts."""
    return network.address_of(request.scope)


async def identity_of(request: Request, response: Response) -> Identity:
    """The identity of the client. A new browser gets a cookie."""
    services = services_of(request)
    who = await services.identities.of(
        request.cookies.get(COOKIE), request.headers.get("authorization")
    )
    services.exclusion.refuse(who.player, address_of(request))
    if who.fresh:
        set_cookie(request, response, who)
    return who


def set_cookie(request: Request, response: Response, who: Identity) -> None:
    """Set the cookie of a browser."""
    secure = "; Secure" if request.scope["scheme"] == "https" else ""
    # The value has no sign that a cookie would quote, so it needs no library.
    value = services_of(request).identities.cookie(who)
    response.headers.append("set-cookie", f"{COOKIE}={value}; {_COOKIE_RULES}{secure}")


_COOKIE_RULES = f"HttpOnly; Max-Age={COOKIE_AGE}; Path=/; SameSite=lax"


async def heavy(request: Request) -> None:
    """The rate limit for requests that need much time."""
    await services_of(request).limits.take("heavy", address_of(request))


Who = Annotated[Identity, Depends(identity_of)]
ServicesDep = Annotated[Services, Depends(_services)]
TABLE_ID = "[a-z2-7]{16}"
TableIdPath = Annotated[str, Path(pattern=f"^{TABLE_ID}$")]
SeatPath = Annotated[int, Path(ge=0, le=7)]
Before = Annotated[
    int | None,
    Query(
        ge=0,
        le=2**53,
        description="Only tables last changed before this time, in milliseconds since 1970. "
        "If `more` is true, the next page begins with `updated` of the last table. Add 1 to get "
        "all tables of that millisecond, and drop those that you have.",
    ),
]
"""Where the next page of a list begins."""
