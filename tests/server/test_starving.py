"""One client that asks for too much, and others who play on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from lutetia.kernel.errors import BadTable
from lutetia.kernel.table_scoring import score_table
from lutetia.match.errors import Limit, Unavailable
from lutetia.match.reading import read_table
from lutetia.server.access.limits import MOST_WAITING_SEATS_OF_ADDRESS, RATES, Rate
from lutetia.server.budget import Budget
from lutetia.server.request_work import MOST_OF_ADDRESS, MOST_OF_PLAYER, RequestWork
from lutetia.server.thinking import jobs
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.storage.guest_seats import JUST_BEGUN
from tests.patience import PATIENCE
from tests.server.in_process import Closed, LocalServer, Person, Threads, living
from tests.server.request_functions import process_and_niceness, show_work
from tests.server.test_fair_play import made_up_record


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """A server with the limits of a real one."""
    async with living(tmp_path, limit_factor=1.0) as found:
        yield found


LUMIERE = "game lumiere\n{}\n{}"
BELLE = "game belle_epoque\nplayers anna ben\n{}\n{}"
REPEATED = [
    LUMIERE.format("buildings", "orange line a1 0\n" * 5_000),
    LUMIERE.format("pieces", "annex a1 line\n" * 6_000),
    LUMIERE.format("postcards", "orange levitation\n" * 5_000),
    LUMIERE.format("buildings", "orange " + "a1 " * 30_000),
    BELLE.format("properties", "anna montmartre 1 2 3\n" * 4_000),
    BELLE.format("properties", "anna montmartre " + "1 " * 40_000),
    "game lumiere\n" + "penseur own\n" * 8_000,
]


@pytest.mark.parametrize("text", REPEATED)
async def test_a_long_description_of_a_table_is_refused_at_once(
    server: LocalServer, text: str
) -> None:
    """The attack: 90 kB of repeated lines took minutes of processor time."""
    assert len(text) > 80_000
    with pytest.raises(BadTable, match="at most"):
        score_table(text)
    answer = await server.person().ask("POST", "/api/score", {"text": text})
    assert "at most" in answer["faults"][0]["message"]


def made_desk(pool: ProcessPool) -> RequestWork:
    return RequestWork(pool, lambda: ["lumiere"])


async def test_work_is_stopped_with_its_client_and_has_a_budget() -> None:
    desk = made_desk(Threads(1))
    begun, stopped = threading.Event(), threading.Event()

    def endless(budget: Budget) -> None:
        begun.set()
        try:
            while True:
                budget()
        finally:
            stopped.set()

    working = asyncio.create_task(desk.run("192.0.2.1", "somebody", endless))
    await asyncio.to_thread(begun.wait)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    await asyncio.to_thread(stopped.wait)
    with pytest.raises(Limit):
        Budget(seconds=-1)()
    desk.stop()


async def test_one_client_cannot_fill_the_server_for_all() -> None:
    """Previews of a player and scores from the same address have one quota, and all addresses take
    turns."""
    desk = made_desk(Threads(1))
    go_on, order = threading.Event(), list[str]()

    def wait(budget: Budget, whose: str) -> str:
        del budget
        go_on.wait()
        order.append(whose)
        return "done"

    greedy, other = "192.0.2.66", "192.0.2.7"
    previews = [
        asyncio.create_task(desk.run(greedy, "guest", wait, "greedy"))
        for _ in range(MOST_OF_PLAYER + 4)
    ]
    scores = [
        asyncio.create_task(desk.run(greedy, None, wait, "greedy")) for _ in range(MOST_OF_ADDRESS)
    ]
    await asyncio.sleep(0)
    last = asyncio.create_task(desk.run(other, "other", wait, "other"))
    gone = asyncio.create_task(desk.run("192.0.2.8", None, wait, "gone"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gone.cancel()
    refused = [task for task in previews + scores if task.done()]
    assert [sum(task in refused for task in some) for some in (previews, scores)] == [
        4,
        MOST_OF_PLAYER,
    ]
    assert all(isinstance(task.exception(), Limit) for task in refused)
    go_on.set()
    assert await last == "done"
    await asyncio.gather(*previews, *scores, gone, return_exceptions=True)
    assert order == ["greedy", "greedy", "other"] + ["greedy"] * (MOST_OF_ADDRESS - 2)
    desk.stop()


async def test_much_work_gets_a_process_of_lower_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stops with its client, and if it dies, the request gets an answer and a new one starts."""
    monkeypatch.setattr("lutetia.server.request_work.PROCESS_AFTER", 0.0)
    monkeypatch.setattr("lutetia.server.request_work.AGAIN_AFTER", 0.0)
    pool = ProcessPool(1)
    desk = RequestWork(pool, list[str])

    async def apart() -> int:
        """The id of the process of its own, once it works."""
        async with asyncio.timeout(PATIENCE):
            while True:
                process, nice = await desk.run("192.0.2.1", None, process_and_niceness)
                if nice > os.nice(0):
                    return process
                await asyncio.sleep(0.05)

    lent, nice = await desk.run("192.0.2.1", None, process_and_niceness)
    assert (lent != os.getpid(), nice) == (True, os.nice(0)), "nobody waits for the new process"
    process = await apart()
    assert process != lent
    with pytest.raises(BadTable, match="at most"):
        await desk.run("192.0.2.1", None, jobs.score, REPEATED[0])
    sign = tmp_path / "sign"
    working = asyncio.create_task(desk.run("192.0.2.1", None, show_work, str(sign)))

    async def begun() -> None:
        while not sign.exists():  # noqa: ASYNC110 (another process makes it)
            await asyncio.sleep(0.01)

    async with asyncio.timeout(PATIENCE):
        await begun()
        working.cancel()
        assert (await desk.run("192.0.2.1", None, process_and_niceness))[0] == process
        dying = asyncio.create_task(desk.run("192.0.2.1", None, show_work, str(sign)))
        sign.unlink()
        await begun()
        os.kill(process, signal.SIGKILL)
        with pytest.raises(Unavailable, match="ask again"):
            await dying
    assert await apart() not in {process, lent}
    desk.stop()
    pool.stop()


async def test_previews_leave_the_event_loop_and_have_a_limit(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: many previews on many sockets of one guest. Meanwhile another pair plays."""
    guest = strict.person("Guest")
    table = await guest.open("me", "me")
    sockets = [await guest.socket(table) for _ in range(6)]
    seat = sockets[0].state["to_move"]
    legal = sockets[0].state["views"][seat]["legal"]
    moves = (legal * 64)[:64]
    go_on, threads = threading.Event(), set[str]()

    def slow(*arguments: Any) -> list[Any]:
        del arguments
        threads.add(threading.current_thread().name)
        go_on.wait()
        return []

    monkeypatch.setattr("lutetia.server.thinking.jobs.previews_from", slow)
    asking = [
        asyncio.create_task(one.ask("preview", seat=seat, ply=0, moves=moves, then=True))
        for one in sockets
    ]
    anna = strict.person("Anna")
    other = await anna.open("me", "me")
    playing = await anna.socket(other)
    mover = playing.state["to_move"]
    move = playing.state["views"][mover]["legal"][0]
    answer = await playing.ask("move", seat=mover, ply=0, move=move)
    assert answer["type"] == "done", "the others play on while the previews wait"
    go_on.set()
    answers = await asyncio.gather(*asking)
    assert threading.current_thread().name not in threads
    refused = [a for a in answers if a["type"] == "error"]
    assert len(refused) == len(sockets) - MOST_OF_PLAYER
    assert {a["error"]["code"] for a in refused} == {"limit"}
    # The scores of so many moves at once are more than any person can look at.
    codes = []
    for _ in range(int(RATES["previews"].burst // 64) + 2):
        asked = await sockets[0].ask("preview", seat=seat, ply=0, moves=moves, then=True)
        codes.append(asked["error"]["code"] if asked["type"] == "error" else "fine")
    assert "limit" in codes
    assert json.loads(sockets[0].received[0])["type"] == "welcome"


async def test_a_guest_queues_few_analyses_and_sees_the_queue(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, other = strict.person(), strict.person()
    go_on = asyncio.Event()
    finish = Threads.analyse

    async def waiting(self: Threads, *arguments: Any) -> dict[str, Any]:
        await go_on.wait()
        return await finish(self, *arguments)

    monkeypatch.setattr(Threads, "analyse", waiting)
    records = [
        made_up_record({"start": "orange"}, ["take:line", f"take:{building}"])
        for building in ("corner", "square", "cross")
    ]
    for record in records[:2]:
        assert (await guest.ask("POST", "/api/analyses", {"record": record}))["state"] == "queued"
    refused = await guest.ask("POST", "/api/analyses", {"record": records[2]}, expect=429)
    assert refused["code"] == "limit"
    seen = await other.ask("POST", "/api/analyses", {"record": records[2]})
    assert (seen["state"], seen["others"]) == ("queued", 2)
    go_on.set()


async def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(
    strict: LocalServer,
) -> None:
    owner = strict.person("Anna")
    login = {"name": "Anna", "password": "the right password"}
    await owner.ask("POST", "/api/accounts", login)
    thief = strict.person(address="192.0.2.66")
    codes = []
    for number in range(10):
        answer = await thief.http.post("/api/session", json={**login, "password": f"no {number}"})
        codes.append(answer.json()["code"])
    assert codes[:6] == ["wrong-password"] * 6
    assert "limit" in codes, "whoever guesses is slowed down"
    phone = strict.person(address="192.0.2.7")
    assert (await phone.ask("POST", "/api/session", login))["name"] == "Anna"


async def test_guesses_from_many_addresses_do_not_lock_the_owner_out(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: guesses from many addresses use up what may be tried for one name."""
    monkeypatch.setitem(RATES, "passwords-name", Rate(5, 0.0001))
    monkeypatch.setitem(RATES, "passwords", Rate(2, 0.0001))
    login = {"name": "Anna", "password": "the right password"}
    wrong = {**login, "password": "a wrong password"}
    await strict.person(address="192.0.2.1").ask("POST", "/api/accounts", login)
    phone, laptop = (strict.person(address="192.0.2.2") for _ in range(2))
    for device in (phone, laptop):
        await device.ask("POST", "/api/session", login)
    await phone.ask("DELETE", "/api/session")

    async def tries(person: Person, body: dict[str, str]) -> str:
        answer = await person.http.post("/api/session", json=body)
        return str(answer.json().get("code", "signed in"))

    thieves = [strict.person(address=f"192.0.2.{100 + number}") for number in range(8)]
    found = [await tries(thief, wrong) for thief in thieves]
    assert found[-1] == "limit"
    assert await tries(strict.person(address="192.0.2.9"), login) == "limit", "nobody knows it"
    # An address that the account was used from, and one where somebody else guesses now.
    assert await tries(strict.person(address="192.0.2.1"), login) == "signed in"
    neighbour = strict.person(address="192.0.2.2")
    assert [await tries(neighbour, wrong) for _ in range(3)][-1] == "limit"
    # Browsers that have signed in: one that signed out, one whose cookie a new password ended.
    moved = strict.person(address="192.0.2.9")
    moved.http.cookies = phone.http.cookies
    new = {"password": login["password"], "new_password": "another right password"}
    await moved.ask("POST", "/api/session", login)
    await moved.ask("PUT", "/api/me/password", new)
    login["password"] = new["new_password"]
    assert await tries(laptop, login) == "signed in"
    # They have a limit of their own.
    stolen = strict.person(address="192.0.2.10")
    stolen.http.cookies = laptop.http.cookies
    assert [await tries(stolen, wrong) for _ in range(3)] == ["wrong-password"] * 2 + ["limit"]


async def test_one_guest_does_not_take_all_open_seats(strict: LocalServer) -> None:
    hosts = [strict.person(f"Host {number}") for number in range(8)]
    greedy = strict.person("Greedy")
    three = [await host.open("me", "open", "open", game="belle_epoque") for host in hosts]
    answers = [await greedy.http.post(f"/api/tables/{one}/seats/1", json={}) for one in three]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    await greedy.ask("DELETE", f"/api/tables/{three[0]}/seats/1")
    await greedy.ask("POST", f"/api/tables/{three[6]}/seats/1", {})


async def test_a_class_behind_one_address_sits_down_at_tables_of_four(strict: LocalServer) -> None:
    tables = [
        await strict.person(f"Host {number}").open("me", *["open"] * 3, game="belle_epoque")
        for number in range(8)
    ]
    for seat in (1, 2, 3):
        for table in tables:
            await strict.person().sit(table, seat)


async def test_fresh_guests_of_one_address_do_not_take_all_open_seats(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a client without cookies, or six guests, in 30 of 30 open seats, however long it
    takes."""
    monkeypatch.setitem(RATES, "seats-guests", Rate(1000, 1000))
    most = MOST_WAITING_SEATS_OF_ADDRESS
    hosts = [strict.person(f"Host {number}") for number in range(30)]
    tables = [await host.open("me", "open", "open", game="belle_epoque") for host in hosts]

    async def sits(person: Person, table: str) -> bool:
        answer = await person.http.post(f"/api/tables/{table}/seats/1", json={})
        return answer.status_code == 200

    greedy, class_room, home = "192.0.2.66", "192.0.2.67", "192.0.2.7"
    fresh = [await sits(strict.person(address=greedy), table) for table in tables[:10]]
    assert all(fresh)
    six = [strict.person(address=greedy) for _ in range(6)]
    for guest in six:
        await guest.ask("GET", "/api/me")
    kept = [await sits(six[n % 6], table) for n, table in enumerate(tables[10:])]
    assert sum(fresh) + sum(kept) == most
    free = [table for table, taken in zip(tables, fresh + kept, strict=True) if not taken]
    for table in free[:most]:
        assert await sits(strict.person(address=class_room), table)
    # Who comes too late has taken nothing.
    assert not await sits(strict.person(address=home), free[0])
    # A table that is closed, or begins, is waited for no longer; nor is a seat that was left.
    more = await hosts[1].open("me", "open", "open", game="belle_epoque")
    await six[2].ask("DELETE", f"/api/tables/{tables[12]}/seats/1")
    assert await sits(strict.person(address=greedy), tables[12])
    assert not await sits(strict.person(address=greedy), more)
    await hosts[0].ask("DELETE", f"/api/tables/{tables[0]}")
    await strict.services.guest_seats.forget(strict.services.now())
    assert await sits(strict.person(address=greedy), more)
    # An account has its own limits, and its own table is everybody's own.
    member = strict.person(address=greedy)
    await member.ask("POST", "/api/accounts", {"name": "Anna", "password": "a long password"})
    last = await hosts[0].open("me", "open", "open", game="belle_epoque")
    assert await sits(member, last)


@pytest.mark.parametrize("seats", [["open"], ["open", "open"]], ids=["two seats", "three seats"])
async def test_guests_who_sit_down_at_the_same_moment_count_each_other(
    strict: LocalServer, seats: list[str]
) -> None:
    """The attack: 30 fresh guests of one address got 30 of 30 open seats, because each counted
    those that sat already."""
    hosts = [strict.person(f"Host {number}") for number in range(30)]
    tables = [await host.open("me", *seats, game="belle_epoque") for host in hosts]
    greedy, home = "192.0.2.66", "192.0.2.7"

    async def sits(table: str) -> int:
        answer = await strict.person(address=greedy).http.post(
            f"/api/tables/{table}/seats/1", json={}
        )
        return answer.status_code

    found = await asyncio.gather(*(sits(table) for table in tables))
    assert sorted(found) == [200] * MOST_WAITING_SEATS_OF_ADDRESS + [429] * 10
    free = next(table for table, status in zip(tables, found, strict=True) if status == 429)
    await strict.person(address=home).sit(free, 1)


async def test_one_guest_who_asks_for_many_seats_at_once_gets_few(strict: LocalServer) -> None:
    hosts = [strict.person(f"Host {number}") for number in range(8)]
    tables = [await host.open("me", "open", "open", game="belle_epoque") for host in hosts]
    greedy = strict.person("Greedy")
    await greedy.ask("GET", "/api/me")
    answers = await asyncio.gather(
        *(greedy.http.post(f"/api/tables/{one}/seats/1", json={}) for one in tables)
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 3


async def test_a_class_fills_more_tables_than_its_address_may_wait_at(strict: LocalServer) -> None:
    """The fault: with one guest at each of fifteen tables of four, nobody could join them, and all
    were stuck."""
    tables = [
        await strict.person(f"Host {number}", "192.0.2.1").open(
            "me", "open", "open", "open", game="belle_epoque"
        )
        for number in range(MOST_WAITING_SEATS_OF_ADDRESS + 1)
    ]
    *first, last = tables
    for table in first:
        await strict.person().sit(table, 1)
    refused = await strict.person().sit(last, 1, expect=429)
    assert "sign in, or wait until one of these games begins" in refused["message"]
    for seat in (2, 3):
        await strict.person().sit(first[0], seat)
    # That game has begun, but nobody has moved yet. A later round of moves makes room.
    await strict.person().sit(last, 1, expect=429)
    found = await strict.services.keeper.table(first[0])
    assert found.phase == "playing"
    later = strict.services.now() + JUST_BEGUN
    await strict.services.guest_seats.forget(later)
    await strict.person().sit(last, 1)


async def test_a_seat_that_was_not_given_counts_no_longer(strict: LocalServer) -> None:
    host = strict.person("Host", "192.0.2.1")
    tables = [await host.open("me", "open", "open", game="belle_epoque") for _ in range(6)]
    guest = strict.person("Guest")
    await guest.ask("GET", "/api/me")
    for table in tables[:5]:
        await guest.sit(table, 1)
        await host.ask("POST", f"/api/tables/{table}/seats/1/exclude")
        await guest.sit(table, 1, expect=409)
    await guest.sit(tables[5], 1)


async def test_one_player_who_opens_many_tables_at_once_gets_as_many_as_allowed(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: simultaneous requests all passed, because each counted what was open before."""
    monkeypatch.setattr("lutetia.server.http.routes.tables.MOST_OPEN_TABLES", 4)
    anna = strict.person("Anna")
    await anna.ask("GET", "/api/me")
    wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answers = await asyncio.gather(*(anna.http.post("/api/tables", json=wish) for _ in range(10)))
    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [429] * 6


async def test_fresh_guests_cannot_flood_the_chat(strict: LocalServer) -> None:
    anna = strict.person("Anna")
    table = await anna.open("me", "me")
    host = await anna.socket(table)
    said = 0
    for _ in range(20):
        guest = strict.person()
        await guest.ask("GET", "/api/me")
        socket = await guest.socket(table)
        for _ in range(6):
            said += (await socket.ask("chat", text="spam"))["type"] == "done"
        await socket.close()
    assert said <= 8
    assert (await host.ask("chat", text="the players can talk"))["type"] == "done"


async def test_the_log_of_a_table_has_an_end(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: moves and takebacks without end at one table."""
    monkeypatch.setattr("lutetia.match.decide.MOST_ENTRIES", 12)
    anna = server.person("Anna")
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    codes = []
    for _ in range(8):
        seat = socket.state["to_move"]
        move = socket.state["views"][seat]["legal"][0]
        answer = await socket.ask("move", seat=seat, ply=socket.state["ply"], move=move)
        await socket.settled(answer["ply"])
        answer = await socket.ask("undo", seat=seat)
        codes.append(answer["type"])
        if answer["type"] == "done":
            await socket.settled(answer["ply"])
    assert codes == ["done"] * 5 + ["error"] * 3
    assert (await socket.ask("resign", seat=0))["type"] == "done", "the game can still end"


async def test_shared_records_are_small_and_few(strict: LocalServer) -> None:
    guest = strict.person()
    record = made_up_record({"start": "orange"}, ["take:line"])
    record.pop("digest")
    huge = {**record, "players": ["x" * 1_900_000, "y"]}
    await guest.ask("POST", "/api/records", {"record": huge}, expect=409)
    statuses = []
    most = int(RATES["records"].burst)
    for number in range(most + 4):
        content = {**record, "players": [f"player {number}", "y"]}
        answer = await guest.http.post("/api/records", json={"record": content})
        statuses.append(answer.status_code)
    assert statuses == [201] * most + [429] * 4
    later = strict.services.now() + 181 * 24 * 3_600_000
    assert await strict.services.shared_records.forget_expired(later) == most


async def test_the_host_sends_a_player_away_for_good(server: LocalServer) -> None:
    host, pest, friend = (server.person(name) for name in ("Host", "Pest", "Friend"))
    table = await host.open("me", "open", "open", game="belle_epoque")
    await pest.sit(table, 1)
    socket = await pest.socket(table)
    away = f"/api/tables/{table}/seats/1/exclude"
    await pest.ask("POST", away, expect=403)
    assert (await host.ask("POST", away))["table"]["seats"][1]["kind"] == "open"
    await pest.sit(table, 1, expect=409)
    await pest.sit(table, 2, expect=409)
    assert (await socket.ask("chat", text="hello?"))["error"]["code"] == "not-possible"
    await friend.sit(table, 1)
    await friend.sit(table, 2)
    await host.ask("POST", away, expect=409)
    found = await server.services.keeper.table(table)
    stored = await server.services.journal.load(table)
    assert stored is not None
    again = read_table(*stored)
    assert again.excluded == found.excluded != frozenset()


@pytest.mark.slow
async def test_an_operator_excludes_and_silences(
    processes: tuple[LocalServer, LocalServer],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The servers hear of it by themselves, also the one at which the player is not."""
    one, other = processes
    anna, pest = one.person("Anna"), other.person("Pest", address="192.0.2.66")
    await pest.ask("POST", "/api/accounts", {"name": "Pest", "password": "a long password"})
    table = await anna.open("me", "me")
    socket = await pest.socket(table)
    database = one.services.settings.database_url
    if database is not None:
        monkeypatch.setenv("LUTETIA_DATABASE_URL", database)

    async def admin(*words: str) -> int:
        data = [] if database else ["--data", str(one.services.settings.data)]
        return await asyncio.to_thread(main, ["admin", words[0], *words[1:], *data])

    async def becomes(person: Person, status: int) -> None:
        """Ask until the server has read what the operator wants."""
        async with asyncio.timeout(PATIENCE):
            while (await person.http.get("/api/me")).status_code != status:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    assert await admin("ban", "Pest", "--mute", "--days", "3") == 0
    async with asyncio.timeout(PATIENCE):
        while (answer := await socket.ask("chat", text="spam"))["type"] == "done":
            await anna.ask("GET", "/api/me")
    assert answer["error"]["code"] == "forbidden"
    assert await admin("ban", "pest") == 0
    with pytest.raises(Closed):
        await socket.until(lambda _: False)
    here = one.person("Pest", address="192.0.2.7")
    here.http.cookies = pest.http.cookies
    await becomes(pest, 403)
    await becomes(here, 403)
    assert await admin("bans") == 0
    shown = capsys.readouterr().out
    assert "ban   Pest for good" in shown
    assert "mute  Pest until " in shown
    assert await admin("unban", "Pest") == 0
    await becomes(pest, 200)
    await becomes(here, 200)
    assert await admin("ban", "192.0.2.66") == 0
    for server in processes:
        await becomes(server.person(address="192.0.2.66"), 403)
    await anna.ask("GET", "/api/me")
    assert await admin("unban", "192.0.2.66") == 0
    await becomes(pest, 200)
    assert await admin("unban", "nobody at all") == 2
