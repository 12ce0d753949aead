"""Who sits down, looks, leaves and sits elsewhere learns nothing: there is no deal to look at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.in_process import ALL_GAMES, LocalServer, Person, Socket
from tests.server.test_fair_play import account, begun
from tests.server.test_signing_out import event_stream

HIDDEN: dict[str, Any] = {
    "to_move": None,
    "position": None,
    "legal": [],
    "views": [],
    "log": [],
    "ranks": None,
    "ply": 0,
    "moves": 0,
    "halted": False,
    "outcome": None,
}
"""What a message may say before the game begins, where it speaks of the game at all."""


def tellings(content: Any) -> Iterator[tuple[str, Any]]:
    """Everything inside a message that could tell of the deal."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in HIDDEN:
                yield key, value
            yield from tellings(value)
    elif isinstance(content, list):
        for one in content:
            yield from tellings(one)


class Peeker:
    """An account, its bot and somebody who only watches. They look at every address."""

    def __init__(self, server: LocalServer, table: str, game: str) -> None:
        self.server, self.table, self.game = server, table, game
        self.spy: Person
        self.sockets: list[Socket] = []
        self.events: asyncio.Queue[str] = asyncio.Queue()

    async def begin(self, token: str) -> None:
        """Open sockets and the stream of the bot."""
        headers = {"authorization": f"Bearer {token}"}
        self.stream = asyncio.create_task(event_stream(self.server, headers, self.events))
        self.sockets = [await one.socket(self.table) for one in (self.spy, self.server.person())]
        self.list = Socket(self.server.app, "/ws/tables", {})
        await self.list.accept()

    def examine(self, text: str) -> None:
        """No message tells anything, and no secret of the table is in it."""
        for secret in self.secrets:
            assert secret not in text
        for line in (line.removeprefix("data: ") for line in text.splitlines() if "{" in line):
            for key, value in tellings(json.loads(line)):
                assert value in (None, HIDDEN[key]), (key, value, line)

    async def look(self) -> None:
        """Ask every address, and ask the sockets about the position."""
        table = await self.server.services.keeper.table(self.table)
        shares = [chair.share for chair in table.chairs if chair.share is not None]
        self.secrets = [table.header.seed.hex(), *(share.hex() for share in shares)]
        known = {"{table_id}": self.table, "{record_id}": self.table, "{game}": self.game}
        for path, methods in self.server.app.openapi()["paths"].items():
            if "get" not in methods or "{analysis_id}" in path or path == "/api/bot/events":
                continue  # there is no analysis; the stream is open
            if any(word in path for word in ("catalogue", "puzzles", "components/", "z")):
                continue  # about all tables
            for name, value in known.items():
                path = path.replace(name, value)  # noqa: PLW2901
            answer = await self.spy.http.get(path.replace("{name}", "Anna"))
            assert answer.status_code < 500
            if "json" in answer.headers.get("content-type", ""):
                self.examine(answer.text)
        record = await self.spy.http.get(f"/api/tables/{self.table}/record")
        assert record.status_code == 409
        for socket in self.sockets:
            await self._question(socket)
        for socket in [*self.sockets, self.list]:
            for text in socket.received:
                self.examine(text)
            socket.received.clear()
        while not self.events.empty():
            self.examine(self.events.get_nowait())

    async def _question(self, socket: Socket) -> None:
        for seat in (0, 1):
            for question in (
                {"type_": "past", "seat": seat, "first": 0},
                {"type_": "figures", "seat": seat, "ply": 0},
                {"type_": "preview", "seat": seat, "ply": 0, "moves": ["pass"], "then": True},
                {"type_": "hint", "seat": seat, "ply": 0},
                {"type_": "move", "seat": seat, "ply": 0, "move": "pass"},
            ):
                assert (await socket.ask(**question))["type"] == "error", question
        assert (await socket.ask("past", seat=None, first=0))["type"] == "error"
        await socket.ask("resync")


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("rated", [False, True])
async def test_nobody_sees_the_deal_before_the_game_begins(
    server: LocalServer, game: str, rated: bool
) -> None:
    """The attack: sit on the first seat, look, leave, sit on the second one, look again."""
    anna, spy = await account(server, "Anna"), await account(server, "Spy")
    made = await spy.ask("POST", "/api/bots", {"name": "Periscope"})
    table = await anna.open("open", "open", game=game, rated=rated, listed=True)
    peeker = Peeker(server, table, game)
    peeker.spy = spy
    await peeker.begin(made["token"])
    bot = {"authorization": f"Bearer {made['token']}"}
    for seat in (0, 1):
        await spy.sit(table, seat)
        await peeker.look()
        await spy.ask("DELETE", f"/api/tables/{table}/seats/{seat}")
        sat = await server.person().http.post(
            f"/api/tables/{table}/seats/{seat}", json={}, headers=bot
        )
        assert sat.status_code == 200, sat.text
        await peeker.look()
        await server.person().http.delete(f"/api/tables/{table}/seats/{seat}", headers=bot)
    await spy.sit(table, 1)
    await peeker.look()
    before = peeker.sockets[0].state["views"]
    await anna.sit(table, 0)
    await begun(peeker.sockets[0])
    found = await server.services.keeper.table(table)
    assert before == []
    assert found.seed != found.header.seed, "the deal was drawn now"
    assert found.to_move is not None
    peeker.stream.cancel()
    await asyncio.gather(peeker.stream, return_exceptions=True)
