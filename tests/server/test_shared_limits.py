"""Every limit that counts in all processes: what one process allowed, the other refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as RedisClient

from lutetia.match.errors import Unavailable
from lutetia.server.access.limits import FREQUENT, PARTS, RATES, SHARED, Rate
from tests.server.in_process import LocalServer, Person, Socket, living
from tests.server.test_fair_play import made_up_record
from tests.storage.services import Postgres, Redis

pytestmark = pytest.mark.services

PASSWORD = "a long password"
SPENT = 0.0001
"""Tokens of a limit that come back in a second: none within this test."""


class Attack:
    """One client at two processes: the same player, from the same address."""

    def __init__(self, servers: tuple[LocalServer, LocalServer]) -> None:
        self.servers = servers
        self.host: Person
        self.player: list[Person] = []
        self.tables: list[str] = []
        """Open tables of somebody else. The first has a line of chat."""
        self.own = ""
        """A table of the player alone."""
        self._record = 0

    async def begin(self) -> None:
        """Tables of a host, and a guest whom both processes know."""
        self.host = self.servers[0].person("Host", "192.0.2.1")
        for _ in range(12):
            seats = ("me", "open", "open")
            self.tables.append(await self.host.open(*seats, game="belle_epoque", listed=True))
        socket = await self.host.socket(self.tables[0])
        await socket.ask("chat", text="bonjour")
        self.player = [server.person("Guest") for server in self.servers]
        await self.player[0].ask("GET", "/api/me")
        self.player[1].http.cookies = self.player[0].http.cookies
        self.own = await self.player[0].open("me", "me")

    async def forgive(self, redis: Redis) -> None:
        """Fill all buckets, so that an attack meets the limit that it is about, and no other."""
        for server in self.servers:
            limits = server.services.limits
            limits._used_up.clear()
            limits._untold.clear()
            for buckets in limits._buckets.values():
                buckets.clear()
        client = RedisClient.from_url(redis.url)
        async for key in client.scan_iter("lutetia:limit:*"):
            await client.delete(key)
        await client.aclose()

    def another(self, number: int, address: str = "127.0.0.1") -> Person:
        """A new guest at a process."""
        return self.servers[number].person("Another", address)

    def record(self) -> dict[str, Any]:
        """A record that nobody has shared or analysed."""
        self._record += 1
        made = made_up_record({"start": "orange"}, ["take:line"])
        del made["digest"]
        return {**made, "players": [f"player {self._record}", "y"]}


async def code(person: Person, method: str, path: str, body: Any) -> str:
    answer = await person.http.request(method, path, json=body)
    return str(answer.json().get("code")) if answer.content else ""


async def said(person: Person, table: str, type_: str, **fields: Any) -> str:
    socket = await person.socket(table)
    answer = await socket.ask(type_, **fields)
    await socket.close()
    return str(answer["error"]["code"]) if answer["type"] == "error" else ""


async def hint(person: Person, table: str) -> str:
    socket = await person.socket(table)
    seat = socket.state["to_move"]
    answer = await socket.ask("hint", seat=seat, ply=0)
    await socket.close()
    return str(answer["error"]["code"]) if answer["type"] == "error" else ""


async def own_hint(person: Person) -> str:
    return await hint(person, await person.open("me", "me"))


async def preview(person: Person, table: str) -> str:
    socket = await person.socket(table)
    seat = socket.state["to_move"]
    moves = socket.state["views"][seat]["legal"][:1]
    answer = await socket.ask("preview", seat=seat, ply=0, moves=moves, then=False)
    await socket.close()
    return str(answer["error"]["code"]) if answer["type"] == "error" else ""


async def ping(person: Person, table: str) -> str:
    """A message over a limit is not read, so its answer has no number."""
    socket = await person.socket(table)
    socket.write('{"type":"ping","id":1}')
    answer = await socket.until(lambda m: m["type"] in {"pong", "error"})
    await socket.close()
    return str(answer["error"]["code"]) if answer["type"] == "error" else ""


async def connected(server: LocalServer) -> str:
    socket = Socket(server.app, "/ws/tables", {})
    await socket.accept()
    message = await socket.message()
    await socket.close()
    return "limit" if message["type"] == "bye" else ""


def guess(a: Attack, n: int, name: str, address: str) -> Awaitable[str]:
    wish = {"name": name, "password": PASSWORD}
    return code(a.another(n, address), "POST", "/api/session", wish)


def sit(person: Person, table: str) -> Awaitable[str]:
    return code(person, "POST", f"/api/tables/{table}/seats/1", {})


NEW_TABLE = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
ASK: dict[str, Callable[[Attack, int], Awaitable[str]]] = {
    "chat": lambda a, n: said(a.player[n], a.tables[2], "chat", text="spam"),
    "names": lambda a, n: code(a.player[n], "PATCH", "/api/me", {"name": f"Name {n}"}),
    "chat-watchers": lambda a, n: said(a.another(n), a.tables[0], "chat", text="spam"),
    "chat-address": lambda a, n: said(a.another(n), a.tables[9 + n], "chat", text="spam"),
    "seats": lambda a, n: sit(a.player[n], a.tables[3 + n]),
    "seats-address": lambda a, n: sit(a.another(n), a.tables[5 + n]),
    "seats-guests": lambda a, n: sit(a.another(n), a.tables[7 + n]),
    "pairing-guests": lambda a, n: code(
        a.another(n), "POST", "/api/pairing", {"game": "belle_epoque"}
    ),
    "records": lambda a, n: code(a.another(n), "POST", "/api/records", {"record": a.record()}),
    "record-bytes": lambda a, n: code(a.another(n), "POST", "/api/records", {"record": a.record()}),
    "tables": lambda a, n: code(a.player[n], "POST", "/api/tables", NEW_TABLE),
    "tables-address": lambda a, n: code(a.another(n), "POST", "/api/tables", NEW_TABLE),
    "heavy": lambda a, n: code(a.another(n), "POST", "/api/score", {"text": "game lumiere"}),
    "hints": lambda a, n: hint(a.player[n], a.own),
    "hints-address": lambda a, n: own_hint(a.another(n)),
    "sockets": lambda a, n: connected(a.servers[n]),
    "passwords": lambda a, n: guess(a, n, "Nobody", "192.0.2.66"),
    "passwords-name": lambda a, n: guess(a, n, "Somebody", f"192.0.2.{70 + n}"),
    "passwords-address": lambda a, n: guess(a, n, f"Anybody {n}", "192.0.2.67"),
    "accounts": lambda a, n: code(
        a.another(n), "POST", "/api/accounts", {"name": f"New {n}", "password": PASSWORD}
    ),
    "pairing": lambda a, n: code(a.player[n], "POST", "/api/pairing", {"game": "lumiere"}),
    "reports": lambda a, n: said(a.player[n], a.tables[0], "report", line=1),
    "notify": lambda a, n: code(a.player[n], "PUT", "/api/me/mail", {"address": f"a{n}@b.test"}),
    "notify-mail": lambda a, n: code(
        a.another(n, f"192.0.2.{80 + n}"), "PUT", "/api/me/mail", {"address": "same@b.test"}
    ),
    "analyses": lambda a, n: code(a.another(n), "POST", "/api/analyses", {"record": a.record()}),
}
ASK_OFTEN: dict[str, Callable[[Attack, int], Awaitable[str]]] = {
    "messages-player": lambda a, n: ping(a.player[n], a.own),
    "previews": lambda a, n: preview(a.player[n], a.own),
    "requests": lambda a, n: code(a.another(n), "GET", "/api/me", None),
}


async def busy(job: Any) -> Any:
    """No worker thinks in these tests."""
    raise Unavailable(f"the computer is busy: no hint for {job.seat}")


async def test_every_shared_limit_counts_in_all_processes(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: what one process refuses is asked of the other. Each limit allows one here."""
    assert set(ASK) == SHARED, "each shared limit has its attack"
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, limit_factor=1.0, **shared) as one,
        living(tmp_path, limit_factor=1.0, **shared) as other,
    ):
        attack = Attack((one, other))
        await attack.begin()
        for server in (one, other):
            monkeypatch.setattr(server.services.thinker, "hint", busy)
        for name, ask in ASK.items():
            with monkeypatch.context() as patched:
                burst = 600.0 if name == "record-bytes" else 1.0
                patched.setitem(RATES, name, Rate(burst, SPENT))
                await attack.forgive(redis)
                first, second = await ask(attack, 0), await ask(attack, 1)
            assert first != "limit", name
            assert second == "limit", f"{name}: {second}"


