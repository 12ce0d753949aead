"""Duplicate matches: the same shuffle twice, with the seats swapped."""

from __future__ import annotations

import pytest

from lutetia.kernel.catalogue import GAMES
from lutetia.match.clock import TimeControl
from lutetia.match.commands import (
    Answer,
    Close,
    GiveSeat,
    Leave,
    Move,
    OfferDraw,
    OfferRematch,
    Resign,
    Start,
    Swap,
)
from lutetia.match.errors import NotPossible, NotYourSeat
from lutetia.match.header import Pair
from lutetia.match.keeper import Keeper
from lutetia.match.pairs import result_of, second_id
from lutetia.match.reading import read_table
from lutetia.match.table import Table
from tests.match.support import (
    ANNA,
    BERT,
    CARA,
    Clock,
    MemoryJournal,
    act,
    make_keeper,
    open_table,
    phase,
    play_on,
    same,
)


async def second_of(keeper: Keeper, table: Table) -> Table:
    assert table.second is not None
    return await keeper.table(table.second)


def points(table: Table) -> list[int]:
    return [sum(lines.values()) for lines in table.game.score(table.state)]


@pytest.mark.parametrize("game", GAMES)
async def test_the_second_game_has_the_same_shuffle_and_swapped_seats(game: str) -> None:
    journal, clock = MemoryJournal(), Clock()
    keeper = make_keeper(journal, clock)
    table = await open_table(
        keeper, game=game, seats=2, pair=Pair(1), clock=TimeControl("minutes", 30)
    )
    first_deal = table.state.tobytes()
    await play_on(keeper, table)
    assert result_of(table) is None  # the match goes on
    second = await second_of(keeper, table)
    assert second.header.pair == Pair(2, table.header.id, tuple(reversed(points(table))))
    assert [chair.holders for chair in second.chairs] == [(BERT,), (ANNA,)]
    # No clock runs until somebody begins.
    assert (phase(second), second.deadline()) == ("waiting", None)
    with pytest.raises(NotYourSeat):
        await act(keeper, second, CARA, Start())
    for command in (Swap(0, 1), Leave(1), Close(), GiveSeat(0, "x", 1)):
        with pytest.raises(NotPossible):
            await act(keeper, second, ANNA, command)
    await act(keeper, second, BERT, Start())
    assert phase(second) == "playing"
    assert second.state.tobytes() == first_deal
    await play_on(keeper, second, seed="other moves")
    result = result_of(second)
    assert result is not None
    own = points(second)
    assert result.sums == tuple(points(table)[1 - seat] + own[seat] for seat in (0, 1))
    best = max(result.sums)
    assert [rank == 1 for rank in result.ranks] == [total == best for total in result.sums]
    assert second.second is None
    same(second, read_table(second.header, journal.logs[second.header.id]))
    same(table, read_table(table.header, journal.logs[table.header.id]))


async def test_against_a_computer_the_computer_changes_seats_too() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, 3, pair=Pair(1))
    while table.phase == "playing":
        seat = table.to_move
        assert seat is not None
        move = table.game.notation(int(table.game.legal_moves(table.state)[0]))
        player = ANNA if seat == 0 else None
        await keeper.act(table.header.id, player, Move(seat, table.ply, move))
    second = await second_of(keeper, table)
    assert [(chair.kind, chair.level) for chair in second.chairs] == [
        ("computer", 3),
        ("person", None),
    ]


async def test_who_gives_up_a_game_has_lost_the_match() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper, pair=Pair(1)), 5)
    await act(keeper, table, ANNA, Resign(0))
    assert table.second is None
    result = result_of(table)
    assert result is not None
    assert result.ranks == (2, 1)

    other = await open_table(keeper, pair=Pair(1), id="othertable234567")
    await play_on(keeper, other)
    second = await second_of(keeper, other)
    await act(keeper, second, ANNA, Start())
    await play_on(keeper, second, 3)
    await act(keeper, second, BERT, Resign(0))
    result = result_of(second)
    assert result is not None
    assert result.ranks == (2, 1)


async def test_a_drawn_game_brings_nothing_into_the_sum() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper, pair=Pair(1)), 9)
    await act(keeper, table, ANNA, OfferDraw(0))
    assert table.ask is not None
    await act(keeper, table, BERT, Answer(1, table.ask.id, yes=True))
    second = await second_of(keeper, table)
    assert second.header.pair == Pair(2, table.header.id, (0, 0))
    await act(keeper, second, ANNA, Start())
    await play_on(keeper, second)
    result = result_of(second)
    assert result is not None
    assert result.sums == tuple(points(second))
    # Another match follows a match.
    await act(keeper, second, ANNA, OfferRematch(1))
    assert second.ask is not None
    await act(keeper, second, BERT, Answer(0, second.ask.id, yes=True))
    assert second.next_table is not None
    assert (await keeper.table(second.next_table)).header.pair == Pair(1)


async def test_a_second_game_that_was_opened_before_a_crash_is_not_opened_twice() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await open_table(keeper, pair=Pair(1))
    while phase(table) == "playing":
        before = table.number
        await play_on(keeper, table, 1)
        if phase(table) == "over":
            # The process stopped after opening the second game: its last entries are lost.
            journal.logs[table.header.id] = journal.logs[table.header.id][:before]
    assert second_id(table) in journal.headers
    again = make_keeper(journal)
    same_table = await again.table(table.header.id)
    assert phase(same_table) == "playing"
    await play_on(again, same_table)
    assert same_table.second == second_id(table)
