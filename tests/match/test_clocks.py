"""Clocks: what is charged, what is added, and what happens when time is up."""

from __future__ import annotations

import pytest

from lutetia.kernel.errors import GameOver
from lutetia.match.clock import DAY, MINUTE, TimeControl, elapsed
from lutetia.match.commands import Undo
from lutetia.match.table import Table
from tests.match.support import (
    ANNA,
    Clock,
    MemoryJournal,
    act,
    holder,
    make_keeper,
    move,
    open_table,
    play_on,
    same,
    some_move,
)

FIVE = TimeControl("minutes", minutes=5, increment=3)


async def test_thinking_is_charged_and_a_turn_adds_the_increment() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 20_000
    await move(keeper, table, some_move(table, "take"))
    assert table.left[first] == 5 * MINUTE - 20_000 + 3_000
    assert table.left[1 - first] == 5 * MINUTE
    assert table.deadline() == clock.now + 5 * MINUTE


async def test_who_runs_out_of_time_has_lost() -> None:
    clock = Clock()
    journal = MemoryJournal()
    keeper = make_keeper(journal, clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 5 * MINUTE
    assert not await keeper.flag(table.header.id)
    clock.now += 1
    assert await journal.overdue(clock.now) == [table.header.id]
    assert await keeper.flag(table.header.id)
    assert table.outcome is not None
    assert table.outcome.reason == "time"
    assert table.outcome.ranks[first] == 2
    same(Table(table.header, journal.logs[table.header.id]), table)


async def test_a_move_that_comes_too_late_ends_the_game_instead() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    clock.now += 6 * MINUTE
    with pytest.raises(GameOver):
        await move(keeper, table, some_move(table, "take"))
    assert table.outcome is not None
    assert table.outcome.reason == "time"


async def test_days_are_given_anew_for_each_turn() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=TimeControl("days", days=2))
    for _ in range(4):
        clock.now += 2 * DAY - 1
        await play_on(keeper, table, 1)
    assert table.phase == "playing"
    clock.now += 2 * DAY + 1
    assert await keeper.flag(table.header.id)


async def test_nobody_pays_for_an_outage_of_the_server() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    keeper.outages = [(clock.now + 10_000, clock.now + 10_000 + 20 * MINUTE)]
    clock.now += 20 * MINUTE + 30_000
    assert not await keeper.flag(table.header.id)
    await move(keeper, table, some_move(table, "take"))
    assert table.left[first] == 5 * MINUTE - 30_000 + 3_000


async def test_a_takeback_gives_no_time_back() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 60_000
    await move(keeper, table, some_move(table, "take"))
    clock.now += 5_000
    await act(keeper, table, holder(table, first), Undo(first))
    assert table.left[first] == 4 * MINUTE + 3_000
    assert table.left[1 - first] == 5 * MINUTE - 5_000


async def test_the_computers_clock_does_not_fall() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, ANNA, 2, clock=FIVE, options={"start": "blue"})
    clock.now += 60 * MINUTE
    assert table.deadline() is None
    assert not await keeper.flag(table.header.id)


@pytest.mark.parametrize(
    ("since", "now", "outages", "expected"),
    [
        (0, 100, [], 100),
        (0, 100, [(10, 30)], 80),
        (20, 100, [(10, 30), (90, 200)], 60),
        (50, 60, [(0, 100)], 0),
        (100, 50, [], 0),
    ],
)
def test_elapsed(since: int, now: int, outages: list[tuple[int, int]], expected: int) -> None:
    assert elapsed(since, now, outages) == expected


@pytest.mark.parametrize("clock", [TimeControl(), FIVE, TimeControl("days", days=3)])
def test_a_clock_survives_json(clock: TimeControl) -> None:
    assert TimeControl.from_json(clock.as_json()) == clock