async def test_every_frequent_limit_is_told_to_all_processes(
    postgres: Postgres, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: what one process refuses is asked of the other, which hears of it with the next
    question. Alone it would allow as many again."""
    assert set(ASK_OFTEN) == FREQUENT, "each frequent limit has its attack"
    burst = PARTS  # each token is told
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with (
        living(tmp_path, limit_factor=1.0, **shared) as one,
        living(tmp_path, limit_factor=1.0, **shared) as other,
    ):
        attack = Attack((one, other))
        await attack.begin()

        async def allowed(number: int, ask: Callable[[Attack, int], Awaitable[str]]) -> int:
            """How many questions a process allows before it refuses one."""
            limits = attack.servers[number].services.limits
            for count in range(burst + 1):
                if await ask(attack, number) == "limit":
                    return count
                await asyncio.gather(*limits._telling)
            return burst + 1

        for name, ask in ASK_OFTEN.items():
            await attack.forgive(redis)
            with monkeypatch.context() as patched:
                patched.setitem(RATES, name, Rate(burst, SPENT))
                found = await allowed(0, ask), await allowed(1, ask)
            assert found == (burst, 1), name


async def test_the_analyses_of_a_player_count_in_all_processes(
    cluster: tuple[LocalServer, LocalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a guest may have two in the queue, and asks two processes for two each."""
    for server in cluster:
        monkeypatch.setattr(server.services.limits, "most", lambda number: number)
    attack = Attack(cluster)
    await attack.begin()
    asked = [
        await code(attack.player[n % 2], "POST", "/api/analyses", {"record": attack.record()})
        for n in range(4)
    ]
    assert asked == ["None", "None", "limit", "limit"]
