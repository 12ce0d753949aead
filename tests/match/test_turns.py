"""Who may move, and when."""

from __future__ import annotations

import asyncio

import pytest

from lutetia.kernel.errors import (
    GameOver,
    IllegalMove,
    LutetiaError,
    NotYourTurn,
    StaleMove,
    UnparsableMove,
)
from lutetia.match.commands import Close, Leave, Move, Sit
from lutetia.match.errors import Closed, NotFound, NotPossible, NotStarted, NotYourSeat, SeatTaken
from lutetia.match.table import Table, summary
from tests.match.support import (
    ANNA,
    BERT,
    CARA,
    MemoryJournal,
    act,
    holder,
    make_header,
    make_keeper,
    move,
    open_table,
    phase,
    play_on,
    same,
    sitting,
    some_move,
)


async def test_a_table_begins_when_the_last_seat_is_taken() -> None:
    keeper = make_keeper()
    header = make_header()
    table = await keeper.open(header, sitting(header, ANNA))
    assert phase(table) == "waiting"
    with pytest.raises(NotStarted):
        await act(keeper, table, ANNA, Move(0, 0, "take:line"))
    await act(keeper, table, BERT, Sit(1, "Bert"))
    assert phase(table) == "playing"
    with pytest.raises(SeatTaken):
        await act(keeper, table, CARA, Sit(1, "Cara"))


async def test_who_leaves_before_the_game_frees_the_seat_and_later_keeps_it() -> None:
    keeper = make_keeper()
    header = make_header()
    table = await keeper.open(header, sitting(header, ANNA))
    await act(keeper, table, ANNA, Leave(0))
    assert table.chairs[0].kind == "open"
    await act(keeper, table, CARA, Sit(0, "Cara"))
    await act(keeper, table, BERT, Sit(1, "Bert"))
    await act(keeper, table, CARA, Leave(0))
    assert table.seats_of(CARA) == [0]


async def test_only_the_host_closes_a_table_and_only_before_it_begins() -> None:
    keeper = make_keeper()
    header = make_header()
    table = await keeper.open(header, sitting(header, ANNA))
    with pytest.raises(NotYourSeat):
        await act(keeper, table, BERT, Close())
    await act(keeper, table, ANNA, Close())
    for player, command in ((BERT, Sit(1, "Bert")), (ANNA, Leave(0)), (ANNA, Move(0, 0, "pass"))):
        with pytest.raises(Closed):
            await act(keeper, table, player, command)
    started = await open_table(make_keeper())
    other = make_keeper()
    started = await open_table(other)
    with pytest.raises(NotPossible):
        await act(other, started, ANNA, Close())


async def test_only_the_seat_to_move_moves_and_only_its_holder() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    mine = table.to_move
    assert mine is not None
    text = some_move(table, "take")
    with pytest.raises(NotYourTurn):
        await act(keeper, table, holder(table, 1 - mine), Move(1 - mine, 0, text))
    with pytest.raises(NotYourSeat):
        await act(keeper, table, holder(table, 1 - mine), Move(mine, 0, text))
    with pytest.raises(NotYourSeat):
        await act(keeper, table, CARA, Move(mine, 0, text))
    with pytest.raises(NotPossible):
        await act(keeper, table, CARA, Move(7, 0, text))
    assert table.number == 2
    await move(keeper, table, text)
    assert (table.ply, table.to_move) == (1, 1 - mine)


async def test_a_stale_an_illegal_and_an_unreadable_move_are_different_things() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    seat = table.to_move
    assert seat is not None
    me = holder(table, seat)
    with pytest.raises(StaleMove):
        await act(keeper, table, me, Move(seat, 1, "take:line"))
    with pytest.raises(UnparsableMove):
        await act(keeper, table, me, Move(seat, 0, "take:the-louvre"))
    with pytest.raises(IllegalMove) as found:
        await act(keeper, table, me, Move(seat, 0, "pass"))
    assert found.value.rule.startswith("L3")
    assert keeper.journal.logs[table.header.id] == sitting(table.header)  # type: ignore[attr-defined]


async def test_a_double_click_plays_once() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    seat = table.to_move
    assert seat is not None
    clicks = [
        act(keeper, table, holder(table, seat), Move(seat, 0, some_move(table, "take", number)))
        for number in range(50)
    ]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(isinstance(one, Table) for one in done) == 1
    assert sum(isinstance(one, StaleMove) for one in done) == 49
    assert table.ply == 1


async def test_two_processes_racing_for_one_ply_agree_on_who_was_first() -> None:
    journal = MemoryJournal()
    here, there = make_keeper(journal), make_keeper(journal)
    table = await open_table(here)
    for _ in range(30):
        mine = await here.table(table.header.id)
        theirs = await there.table(table.header.id)
        if mine.phase != "playing":
            break
        await there.refresh(table.header.id)
        seat = mine.to_move
        assert seat is not None
        who = holder(mine, seat)
        done = await asyncio.gather(
            here.act(table.header.id, who, Move(seat, mine.ply, some_move(mine, seed="here"))),
            there.act(table.header.id, who, Move(seat, mine.ply, some_move(mine, seed="there"))),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Table) for one in done) == 1, done
        assert sum(isinstance(one, LutetiaError) for one in done) == 1
        await here.refresh(table.header.id)
        await there.refresh(table.header.id)
        same(mine, theirs)


async def test_a_game_is_played_to_its_end_and_then_nothing_moves() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper))
    assert table.phase == "over"
    assert table.outcome is not None
    assert table.outcome.reason == "played"
    assert list(table.outcome.ranks) == table.game.ranks(table.state)
    with pytest.raises(GameOver):
        await act(keeper, table, ANNA, Move(0, table.ply, "pass"))


@pytest.mark.plain
async def test_a_table_read_again_is_the_table_that_was() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await open_table(keeper)
    while table.phase == "playing":
        table = await play_on(keeper, table, 1)
        again = Table(journal.headers[table.header.id], journal.logs[table.header.id])
        same(again, table)
        assert summary(again) == journal.summaries[table.header.id]


async def test_an_unknown_table_is_not_found() -> None:
    with pytest.raises(NotFound):
        await make_keeper().act("nowhere", ANNA, Move(0, 0, "pass"))


async def test_a_store_that_breaks_loses_nothing_and_doubles_nothing() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await open_table(keeper)
    id_ = table.header.id
    journal.broken = True
    text = some_move(table, "take")
    with pytest.raises(LutetiaError) as found:
        await move(keeper, table, text)
    assert found.value.code == "unavailable"
    journal.broken = False
    table = await keeper.table(id_)
    assert table.ply == 0
    # The answer got lost, the move did not: the player sees it when the table is read again.
    journal.broken_after = True
    with pytest.raises(LutetiaError):
        await move(keeper, table, text)
    journal.broken_after = False
    with pytest.raises(StaleMove):
        await move(keeper, table, text)
    table = await keeper.table(id_)
    assert (table.ply, table.notations()) == (1, [text])
