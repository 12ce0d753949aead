"""Clocks that jump and servers that stand still cost no player any time."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lutetia.match.clock import merged
from lutetia.server.clock import PAUSE, SILENCE, ServerClock
from tests.server.in_process import LocalServer, Socket, living
from tests.server.machine import Machine
from tests.storage.services import Postgres, Redis

HOUR = 3_600
MINUTE_CLOCK = {"kind": "minutes", "minutes": 1, "increment": 0}


@pytest.fixture
def machine() -> Iterator[Machine]:
    found = Machine()
    with found.in_use():
        yield found


async def seated(one: LocalServer, other: LocalServer, **more: Any) -> tuple[str, list[Socket]]:
    """Two people at a table with one minute for each of them."""
    anna, bert = one.person("Anna"), other.person("Bert")
    table = await anna.open("me", "open", clock=MINUTE_CLOCK, **more)
    first = await anna.socket(table)
    await bert.sit(table, 1)
    second = await bert.socket(table)
    while first.state["phase"] != "playing":
        await first.message()
    return table, [first, second]


async def plays_on(sockets: list[Socket]) -> None:
    """The seat to move still has nearly all its time, and moves."""
    mover = sockets[sockets[0].state["to_move"]]
    state = (await mover.ask("resync"))["state"]
    assert state["phase"] == "playing", state["outcome"]
    assert state["clock"]["left"][state["to_move"]] > 30_000, state["clock"]
    view = state["views"][0]
    answer = await mover.ask("move", seat=view["seat"], ply=state["ply"], move=view["legal"][0])
    assert answer["type"] == "done", answer
    for socket in sockets:
        await socket.settled(answer["ply"])
        assert min(socket.state["clock"]["left"]) > 30_000, socket.state["clock"]


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 72 * HOUR, -72 * HOUR])
async def test_a_jump_of_the_clock_takes_no_time(
    server: LocalServer, machine: Machine, jump: int
) -> None:
    table, sockets = await seated(server, server)
    machine.wall += jump
    assert not await server.services.keeper.flag(table)
    await plays_on(sockets)
    machine.wall -= jump
    assert not await server.services.keeper.flag(table)
    await plays_on(sockets)


@pytest.mark.parametrize("first", ["flag", "move"])
async def test_a_process_that_stood_still_takes_no_time(
    server: LocalServer, machine: Machine, first: str
) -> None:
    table, sockets = await seated(server, server)
    for _ in range(3):
        machine.stands_still(90)
        if first == "flag":
            assert not await server.services.keeper.flag(table)
        await plays_on(sockets)


@pytest.mark.parametrize("jump", [0.5, 90, 72 * HOUR, -72 * HOUR])
async def test_a_restart_takes_no_time_whatever_the_clock_says(
    tmp_path: Path, machine: Machine, jump: float
) -> None:
    async with living(tmp_path) as server:
        table, sockets = await seated(server, server)
        cookies = [person.http.cookies for person in server._people]
        left = sockets[0].state["clock"]["left"]
        stopped = server.services.now()
    machine.wall += jump
    async with living(tmp_path) as server:
        assert server.services.now() >= stopped
        assert not await server.services.keeper.flag(table)
        again = []
        for name, jar in zip(("Anna", "Bert"), cookies, strict=True):
            person = server.person(name)
            person.http.cookies = jar
            again.append(await person.socket(table))
        now = again[0].state["clock"]["left"]
        assert now[0] + now[1] > left[0] + left[1] - 30_000
        await plays_on(again)


@pytest.mark.services
async def test_no_outage_of_a_cluster_takes_time(
    cluster: tuple[LocalServer, LocalServer], postgres: Postgres, machine: Machine
) -> None:
    """Jumps, processes that stand still, and a database that is away, with two servers."""
    table, sockets = await seated(*cluster)
    machine.wall += 72 * HOUR
    await plays_on(sockets)
    machine.stands_still(90)
    for server in cluster:
        assert not await server.services.keeper.flag(table)
    await plays_on(sockets)
    postgres.stop(signal.SIGQUIT)
    machine.stands_still(90)
    postgres.start()
    for server in cluster:
        assert not await server.services.keeper.flag(table)
    await plays_on(sockets)


@pytest.mark.services
async def test_servers_whose_clocks_differ_share_one_time(
    postgres: Postgres, redis: Redis, tmp_path: Path, machine: Machine
) -> None:
    """The second server starts on a machine whose clock is an hour ahead, the third on one whose
    clock is an hour behind."""
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(living(tmp_path, **shared))
        table, sockets = await seated(one, one)
        for wall in (HOUR, -HOUR):
            machine.wall = wall
            other = await stack.enter_async_context(living(tmp_path, **shared))
            await one.services._beat()
            assert abs(one.services.now() - other.services.now()) < 30_000
            for server in (one, other):
                assert not await server.services.keeper.flag(table)
            await plays_on(sockets)


def test_an_outage_is_noticed_before_the_time_after_it_is_told() -> None:
    noticed: list[tuple[int, int]] = []
    steady = [0]
    clock = ServerClock(noticed.append, lambda: 1_000_000, lambda: steady[0])
    for at in range(0, SILENCE, PAUSE):
        steady[0] = at
        assert clock.now() == 1_000_000 + at
    assert not noticed
    clock.stored(clock.now(), clock.now())
    alive = clock.now()
    steady[0] += PAUSE + 1
    assert clock.now() == alive + PAUSE + 1
    assert noticed.pop() == (alive, alive + PAUSE + 1)
    clock.not_stored()
    steady[0] += 500
    assert clock.now() == alive + PAUSE + 501
    assert noticed.pop() == (alive, alive + PAUSE + 501), "moves cannot be stored"
    clock.stored(clock.now(), clock.now() + 2_000)
    assert clock.now() == alive + PAUSE + 2_501, "another process is ahead"


def test_overlapping_outages_count_once() -> None:
    assert merged([(50, 60), (0, 10), (5, 20), (20, 30), (52, 55)]) == [(0, 30), (50, 60)]
