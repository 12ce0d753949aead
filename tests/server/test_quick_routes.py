"""Opening a table and taking a seat without the layers of FastAPI gives the same answers."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.requests import Request

from lutetia.kernel.errors import LutetiaError
from lutetia.server.http import quick_routes
from lutetia.server.http.routes import tables
from lutetia.server.http.routes.common import services_of
from lutetia.server.services import Services
from tests.server.in_process import LocalServer

QUICK = "application/json"
USUAL = "application/json; charset=utf-8"
"""A type that `QuickRoutes` leaves to FastAPI."""
WISH = '{"game":"lumiere","seats":[{"kind":"me"},{"kind":"open"}]}'
UNKNOWN = "a" * 16


async def post(server: LocalServer, path: str, body: str, kind: str, **more: str) -> httpx.Response:
    """The answer to a new guest."""
    headers = {"content-type": kind, **more}
    return await server.person().http.post(path, content=body.encode(), headers=headers)


def shape(found: Any) -> Any:
    """JSON with its keys, and the kinds of its values instead of the values."""
    if isinstance(found, dict):
        return {key: shape(value) for key, value in found.items()}
    if isinstance(found, list):
        return [shape(value) for value in found]
    return type(found).__name__


def cookie_words(answer: httpx.Response) -> list[str]:
    """The words of the cookie after its value, in order."""
    return sorted(answer.headers["set-cookie"].split("; ")[1:])


async def test_both_ways_give_the_same_answers(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick: list[Request] = []

    def noted(request: Request) -> Services:
        quick.append(request)
        return services_of(request)

    monkeypatch.setattr(quick_routes, "services_of", noted)
    opened = [await post(server, "/api/tables", WISH, kind) for kind in (QUICK, USUAL)]
    assert len(quick) == 1
    ids = [answer.json()["table"]["table"]["id"] for answer in opened]
    sat = [
        await post(server, f"/api/tables/{id_}/seats/1", '{"name":"Ana"}', kind)
        for id_, kind in zip(ids, (QUICK, USUAL), strict=True)
    ]
    assert len(quick) == 2
    for one, other in (opened, sat):
        assert one.status_code == other.status_code < 300
        assert shape(one.json()) == shape(other.json())
        assert cookie_words(one) == cookie_words(other)
        names = [set(answer.headers) for answer in (one, other)]
        assert names[0] == names[1]
        assert one.headers["content-type"] == other.headers["content-type"]
    assert sat[0].json()["table"]["seats"][1]["name"] == "Ana"
    assert sat[0].json()["table"]["seats"][1]["yours"] is True
    qr = await server.person().http.get(opened[0].json()["address"]["qr"])
    assert qr.headers["content-type"] == "image/svg+xml"
    secure = await server.person().http.post(
        f"https://{opened[0].request.url.host}/api/tables",
        content=WISH,
        headers={"content-type": QUICK},
    )
    assert "Secure" in cookie_words(secure)
    assert "Secure" not in cookie_words(opened[0])


REFUSED = [
    ("/api/tables", "", 422),
    ("/api/tables", "{", 422),
    ("/api/tables", "[]", 422),
    ("/api/tables", '{"game":"lumiere","seats":[]}', 422),
    ("/api/tables", WISH.replace("lumiere", "nothing"), 422),
    ("/api/tables", WISH.replace('"me"', '"wolf"'), 422),
    ("/api/tables", WISH[:-1] + ',"rated":true}', 401),
    ("/api/tables", WISH[:-1] + ',"more":1}', 422),
    ("/api/tables/", WISH, 405),
    (f"/api/tables/{UNKNOWN}/seats/1", "{}", 404),
    (f"/api/tables/{UNKNOWN}/seats/9", "{}", 422),
    (f"/api/tables/{UNKNOWN}/seats/x", "{}", 422),
    ("/api/tables/nothing/seats/1", "{}", 422),
    (f"/api/tables/{UNKNOWN}/seats/1", '{"name":7}', 422),
    (f"/api/tables/{UNKNOWN}/seats/1", '{"share":"no"}', 422),
]


async def test_both_ways_refuse_the_same_requests(server: LocalServer) -> None:
    for path, body, status in REFUSED:
        one, other = [await post(server, path, body, kind) for kind in (QUICK, USUAL)]
        assert (one.status_code, one.json()) == (other.status_code, other.json())
        assert one.status_code == status, (path, body, one.text)


async def test_the_guard_and_the_identity_stand_before_the_quick_way(server: LocalServer) -> None:
    foreign = await post(server, "/api/tables", WISH, QUICK, origin="https://other.test")
    assert foreign.status_code == 403
    token = await post(server, "/api/tables", WISH, QUICK, authorization="Bearer nobody")
    assert token.status_code == 401
    person = server.person()
    await person.open("me", "open")
    again = await person.http.post("/api/tables", content=WISH, headers={"content-type": QUICK})
    assert again.status_code == 201
    assert "set-cookie" not in again.headers


async def test_a_limit_says_when_to_try_again(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.services.limits.factor = 1e-9
    refused = await post(server, "/api/tables", WISH, QUICK)
    assert refused.status_code == 429
    assert f"in {refused.headers['retry-after']} s" in refused.json()["message"]
    server.services.limits.factor = 1000.0

    async def fail(*_: Any) -> Any:
        raise LutetiaError("a code without a status of its own")

    monkeypatch.setattr(tables, "open_table", fail)
    assert (await post(server, "/api/tables", WISH, QUICK)).status_code == 422
