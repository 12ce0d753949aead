"""The public list is live: its readers hear of every change, in one process and in several."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from lutetia.server.live import public_list
from lutetia.server.live.connection import Connection
from lutetia.server.live.public_list import MOST_PENDING, ListReader
from lutetia.server.protocol.public_list import LIST_MESSAGE
from tests.server.in_process import HOST, Closed, LocalServer, Person, Socket, living

Servers = tuple[LocalServer, LocalServer]


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_list, "EVERY", 0.01)


class Reader:
    """What a page of the list knows: it asks for the list, and then it only listens."""

    def __init__(self, person: Person, socket: Socket) -> None:
        self._person = person
        self.socket = socket
        self.tables: dict[str, Any] = {}
        self.reloads = 0

    async def hear(self) -> None:
        message = await self.socket.message()
        LIST_MESSAGE.validate_json(self.socket.received[-1], strict=True)
        if message["type"] == "reload":
            self.reloads += 1
            found = await self._person.ask("GET", "/api/tables")
            self.tables = {one["table"]["id"]: one for one in found["tables"]}
        else:
            assert message["type"] == "tables", message
            self.tables |= {one["table"]["id"]: one for one in message["tables"]}
            for id_ in message["gone"]:
                self.tables.pop(id_, None)

    async def until(self, wanted: Any) -> Any:
        """Listen until the list is as wanted. There is no other question to the server."""
        while not wanted(self.tables):
            await self.hear()
        return self.tables


async def reading(server: LocalServer, person: Person) -> Reader:
    await person.ask("GET", "/api/me")
    cookie = "; ".join(f"{c.name}={c.value}" for c in person.http.cookies.jar)
    socket = Socket(server.app, "/ws/tables", {"cookie": cookie})
    person._sockets.append(socket)
    await socket.accept()
    reader = Reader(person, socket)
    await reader.hear()
    assert reader.reloads == 1
    return reader


async def test_a_reader_hears_of_every_change_of_the_list(processes: Servers) -> None:
    one, other = processes
    anna, bert, cara = one.person("Anna"), other.person("Bert"), other.person("Cara")
    reader = await reading(other, cara)
    assert reader.tables == {}
    await anna.ask("PATCH", "/api/me", {"name": "Anna"})
    hidden = await anna.open("me", "open", listed=False)
    table = await anna.open("me", "open", listed=True)
    await reader.until(lambda tables: table in tables)
    assert reader.tables[table]["phase"] == "waiting"
    assert [seat["yours"] for seat in reader.tables[table]["seats"]] == [False, False]

    # Who sits at a table reads it as one's own, with the same message for everybody else.
    own = await reading(one, anna)
    assert own.tables[table]["seats"][0]["yours"]
    await bert.sit(table, 1)
    for who, yours in ((reader, False), (own, True)):
        await who.until(lambda tables: tables[table]["phase"] == "playing")
        assert who.tables[table]["seats"][1]["name"] == "Bert"
        assert who.tables[table]["seats"][0]["yours"] is yours

    # Who is at the table now, and every move.
    player = await anna.socket(table)
    await reader.until(lambda tables: tables[table]["seats"][0]["online"])
    watched = reader.tables[table]["moves"]
    opponent = await bert.socket(table)
    mover = player if player.state["to_move"] == 0 else opponent
    seat = player.state["to_move"]
    move = mover.state["views"][0]["legal"][0]
    await mover.ask("move", seat=seat, ply=mover.state["ply"], move=move)
    await reader.until(lambda tables: tables[table]["moves"] == watched + 1)

    # A finished game leaves the list, and so does a closed table.
    await player.ask("resign", seat=0)
    await reader.until(lambda tables: table not in tables)
    second = await anna.open("me", "open", listed=True)
    await reader.until(lambda tables: second in tables)
    await anna.ask("DELETE", f"/api/tables/{second}")
    await reader.until(lambda tables: second not in tables)
    assert hidden not in "".join(reader.socket.received)
    assert reader.reloads == 1


async def test_a_reader_may_ping_and_nothing_else(server: LocalServer) -> None:
    reader = await reading(server, server.person())
    assert (await reader.socket.ask("ping"))["type"] == "pong"
    for text in ("", "{", '{"type":"move","id":1}', "x" * 100_000):
        bad = await reading(server, server.person())
        bad.socket.write(text)
        with pytest.raises(Closed):
            await bad.socket.message()
        await bad.socket.close()
    assert len(server.services.hub.public_list.readers) == 1
    await reader.socket.close()
    assert server.services.sockets.total == 0
    assert server.services.hub.connections() == []


async def test_other_sites_cannot_read_the_list(server: LocalServer) -> None:
    other = Socket(server.app, "/ws/tables", {"origin": "http://elsewhere.test"})
    with pytest.raises(Closed):
        await other.accept()
    own = Socket(server.app, "/ws/tables", {"origin": f"http://{HOST}"})
    await own.accept()
    await own.close()


@pytest.fixture
async def narrow(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """A server that allows four sockets of one address at once."""
    async with living(tmp_path, limit_factor=0.05) as found:
        yield found


async def test_one_address_may_read_only_so_often(narrow: LocalServer) -> None:
    sockets = [Socket(narrow.app, "/ws/tables", {}) for _ in range(6)]
    for socket in sockets:
        await socket.accept()
    first = [await socket.message() for socket in sockets]
    refused = [message for message in first if message["type"] == "bye"]
    assert refused
    assert {message["reason"]["code"] for message in refused} == {"limit"}
    assert all(message["again_ms"] for message in refused)
    assert len(narrow.services.hub.public_list.readers) == 6 - len(refused) >= 4
    for socket in sockets:
        await socket.close()
    assert narrow.services.sockets.total == 0


async def test_what_was_lost_is_read_again(server: LocalServer) -> None:
    """Messages between processes may be lost while Redis is away."""
    reader = await reading(server, server.person())
    server.services.hub.public_list.reload()
    await reader.hear()
    assert reader.reloads == 2


def test_a_slow_reader_gets_the_newest_or_reads_all_again() -> None:
    connection = Connection(None, "", "", "p", 0, "")  # type: ignore[arg-type]
    reader = ListReader(connection)
    reader.tell("a", b"1")
    reader.tell("a", b"2")
    reader.tell("b", None)
    assert reader.message(connection) == b'{"type":"tables","tables":[2],"gone":["b"]}'
    assert reader.message(connection) is None
    for number in range(MOST_PENDING + 1):
        reader.tell(str(number), b"1")
    assert reader.message(connection) == b'{"type":"reload"}'
    assert reader.message(connection) is None
