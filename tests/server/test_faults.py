"""Inputs that once broke the server, on both databases; and what an answer to a bug looks like."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from lutetia.server import metrics
from lutetia.server.access.guard import HEADERS
from tests.server.in_process import Closed, LocalServer, Person, Socket, living
from tests.server.test_people import PASSWORD, account

Processes = tuple[LocalServer, LocalServer]
HALF = "\ud83d"
NUL = "\0"


async def asked(person: Person, method: str, path: str, **more: Any) -> int:
    """The status of an answer, which is never the fault of the server and has the headers."""
    answer = await person.http.request(method, path, **more)
    assert answer.status_code < 500, (path, answer.text)
    assert HEADERS.items() <= dict(answer.headers).items()
    return int(answer.status_code)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 404),
        ("/a%00b.js", 404),
        ("/assets/%00", 404),
        ("/" + "a" * 300, 404),
        ("/assets/" + "é" * 200, 404),
        ("/" + "a/" * 3000, 404),
        ("/api/tables/%00", 404),
        ("/api/players/%00", 404),
        ("/%ff%fe", 404),
        ("/..%2f..%2fetc%2fpasswd", 404),
    ],
)
async def test_addresses_that_no_file_can_have(anna: Person, path: str, status: int) -> None:
    assert await asked(anna, "GET", path) == status


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "http://]", "//", "http://a:b:c", ""]
)
async def test_origins_that_are_no_addresses(anna: Person, origin: str) -> None:
    headers = {"origin": origin}
    assert await asked(anna, "PATCH", "/api/me", json={"name": "Anna"}, headers=headers) == 403
    table = await anna.open("me", "me")
    with pytest.raises(Closed):
        await anna.socket(table, origin=origin)


def bodies(sign: str) -> list[tuple[str, str, Any]]:
    """Requests with a sign in every text that a person can send."""
    name, word = f"An{sign}na", f"{PASSWORD}{sign}"
    record = {"format": f"lutetia{sign}", "game": "lumiere", "players": [name]}
    return [
        ("PATCH", "/api/me", {"name": name}),
        ("POST", "/api/accounts", {"name": name, "password": PASSWORD}),
        ("POST", "/api/accounts", {"name": "Berthe", "password": word}),
        ("POST", "/api/session", {"name": name, "password": PASSWORD}),
        ("POST", "/api/session", {"name": "Anna", "password": word}),
        ("PUT", "/api/me/password", {"password": PASSWORD, "new_password": word}),
        ("PUT", "/api/me/password", {"password": word, "new_password": PASSWORD}),
        ("POST", "/api/me/delete", {"password": word}),
        ("POST", "/api/bots", {"name": name}),
        ("POST", "/api/tables", {"game": f"lumiere{sign}", "seats": [{"kind": "me"}] * 2}),
        ("POST", "/api/tables", {"game": "lumiere", "seats": [{"kind": "me", "name": name}] * 2}),
        ("POST", "/api/tables", {"game": "lumiere", "seats": [], "options": {sign: 1}}),
        ("POST", "/api/records", {"record": record}),
        ("POST", "/api/score", {"text": f"lumiere{sign}"}),
        ("POST", "/api/analyses", {"record": record}),
    ]  # fmt: skip


async def test_signs_that_cannot_be_stored_are_refused_everywhere(processes: Processes) -> None:
    anna = processes[0].person("Anna")
    await account(anna)
    for sign in (NUL, HALF):
        for method, path, body in bodies(sign):
            # The client of the test would refuse half a sign, so the body is written by hand.
            content = json.dumps(body).encode()
            headers = {"content-type": "application/json"}
            status = await asked(anna, method, path, content=content, headers=headers)
            assert status in {401, 404, 422}, (path, status)
    assert (await anna.ask("GET", "/api/me"))["name"] == "Anna", "nothing was changed"


async def test_signs_that_cannot_be_stored_come_through_no_socket(
    processes: Processes, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = processes[0].person("Anna")
    table = await anna.open("me", "open")
    socket = await anna.socket(table)
    secret = "the second letter of the alphabet"
    for number, sign in enumerate((r"\u0000", r"\ud83d"), 1):
        for message in (
            f'{{"type":"chat","id":{number},"text":"{secret}{sign}"}}',
            f'{{"type":"sit","id":{number},"seat":1,"name":"A{sign}b"}}',
            f'{{"type":"move","id":{number},"seat":0,"ply":0,"move":"a{sign}"}}',
        ):
            socket.write(message)
            answer = await socket.until(lambda m: m["type"] in {"error", "done", "chat"})
            assert answer["type"] == "error", answer
            assert answer["error"]["code"] == "bad-request", answer
    assert (await socket.ask("chat", text="bonjour 🗼"))["type"] == "done"
    said = capsys.readouterr()
    assert secret not in said.err + said.out
    for path in ("/ws/tables/\0", "/ws/tables/" + "a" * 400, "/ws/tables/é"):
        odd = Socket(processes[0].app, path, {})
        await odd.accept()
        assert (await odd.message())["reason"]["code"] == "not-found"


async def test_the_log_shows_no_values_of_a_statement_that_fails(
    server: LocalServer, anna: Person, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A bug in a statement: chat must not get into the log with it."""
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    async with server.services.database.writing() as connection:
        await connection.exec_driver_sql("ALTER TABLE chat RENAME COLUMN text TO texts")
    answer = await socket.ask("chat", text="between you and me")
    assert answer["error"]["code"] in {"internal", "unavailable"}
    said = capsys.readouterr()
    assert "between you and me" not in said.err + said.out


async def test_an_answer_to_a_bug_has_the_headers_and_is_counted(
    server: LocalServer, anna: Person
) -> None:
    async def broken(_: Request) -> Response:
        raise ZeroDivisionError

    server.app.add_route("/api/broken", broken)
    server.app.router.routes.insert(0, server.app.router.routes.pop())
    requests = metrics.requests.labels("GET", "500")._value.get()
    failures = metrics.failures.labels("http")._value.get()
    answer = await anna.http.get("/api/broken")
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert HEADERS.items() <= dict(answer.headers).items()
    assert metrics.requests.labels("GET", "500")._value.get() == requests + 1
    assert metrics.failures.labels("http")._value.get() == failures + 1


async def test_a_server_with_a_public_address_answers_only_to_its_names(tmp_path: Path) -> None:
    settings = {"public_url": "https://lutetia.example", "allowed_hosts": ("club.example",)}
    async with living(tmp_path, **settings) as server:
        anna = server.person("Anna")
        for host, status in (
            ("lutetia.example", 200), ("LUTETIA.example:443", 200), ("club.example:8000", 200),
            ("127.0.0.1:8000", 200), ("localhost", 200), ("[::1]:8000", 200),
            ("evil.example", 403), ("lutetia.example.evil.example", 403), ("", 403), ("[", 403),
            ("10.0.0.1", 403),
        ):  # fmt: skip
            answer = await anna.http.get("/api/catalogue", headers={"host": host})
            assert answer.status_code == status, host
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            health = await anna.http.get("/healthz", headers={"host": host})
            assert health.status_code == 200
    async with living(tmp_path) as server:
        answer = await server.person("Bert").http.get(
            "/api/catalogue", headers={"host": "nas.local"}
        )
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers
