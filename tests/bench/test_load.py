"""The crowd of the server benchmark: it counts every move, and its figures are what they say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from math import inf
from typing import cast

import pytest
from websockets.asyncio.server import ServerConnection, serve

from bench.__main__ import main
from bench.load.__main__ import Crowd
from bench.load.delays import delay_within, read_delays
from bench.load.flood import own_address
from bench.load.languages import NAMESPACE, Boardgame, Language, Refused, Requests, dial, event
from bench.load.servers import FOLDER, Server
from bench.load.table import Table, Tally
from bench.measure import Missing, Settings
from bench.suites import server as suite

DELAY = 0.03


@asynccontextmanager
async def counting(refuse_after: float = inf) -> AsyncIterator[str]:
    """A server in boardgame.io's language that takes its time, and may fall silent."""
    matches: dict[str, list[ServerConnection]] = {}
    plies: dict[str, int] = {}

    def state(match: str) -> dict[str, object]:
        return {"_stateID": plies[match], "ctx": {"currentPlayer": str(plies[match] % 2)}}

    async def talk(socket: ServerConnection) -> None:
        async for text in socket:
            assert isinstance(text, str)
            if text.startswith("40"):
                await socket.send(f'40{NAMESPACE}{{"sid":"x"}}')
                continue
            kind, *words = json.loads(text.removeprefix(f"42{NAMESPACE}"))
            if kind == "sync":
                matches.setdefault(words[0], []).append(socket)
                plies.setdefault(words[0], 0)
                await socket.send(event("sync", words[0], {"state": state(words[0])}))
            elif plies[words[2]] < refuse_after:
                action, ply, match, seat = words
                assert (ply, seat) == (plies[match], str(plies[match] % 2))
                assert action["type"] == "MAKE_MOVE"
                await asyncio.sleep(DELAY)
                plies[match] += 1
                for each in matches[match]:
                    await each.send(event("update", match, state(match), []))

    async with serve(talk, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}"


async def test_every_move_is_timed_until_the_other_seat_sees_it() -> None:
    async with counting() as address:
        crowd = Crowd(Boardgame(address, Tally()))
        # A table for each move, so that none is late on a machine that stands still for a while.
        assert (await crowd.open(20))["open"] == 20
        told = await crowd.play(20, 1)
    assert (told["sent"], told["late"], told["refused"], told["lost_sockets"]) == (20, 0, 0, 0)
    assert len(told["latencies"]) == 20
    assert min(told["latencies"]) >= 1000 * DELAY
    assert told["seconds"] >= 0.9


async def test_moves_that_nobody_can_make_or_see_are_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench.load.__main__.AFTERWARDS", 0.2)
    async with counting(refuse_after=1) as address:
        crowd = Crowd(Boardgame(address, Tally()))
        await crowd.open(2)
        told = await crowd.play(20, 1)
    # At each table the first move is seen, the second never; then no table is free. A machine that
    # stands still for a while sends fewer, but it counts them all.
    assert 2 <= told["sent"] <= 4
    assert told["sent"] + told["late"] == 20
    assert len(told["latencies"]) <= 2
    play = suite.Play.read(20, told)
    assert play.at(0.5) == inf
    assert play.within <= 10


async def test_a_connection_that_the_server_has_closed_is_not_used_again() -> None:
    answers = 0
    closed = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal answers
        await reader.readuntil(b"{}")
        answers += 1
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nset-cookie: a=1; Path=/\r\n\r\n[]")
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        closed.set()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        requests = Requests(f"http://127.0.0.1:{port}")
        assert await requests.post("/", {}) == (b"[]", "a=1")
        await closed.wait()
        resting, _ = requests._free[0]
        assert await resting.read() == b""
        assert await requests.post("/", {}) == (b"[]", "a=1")
        for _, writer in requests._free:
            writer.close()
            await writer.wait_closed()
    assert answers == 2


async def test_a_new_table_that_is_refused_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    class Full(Language):
        """A server that opens no more tables."""

        async def open(self) -> Table:
            raise Refused("HTTP/1.1 429")

    class Finished:
        """A game that is over."""

        over, waiting, free = True, False, False

        async def close(self) -> None:
            pass

    crowd = Crowd(Full("", Tally()))
    crowd._tables.append(cast(Table, Finished()))
    told = await crowd.play(20, 0.1)
    assert (told["sent"], told["late"], told["refused"], told["replaced"]) == (0, 2, 1, 0)
    assert suite.Play.read(2, told).lost == 3
    assert "429" in capsys.readouterr().err


async def test_the_guest_who_misbehaves_has_an_address_of_their_own() -> None:
    source = own_address()
    if source is None:
        pytest.skip("this system has one address for connections to itself")
    seen = asyncio.get_running_loop().create_future()

    async def look(socket: ServerConnection) -> None:
        seen.set_result(socket.remote_address[0])

    async with serve(look, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        line = await dial(f"http://127.0.0.1:{port}", source=source)
        assert await seen == source != "127.0.0.1"
        await line.close()


def test_moves_that_were_not_seen_count_as_the_slowest() -> None:
    play = suite.Play(20, 2.0, 0, 0, 0, [1.0, 2.0])
    assert (play.at(0.05), play.at(0.1), play.at(0.5)) == (1.0, 2.0, inf)
    assert play.within == 10


def test_figures_count_over_all_moves_that_were_asked_for() -> None:
    play = suite.Play(1000, 2.0, 0, 0, 0, [*[1.0] * 989, *[50.0] * 6, *[150.0] * 5])
    assert (play.at(0.5), play.at(0.99), play.at(1.0)) == (1.0, 50.0, 150.0)
    assert play.within == 99.5


def test_a_server_that_cannot_be_had_stands_in_the_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent() -> AbstractContextManager[Server]:
        raise Missing("not to be had")

    monkeypatch.setattr(suite, "lutetia_server", absent)
    monkeypatch.setattr(suite, "boardgame_server", absent)
    body = suite.run(Settings(1, 1.0, {"tables": 3, "moves": 2}))
    assert "3 open tables, 2 moves a second for 1 seconds." in body
    assert "| boardgame.io | missing |" in body
    assert "- Lutetia: **missing**: not to be had" in body


@pytest.mark.parametrize("words", [["server", "--tables", "0"], ["server", "--moves", "x"]])
def test_bad_numbers_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert words[1] in capsys.readouterr().err


def test_the_other_server_is_pinned_by_hash_and_without_addresses() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    packages = {name: found for name, found in lock["packages"].items() if name}
    assert packages["node_modules/boardgame.io"]["version"] == "0.50.2"
    assert all("integrity" in found and "resolved" not in found for found in packages.values())


class Holding:
    """Players of a server that holds so many moves a second."""

    def __init__(self, most: float) -> None:
        self._most = most

    def ask(self, line: str) -> dict[str, object]:
        """Play, or say that moves came too late."""
        _, rate, seconds = line.split()
        asked = int(float(rate) * float(seconds))
        seen = [1.0 if float(rate) <= self._most else 60.0] * asked
        lost = {"late": 0, "refused": 0, "lost_sockets": 0}
        return {"seconds": float(seconds), "latencies": seen, **lost}


def test_the_most_moves_are_found_from_below_and_from_above() -> None:
    crowd = cast(suite.Crowd, Holding(700))
    assert suite._most(crowd, 500) == suite.Most(625, 781.25)
    assert suite._most(crowd, 1000) == suite.Most(640, 800)
    assert str(suite._most(crowd, 1000)) == "640"


def test_the_most_moves_have_a_bound_where_every_pace_or_none_was_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suite, "STEPS", 3)
    assert str(suite._most(cast(suite.Crowd, Holding(inf)), 400)) == "at least 625"
    assert str(suite._most(cast(suite.Crowd, Holding(0)), 1000)) == "fewer than 640"


def test_for_lost_moves_the_results_tell_how_long_the_players_waited() -> None:
    assert suite._times([1.5]) == "1.5"
    assert suite._times([1.5, inf]) == "over 10,000"


def test_processor_time_is_told_for_the_server_and_for_the_players() -> None:
    cost = suite._cost((1.0, 2.0), (1.25, 2.0625), 125)
    assert cost == suite.Cost(2.0, 0.5)
    assert str(suite.Cost(2.0, 0.5)) == "2 / 0.5"
    assert suite._cost((1.0, 2.0), (1.0, 2.0), 0) == suite.Cost(0.0, 0.0)


def test_the_delay_of_the_loop_is_that_between_two_readings() -> None:
    def metrics(*counts: int) -> str:
        lines = zip(("0.001", "0.01", "0.1", "+Inf"), counts, strict=True)
        name = "lutetia_loop_delay_seconds_bucket"
        return "\n".join(f'{name}{{le="{bound}"}} {count}.0' for bound, count in lines)

    before, after = (read_delays(metrics(*c)) for c in ((90, 90, 90, 100), (90, 189, 190, 200)))
    assert delay_within(before, after, 0.5) == 0.01
    assert delay_within(before, after, 0.99) == 0.01
    assert delay_within(before, after, 1.0) == 0.1
    assert delay_within(after, after, 0.99) == inf
