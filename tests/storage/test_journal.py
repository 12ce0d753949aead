"""Logs at rest: nothing lost, nothing doubled, nothing half."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from lutetia.match.commands import Claim, Halt, Move, Sit
from lutetia.match.entry import Entry
from lutetia.match.errors import Conflict
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine
from lutetia.match.table import Table, summary
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.lists import Lists
from tests.match.support import (
    ANNA,
    BERT,
    CARA,
    Clock,
    make_header,
    make_keeper,
    open_table,
    play_on,
    same,
    sitting,
    some_move,
)


def keeper_on(database: Database) -> Keeper:
    keeper = make_keeper(clock=Clock())
    keeper.journal = SqlJournal(database)
    return keeper


async def test_a_whole_game_comes_back_as_it_was(database: Database) -> None:
    keeper = keeper_on(database)
    table = await play_on(keeper, await open_table(keeper))
    stored = await SqlJournal(database).load(table.header.id)
    assert stored is not None
    assert stored[0] == table.header
    same(Table(*stored), table)


async def test_there_is_no_table_that_was_not_made(database: Database) -> None:
    assert await SqlJournal(database).load("nowhere") is None


async def test_a_number_is_taken_once(database: Database) -> None:
    keeper = keeper_on(database)
    table = await open_table(keeper)
    journal = keeper.journal
    entry = Entry(3, "resign", 5, 0)
    done = await asyncio.gather(
        *(journal.append(table.header.id, [entry], summary(table)) for _ in range(20)),
        return_exceptions=True,
    )
    assert sum(one is None for one in done) == 1
    assert sum(isinstance(one, Conflict) for one in done) == 19
    assert await journal.since(table.header.id, 2) == [entry]


async def test_all_entries_of_a_step_are_kept_or_none(database: Database) -> None:
    keeper = keeper_on(database)
    table = await open_table(keeper)
    step = [Entry(3, "ask", 5, 0, data={"kind": "draw", "waiting": [1]}), Entry(2, "draw", 5, 0)]
    with pytest.raises(Conflict):
        await keeper.journal.append(table.header.id, step, summary(table))
    assert await keeper.journal.since(table.header.id, 2) == []


async def test_a_clash_at_one_table_does_not_disturb_others_stored_with_it(
    database: Database,
) -> None:
    journal = SqlJournal(database)
    tables = []
    for number in range(30):
        header = make_header(id=f"t{number:015}", seed=number)
        seating = sitting(header)
        tables.append(Table(header, seating))
        await journal.create(header, seating, summary(tables[-1]))
    steps = [
        journal.append(t.header.id, [Entry(2 if n % 3 == 0 else 3, "resign", 9, 0)], summary(t))
        for n, t in enumerate(tables)
    ]
    done = await asyncio.gather(*steps, return_exceptions=True)
    for number, one in enumerate(done):
        assert isinstance(one, Conflict) if number % 3 == 0 else one is None
    for number, table in enumerate(tables):
        assert len(await journal.since(table.header.id, 2)) == (0 if number % 3 == 0 else 1)


async def test_two_writers_on_one_database_never_both_succeed(database: Database) -> None:
    """As two server processes would: each with a journal and connections of its own."""
    keeper = keeper_on(database)
    tables = [await open_table(keeper, id=f"t{number:015}", seed=number) for number in range(8)]
    one, other = SqlJournal(database), SqlJournal(database)
    for number in range(3, 13):
        steps = [
            journal.append(t.header.id, [Entry(number, "resign", 9, seat)], summary(t))
            for t in tables
            for seat, journal in enumerate((one, other))
        ]
        done = await asyncio.gather(*steps, return_exceptions=True)
        for first, second in zip(done[::2], done[1::2], strict=True):
            assert sorted([first is None, second is None]) == [False, True], (first, second)
    for table in tables:
        entries = await one.since(table.header.id, 0)
        assert [entry.number for entry in entries] == list(range(1, 13))


async def test_lists_agree_with_the_logs(database: Database) -> None:
    keeper, lists = keeper_on(database), Lists(database)
    header = make_header(listed=True)
    table = await keeper.open(header, sitting(header, ANNA))
    assert await lists.listed(5, None, None, None) == [header.id]
    assert await lists.listed(5, "other", None, None) == []
    assert await lists.of_player(BERT, 5, None) == []
    await keeper.act(header.id, BERT, Sit(1, "Bert"))
    await keeper.act(header.id, CARA, Claim(1, BERT))
    for player in (ANNA, BERT, CARA):
        assert await lists.of_player(player, 5, None) == [header.id]
    await play_on(keeper, table)
    assert await lists.listed(5, None, None, None) == []
    assert await lists.listed(5, None, "over", None) == [header.id]


async def test_chat_is_kept_in_order(database: Database) -> None:
    keeper = keeper_on(database)
    table = await open_table(keeper)
    for number in range(5):
        line = ChatLine(0, 0, ANNA, "Anna", f"line {number} – “é” 🏙", number)
        stored = await keeper.journal.add_chat(table.header.id, line)
        assert stored.number > 0
    said = await keeper.journal.last_chat(table.header.id, 3)
    assert [line.text[:6] for line in said] == ["line 2", "line 3", "line 4"]


async def test_the_deadline_and_the_waiting_computer_are_found(database: Database) -> None:
    from lutetia.match.clock import TimeControl

    keeper = keeper_on(database)
    table = await open_table(
        keeper, ANNA, BERT, clock=TimeControl("minutes", minutes=1), options={"start": "orange"}
    )
    now = table.header.created
    assert await keeper.journal.overdue(now + 59_000) == []
    assert await keeper.journal.overdue(now + 61_000) == [table.header.id]
    waiting = await open_table(keeper, 3, ANNA, id="t2", options={"start": "orange"})
    later = await open_table(keeper, 3, ANNA, id="t3", options={"start": "orange"})
    found = keeper.journal.waiting_for_computer
    assert await found(now + 1, "", 9) == [waiting.header.id, later.header.id]
    assert await found(now + 1, "", 1) == [waiting.header.id]
    assert await found(now + 1, waiting.header.id, 9) == [later.header.id]


async def test_tables_that_halt_are_found_beside_those_that_wait(database: Database) -> None:
    keeper = keeper_on(database)
    arranged = {"options": {"start": "orange"}, "branch_of": "a" * 64}
    tables = [await open_table(keeper, 3, ANNA, id=f"t{n}", **arranged) for n in range(3)]
    waiting, halted = keeper.journal.waiting_for_computer, keeper.journal.halted
    now = tables[0].header.created + 1
    for table in tables[:2]:
        await keeper.act(table.header.id, None, Halt(0, 0))
    assert await waiting(now, "", 9) == ["t2"]
    assert await halted("", 9) == ["t0", "t1"]
    assert await halted("", 1) == ["t0"]
    assert await halted("t0", 9) == ["t1"]
    await keeper.act("t0", None, Move(0, 0, some_move(tables[0])))
    assert await halted("", 9) == ["t1"]


async def test_what_was_handed_over_is_written_before_the_journal_closes(
    database: Database,
) -> None:
    keeper = keeper_on(database)
    table = await open_table(keeper)
    journal = SqlJournal(database)
    step = asyncio.create_task(
        journal.append(table.header.id, [Entry(3, "resign", 5, 0)], summary(table))
    )
    await asyncio.sleep(0)
    step.cancel()
    await journal.drain()
    assert len(await journal.since(table.header.id, 2)) == 1


async def test_sqlite_waits_for_the_disk(database: Database) -> None:
    if not database.sqlite:
        return
    async with database.writing() as connection:
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
