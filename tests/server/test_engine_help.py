"""A computer player as an engine: it answers no position in which somebody plays a rated game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from lutetia.kernel.record import GameRecord
from lutetia.server.tables import rated_positions
from lutetia.server.thinking.worker import work
from tests.patience import PATIENCE
from tests.server.in_process import ALL_GAMES, LocalServer, Person, Socket, Threads, living
from tests.server.test_fair_play import account, made_up_record, rated_game

STRONGEST = 9
FIRST_GAME = {"start": "orange", "postcards": "first-game"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that halts looks again soon."""
    monkeypatch.setattr("lutetia.match.halted.LOOK_AGAIN", 0.05)


@asynccontextmanager
async def computers_of(server: LocalServer) -> AsyncIterator[None]:
    """The computers of a server with Redis think in a worker, which has to run."""
    redis = server.services.settings.redis_url
    if redis is None:
        yield
        return
    stop, ready = asyncio.Event(), asyncio.Event()
    working = asyncio.create_task(work(redis, Threads(2), stop, ready.set))
    await ready.wait()
    yield
    stop.set()
    await working


async def same_position(server: LocalServer, table: str) -> dict[str, Any]:
    """A record that leads to the position of a table. In the Belle Époque all of the shuffle that
    matters is open, so a cheat needs luck to make it up; here the test helps out."""
    found = await server.services.keeper.table(table)
    record = GameRecord.start(found.game, found.seed, ["x"] * found.header.seats)
    record.moves = found.notations()
    return json.loads(record.dumps())  # type: ignore[no-any-return]


async def branch(cheat: Person, record: dict[str, Any], *seats: Any) -> Socket:
    """A table of one's own that continues from a record at its end."""
    wishes = [
        {"kind": "computer", "level": seat} if isinstance(seat, int) else {"kind": seat}
        for seat in seats
    ]
    body = {"record": record, "ply": len(record["moves"]), "seats": wishes}
    made = await cheat.ask("POST", "/api/tables/branch", body)
    return await cheat.socket(made["table"]["table"]["id"])


async def halted(socket: Socket) -> None:
    """Read until the table says that the computer waits."""
    while not socket.state["halted"]:
        await socket.message()


async def replaced(socket: Socket) -> None:
    """Ask again and again for a computer on the seat of the absent player."""
    while (await socket.ask("replace", seat=0, absent=1, level=STRONGEST))["type"] != "done":
        await socket.ask("ping")


@pytest.mark.parametrize("game", ALL_GAMES)
async def test_no_computer_answers_the_position_of_a_rated_game(
    processes: tuple[LocalServer, LocalServer], game: str
) -> None:
    """The attack: a branch of a made-up record, with the strongest computer to move; on the other
    process, where there are two."""
    anna, bert = await account(processes[0], "Anna"), await account(processes[0], "Bert")
    cheat = processes[1].person("Cheat")
    table, *sockets = await rated_game(anna, bert, game=game)
    async with computers_of(processes[1]):
        record = await same_position(processes[0], table)
        mover = sockets[0].state["to_move"]
        seats: list[Any] = ["me", "me"]
        seats[mover] = STRONGEST
        asking = await branch(cheat, record, *seats)
        await halted(asking)
        assert (asking.state["ply"], asking.state["to_move"]) == (0, mover)
        view = sockets[mover].state["views"][0]
        done = await sockets[mover].ask("move", seat=mover, ply=0, move=view["legal"][0])
        assert done["type"] == "done"
        while asking.state["ply"] == 0:
            await asking.message()
        assert not asking.state["halted"], "the rated game has moved on"
        # The same with the end of the rated game.
        await sockets[0].settled(1)
        record = await same_position(processes[0], table)
        seats = ["me", "me"]
        seats[sockets[0].state["to_move"]] = STRONGEST
        asking = await branch(cheat, record, *seats)
        await halted(asking)
        await sockets[0].ask("resign", seat=0)
        while asking.state["ply"] == 0:
            await asking.message()


async def test_a_turned_question_is_the_same_and_another_position_is_free(
    server: LocalServer,
) -> None:
    anna, bert = await account(server, "Anna"), await account(server, "Bert")
    cheat = server.person("Cheat")
    _, first, _ = await rated_game(anna, bert, options=FIRST_GAME)
    await first.ask("move", seat=0, ply=0, move="take:line")
    swapped = made_up_record({**FIRST_GAME, "start": "blue"}, ["take:line"])
    asking = await branch(cheat, swapped, 8, "me")
    await halted(asking)
    other = await branch(cheat, made_up_record(FIRST_GAME, ["take:corner"]), "me", 8)
    while other.state["to_move"] == 1:
        await other.message()
    assert other.state["phase"] == "playing"
    assert asking.state["to_move"] == 0


async def test_a_computer_that_gets_a_seat_later_does_not_answer_either(tmp_path: Path) -> None:
    """The attack: the seat is given to a computer before the game, or when a guest went away."""
    async with living(tmp_path, absent_after=0.05) as server:
        anna, bert = await account(server, "Anna"), await account(server, "Bert")
        cheat, friend = server.person("Cheat"), server.person("Friend")
        _, first, _ = await rated_game(anna, bert, options=FIRST_GAME)
        await first.ask("move", seat=0, ply=0, move="take:line")
        record = made_up_record(FIRST_GAME, ["take:line"])
        given = await branch(cheat, record, "me", "open")
        assert (await given.ask("computer", seat=1, level=9))["type"] == "done"
        assert (await given.ask("start"))["type"] == "done"
        await halted(given)
        # At a table with a deal of its own, two guests play the same move.
        casual = await cheat.open("me", "open", options=FIRST_GAME)
        await friend.sit(casual, 1)
        socket = await cheat.socket(casual)
        assert (await socket.ask("move", seat=0, ply=0, move="take:line"))["type"] == "done"
        async with asyncio.timeout(PATIENCE):
            await replaced(socket)
        await halted(socket)
        await first.ask("resign", seat=0)
        for one in (given, socket):
            while one.state["to_move"] == 1:
                await one.message()


@pytest.mark.parametrize("minutes", [None, 30])
async def test_a_computer_does_not_wait_for_a_rated_game_that_was_left_standing(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, minutes: int | None
) -> None:
    """The attack: a rated game without a clock halts every arranged table in its position for ever.
    With a clock it ends."""
    anna, bert = await account(server, "Anna"), await account(server, "Bert")
    cheat = server.person("Cheat")
    more = {"clock": {"kind": "minutes", "minutes": minutes}} if minutes else {}
    _, first, _ = await rated_game(anna, bert, options=FIRST_GAME, **more)
    await first.ask("move", seat=0, ply=0, move="take:line")
    record = made_up_record(FIRST_GAME, ["take:line"])
    asking = await branch(cheat, record, "me", 8)
    await halted(asking)
    monkeypatch.setattr(rated_positions, "LATELY", -1)
    again = await branch(cheat, record, "me", 8)
    if minutes:
        await halted(again)
        assert asking.state["to_move"] == 1
    else:
        for one in (asking, again):
            while one.state["to_move"] == 1:
                await one.message()
    # A person gets no advice in either.
    await cheat.ask("POST", "/api/records/hint", {"record": record, "ply": 1}, expect=409)
