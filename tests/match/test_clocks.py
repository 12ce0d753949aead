"""Clocks: what is charged, what is added, and what happens when time is up."""

from __future__ import annotations

import pytest

from lutetia.kernel.errors import GameOver
from lutetia.match.clock import DAY, MINUTE, ClockMode, TimeControl, after, elapsed, merged
from lutetia.match.commands import Answer, Rest, Undo
from lutetia.match.errors import NotPossible
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


async def test_a_takeback_gives_no_time_and_the_rival_pays_nothing() -> None:
    clock = Clock()
    journal = MemoryJournal()
    keeper = make_keeper(journal, clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 60_000
    await move(keeper, table, some_move(table, "take"))
    clock.now += 5_000
    await act(keeper, table, holder(table, first), Undo(first))
    assert table.left[first] == 4 * MINUTE - 5_000, "the increment of the turn is gone, too"
    assert table.left[1 - first] == 5 * MINUTE
    same(Table(table.header, journal.logs[table.header.id]), table)


@pytest.mark.parametrize(
    "control", [TimeControl("minutes", minutes=1, increment=60), TimeControl("days", days=1)]
)
async def test_nobody_gains_time_by_moves_and_takebacks(control: TimeControl) -> None:
    """The attack: thirty times a move and its undo, in a game with a large increment."""
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=control)
    first = table.to_move
    assert first is not None
    start = control.at_start()
    assert start is not None
    clock.now += 1_000
    for _ in range(30):
        await move(keeper, table, some_move(table, "take"))
        clock.now += 10
        await act(keeper, table, holder(table, first), Undo(first))
    assert table.left[first] == start - 1_000 - 300
    assert table.left[1 - first] == start


async def test_an_agreed_takeback_costs_the_asker_only_the_own_thinking() -> None:
    """The rival may think about the question as long as they like: nobody pays for it."""
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 60_000
    await move(keeper, table, some_move(table, "lay"))
    await act(keeper, table, holder(table, first), Undo(first))
    assert table.ask is not None
    clock.now += 4 * MINUTE
    answer = Answer(1 - first, table.ask.id, yes=True)
    await act(keeper, table, holder(table, 1 - first), answer)
    assert table.left[first] == 4 * MINUTE
    assert table.left[1 - first] == 5 * MINUTE


async def test_a_takeback_that_would_cost_all_time_is_refused() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    first = table.to_move
    assert first is not None
    clock.now += 5 * MINUTE - 1_000
    await move(keeper, table, some_move(table, "take"))
    clock.now += 2_000
    with pytest.raises(NotPossible):
        await act(keeper, table, holder(table, first), Undo(first))
    assert table.phase == "playing"


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


@pytest.mark.parametrize(
    ("mode", "thought", "left"),
    [
        ("fischer", 2_000, 5 * MINUTE + 1_000),
        ("bronstein", 2_000, 5 * MINUTE),
        ("bronstein", 8_000, 5 * MINUTE - 5_000),
        ("delay", 2_000, 5 * MINUTE),
        ("delay", 8_000, 5 * MINUTE - 5_000),
    ],
)
async def test_each_kind_of_clock_gives_its_seconds_in_its_own_way(
    mode: ClockMode, thought: int, left: int
) -> None:
    clock, journal = Clock(), MemoryJournal()
    keeper = make_keeper(journal, clock)
    control = TimeControl("minutes", minutes=5, increment=3, mode=mode)
    assert TimeControl.from_json(control.as_json()) == control
    table = await open_table(keeper, clock=control)
    first = table.to_move
    assert first is not None
    clock.now += thought
    await move(keeper, table, some_move(table, "take"))
    assert table.left[first] == left
    same(Table(table.header, journal.logs[table.header.id]), table)


async def test_with_a_delay_the_last_second_lasts_longer_but_only_once_a_turn() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    control = TimeControl("minutes", minutes=1, increment=10, mode="delay")
    table = await open_table(keeper, clock=control)
    first = table.to_move
    assert first is not None
    assert table.deadline() == clock.now + MINUTE + 10_000
    clock.now += MINUTE + 10_000
    assert not await keeper.flag(table.header.id)
    await move(keeper, table, some_move(table, "take"))
    assert table.left[first] == 0
    # Who takes the move back does not get the seconds of this turn again.
    await act(keeper, table, holder(table, first), Undo(first))
    assert table.to_move == first
    clock.now += 1
    assert await keeper.flag(table.header.id)


async def test_a_turn_of_several_moves_has_one_delay() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    control = TimeControl("minutes", minutes=5, increment=10, mode="delay")
    table = await open_table(keeper, game="belle_epoque", clock=control)
    first = table.to_move
    assert first is not None
    spent = 0
    while table.to_move == first:
        clock.now += 8_000
        spent += 8_000
        await play_on(keeper, table, 1)
    assert table.left[first] == 5 * MINUTE - max(0, spent - 10_000)


async def test_a_clock_of_days_waits_for_a_holiday_and_everybody_else_goes_on() -> None:
    clock, journal = Clock(), MemoryJournal()
    keeper = make_keeper(journal, clock)
    table = await open_table(keeper, clock=TimeControl("days", days=2))
    first = table.to_move
    assert first is not None
    begin = clock.now + DAY
    rest = Rest(first, begin, begin + 7 * DAY)
    await act(keeper, table, holder(table, first), rest)
    assert table.deadline() == clock.now + 9 * DAY
    clock.now += 9 * DAY
    assert not await keeper.flag(table.header.id)
    # A holiday that ends earlier lets the clock run earlier.
    await act(keeper, table, holder(table, first), Rest(first, begin, begin + 6 * DAY))
    assert table.deadline() == clock.now - DAY
    same(Table(table.header, journal.logs[table.header.id]), table)
    assert await keeper.flag(table.header.id)


async def test_only_a_clock_of_days_knows_holidays() -> None:
    clock = Clock()
    keeper = make_keeper(clock=clock)
    table = await open_table(keeper, clock=FIVE)
    await act(keeper, table, holder(table, 0), Rest(0, clock.now, clock.now + DAY))
    assert table.rests == [[], []]


def test_periods_are_merged_and_skipped() -> None:
    assert merged([(1, 4), (8, 9)], [(3, 6)]) == [(1, 6), (8, 9)]
    assert after(0, 10, [(2, 5), (7, 8)]) == 14
    assert after(6, 1, [(2, 5), (7, 8)]) == 7
    assert after(3, 2, [(2, 5)]) == 7
