"""Clocks that jump and processes that stand still, under games with one minute for each player."""

from __future__ import annotations

import random
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.hostile.result import Result
from tests.server.in_process import LocalServer, Socket, living
from tests.server.machine import Machine

HOUR = 3_600
MINUTE_CLOCK = {"kind": "minutes", "minutes": 1, "increment": 2}
TABLES = 4


async def _sit_down(server: LocalServer) -> list[Socket]:
    anna, bert = server.person("Anna"), server.person("Bert")
    table = await anna.open("me", "open", clock=MINUTE_CLOCK)
    await bert.sit(table, 1)
    return [await anna.socket(table), await bert.socket(table)]


async def _move(sockets: list[Socket], chance: random.Random, result: Result) -> bool:
    """The seat to move moves. False if the game is over."""
    states = [(await socket.ask("resync"))["state"] for socket in sockets]
    state = states[0]
    if state["phase"] == "over":
        if state["outcome"]["reason"] == "time":
            result.loss(f"a game was lost on time: {state['clock']}")
        return False
    mover = state["to_move"]
    left = state["clock"]["left"][mover]
    if left is not None and left < 30_000:
        result.loss(f"an outage was charged: {left} ms left")
    view = states[mover]["views"][0]
    wish = {"seat": mover, "ply": state["ply"], "move": chance.choice(view["legal"])}
    answer = await sockets[mover].ask("move", **wish)
    if answer["type"] != "done":
        result.fault(str(answer))
    for socket in sockets:
        socket.received.clear()
    return True


async def clock_jumps(count: int, seed: int, until: float = inf) -> Result:
    """Random jumps and pauses between the moves of several games. `until`: a time of the monotonic
    clock, which does not jump."""
    result = Result("a clock that jumps by up to three days, a process that stands still", "jumps")
    chance, machine = random.Random(seed), Machine()
    with (
        TemporaryDirectory(prefix="lutetia-") as folder,
        machine.in_use(),
    ):
        async with living(Path(folder), limit_factor=1e9) as server:
            tables = [await _sit_down(server) for _ in range(TABLES)]
            for _ in range(count):
                if monotonic() > until:
                    break
                if chance.random() < 0.5:
                    machine.wall += chance.choice((-72, -1, 1, 72)) * HOUR * chance.random()
                else:
                    machine.stands_still(chance.uniform(61, 3 * HOUR))
                number = chance.randrange(TABLES)
                if not await _move(tables[number], chance, result):
                    tables[number] = await _sit_down(server)
                result.count += 1
    return result
