"""Before the game: seats for computers, swaps, the start, the host. And who comes back later."""

from __future__ import annotations

import pytest

from lutetia.match.clock import TimeControl
from lutetia.match.commands import (
    AWAY,
    Answer,
    Close,
    GiveSeat,
    Leave,
    Rename,
    Replace,
    Resign,
    Return,
    Sit,
    Start,
    Swap,
)
from lutetia.match.errors import NotPossible, NotYourSeat, TableError
from lutetia.match.reading import read_table
from lutetia.match.table import Table
from tests.match.support import (
    ANNA,
    BERT,
    CARA,
    Clock,
    MemoryJournal,
    act,
    make_header,
    make_keeper,
    open_table,
    phase,
    play_on,
    same,
    sitting,
)


def kinds(table: Table) -> list[str]:
    return [chair.kind for chair in table.chairs]


async def test_the_host_gives_seats_to_computers_swaps_and_starts() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    header = make_header("belle_epoque", 4)
    table = await keeper.open(header, sitting(header, ANNA))
    with pytest.raises(NotPossible, match="still open"):
        await act(keeper, table, ANNA, Start())
    for seat, level in ((1, 2), (2, 7)):
        await act(keeper, table, ANNA, GiveSeat(seat, f"level {level}", level))
    await act(keeper, table, BERT, Sit(3, "Bert"))
    assert phase(table) == "playing"  # a person took the last seat
    with pytest.raises(NotPossible, match="begun"):
        await act(keeper, table, ANNA, Swap(0, 1))

    second = make_header("belle_epoque", 3, id="secondtable23456")
    other = await keeper.open(second, sitting(second, ANNA))
    await act(keeper, other, ANNA, GiveSeat(1, "level 2", 2))
    await act(keeper, other, ANNA, GiveSeat(1, "level 5", 5))
    assert other.chairs[1].level == 5
    await act(keeper, other, ANNA, GiveSeat(2, "level 8", 8))
    assert (phase(other), other.is_full()) == ("waiting", True)
    await act(keeper, other, ANNA, Swap(0, 2))
    await act(keeper, other, ANNA, Leave(1))
    assert kinds(other) == ["computer", "open", "person"]
    assert other.sitters == [None, None, ANNA]
    for stranger in (BERT, CARA):
        for command in (GiveSeat(1, "x", 1), Swap(0, 1), Start(), Close(), Leave(0)):
            with pytest.raises(NotYourSeat):
                await act(keeper, other, stranger, command)
    for command in (Swap(0, 7), Swap(1, 1), GiveSeat(2, "x", 1), GiveSeat(9, "x", 1)):
        with pytest.raises(NotPossible):
            await act(keeper, other, ANNA, command)
    await act(keeper, other, ANNA, GiveSeat(1, "level 1", 1))
    await act(keeper, other, ANNA, Start())
    assert phase(other) == "playing"
    assert [chair.level for chair in other.chairs] == [8, 1, None]
    same(other, read_table(second, journal.logs[second.id]))


async def test_a_rated_table_takes_no_computer() -> None:
    keeper = make_keeper()
    header = make_header(rated=True)
    table = await keeper.open(header, sitting(header, ANNA))
    with pytest.raises(NotPossible, match="rated"):
        await act(keeper, table, ANNA, GiveSeat(1, "level 1", 1))


async def test_the_next_person_is_the_host_when_the_host_leaves() -> None:
    keeper = make_keeper()
    header = make_header("belle_epoque", 3)
    table = await keeper.open(header, sitting(header, ANNA))
    await act(keeper, table, BERT, Sit(2, "Bert"))
    await act(keeper, table, ANNA, Leave(0))
    assert table.host == BERT
    with pytest.raises(NotYourSeat, match="host"):
        await act(keeper, table, ANNA, Close())
    await act(keeper, table, ANNA, Sit(1, "Anna"))
    assert table.host == BERT
    await act(keeper, table, BERT, Close())
    assert phase(table) == "closed"
    # A host who only opened the table stays its host.
    open_one = make_header("belle_epoque", 3, id="opened2345672345")
    other = await keeper.open(open_one, [])
    for seat, player in enumerate((BERT, CARA)):
        await act(keeper, other, player, Sit(seat, player))
    await act(keeper, other, BERT, Leave(0))
    assert other.host == ANNA


async def test_who_was_replaced_takes_the_seat_back_with_the_time_that_was_left() -> None:
    clock = Clock()
    journal = MemoryJournal()
    keeper = make_keeper(journal, clock)
    table = await open_table(
        keeper, ANNA, BERT, CARA, game="belle_epoque", seats=3, clock=TimeControl("minutes", 5)
    )
    await play_on(keeper, table, 4)
    left = table.left[1]
    await act(keeper, table, ANNA, Replace(0, 1, 6, AWAY))
    assert table.ask is not None
    await act(keeper, table, CARA, Answer(2, table.ask.id, yes=True))
    assert (table.chairs[1].kind, table.chairs[1].level) == ("computer", 6)
    for somebody in (ANNA, CARA):
        with pytest.raises(NotYourSeat):
            await act(keeper, table, somebody, Return(1))
    clock.now += 60_000
    await act(keeper, table, BERT, Return(1))
    await act(keeper, table, BERT, Return(1))  # twice does no harm
    chair = table.chairs[1]
    assert (chair.kind, chair.level, chair.holders, chair.given_up) == (
        "person", None, (BERT,), None,
    )  # fmt: skip
    assert table.given_up == []
    assert table.left[1] == left
    same(table, read_table(table.header, journal.logs[table.header.id]))
    # Somebody who resigned has given the seat up for good.
    await act(keeper, table, BERT, Resign(1))
    assert table.chairs[1].kind == "computer"
    with pytest.raises(NotYourSeat):
        await act(keeper, table, BERT, Return(1))


async def test_a_new_name_is_shown_on_the_own_seat_and_not_on_a_friends_seat() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await open_table(keeper, ANNA, BERT)
    await act(keeper, table, ANNA, Rename("Guest 1234", "Ännchen"))
    assert [chair.name for chair in table.chairs] == ["Ännchen", "Bert"]
    # Two people share a screen: one holder, two names.
    header = make_header(id="sharedscreen2345")
    entries = sitting(header, ANNA, ANNA)
    entries[1].data["name"] = "Carl"  # type: ignore[index]
    shared = await keeper.open(header, entries)
    await act(keeper, shared, ANNA, Rename("Anna", "Ännchen"))
    assert [chair.name for chair in shared.chairs] == ["Ännchen", "Carl"]
    number = shared.number
    await act(keeper, shared, BERT, Rename("Bert", "Berta"))
    assert shared.number == number
    same(shared, read_table(header, journal.logs[header.id]))


async def test_a_closed_table_refuses_everything() -> None:
    keeper = make_keeper()
    header = make_header()
    table = await keeper.open(header, sitting(header, ANNA))
    await act(keeper, table, ANNA, Close())
    for command in (GiveSeat(1, "x", 1), Swap(0, 1), Start(), Close(), Sit(1, "A"), Return(0)):
        with pytest.raises(TableError, match="closed"):
            await act(keeper, table, ANNA, command)
