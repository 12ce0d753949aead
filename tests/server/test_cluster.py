"""Several processes on one PostgreSQL and one Redis: one server to everybody who plays."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest
from redis.asyncio import Redis as RedisClient

from lutetia.kernel.record import GameRecord
from lutetia.server.access.limits import RATES, Rate
from lutetia.server.thinking.queue import QueueThinker
from lutetia.server.thinking.worker import work
from lutetia.storage.database import Database
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Socket, Threads, living
from tests.server.retrying import Ledger, RetryingPlayer
from tests.server.test_crashes import ForkingServer, forking_server, prove
from tests.server.test_fair_play import account, made_up_record, rated_game, refused_everywhere
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


@pytest.mark.long
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


ABSENT_AFTER = 2.0
"""Seconds, instead of a minute."""
UNKNOWN_FOR = 1
"""Seconds, instead of the time in which every process renews what it knows."""


@pytest.mark.slow
async def test_only_a_known_absence_lets_the_computer_take_a_seat(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: `replace` in a rated game, right after the rival's page was loaded again on
    another process, or while Redis is away and nobody can know who is connected there."""
    monkeypatch.setattr("lutetia.server.live.fanout.UNKNOWN_FOR", UNKNOWN_FOR)
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, absent_after=ABSENT_AFTER, **shared) as one,
        living(tmp_path, absent_after=ABSENT_AFTER, **shared) as other,
    ):
        anna, bert = await account(one, "Anna"), await account(other, "Bert")
        table, first, second = await rated_game(anna, bert)

        async def replaced() -> bool:
            answer = await first.ask("replace", seat=0, absent=1, level=1)
            assert answer["type"] == "done" or answer["error"]["code"] == "not-possible", answer
            return bool(answer["type"] == "done")

        async def asked_in_vain() -> None:
            """Ask again and again, for longer than an absence needs."""
            until = monotonic() + 1.25 * ABSENT_AFTER
            while monotonic() < until:
                assert not await replaced()
                await asyncio.sleep(0.1)

        await asked_in_vain()  # the rival is connected to the other process
        await second.close()
        assert not await replaced(), "the rival left a moment ago"
        here = one.person("Bert")
        await here.ask("POST", "/api/session", {"name": "Bert", "password": "a long password"})
        second = await here.socket(table)
        await asked_in_vain()  # the rival is back, on another process
        await second.close()
        back = other.person("Bert")
        back.http.cookies = bert.http.cookies
        second = await back.socket(table)
        redis.stop(signal.SIGKILL)
        await asked_in_vain()  # the rival is connected to the other process all the time
        await second.close()
        await asked_in_vain()  # nobody can know who is connected
        redis.start()
        # Redis has forgotten everything. The absence begins some time after the first look.
        looked = monotonic()
        async with asyncio.timeout(PATIENCE):
            while not await replaced():
                await first.ask("ping")
        assert monotonic() >= looked + UNKNOWN_FOR + ABSENT_AFTER, "only after a whole absence"
        assert first.state["phase"] == "playing", "the computer plays on"


