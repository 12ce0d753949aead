"""Signing out, a new password, deletion and the removal of a bot: in every process at once."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest

from lutetia.server.access.identity import COOKIE
from lutetia.storage.people import GONE
from tests.patience import PATIENCE
from tests.server.in_process import HOST, Closed, LocalServer, Person, Socket
from tests.server.test_fair_play import made_up_record
from tests.server.test_hosting import finish
from tests.server.test_people import PASSWORD, account
from tests.storage.services import Redis

Processes = tuple[LocalServer, LocalServer]


def thief(server: LocalServer, of: Person) -> Person:
    """Somebody with a copy of a cookie."""
    made = server.person("Thief")
    for cookie in of.http.cookies.jar:
        made.http.cookies.set(COOKIE, cookie.value or "", domain=HOST)
    return made


async def must_close(socket: Socket) -> None:
    """The socket closes, whatever it asks for."""
    socket.write(json.dumps({"type": "chat", "id": 77, "text": "still here"}))
    with pytest.raises(Closed) as closed:
        await socket.until(lambda _: False)
    assert closed.value.code == 1008


async def eventually_guest(person: Person) -> None:
    """A message of another process needs a moment."""
    async with asyncio.timeout(PATIENCE):
        while (await person.ask("GET", "/api/me"))["kind"] != "guest":  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
async def settled(processes: Processes) -> tuple[Person, Person, Person, str, Socket]:
    """Anna has an account and a table. Her phone and a thief with the cookie of her laptop use the
    other process; the thief has a socket there, and everybody is remembered everywhere."""
    anna = processes[0].person("Anna")
    await account(anna)
    table = await anna.open("me", "open", listed=True)
    stolen = thief(processes[1], anna)
    phone = processes[1].person("Phone")
    await phone.ask("POST", "/api/session", {"name": "Anna", "password": PASSWORD})
    for person in (anna, stolen, phone):
        assert (await person.ask("GET", "/api/me"))["name"] == "Anna"
    return anna, stolen, phone, table, await stolen.socket(table)


async def test_signing_out_ends_the_cookie_and_every_copy(settled: Any) -> None:
    anna, stolen, phone, table, socket = settled
    on_phone = await phone.socket(table)
    mine = await anna.socket(table)
    assert (await anna.ask("DELETE", "/api/session"))["kind"] == "guest"
    await must_close(mine)
    await must_close(socket)
    await eventually_guest(stolen)
    # The other device stays signed in.
    assert (await phone.ask("GET", "/api/me"))["kind"] == "account"
    assert (await on_phone.ask("chat", text="bonjour"))["type"] == "done"
    # A guest's cookie ends too.
    guest = (await anna.ask("GET", "/api/me"))["name"]
    copy = thief(anna._server, anna)
    await anna.ask("DELETE", "/api/session")
    assert (await copy.ask("GET", "/api/me"))["name"] != guest


async def test_a_new_password_ends_every_other_cookie(settled: Any) -> None:
    anna, stolen, phone, table, socket = settled
    change = {"password": PASSWORD, "new_password": "bouquinistes 1889"}
    old = thief(phone._server, anna)
    await anna.ask("PUT", "/api/me/password", change)
    await must_close(socket)
    for person in (stolen, phone, old):
        await eventually_guest(person)
    assert (await anna.ask("GET", "/api/me"))["kind"] == "account"
    assert (await anna.socket(table)).state["seats"][0]["yours"]


async def test_a_deleted_account_leaves_no_name_anywhere(
    settled: Any, processes: Processes
) -> None:
    anna, stolen, phone, table, socket = settled
    # Anna also sat down at a table of somebody else and left it again.
    bert = processes[1].person("Bert")
    other = await bert.open("me", "open", "open", game="belle_epoque", listed=True)
    await anna.sit(other, 1)
    at_other = await anna.socket(other)
    await at_other.ask("leave", seat=1)
    await at_other.close()
    await bert.sit(table, 1)
    watching = await bert.socket(table)
    assert watching.state["seats"][0]["name"] == "Anna"
    # There are copies of her last game; a made-up record with her name is somebody else's.
    played = await anna.open("me", "me")
    last = await anna.socket(played)
    await last.ask("resign", seat=0)
    await last.close()
    record = await bert.ask("GET", f"/api/tables/{played}/record")
    shared = await bert.ask("POST", "/api/records", {"record": record})
    await bert.ask("POST", "/api/analyses", {"record": record})
    other_record = made_up_record({"start": "orange"}, [])
    other_record["players"] = ["Anna", "y"]
    del other_record["digest"]
    made_up = await bert.ask("POST", "/api/records", {"record": other_record})
    # Her bot reads its events in the other process.
    bot = await anna.ask("POST", "/api/bots", {"name": "Robespierre"})
    token = {"authorization": f"Bearer {bot['token']}"}
    events: asyncio.Queue[str] = asyncio.Queue()
    stream = asyncio.create_task(event_stream(processes[1], token, events))
    async with asyncio.timeout(PATIENCE):
        assert "hello" in await events.get()
    await anna.ask("POST", "/api/me/delete", {"password": PASSWORD})
    async with asyncio.timeout(PATIENCE):
        await stream
    assert (await phone.http.get("/api/me", headers=token)).status_code == 401
    kept = await bert.ask("GET", f"/api/records/{shared['id']}")
    assert GONE in kept["players"]
    assert (await bert.ask("POST", "/api/records/verify", {"record": kept}))["valid"]
    again = await bert.ask("GET", f"/api/records/{made_up['id']}")
    assert again["players"] == ["Anna", "y"]
    await must_close(socket)
    for person in (stolen, phone):
        await eventually_guest(person)
    while watching.state["seats"][0]["name"] != GONE:
        await watching.message()
    for server in processes:
        database = server.services.database
        async with database.reading() as connection:
            async with asyncio.timeout(PATIENCE):
                for name in ("players", "entries", "chat", "shared_records", "analyses"):
                    query = f"SELECT * FROM {name}"
                    if name == "shared_records":
                        query += f" WHERE id <> '{made_up['id']}'"
                    while "Anna" in str((await connection.exec_driver_sql(query)).all()):
                        await asyncio.sleep(0.02)
                        await connection.rollback()
        somebody = server.person("Wim")
        for id_ in (table, other):
            assert "Anna" not in str(await somebody.ask("GET", f"/api/tables/{id_}"))
    await phone.ask("GET", "/api/players/Anna", expect=404)


class SlowAnalyst:
    """Tells the luck of all players, by their names, when it is told to."""

    def __init__(self) -> None:
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def analyse(self, name: str, record: str, effort: int, progress: Any) -> dict[str, Any]:
        del name, effort, progress
        self.begun.set()
        await self.may_end.wait()
        figures = {"margin": 9.0, "luck": 4.0, "low": 1.5, "high": 6.5, "adjusted": 5.0}
        players = json.loads(record)["players"]
        seats = [{"seat": "orange", "player": player, **figures} for player in players]
        told = {"game": "lumiere", "level": 7, "games": 24, "sure": 0.95}
        return {**told, "seats": len(players), "summaries": seats}


async def test_a_name_that_is_deleted_during_an_analysis_is_not_in_its_result(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = processes[0].person("Anna"), processes[1].person("Bert")
    await account(anna)
    played = await anna.open("me", "open")
    await bert.sit(played, 1)
    sockets = [await anna.socket(played), await bert.socket(played)]
    await finish(sockets, random.Random(1))
    analyst = SlowAnalyst()
    monkeypatch.setattr(processes[1].services.analysis_runner, "_analyst", analyst)
    record = await bert.ask("GET", f"/api/tables/{played}/record")
    asked = await bert.ask("POST", "/api/luck", {"record": record})
    async with asyncio.timeout(PATIENCE):
        await analyst.begun.wait()
        await anna.ask("POST", "/api/me/delete", {"password": PASSWORD})
        analyst.may_end.set()
        while asked["state"] != "done":
            asked = await bert.ask("GET", f"/api/luck/{asked['id']}")
            await asyncio.sleep(0.01)
    assert [one["player"] for one in asked["result"]["summaries"]] == [GONE, "Bert"]


async def test_a_removed_bot_has_no_token_no_stream_and_no_name(processes: Processes) -> None:
    anna, bert = processes[0].person("Anna"), processes[1].person("Bert")
    await account(anna)
    made = await anna.ask("POST", "/api/bots", {"name": "Robespierre"})
    token = {"authorization": f"Bearer {made['token']}"}
    table = await bert.open("me", "open", listed=True)
    transport = httpx.ASGITransport(app=processes[1].app)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as bot:
        sat = await bot.post(f"/api/tables/{table}/seats/1", json={}, headers=token)
        assert sat.status_code == 200, sat.text
        events: asyncio.Queue[str] = asyncio.Queue()
        stream = asyncio.create_task(event_stream(processes[1], token, events))
        async with asyncio.timeout(PATIENCE):
            assert "hello" in await events.get()
        watching = await bert.socket(table)
        assert watching.state["seats"][1]["name"] == "Robespierre"
        await anna.ask("DELETE", f"/api/bots/{made['bot']['id']}")
        async with asyncio.timeout(PATIENCE):
            await stream
        refused = await bot.get("/api/me", headers=token)
        assert refused.status_code == 401
    while watching.state["seats"][1]["name"] != GONE:
        await watching.message()


async def event_stream(server: LocalServer, token: dict[str, str], events: Any) -> None:
    """Read an event stream until the server ends it."""
    head = [(name.encode(), value.encode()) for name, value in token.items()]
    scope = {
        "type": "http", "method": "GET", "path": "/api/bot/events", "query_string": b"",
        "headers": [(b"host", HOST.encode()), *head], "client": ("127.0.0.1", 1),
        "http_version": "1.1", "scheme": "http", "root_path": "", "server": (HOST, 80),
    }  # fmt: skip

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message.get("body"):
            events.put_nowait(message["body"].decode())

    await server.app(scope, receive, send)


@pytest.mark.services
async def test_what_ended_while_redis_was_away_ends_when_it_is_back(
    cluster: Processes, redis: Redis
) -> None:
    anna = cluster[0].person("Anna")
    await account(anna)
    table = await anna.open("me", "open")
    stolen = thief(cluster[1], anna)
    socket = await stolen.socket(table)
    redis.stop()
    await anna.ask("DELETE", "/api/session")
    redis.start()
    with pytest.raises(Closed):
        await socket.until(lambda _: False)
    await eventually_guest(stolen)


async def test_a_cookie_of_the_first_release_is_valid_until_it_is_signed_out(
    server: LocalServer, anna: Person
) -> None:
    await account(anna)
    stored = await server.services.people.by_name("Anna")
    assert stored is not None
    old = server.services.identities._cookies.dumps([stored.id, stored.serial])
    phone = server.person("Phone")
    phone.http.cookies.set(COOKIE, str(old), domain=HOST)
    assert (await phone.ask("GET", "/api/me"))["name"] == "Anna"
    copy = thief(server, phone)
    await phone.ask("DELETE", "/api/session")
    assert (await copy.ask("GET", "/api/me"))["kind"] == "guest"
    assert (await anna.ask("GET", "/api/me"))["name"] == "Anna"
