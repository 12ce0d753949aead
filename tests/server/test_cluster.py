"""Several processes on one PostgreSQL and one Redis: one server to everybody who plays."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lutetia.server.thinking.queue import work
from lutetia.storage.database import Database
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Socket, Threads, living
from tests.server.retrying import Ledger, RetryingPlayer
from tests.server.test_crashes import ForkingServer, forking_server, prove
from tests.storage.services import Postgres, Redis

pytestmark = pytest.mark.services


@pytest.fixture
async def servers(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    """Two server processes' worth of services."""
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(living(tmp_path, **shared))
        other = await stack.enter_async_context(living(tmp_path, **shared))
        yield one, other


async def told(socket: Socket, wanted: Callable[[dict[str, object]], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted(socket.state):
            await socket.message()


async def test_people_on_different_processes_play_one_game(
    servers: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await anna.open("me", "open")
    first = await anna.socket(table)
    await bert.sit(table, 1)
    second = await bert.socket(table)
    await told(first, lambda state: state["phase"] == "playing")
    chance = random.Random(1)
    for _ in range(16):
        mover = (first, second)[first.state["to_move"]]
        view = mover.state["views"][0]
        answer = await mover.ask(
            "move", seat=view["seat"], ply=mover.state["ply"], move=chance.choice(view["legal"])
        )
        for socket in (first, second):
            await socket.settled(answer["ply"])
    await second.ask("chat", text="bonjour")
    line = await first.until(lambda m: m["type"] == "chat")
    assert line["line"]["text"] == "bonjour"
    assert (await first.ask("resync"))["state"]["seats"][1]["online"]
    await second.close()
    presence = await first.until(lambda m: m["type"] == "presence")
    assert presence["online"] == [0]


async def test_two_processes_racing_for_one_ply(servers: tuple[LocalServer, LocalServer]) -> None:
    """The same seat, open in two windows on two processes: one move wins, the other is stale."""
    anna = servers[0].person("Anna")
    table = await anna.open("me", "me")
    window = servers[1].person("Anna elsewhere")
    window.http.cookies = anna.http.cookies
    here, there = await anna.socket(table), await window.socket(table)
    for _ in range(12):
        ply, seat = here.state["ply"], here.state["to_move"]
        legal = here.state["views"][seat]["legal"]
        answers = await asyncio.gather(
            here.ask("move", seat=seat, ply=ply, move=legal[0]),
            there.ask("move", seat=seat, ply=ply, move=legal[-1]),
        )
        kinds = sorted(answer["type"] for answer in answers)
        assert kinds == ["done", "error"], answers
        refused = next(answer for answer in answers if answer["type"] == "error")
        assert refused["error"]["code"] == "stale"
        for socket in (here, there):
            await socket.settled(ply + 1)
        assert here.state["views"] == there.state["views"]


async def test_what_a_dying_process_stored_and_could_not_tell_is_seen_by_all(
    servers: tuple[LocalServer, LocalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies between storing and telling leaves the others behind the truth; they
    learn it from whoever comes back, on that process or on theirs."""
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await anna.open("me", "open", options={"start": "orange"})
    first = await anna.socket(table)
    await bert.sit(table, 1)
    second = await bert.socket(table)
    await told(first, lambda state: state["phase"] == "playing")
    with monkeypatch.context() as silent:
        silent.setattr(servers[0].services.fanout, "publish", lambda _: None)
        legal = first.state["views"][0]["legal"]
        move = next(move for move in legal if move.startswith("take"))
        assert (await first.ask("move", seat=0, ply=0, move=move))["type"] == "done"
        await first.close()
        await asyncio.sleep(0.1)
        assert second.state["ply"] == 0
        phone = servers[1].person("Anna elsewhere")
        phone.http.cookies = anna.http.cookies
        assert (await phone.socket(table)).state["ply"] == 1
        await second.settled(1)
        await second.ask("move", seat=1, ply=1, move=second.state["views"][0]["legal"][0])
        again = await anna.socket(table)
        assert again.state["ply"] == 2
        await again.ask("move", seat=0, ply=2, move=again.state["views"][0]["legal"][0])
        assert (await servers[1].services.keeper.table(table)).ply == 2
    await again.close()
    await anna.socket(table)
    await second.settled(3)


async def test_computers_think_in_a_worker(
    servers: tuple[LocalServer, LocalServer], redis: Redis
) -> None:
    stop = asyncio.Event()
    ready = asyncio.Event()
    working = asyncio.create_task(work(redis.url, Threads(2), stop, ready.set))
    await ready.wait()
    anna = servers[0].person("Anna")
    table = await anna.open("me", 1)
    socket = await anna.socket(table)
    chance = random.Random(2)
    for _ in range(6):
        await told(socket, lambda state: state["to_move"] == 0)
        view = socket.state["views"][0]
        await socket.ask("move", seat=0, ply=socket.state["ply"], move=chance.choice(view["legal"]))
    await told(socket, lambda state: state["to_move"] == 0)
    hint = await socket.ask("hint", seat=0, ply=socket.state["ply"])
    assert hint["hint"]["move"] in socket.state["views"][0]["legal"]
    await socket.ask("resign", seat=0)
    made = await anna.ask("POST", "/api/analyses", {"table": table})
    found = made
    async with asyncio.timeout(PATIENCE):
        while found["state"] != "done":
            await asyncio.sleep(0.1)
            found = await anna.ask("GET", f"/api/analyses/{made['id']}")
    assert found["id"] == made["id"]
    assert found["result"] is not None
    stop.set()
    async with asyncio.timeout(PATIENCE):
        await working


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.exhaustive)])
async def test_play_survives_the_death_of_every_part(
    postgres: Postgres, redis: Redis, tmp_path: Path, rounds: int
) -> None:
    """Two servers, PostgreSQL and Redis are killed in turn under players who go on by
    themselves: errors are told, play resumes, nothing is lost or doubled."""
    url = postgres.new_database()
    environment = {"LUTETIA_DATABASE_URL": url, "LUTETIA_REDIS_URL": redis.url}
    ledger, stop = Ledger(), asyncio.Event()
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    async with AsyncExitStack() as stack:
        servers: list[ForkingServer] = [
            await stack.enter_async_context(forking_server(folder, **environment))
            for folder in folders
        ]
        for server in servers:
            await server.start_server()
        ports = [server.port for server in servers]

        async def pair(number: int) -> list[str]:
            host, guest = (
                RetryingPlayer(ports[0], ledger, seed, pause=0.01).also_at(ports[1])
                for seed in (number, 100 + number)
            )
            tables = []
            while not stop.is_set():
                tables.append(await host.open())
                await guest.http("POST", f"/api/tables/{tables[-1]}/seats/1", {"name": "Guest"})
                await asyncio.gather(host.play(tables[-1]), guest.play(tables[-1]))
            return tables

        playing = [asyncio.create_task(pair(number)) for number in range(3)]
        await ledger.grow(6)
        for _ in range(rounds):
            for server in servers:
                await server.kill()
                await ledger.grow(2)
                await server.start_server()
                await ledger.grow(2)
            redis.stop(signal.SIGKILL)
            await asyncio.sleep(0.3)
            redis.start()
            await ledger.grow(6)
            postgres.stop(signal.SIGQUIT)
            await ledger.refused("unavailable")
            postgres.start()
            await ledger.grow(6)
        stop.set()
        tables = [table for part in await asyncio.gather(*playing) for table in part]
    database = Database(url)
    await prove(database, ledger, tables)
    await database.close()
    assert ledger.refusals.get("unavailable", 0) > 0, ledger.refusals
    assert set(ledger.refusals) <= {"unavailable", "stale"}, ledger.refusals
