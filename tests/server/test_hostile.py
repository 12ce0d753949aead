"""What bad clients do: other people's seats, old messages, nonsense, floods, slow reading."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from starlette.websockets import WebSocketState

from lutetia.server.access.identity import COOKIE
from lutetia.server.access.limits import MOST_BUCKETS, PARTS, RATES, Limits
from lutetia.server.live import connection
from lutetia.server.quiet_clients import NOW, TOGETHER
from tests.patience import PATIENCE
from tests.server.in_process import (
    HOST,
    Closed,
    LocalServer,
    Person,
    Socket,
    check_protocol,
    living,
)
from tests.server.test_play import my_view, two_at_a_table


async def test_nobody_moves_on_somebody_elses_seat(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table, first, second = await two_at_a_table(anna, bert)
    seat = first.state["to_move"]
    mover, other = (first, second) if seat == 0 else (second, first)
    legal = my_view(mover)["legal"]
    watcher = await server.person("Wim").socket(table)
    for socket in (other, watcher):
        for request in (
            {"type_": "move", "ply": 0, "move": legal[0]},
            {"type_": "undo"},
            {"type_": "resign"},
            {"type_": "draw"},
            {"type_": "leave"},
            {"type_": "preview", "ply": 0, "moves": legal[:1]},
            {"type_": "figures", "ply": 0},
            {"type_": "hint", "ply": 0},
            {"type_": "past", "first": 0},
            {"type_": "rematch"},
            {"type_": "answer", "ask": 1, "yes": True},
            {"type_": "replace", "absent": 1 - seat},
        ):
            answer = await socket.ask(seat=seat, **request)
            assert answer["error"]["code"] == "not-your-seat", request
    refused = await anna.ask("POST", f"/api/tables/{table}/seats/1/key", expect=403)
    assert refused["code"] == "not-your-seat"


async def test_a_key_of_another_table_or_seat_opens_nothing(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    one, _, _ = await two_at_a_table(anna, bert)
    other, _, _ = await two_at_a_table(bert, anna)
    key = (await anna.ask("POST", f"/api/tables/{one}/seats/0/key"))["key"]
    thief = server.person("Thief")
    body = {"key": key}
    assert (await thief.ask("POST", f"/api/tables/{other}/keys", body, expect=403))["code"]
    forged = {"key": key[:-4] + ("AAAA" if key[-4:] != "AAAA" else "BBBB")}
    await thief.ask("POST", f"/api/tables/{one}/keys", forged, expect=403)
    await thief.ask("POST", f"/api/tables/{one}/keys", {"key": "x"}, expect=403)
    socket = await thief.socket(one)
    assert my_view(socket)["seat"] is None


async def test_a_forged_or_stolen_apart_cookie_is_a_stranger(
    server: LocalServer, anna: Person
) -> None:
    table = await anna.open("me", 1)
    genuine = anna.http.cookies[COOKIE]
    stranger = server.person("Stranger")
    for cookie in (genuine[:-2] + "xx", genuine.partition(".")[0] + ".AAAA", "nonsense", "."):
        socket = await stranger.socket(table, cookie=f"{COOKIE}={cookie}")
        assert my_view(socket)["seat"] is None
    socket = await stranger.socket(table, cookie=f"{COOKIE}={genuine}")
    assert my_view(socket)["seat"] == 0


async def test_old_and_repeated_messages_change_nothing(anna: Person, bert: Person) -> None:
    _, first, second = await two_at_a_table(anna, bert)
    sockets = (first, second)
    old: list[dict[str, Any]] = []
    for _ in range(4):
        seat = first.state["to_move"]
        mover = sockets[seat]
        move = {"seat": seat, "ply": mover.state["ply"], "move": my_view(mover)["legal"][0]}
        old.append(move)
        answers = [await mover.ask("move", **move), await mover.ask("move", **move)]
        assert [answer["type"] for answer in answers] == ["done", "error"]
        assert answers[1]["error"]["code"] == "stale"
        for socket in sockets:
            await socket.settled(answers[0]["ply"])
    before = first.logs[0].copy()
    for move in old:
        answer = await sockets[move["seat"]].ask("move", **move)
        assert answer["error"]["code"] == "stale"
    assert (await first.ask("resync"))["state"]["views"][0]["log"] == before


async def test_a_closed_and_a_finished_table_refuse_with_their_codes(
    anna: Person, bert: Person
) -> None:
    table = await anna.open("me", "open")
    assert await anna.ask("DELETE", f"/api/tables/{table}", expect=204) is None
    assert (await bert.sit(table, 1, expect=410))["code"] == "closed"
    socket = await anna.socket(table)
    assert (await socket.ask("move", seat=0, ply=0, move="pass"))["error"]["code"] == "closed"
    finished, first, second = await two_at_a_table(anna, bert)
    await first.ask("resign", seat=0)
    for request in ("undo", "resign", "draw"):
        answer = await second.ask(request, seat=1)
        assert answer["error"]["code"] == "game-over"
    assert (await bert.sit(finished, 0, expect=409))["code"] == "seat-taken"


NONSENSE = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    "7",
    '"move"',
    "[" * 10_000,
    '{"a":' * 5_000,
    json.dumps({"type": "move"}),
    json.dumps({"type": "nothing", "id": 1}),
    json.dumps({"type": "ping", "id": -1}),
    json.dumps({"type": "ping", "id": 2**80}),
    json.dumps({"type": "ping", "id": True}),
    json.dumps({"type": "ping", "id": 1, "extra": 1}),
    json.dumps({"type": "move", "id": 1, "seat": 0, "ply": 0, "move": "x" * 81}),
    json.dumps({"type": "move", "id": 1, "seat": 99, "ply": 0, "move": "pass"}),
    json.dumps({"type": "move", "id": 1, "seat": 0, "ply": 10**9, "move": "pass"}),
    json.dumps({"type": "move", "id": 1, "seat": "0; DROP TABLE", "ply": 0, "move": "pass"}),
    json.dumps({"type": "preview", "id": 1, "seat": 0, "ply": 0, "moves": ["pass"] * 65}),
    json.dumps({"type": "chat", "id": 1, "text": "x" * 301}),
    json.dumps({"type": "chat", "id": 1, "text": "   "}),
    '{"type":"chat","id":1,"text":"\\ud800"}',
    "\x00" * 100,
    "é" * 20_000,
]


async def test_nonsense_is_answered_and_the_socket_lives_on(anna: Person) -> None:
    table = await anna.open("me", 1)
    socket = await anna.socket(table)
    for text in NONSENSE:
        socket.write(text)
        answer = await socket.until(lambda m: m["type"] in {"error", "pong"})
        assert answer["type"] == "error", text[:80]
        assert answer["error"]["code"] in {"bad-request", "limit"}, (text[:80], answer)
        assert len(answer["error"]["message"]) <= 300
        check_protocol(socket.received[-1])
        assert (await socket.ask("ping"))["type"] == "pong"


async def test_texts_that_are_not_moves_are_refused(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    seat = socket.state["to_move"]
    for move in ("🗼", "lay:9:a1:0", "LAY:1:A1:0", "lay:1:a1", "' OR 1=1 --"):
        answer = await socket.ask("move", seat=seat, ply=0, move=move)
        assert answer["error"]["code"] == "unparsable", move
    answer = await socket.ask("move", seat=seat, ply=0, move="\x00")
    assert answer["error"]["code"] == "bad-request"
    answer = await socket.ask("move", seat=seat, ply=0, move="pass")
    assert answer["error"]["code"] == "illegal"
    assert answer["error"]["rule"].startswith("L3")


async def test_a_foreign_page_gets_neither_socket_nor_request(
    server: LocalServer, anna: Person
) -> None:
    table = await anna.open("me", 1)
    cookie = f"{COOKIE}={anna.http.cookies[COOKIE]}"
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://{HOST}.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        socket = Socket(server.app, f"/ws/tables/{table}", {"cookie": cookie, **headers})
        with pytest.raises(Closed):
            await socket.accept()
        answer = await anna.http.post("/api/tables", json={}, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["code"] == "forbidden"
    own = Socket(server.app, f"/ws/tables/{table}", {"origin": f"http://{HOST}"})
    await own.accept()
    await own.close()


async def test_a_form_cannot_act(anna: Person) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = await anna.http.post(
            "/api/tables", content=b'{"game":"lumiere"}', headers={"content-type": kind}
        )
        assert answer.status_code == 403


async def test_huge_and_deep_bodies_are_refused(anna: Person) -> None:
    huge = await anna.http.post(
        "/api/records/verify",
        content=b"x" * 2_100_000,
        headers={"content-type": "application/json"},
    )
    assert (huge.status_code, huge.json()["code"]) == (413, "too-large")

    async def endless() -> Any:
        for _ in range(300):
            yield b" " * 10_000

    streamed = await anna.http.post(
        "/api/records/verify", content=endless(), headers={"content-type": "application/json"}
    )
    assert streamed.status_code == 413
    deep = b'{"record":' * 30_000
    for body in (deep, b"[" * 100_000, b"{", b"", b"\xff\xfe", b'{"record": {}}' * 2):
        answer = await anna.http.post(
            "/api/records/verify", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code in {400, 422}, body[:30]
        assert answer.json()["code"] == "bad-request"
    for depth in (100, 400, 900, 960, 990):
        text = b'{"record":' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"
        answer = await anna.http.post(
            "/api/records/verify", content=text, headers={"content-type": "application/json"}
        )
        assert answer.status_code in {200, 400, 422}, depth


async def test_a_reader_that_stops_reading_does_not_hold_up_the_table(
    server: LocalServer, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slow one costs one waiting message, is closed in time, and the others play on."""
    monkeypatch.setattr(connection, "SEND_WITHIN", 0.3)
    table, first, second = await two_at_a_table(anna, bert)
    slow = await server.person("Slow").socket(table)
    blocked = asyncio.Event()

    async def never(message: Any) -> None:
        if message["type"] == "websocket.send":
            blocked.set()
            await asyncio.Event().wait()
        slow._out.put_nowait(message)

    slow._send_now = never
    for _ in range(12):
        mover = (first, second)[first.state["to_move"]]
        view = my_view(mover)
        answer = await mover.ask(
            "move", seat=view["seat"], ply=mover.state["ply"], move=view["legal"][0]
        )
        async with asyncio.timeout(PATIENCE):
            for socket in (first, second):
                await socket.settled(answer["ply"])
    assert blocked.is_set()
    async with asyncio.timeout(PATIENCE):
        while True:
            closing = await slow._out.get()
            if closing["type"] == "websocket.close":
                break
    assert closing["code"] == 1013


