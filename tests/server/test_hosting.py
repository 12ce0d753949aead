"""Coming in, arranging a table, a new name everywhere, being replaced and coming back.

Every journey runs on one process with SQLite, and on two processes with PostgreSQL and Redis.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lutetia.server.thinking.worker import work
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Person, Socket, Threads, living

HOUSES = ["laptop", pytest.param("cluster", marks=pytest.mark.services)]


@pytest.fixture(params=HOUSES)
async def houses(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    """Two doors to one server: the same process on SQLite, or two processes with a worker."""
    async with AsyncExitStack() as stack:
        if request.param == "laptop":
            one = await stack.enter_async_context(living(tmp_path))
            yield one, one
            return
        postgres, redis = request.getfixturevalue("postgres"), request.getfixturevalue("redis")
        shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
        one = await stack.enter_async_context(living(tmp_path, **shared))
        other = await stack.enter_async_context(living(tmp_path, **shared))
        stop, ready = asyncio.Event(), asyncio.Event()
        working = asyncio.create_task(work(redis.url, Threads(2), stop, ready.set))
        await ready.wait()
        yield one, other
        stop.set()
        await working


async def people(houses: tuple[LocalServer, LocalServer], *names: str) -> list[Person]:
    """People with browsers that the server knows, at both doors in turn."""
    found = [houses[number % 2].person(name) for number, name in enumerate(names)]
    for person in found:
        await person.ask("GET", "/api/me")
    return found


async def told(socket: Socket, wanted: Any) -> dict[str, Any]:
    """Read until the state of the table is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while not wanted(socket.state):
            await socket.message()
    return socket.state


def names(state: dict[str, Any]) -> list[str | None]:
    return [seat["name"] for seat in state["seats"]]


async def done(socket: Socket, type_: str, **fields: Any) -> None:
    answer = await socket.ask(type_, **fields)
    assert answer["type"] == "done", answer


