"""What the server says about itself is true: OpenAPI, protocol page, types, headers, logs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import validator_for
from openapi_spec_validator import validate
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lutetia.server.access import guard
from lutetia.server.app import create_app
from lutetia.server.http.errors import STATUS
from lutetia.server.logs import without_secrets
from lutetia.server.protocol import socket as s
from lutetia.server.protocol import typescript
from lutetia.server.protocol.client_pages import PAGES, address_of
from lutetia.server.settings import VARIABLES, Settings
from tests.hostile.overheard import secrets_of
from tests.server.in_process import LocalServer, Person, Threads, check_protocol

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def messages(union: Any) -> list[str]:
    return list(union.json_schema()["discriminator"]["mapping"])


@pytest.mark.parametrize("name", [*messages(s.CLIENT_MESSAGE), *messages(s.SERVER_MESSAGE)])
def test_every_message_is_described(name: str) -> None:
    assert re.search(rf"^\| `{name}` \|", PROTOCOL, re.MULTILINE)


@pytest.mark.parametrize("code", sorted(set(STATUS) - {"move", "method", "internal"}))
def test_every_code_is_described(code: str) -> None:
    assert f"`{code}`" in PROTOCOL


def test_every_address_is_described(tmp_path: Path) -> None:
    paths = create_app(Settings(data=tmp_path), Threads(1)).openapi()["paths"]
    for path, methods in paths.items():
        written = re.sub(r"\{(table|record|analysis|bot|puzzle)_id\}", "{id}", path)
        for method in methods:
            assert f"`{method.upper()} {written}`" in PROTOCOL, (method, written)


def test_every_setting_is_described() -> None:
    page = (ROOT / "docs/running.md").read_text(encoding="utf-8")
    for variable in VARIABLES:
        assert f"`{variable}`" in page


def test_the_clients_types_are_those_of_the_protocol() -> None:
    assert typescript.main([str(ROOT / "web/src"), "--check"]) == 0


def test_types_that_are_out_of_date_are_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typescript.main([str(tmp_path)]) == 0
    made = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.ts"))
    assert made == [
        "games/belle_epoque/facts.ts",
        "games/belle_epoque/position.ts",
        "games/lumiere/position.ts",
        "lib/protocol.ts",
    ]
    assert typescript.main([str(tmp_path), "--check"]) == 0
    (tmp_path / "games/lumiere/position.ts").write_text("// by hand\n")
    assert typescript.main([str(tmp_path), "--check"]) == 1
    assert "lumiere/position.ts is not up to date" in capsys.readouterr().err


def test_the_openapi_document_is_valid(tmp_path: Path) -> None:
    validate(create_app(Settings(data=tmp_path), Threads(1)).openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server for requests of all kinds."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.forking", str(tmp_path_factory.mktemp("contract"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        port = int(parent.stdout.readline())
        parent.stdin.write("start\n")
        parent.stdin.flush()
        child = int(parent.stdout.readline())
        yield f"http://127.0.0.1:{port}"
        os.kill(child, signal.SIGTERM)
        parent.stdin.close()


@pytest.mark.slow
@pytest.mark.parametrize("examples", [6, pytest.param(60, marks=pytest.mark.exhaustive)])
def test_every_answer_is_one_that_the_document_promises(address: str, examples: int) -> None:
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    tried = 0
    for found in schemathesis.openapi.from_url(f"{address}/api/openapi.json").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # streams do not end

        @given(case=operation.as_strategy())
        @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
        def ask(case: Any) -> None:
            case.call_and_validate(checks=checks)

        ask()
        tried += 1
    assert tried > 30


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(messages(s.CLIENT_MESSAGE)) | JSON,
        "id": st.integers(0, 99) | JSON,
        "seat": st.integers(0, 3) | JSON,
        "ply": st.integers(0, 5) | JSON,
        "move": st.sampled_from(["pass", "take:line", "lay:1:a1:0", "resign"]) | JSON,
        "moves": st.lists(st.sampled_from(["pass", "take:line"]), max_size=3) | JSON,
        "ask": st.integers(0, 9) | JSON,
        "absent": st.integers(0, 3) | JSON,
        "level": st.integers(0, 9) | JSON,
        "yes": st.booleans() | JSON,
        "text": JSON,
        "name": JSON,
    },
)


@pytest.mark.slow
async def test_a_fuzzed_socket_answers_everything_and_breaks_nothing(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table = await anna.open("me", "open", 1, game="belle_epoque")
    await bert.sit(table, 1)
    sockets = [
        await anna.socket(table),
        await bert.socket(table),
        await server.person().socket(table),
    ]
    told: list[tuple[str, str]] = []

    @given(st.lists(st.tuples(st.integers(0, 2), FIELDS.map(json.dumps) | st.text(max_size=40))))
    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    def collect(story: list[tuple[int, str]]) -> None:
        told.extend((str(who), text) for who, text in story)

    collect()
    answered = 0
    for who, text in told:
        socket = sockets[int(who)]
        socket.write(text)
        answer = await socket.until(
            lambda m: (
                m["type"]
                in {"error", "done", "pong", "hint", "past", "preview", "figures", "welcome"}
            )
        )
        answered += 1
        await socket.ask("ping")  # nonsense only is taken for a flood
        if answer["type"] == "error":
            assert answer["error"]["code"] in STATUS, answer
            assert answer["error"]["code"] != "internal", (text, answer)
    assert answered == len(told) > 100
    for socket in sockets:
        for text in socket.received:
            check_protocol(text)
        assert (await socket.ask("resync"))["type"] == "welcome"


async def test_every_answer_carries_the_policy(anna: Person) -> None:
    table = address_of("table", id="abc")
    for path in ("/", "/api/me", "/api/nothing", "/healthz", table, "/nowhere", "/assets/none.js"):
        answer = await anna.http.get(path)
        for name, value in guard.HEADERS.items():
            assert answer.headers[name] == value, path
    policy = guard.POLICY
    assert "'unsafe-eval'" not in policy
    assert "script-src 'self'" in policy
    assert policy.count("'unsafe-inline'") == 1


async def test_pages_are_files_or_the_start_page_and_nothing_else(
    server: LocalServer, anna: Person
) -> None:
    static = server.services.settings.static
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>start</title>")
    (static / "assets/app.js").write_text("1")
    (static / "assets/letters.woff2").write_bytes(b"wOF2")
    (static / ".built").write_text("secret")
    (static.parent / "outside.txt").write_text("secret")
    for address in PAGES.values():
        answer = await anna.http.get(address)
        assert (answer.status_code, "start" in answer.text) == (200, True), address
    lost = await anna.http.get("/nowhere")
    assert (lost.status_code, "start" in lost.text) == (404, True), "the client says so itself"
    script = await anna.http.get("/assets/app.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert "javascript" in script.headers["content-type"]
    plain = await anna.http.get("/assets/app.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text
    font = await anna.http.get("/assets/letters.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert "immutable" in font.headers["cache-control"]
    assert "content-encoding" not in font.headers
    assert "font-src 'self'" in font.headers["content-security-policy"]
    for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/.built"):
        assert "secret" not in (await anna.http.get(path)).text, path
    missing = await anna.http.get("/assets/other.js")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
    assert (await anna.http.get("/api/nothing")).json()["code"] == "not-found"
    assert (await anna.http.post("/healthz")).json()["code"] == "method"


async def test_the_log_has_table_and_ply_in_every_line_and_no_secret(
    server: LocalServer, anna: Person, bert: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    from lutetia.server.logs import configure
    from tests.server.test_play import two_at_a_table

    configure("json")
    password = "a very secret word"
    await anna.ask("POST", "/api/accounts", {"name": "Anna", "password": password})
    made = await anna.ask("POST", "/api/bots", {"name": "Robo"})
    table, first, _ = await two_at_a_table(anna, bert)
    key = await anna.ask("POST", f"/api/tables/{table}/seats/0/key")
    await first.ask("chat", text="a private word")
    await first.ask("resign", seat=0)
    out = capsys.readouterr()
    lines = [json.loads(line) for line in (out.err + out.out).splitlines() if line[:1] == "{"]
    assert len(lines) > 5
    for line in lines:
        assert {"table", "ply", "event", "timestamp"} <= set(line)
    secrets = secrets_of(await server.services.keeper.table(table))
    cookie = anna.http.cookies["lutetia"]
    words = (password, made["token"], key["key"], cookie, "a private word")
    for secret in (*secrets, *(word.encode() for word in words)):
        assert secret not in (out.err + out.out).encode()
    assert without_secrets(None, "", {"password": "x", "bot_token": "y", "event": "e"}) == {
        "password": "…",
        "bot_token": "…",
        "event": "e",
    }


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
async def test_the_schema_of_positions_describes_what_tables_show(anna: Person, game: str) -> None:
    schema = await anna.ask("GET", f"/api/catalogue/{game}/position")
    socket = await anna.socket(await anna.open("me", 1, game=game))
    positions = [view["position"] for view in socket.state["views"]]
    assert positions
    checker = validator_for(schema)
    for position in positions:
        checker.validate(position)
        assert not checker.is_valid({**position, "ply": "none"})


@pytest.mark.parametrize("game", ["chess", "%2e%2e", "x" * 500], ids=["unknown", "dots", "long"])
async def test_a_game_without_a_schema_of_positions_is_not_found(anna: Person, game: str) -> None:
    fault = await anna.ask("GET", f"/api/catalogue/{game}/position", expect=404)
    assert fault["code"] == "not-found"
    assert fault["message"].startswith("there is no schema of positions for ")
    assert len(fault["message"]) < 100


async def test_health_readiness_and_figures(anna: Person) -> None:
    assert (await anna.ask("GET", "/healthz"))["status"] == "ok"
    assert (await anna.ask("GET", "/readyz"))["status"] == "ok"
    await anna.open("me", 1)
    text = (await anna.http.get("/metrics")).text
    for figure in ("lutetia_tables_opened_total", "lutetia_sockets", "lutetia_command_seconds"):
        assert figure in text


async def test_a_wooden_table_is_scored_or_its_faults_are_named(anna: Person) -> None:
    bad = await anna.ask("POST", "/api/score", {"text": "game lumiere\nnonsense here"})
    assert [fault["code"] for fault in bad["faults"]] == ["text"]
    assert bad["scores"] == []
    text = "game belle_epoque\nplayers orange blue\npoints\norange 3\nblue 4\nfrancs\norange 1\n"
    bad = await anna.ask("POST", "/api/score", {"text": text})
    (fault,) = bad["faults"]
    assert (fault["code"], fault["values"]) == ("francs-missing", {"player": "blue"})
    assert fault["message"] == "the francs of blue are missing"
    twice = text + "blue 2\nscoring\nmontmartre 20\nchaillot 20\n"
    bad = await anna.ask("POST", "/api/score", {"text": twice})
    (fault,) = bad["faults"]
    assert (fault["code"], fault["rule"]) == ("scoring-tile-twice", "B1.8")
    assert fault["values"] == {"tile": 20}
    assert (await anna.ask("POST", "/api/score", {"text": "game chess"}, expect=422))["code"]


async def test_an_analysis_is_asked_for_once_and_followed(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    await socket.ask("resign", seat=0)
    made = await anna.ask("POST", "/api/analyses", {"table": table})
    again = await anna.ask("POST", "/api/analyses", {"table": table})
    assert again["id"] == made["id"]
    answer = await anna.http.get(f"/api/analyses/{made['id']}/events")
    events = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data")]
    assert events[-1]["state"] == "done"
    assert events[-1]["result"]["seat_names"] == ["orange", "blue"]
    await anna.ask("GET", f"/api/analyses/{'0' * 32}", expect=404)


async def test_listed_tables_are_seen_and_private_ones_are_not(anna: Person, bert: Person) -> None:
    shown = await anna.open("me", "open", listed=True)
    await anna.open("me", "open")
    found = await bert.ask("GET", "/api/tables")
    assert [one["table"]["id"] for one in found["tables"]] == [shown]
    assert (await bert.ask("GET", "/api/tables?game=belle_epoque"))["tables"] == []
    assert (await bert.ask("GET", "/api/tables?phase=playing"))["tables"] == []
    await bert.ask("GET", "/api/tables?phase=lost", expect=422)


async def test_lists_of_tables_go_on_page_by_page(anna: Person, bert: Person) -> None:
    opened = [await who.open("me", "open", listed=True) for _ in range(18) for who in (anna, bert)]
    for path, key, expected in (
        ("/api/tables?", "tables", opened),
        ("/api/tables?game=lumiere&phase=waiting&", "tables", opened),
        ("/api/me/games?", "games", opened[::2]),
    ):
        found: dict[str, int] = {}
        more, before = True, ""
        while more:
            answer = await anna.ask("GET", f"{path}{before}")
            fresh = {one["table"]["id"]: one["updated"] for one in answer[key]}
            assert list(fresh.values()) == sorted(fresh.values(), reverse=True)
            assert fresh.keys() - found.keys(), "a page without news"
            found |= fresh
            more, before = answer["more"], f"before={min(fresh.values()) + 1}"
        assert found.keys() == set(expected)