async def test_somebody_who_lets_answers_pile_up_is_closed(
    server: LocalServer, anna: Person
) -> None:
    table = await anna.open("me", 1)
    socket = await anna.socket(table)
    (room,) = server.services.hub.live_tables.values()
    (found,) = room.connections
    for _ in range(connection.MOST_WAITING + 5):
        found.send(b"{}")
    assert await closing_code(socket) == 1013


async def test_the_answer_and_the_new_position_are_one_write() -> None:
    sent: list[Any] = []
    socket = SimpleNamespace(
        scope={"extensions": {TOGETHER: {NOW: lambda _: False}}},  # the client still has to read
        application_state=WebSocketState.DISCONNECTED,
        send=AsyncMock(side_effect=sent.append),
    )
    found = connection.Connection(socket, "t", "", "p", 0, "")  # type: ignore[arg-type]
    writing = asyncio.create_task(found.write(lambda _: b"state"))
    await asyncio.sleep(0)
    found.state_changed()
    found.send(b"done")
    found.state_changed()
    async with asyncio.timeout(PATIENCE):
        while not sent:  # noqa: ASYNC110
            await asyncio.sleep(0)
        found.close(1001)
        await writing
    assert sent == [{"type": "websocket.send", TOGETHER: [b"done", b"state"]}]


