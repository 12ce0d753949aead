"""Moves and takebacks through sockets: the clocks of the stored table give nobody time."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.match.clock import DAY, MINUTE
from lutetia.match.reading import read_table
from tests.server.in_process import LocalServer
from tests.server.test_fair_play import account, rated_game

TIMES = 12
STEP = 50
"""Milliseconds between two looks at the clock. All of it is far less than a clock has."""


class SlowClock:
    """A clock that goes on a little whenever somebody looks."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += STEP
        return self.now


@pytest.mark.parametrize(
    ("clock", "full", "increment"),
    [
        ({"kind": "minutes", "minutes": 1, "increment": 60}, MINUTE, MINUTE),
        ({"kind": "days", "days": 1}, DAY, 0),
    ],
)
async def test_moves_and_takebacks_farm_no_time(
    processes: tuple[LocalServer, LocalServer],
    monkeypatch: pytest.MonkeyPatch,
    clock: dict[str, Any],
    full: int,
    increment: int,
) -> None:
    """The attack: 60 s became 1,860 s in 0.2 s, a clock of days was full again after each move, and
    the rival paid for the time between."""
    now = SlowClock(processes[0].services.now())
    for server in processes:
        monkeypatch.setattr(server.services.keeper, "now", now)
    anna = await account(processes[0], "Anna")
    await account(processes[0], "Bert")
    bert = processes[1].person("Bert")
    await bert.ask("POST", "/api/session", {"name": "Bert", "password": "a long password"})
    table, first, second = await rated_game(anna, bert, clock=clock, options={"start": "orange"})

    async def stored() -> tuple[list[int], int]:
        """The clocks of the table as the database has it, and when its turn began."""
        found = await processes[1].services.journal.load(table)
        assert found is not None
        read = read_table(*found)
        left = [time for time in read.left if time is not None]
        return left, read.turn_started

    (before, began) = await stored()
    assert before == [full, full]
    for _ in range(TIMES):
        ply = first.state["ply"]
        assert (await first.ask("move", seat=0, ply=ply, move="take:line"))["type"] == "done"
        await second.settled(ply + 1)
        assert (await first.ask("undo", seat=0))["type"] == "done"
        await first.settled(ply + 2)
        left, turned = await stored()
        assert left == [full - (turned - began), full], "who takes back pays, and nobody else"
    ply = first.state["ply"]
    await first.ask("move", seat=0, ply=ply, move="take:line")
    await second.settled(ply + 1)
    left, turned = await stored()
    thought = turned - began
    assert left == [full if clock["kind"] == "days" else full - thought + increment, full]
    assert thought >= TIMES * STEP
    # What the players are told is the same.
    assert second.state["clock"]["left"][0] == left[0]
