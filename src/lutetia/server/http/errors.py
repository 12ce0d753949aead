"""Errors as JSON: a code, a sentence, and an HTTP status."""

from __future__ import annotations

from math import ceil
from typing import Any

from pydantic import ValidationError
from starlette.responses import JSONResponse

from lutetia.kernel.errors import IllegalMove, LutetiaError
from lutetia.kernel.places import place_of
from lutetia.match.errors import Limit
from lutetia.server import metrics
from lutetia.server.protocol.base import BAD_NAME
from lutetia.storage.sqlite_file import CannotStore, DamagedFile

STATUS = {
    "bad-request": 422,
    "bad-name": 422,
    "too-large": 413,
    "too-slow": 408,
    "move": 422,
    "unparsable": 422,
    "ambiguous": 422,
    "illegal": 409,
    "stale": 409,
    "not-your-turn": 409,
    "game-over": 409,
    "not-started": 409,
    "not-your-seat": 403,
    "seat-taken": 409,
    "not-possible": 409,
    "ask-open": 409,
    "unknown-game": 422,
    "broken-game": 422,
    "not-offered": 422,
    "option": 422,
    "record": 422,
    "damaged": 422,
    "unknown-rules": 422,
    "unknown-components": 422,
    "components": 422,
    "table": 422,
    "not-found": 404,
    "closed": 410,
    "not-signed-in": 401,
    "wrong-password": 401,
    "name-taken": 409,
    "forbidden": 403,
    "method": 405,
    "limit": 429,
    "warming": 503,
    "unavailable": 503,
    "internal": 500,
}
"""The HTTP status of every code (docs/protocol.md)."""


SOON = 2
"""Seconds after which a client may ask again, if it is not known when there is room."""


def fault_json(error: LutetiaError) -> dict[str, Any]:
    """`Fault` of an error."""
    rule = error.rule if isinstance(error, IllegalMove) else None
    return {"code": error.code, "message": told(error), "rule": rule}


def refusal(error: LutetiaError) -> JSONResponse:
    """The answer to a request that is refused. It is counted."""
    metrics.refusals.labels(error.code).inc()
    headers = {}
    if error.code in {"limit", "warming", "unavailable"}:
        seconds = error.seconds if isinstance(error, Limit) else None
        headers["retry-after"] = str(ceil(seconds) if seconds is not None else SOON)
    return JSONResponse(fault_json(error), STATUS.get(error.code, 422), headers)


def told(error: LutetiaError) -> str:
    """What a visitor is told. An error of the disk names files of the server only in the log."""
    return error.told if isinstance(error, DamagedFile | CannotStore) else str(error)


def shape_fault(error: ValidationError) -> dict[str, Any]:
    """`Fault` of a message or body of the wrong shape."""
    return bad_shape(error.errors(include_url=False, include_input=False, include_context=False))


def bad_shape(problems: Any) -> dict[str, Any]:
    """`Fault` of the problems that pydantic found."""
    first = problems[0] if problems else {"loc": (), "msg": "unreadable"}
    place = place_of(first["loc"])
    words = str(first["msg"]).removeprefix("Value error, ")
    if first.get("type") == BAD_NAME:
        return {"code": BAD_NAME, "message": words, "rule": None}
    message = f"{place}: {words}" if place else words
    return {"code": "bad-request", "message": message[:300], "rule": None}