async def closing_code(socket: Socket) -> int:
    """Read until the server closes."""
    try:
        await socket.until(lambda _: False)
    except Closed as closed:
        return closed.code
    raise AssertionError


async def test_floods_meet_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path, limit_factor=1.0) as server:
        # However slow this machine is, no bucket fills up meanwhile.
        stopped = monotonic()
        monkeypatch.setattr(server.services.limits, "_now", lambda: stopped)
        anna = server.person("Anna")
        table = await anna.open("me", 1)
        socket = await anna.socket(table)
        # Messages: refused, and in the end the socket is closed.
        for number in range(2_000):
            socket.write(json.dumps({"type": "ping", "id": number}))
        assert await closing_code(socket) == 1013
        # Chat.
        again = await anna.socket(table)
        codes = [
            (await again.ask("chat", text=f"line {n}")).get("error", {}).get("code")
            for n in range(12)
        ]
        assert codes[0] is None
        assert codes[-1] == "limit"
        # Tables.
        wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answers = [await anna.http.post("/api/tables", json=wish) for _ in range(40)]
        assert answers[0].status_code == 201
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "limit"
        # Sockets from one address.
        refused = 0
        for _ in range(100):
            one = Socket(server.app, f"/ws/tables/{table}", {})
            await one.accept()
            message = await one.message()
            if message["type"] == "bye":
                assert message["reason"]["code"] == "limit"
                refused += 1
                break
        assert refused == 1
        # Requests.
        count = 0
        while (await anna.http.get("/api/ratings/lumiere")).status_code == 200:
            count += 1
        assert count > 100


