"""Work that nobody waits for any more ends: a socket or a request whose connection is dropped."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as RedisClient
from websockets.asyncio.client import ClientConnection, connect

from lutetia.match.errors import Limit
from lutetia.server import request_work
from lutetia.server.budget import Budget
from lutetia.server.live.socket_work import MOST_PREVIEWS
from lutetia.server.thinking import worker
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.server.thinking.queue import GROUP, TABLES
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Person, Threads
from tests.server.listening import listening, raw_client, request_head
from tests.server.request_functions import process_and_niceness, show_work
from tests.server.test_fair_play import made_up_record
from tests.storage.services import Redis

RECORD = made_up_record({"start": "orange"}, ["take:line"])


@pytest.fixture
async def port(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    monkeypatch.setattr(request_work, "LOOK_EVERY", 0.02)
    async with listening(server.app) as found:
        yield found


class Endless:
    """Work that ends only when its budget says so."""

    def __init__(self) -> None:
        self.begun, self.stopped = threading.Event(), threading.Event()
        self.times = 0

    def __call__(self, budget: Budget) -> None:
        self.times += 1
        self.begun.set()
        try:
            while True:
                budget()
        except Limit:
            self.stopped.set()
            raise


class Waiting:
    """A question to a computer player that is never answered."""

    def __init__(self) -> None:
        self.begun, self.stopped = asyncio.Event(), asyncio.Event()

    async def __call__(self, *arguments: Any) -> Any:
        del arguments
        self.begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped.set()
            raise


async def happened(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, PATIENCE)


async def joined(port: int, person: Person) -> tuple[ClientConnection, dict[str, Any]]:
    """A real socket at a new table of one person who plays both sides, and its state."""
    table = await person.open("me", "me")
    cookie = "; ".join(f"{one.name}={one.value}" for one in person.http.cookies.jar)
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws/tables/{table}", additional_headers={"cookie": cookie}
    )
    return socket, json.loads(await socket.recv())["state"]


async def test_previews_end_with_their_socket(
    port: int, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: ask for much, leave, and ask again. The server noticed it only afterwards."""
    work = Endless()
    monkeypatch.setattr(
        "lutetia.server.thinking.jobs.previews_from", lambda *given: work(given[-1])
    )
    socket, state = await joined(port, anna)
    seat = state["to_move"]
    legal = next(view["legal"] for view in state["views"] if view["seat"] == seat)
    wish = {"type": "preview", "seat": seat, "ply": 0, "moves": legal[:1], "then": False}
    for number in range(3):
        await socket.send(json.dumps({**wish, "id": number}))
    await happened(work.begun)
    socket.transport.abort()
    await happened(work.stopped)
    assert work.times == 1, "the others were not begun"


async def test_a_socket_asks_for_few_previews_at_a_time(
    port: int, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(
        "lutetia.server.thinking.jobs.previews_from", lambda *_: list[Any](go_on.wait() * [])
    )
    socket, state = await joined(port, anna)
    seat = state["to_move"]
    wish = {"type": "preview", "seat": seat, "ply": 0, "moves": ["take:line"], "then": False}
    for number in range(MOST_PREVIEWS + 2):
        await socket.send(json.dumps({**wish, "id": number}))
    await socket.send(json.dumps({"type": "ping", "id": 99}))
    answers = [json.loads(await socket.recv()) for _ in range(3)]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == ["limit", "limit", None], "the socket is read while previews wait"
    go_on.set()
    numbers = [json.loads(await socket.recv())["id"] for _ in range(MOST_PREVIEWS)]
    assert numbers == list(range(MOST_PREVIEWS)), "they are answered in turn"
    await socket.close()


async def test_a_hint_ends_with_its_socket(
    port: int, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Waiting()
    monkeypatch.setattr(Threads, "hint", work)
    socket, state = await joined(port, anna)
    await socket.send(
        json.dumps({"type": "hint", "id": 1, "seat": state["to_move"], "ply": state["ply"]})
    )
    async with asyncio.timeout(PATIENCE):
        await work.begun.wait()
        socket.transport.abort()
        await work.stopped.wait()


@pytest.mark.parametrize("what", ["hint", "outlook"])
async def test_a_question_about_a_record_ends_with_its_request(
    port: int, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    work = Waiting()
    monkeypatch.setattr(Threads, what, work)
    body = json.dumps({"record": RECORD, "ply": 1}).encode()
    async with asyncio.timeout(PATIENCE), raw_client(port) as client:
        await client.send(request_head(f"/api/records/{what}", len(body)) + body)
        await work.begun.wait()
        client.drop()
        await work.stopped.wait()


BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/score": ("lutetia.server.thinking.jobs.score", {"text": "game lumiere\n"}),
    "/api/records/verify": (
        "lutetia.server.http.routes.records.verdict_json",
        {"record": RECORD},
    ),
    "/api/records/replay": (
        "lutetia.server.http.routes.records.replay_json",
        {"record": RECORD},
    ),
}


@pytest.mark.parametrize("path", BODIES)
async def test_the_work_of_a_request_ends_with_its_connection(
    port: int, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    name, body = BODIES[path]
    work = Endless()
    monkeypatch.setattr(name, lambda budget, *_: work(budget))
    content = json.dumps(body).encode()
    async with raw_client(port) as client:
        await client.send(request_head(path, len(content)) + content)
        await happened(work.begun)
        client.drop()
        await happened(work.stopped)


@pytest.mark.services
async def test_a_worker_stops_a_hint_that_nobody_waits_for(
    cluster: tuple[LocalServer, LocalServer], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_work, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(worker, "LOOK_AFTER", 0.02)
    work = Waiting()
    monkeypatch.setattr(Threads, "hint", work)
    stop = asyncio.Event()
    working = asyncio.create_task(worker.work(redis.url, Threads(1), stop, lambda: None))
    body = json.dumps({"record": RECORD, "ply": 1}).encode()
    async with (
        asyncio.timeout(PATIENCE),
        listening(cluster[0].app) as port,
        raw_client(port) as client,
    ):
        await client.send(request_head("/api/records/hint", len(body)) + body)
        await work.begun.wait()
        client.drop()
        await work.stopped.wait()
        async with RedisClient.from_url(redis.url) as queue:
            while (await queue.xpending(TABLES, GROUP))["pending"]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        stop.set()
        await working


async def test_the_process_of_a_computer_stops_a_hint_that_nobody_waits_for(
    tmp_path: Path,
) -> None:
    pool, sign = ProcessPool(1), tmp_path / "sign"
    working = asyncio.create_task(pool._advise(show_work, str(sign)))
    async with asyncio.timeout(PATIENCE):
        while not sign.exists():  # noqa: ASYNC110 (another process makes it)
            await asyncio.sleep(0.01)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        # The pool has one process, which answers when it is free.
        await pool._advise(process_and_niceness)
    pool.stop()