@pytest.mark.slow
async def test_who_is_connected_to_a_process_without_redis_is_not_replaced(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: Redis forgot who was connected to a process that was cut off from Redis alone, and
    the other process replaced them while they played."""
    monkeypatch.setattr("lutetia.server.live.fanout.ONLINE_FOR", UNKNOWN_FOR)
    monkeypatch.setattr("lutetia.server.live.fanout.UNKNOWN_FOR", UNKNOWN_FOR)
    monkeypatch.setattr("lutetia.server.services.KEEP_ALIVE_EVERY", 0.2)
    monkeypatch.setattr("lutetia.server.services.BEAT_EVERY", 0.2)
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, absent_after=ABSENT_AFTER, **shared) as one,
        living(tmp_path, absent_after=ABSENT_AFTER, **shared) as other,
    ):
        anna, bert = await account(one, "Anna"), await account(other, "Bert")
        table, first, second = await rated_game(anna, bert)

        async def replaced() -> bool:
            answer = await first.ask("replace", seat=0, absent=1, level=1)
            return bool(answer["type"] == "done")

        async def asked_in_vain() -> None:
            until = monotonic() + UNKNOWN_FOR + 1.5 * ABSENT_AFTER
            while monotonic() < until:
                assert not await replaced()
                await asyncio.sleep(0.1)

        async def away(**_: Any) -> None:
            raise ConnectionError("no route to Redis")

        with monkeypatch.context() as cut:
            cut.setattr(other.services.fanout, "_update_presence", away)
            await asked_in_vain()
            async with RedisClient.from_url(redis.url) as client:
                known = await client.zrange(f"lutetia:here:{table}", 0, -1)
            assert len(known) == 1, "Redis has forgotten the rival"
        await asked_in_vain()  # the rival's process is back
        await second.close()
        async with asyncio.timeout(PATIENCE):
            while not await replaced():  # noqa: ASYNC110 (an absence needs time)
                await asyncio.sleep(0.1)


async def test_no_process_helps_in_a_rated_game_of_another(
    servers: tuple[LocalServer, LocalServer],
) -> None:
    """A guest of one process asks about the position of a rated game on the other, move by move."""
    anna, bert = await account(servers[0], "Anna"), await account(servers[0], "Bert")
    cheat = servers[1].person()
    options = {"start": "orange", "postcards": "first-game"}
    _, first, second = await rated_game(anna, bert, options=options)
    moves = ["take:line", "take:corner", "take:square"]
    for ply, move in enumerate(moves):
        record = made_up_record(options, moves[:ply])
        assert (await refused_everywhere(cheat, record, ply))[:2] == [True, True]
        mover = (first, second)[ply % 2]
        assert (await mover.ask("move", seat=ply % 2, ply=ply, move=move))["type"] == "done"


class EndlessAnalyst(Threads):
    """A worker whose analyses end only when the test says so."""

    def __init__(self, names: list[str], both: asyncio.Event) -> None:
        super().__init__(2)
        self.names = names
        """The analyses that any worker has begun."""
        self.both = both
        self.may_end = asyncio.Event()

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, object]:
        self.names.append(name)
        if len(self.names) == 2:
            self.both.set()
        progress(0.5)
        await self.may_end.wait()
        return await super().analyse(name, record, effort, progress)


async def test_analyses_stop_no_computer_and_are_made_once(
    servers: tuple[LocalServer, LocalServer], redis: Redis
) -> None:
    """The attack: one or two long analyses, and every computer of both workers stood still."""
    names: list[str] = []
    both = asyncio.Event()
    stop, workers = asyncio.Event(), [EndlessAnalyst(names, both), EndlessAnalyst(names, both)]
    ready = [asyncio.Event() for _ in workers]
    working = [
        asyncio.create_task(work(redis.url, worker, stop, event.set))
        for worker, event in zip(workers, ready, strict=True)
    ]
    for event in ready:
        await event.wait()
    guest = servers[0].person("Guest")
    options = {"start": "orange", "postcards": "first-game"}
    records = [made_up_record(options, ["take:line", f"take:{b}"]) for b in ("corner", "square")]
    asked = [await guest.ask("POST", "/api/analyses", {"record": one}) for one in records]
    # The same again, through the other process and by a job that was delivered twice.
    again = await servers[1].person().ask("POST", "/api/analyses", {"record": records[0]})
    assert again["id"] == asked[0]["id"]
    thinkers = [cast(QueueThinker, server.services.thinker) for server in servers]
    text = GameRecord.model_validate(records[0]).model_dump_json()
    second = asyncio.create_task(thinkers[1].analyse(asked[0]["id"], text, 1, lambda _: None))
    async with asyncio.timeout(PATIENCE):
        await both.wait()
    anna = servers[0].person("Anna")
    table = await anna.open("me", 1, options={"start": "blue"})
    socket = await anna.socket(table)
    await told(socket, lambda state: state["to_move"] == 0)
    await thinkers[0].measure()
    lines = (await anna.http.get("/metrics")).text
    assert 'lutetia_queued_jobs{queue="analyses"}' in lines
    for worker in workers:
        worker.may_end.set()
    async with asyncio.timeout(PATIENCE):
        assert (await second)["game"] == "lumiere"
        for one in asked:
            found = one
            while found["state"] != "done":
                await asyncio.sleep(0.05)
                found = await guest.ask("GET", f"/api/analyses/{one['id']}")
    assert sorted(names) == sorted(one["id"] for one in asked), "each analysis was made once"
    stop.set()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*working)


async def test_limits_count_in_all_processes(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: what one process refuses is asked of the other."""
    # On a slow machine six guesses take ten seconds, and then a seventh would be allowed.
    monkeypatch.setitem(RATES, "passwords", Rate(6, 0.001))
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, limit_factor=1.0, **shared) as one,
        living(tmp_path, limit_factor=1.0, **shared) as other,
    ):
        people = [server.person("Anna") for server in (one, other)]
        codes = []
        guess = {"name": "Anna", "password": "wrong again"}
        for number in range(8):
            answer = await people[number % 2].http.post("/api/session", json=guess)
            codes.append(answer.json()["code"])
        assert codes == ["wrong-password"] * 6 + ["limit"] * 2
        redis.stop(signal.SIGKILL)
        answer = await people[0].http.post("/api/session", json=guess)
        assert answer.json()["code"] == "wrong-password", "without Redis each process counts"
        redis.start()


async def test_open_sockets_count_in_all_processes(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: one address opens its sockets at both processes. Six are allowed here."""
    # The rate of new sockets is another limit, which would refuse some of these.
    monkeypatch.setitem(RATES, "sockets", Rate(10_000, 1_000))
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, limit_factor=0.03, **shared) as one,
        living(tmp_path, limit_factor=0.03, **shared) as other,
    ):

        async def knock(server: LocalServer) -> tuple[Socket, str]:
            socket = Socket(server.app, "/ws/tables", {})
            await socket.accept()
            return socket, (await socket.message())["type"]

        found = [await knock(server) for server in (one, other) * 4]
        assert [kind for _, kind in found] == ["reload"] * 6 + ["bye"] * 2
        await found[0][0].close()
        async with asyncio.timeout(PATIENCE):
            while (await knock(other))[1] != "reload":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        # What a process told is forgotten when it is silent; it tells again and again.
        await one.services.sockets.renew()
        assert (await knock(one))[1] == "bye"
        redis.stop(signal.SIGKILL)
        assert (await knock(one))[1] == "reload", "without Redis each process counts"
        redis.start()