async def test_passwords_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    async with living(tmp_path, limit_factor=1.0) as server:
        anna = server.person("Anna")
        await anna.ask("POST", "/api/accounts", {"name": "Anna", "password": "correct horse"})
        codes = []
        for number in range(9):
            guess = {"name": "anna", "password": f"guess number {number}"}
            answer = await server.person().http.post("/api/session", json=guess)
            codes.append(answer.json()["code"])
        assert codes[0] == "wrong-password"
        assert codes[-1] == "limit"


def test_a_limit_recovers_with_time_and_forgets_old_addresses() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    burst = int(RATES["chat"].burst)
    assert [limits.allows("chat", "anna") for _ in range(burst + 1)] == [True] * burst + [False]
    assert limits.allows("chat", "bert")
    now[0] += 1 / RATES["chat"].per_second
    assert limits.allows("chat", "anna")
    assert not limits.allows("chat", "anna")
    limits.forget("chat", "anna")
    assert limits.allows("chat", "anna")
    for number in range(MOST_BUCKETS + 10):
        limits.allows("requests", str(number))
    assert len(limits._buckets["requests"]) == MOST_BUCKETS


async def test_frequent_requests_count_in_all_processes() -> None:
    """The attack: the requests that one process would refuse are sent to several in turn."""
    now = [0.0]

    class Shared:
        """The buckets in Redis."""

        def __init__(self) -> None:
            self.limits = Limits(lambda: now[0])

        async def wait(self, name: str, burst: float, per_second: float, tokens: int) -> float:
            kind, _, whose = name.partition(":")
            assert (burst, per_second) == (RATES[kind].burst, RATES[kind].per_second)
            return self.limits.wait(kind, whose, tokens)

        async def forget(self, name: str) -> None:
            raise NotImplementedError(name)

        async def stop(self) -> None:
            pass

    processes, shared = [Limits(lambda: now[0]) for _ in range(4)], Shared()
    for process in processes:
        process.shared = shared
    burst = int(RATES["requests"].burst)
    allowed = 0
    for number in range(4 * burst):
        allowed += processes[number % 4].allows("requests", "1.2.3.4")
        await asyncio.sleep(0)
    # Each process may have a tenth that it has not told yet.
    assert burst <= allowed <= burst + len(processes) * burst / PARTS
    assert processes[0].allows("requests", "5.6.7.8")
    now[0] += burst / RATES["requests"].per_second
    assert all(process.allows("requests", "1.2.3.4") for process in processes)
    for process in processes:
        await process.stop()