async def test_the_host_arranges_the_table_and_everybody_sees_it(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert = await people(houses, "Anna", "Bert")
    table = await anna.open("me", "open", "open", "open", game="belle_epoque")
    host = await anna.socket(table)
    guest = await bert.socket(table)
    assert (host.state["host"], guest.state["host"]) == (True, False)
    await done(guest, "sit", seat=2, name="Bert")
    await done(host, "computer", seat=1, level=7)
    await done(host, "computer", seat=3, level=2)
    await told(guest, lambda s: [seat["level"] for seat in s["seats"]] == [None, 7, None, 2])
    assert guest.state["phase"] == "waiting"  # the host begins
    refused = await guest.ask("start")
    assert refused["error"]["code"] == "not-your-seat"
    assert "host" in refused["error"]["message"]
    await done(host, "swap", seat=0, other=2)
    await told(guest, lambda s: s["seats"][0]["yours"])
    await done(host, "leave", seat=3)
    await told(guest, lambda s: s["seats"][3]["kind"] == "open")
    await done(host, "computer", seat=3, level=5)
    await done(host, "start")
    await told(guest, lambda s: s["phase"] == "playing")
    assert (await host.ask("swap", seat=0, other=1))["error"]["code"] == "not-possible"
    mine = await bert.ask("GET", "/api/me/games")
    assert [seat["yours"] for seat in mine["games"][0]["seats"]] == [True, False, False, False]


async def test_the_host_leaves_or_closes_the_table(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert = await people(houses, "Anna", "Bert")
    table = await anna.open("me", "open", "open", game="belle_epoque")
    host, guest = await anna.socket(table), await bert.socket(table)
    await done(guest, "sit", seat=1, name="Bert")
    await done(host, "leave", seat=0)
    await told(guest, lambda s: s["host"])
    await told(host, lambda s: not s["host"])
    await done(guest, "close")
    await told(host, lambda s: s["phase"] == "closed")
    assert (await anna.ask("GET", "/api/me/games"))["games"] == []


async def test_a_new_name_is_everywhere_at_once(houses: tuple[LocalServer, LocalServer]) -> None:
    anna, bert = await people(houses, "Anna", "Bert")
    over = await anna.open("me", "open")
    await bert.sit(over, 1)
    bye = await bert.socket(over)
    await done(bye, "chat", text="good luck")
    await done(bye, "resign", seat=1)
    table = await anna.open("me", "open")
    await bert.sit(table, 1)
    here, there = await anna.socket(table), await bert.socket(table)
    await done(there, "chat", text="bonjour")
    await here.until(lambda m: m["type"] == "chat")
    me = await bert.ask("PATCH", "/api/me", {"name": "  Berta "})
    assert me["name"] == "Berta"
    # At the open table: the seat and the line of chat, without any reload.
    welcome = await here.until(lambda m: m["type"] == "welcome")
    assert [line["name"] for line in welcome["chat"]] == ["Berta"]
    await told(here, lambda s: names(s)[1] == "Berta")
    # In the lists of the other, also for the finished game, and in its record.
    games = (await anna.ask("GET", "/api/me/games"))["games"]
    assert {game["seats"][1]["name"] for game in games} == {"Berta"}
    record = await anna.ask("GET", f"/api/tables/{over}/record")
    assert record["players"][1] == "Berta"
    again = await anna.socket(over)
    assert names(again.state)[1] == "Berta"
    # What is said on a socket that was open before has the new name.
    await done(there, "chat", text="it is me")
    line = await here.until(lambda m: m["type"] == "chat")
    assert line["line"]["name"] == "Berta"
    for bad in ("", "   ", "x" * 60, 7, None):
        refused = await bert.ask("PATCH", "/api/me", {"name": bad}, expect=422)
        assert refused["code"] == ("bad-name" if isinstance(bad, str) else "bad-request")
    assert (await bert.ask("GET", "/api/me"))["name"] == "Berta"


async def test_an_account_changes_its_name_unless_it_is_taken(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert = await people(houses, "Anna", "Bert")
    for person in (anna, bert):
        body = {"name": person.name, "password": "lampadaire 1889"}
        await person.ask("POST", "/api/accounts", body)
    taken = await bert.ask("PATCH", "/api/me", {"name": "ANNA"}, expect=409)
    assert taken["code"] == "name-taken"
    odd = await bert.ask("PATCH", "/api/me", {"name": "B"}, expect=422)
    assert "2 to 24" in odd["message"]
    await bert.ask("PATCH", "/api/me", {"name": "Berta"})
    assert (await anna.ask("GET", "/api/players/berta"))["name"] == "Berta"
    await anna.ask("GET", "/api/players/bert", expect=404)


async def test_who_is_missing_is_replaced_and_comes_back(
    houses: tuple[LocalServer, LocalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert, cara = await people(houses, "Anna", "Bert", "Cara")
    table = await anna.open("me", "open", "open", game="belle_epoque")
    await bert.sit(table, 1)
    await cara.sit(table, 2)
    here, friend = await anna.socket(table), await cara.socket(table)
    there = await bert.socket(table)
    await here.until(lambda m: m["type"] == "presence" and 1 in m["online"])
    early = await here.ask("replace", seat=0, absent=1, level=6)
    assert early["error"]["code"] == "not-possible"
    await there.close()
    await here.until(lambda m: m["type"] == "presence" and 1 not in m["online"])
    for house in houses:  # a minute passes
        passed = replace(house.services.settings, absent_after=-60)
        monkeypatch.setattr(house.services, "settings", passed)
    await done(here, "replace", seat=0, absent=1, level=6)
    state = await told(friend, lambda s: s["ask"] is not None)
    await done(friend, "answer", seat=2, ask=state["ask"]["id"], yes=True)
    state = await told(here, lambda s: s["seats"][1]["kind"] == "computer")
    assert (state["seats"][1]["level"], state["seats"][1]["may_return"]) == (6, False)
    back = await bert.socket(table)
    assert back.state["views"][0]["seat"] is None
    assert back.state["seats"][1]["may_return"]
    stolen = await friend.ask("return", seat=1)
    assert stolen["error"]["code"] == "not-your-seat"
    await done(back, "return", seat=1)
    await told(back, lambda s: s["views"][0]["seat"] == 1)
    state = await told(here, lambda s: s["seats"][1]["kind"] == "person")
    assert state["seats"][1]["name"] == "Bert"


async def finish(sockets: list[Socket], chance: random.Random) -> None:
    """Everybody plays any legal move until the game is over."""
    while sockets[0].state["phase"] == "playing":
        mover = next(s for s in sockets if s.state["views"][0]["seat"] == s.state["to_move"])
        view = mover.state["views"][0]
        answer = await mover.ask(
            "move", seat=view["seat"], ply=mover.state["ply"], move=chance.choice(view["legal"])
        )
        for socket in sockets:
            await socket.settled(answer["ply"])


async def test_a_duplicate_match_from_the_first_click_to_the_sum(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert = await people(houses, "Anna", "Bert")
    table = await anna.open("me", "open", duplicate=True)
    await bert.sit(table, 1)
    sockets = [await anna.socket(table), await bert.socket(table)]
    chance = random.Random(7)
    await finish(sockets, chance)
    first = [score["total"] for score in sockets[0].state["outcome"]["scores"]]
    assert sockets[1].state["pair"]["result"] is None
    second = sockets[1].state["pair"]["second"]
    # The record tells the shuffle. It waits for the second game.
    for path in (f"/api/tables/{table}/record", f"/api/records/{table}"):
        refused = await bert.ask("GET", path, expect=409)
        assert "both games" in refused["message"]
    await bert.ask("POST", "/api/luck", {"table": table}, expect=409)
    for game in (await bert.ask("GET", "/api/me/export"))["games"]:
        assert game["record"] is None
    again = [await anna.socket(second), await bert.socket(second)]
    assert again[0].state["seats"][1]["yours"]
    assert again[1].state["seats"][0]["yours"]
    assert again[0].state["phase"] == "waiting"
    await done(again[1], "start")
    for socket in again:
        await told(socket, lambda s: s["phase"] == "playing")
    await finish(again, chance)
    own = [score["total"] for score in again[0].state["outcome"]["scores"]]
    result = again[0].state["pair"]["result"]
    assert (result["first"], result["second"]) == ([first[1], first[0]], own)
    assert result["sums"] == [first[1] + own[0], first[0] + own[1]]
    records = [await anna.ask("GET", f"/api/tables/{one}/record") for one in (table, second)]
    assert records[0]["seed"] == records[1]["seed"]
    for record in records:
        assert (await anna.ask("POST", "/api/records/verify", {"record": record}))["valid"]


async def test_a_duplicate_match_is_for_two_players_and_not_rated(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    (anna,) = await people(houses, "Anna")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"game": "belle_epoque", "seats": seats, "duplicate": True}
    refused = await anna.ask("POST", "/api/tables", body, expect=422)
    assert "two players" in refused["message"]


async def test_the_luck_of_a_finished_game_is_measured_once(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    (anna,) = await people(houses, "Anna")
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    running = await anna.ask("POST", "/api/luck", {"table": table}, expect=409)
    assert "over" in running["message"]
    chance = random.Random(3)
    while socket.state["phase"] == "playing":
        view = socket.state["views"][socket.state["to_move"]]
        answer = await socket.ask(
            "move", seat=view["seat"], ply=socket.state["ply"], move=chance.choice(view["legal"])
        )
        await socket.settled(answer["ply"])
    found = await anna.ask("POST", "/api/luck", {"table": table})
    async with asyncio.timeout(PATIENCE):
        while found["state"] != "done":
            await asyncio.sleep(0.02)
            found = await anna.ask("GET", f"/api/luck/{found['id']}")
    assert found["result"]["summaries"][0]["luck"] == 4.0
    assert (await anna.ask("POST", "/api/luck", {"table": table}))["state"] == "done"
    # It is no analysis of moves.
    await anna.ask("GET", f"/api/analyses/{found['id']}", expect=404)


async def test_a_computer_of_the_chosen_level_plays_on_and_those_who_stayed_are_placed(
    houses: tuple[LocalServer, LocalServer],
) -> None:
    anna, bert, cara = await people(houses, "Anna", "Bert", "Cara")
    for person in (anna, bert, cara):
        body = {"name": person.name, "password": "lampadaire 1889"}
        await person.ask("POST", "/api/accounts", body)
    table = await anna.open("me", "open", "open", game="belle_epoque", rated=True, plays_on=2)
    await bert.sit(table, 1)
    await cara.sit(table, 2)
    sockets = [await person.socket(table) for person in (anna, bert, cara)]
    await done(sockets[1], "resign", seat=1)
    state = await told(sockets[0], lambda s: s["seats"][1]["kind"] == "computer")
    assert (state["seats"][1]["level"], state["seats"][1]["resigned"]) == (2, True)
    assert state["phase"] == "playing"
    chance = random.Random(5)
    stayed = [sockets[0], sockets[2]]
    async with asyncio.timeout(PATIENCE):
        while stayed[0].state["phase"] == "playing":
            seat = stayed[0].state["to_move"]
            if seat == 1:
                await stayed[0].message()
                continue
            mover = sockets[seat] if seat is not None else stayed[0]
            await mover.settled(stayed[0].state["ply"])
            view = mover.state["views"][0]
            if not view["legal"]:
                continue
            answer = await mover.ask(
                "move", seat=seat, ply=mover.state["ply"], move=chance.choice(view["legal"])
            )
            for socket in stayed:
                await socket.settled(answer["ply"])
    outcome = stayed[0].state["outcome"]
    assert outcome["reason"] == "played"
    assert outcome["ranks"][1] == 3
    assert sorted(outcome["ranks"]) == [1, 2, 3] or outcome["ranks"].count(1) == 2
    async with asyncio.timeout(PATIENCE):
        while not (ratings := (await bert.ask("GET", "/api/me"))["ratings"]):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    shown = {
        person.name: (await person.ask("GET", "/api/me"))["ratings"][0]["rating"]
        for person in (anna, bert, cara)
    }
    assert ratings[0]["rating"] == min(shown.values())
