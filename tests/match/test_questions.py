"""Draws, giving up, replacing somebody who is away, another game."""

from __future__ import annotations

import pytest

from lutetia.kernel.errors import GameOver
from lutetia.kernel.record import verify
from lutetia.match.clock import TimeControl
from lutetia.match.commands import (
    AWAY,
    Answer,
    Claim,
    Move,
    OfferDraw,
    OfferRematch,
    Replace,
    Resign,
)
from lutetia.match.errors import NotPossible, NotYourSeat
from lutetia.match.outcome import ranks_of
from lutetia.match.records import record_of
from tests.match.support import (
    ANNA,
    BERT,
    CARA,
    MemoryJournal,
    act,
    make_keeper,
    open_table,
    play_on,
    question_of,
)


async def test_a_draw_needs_the_other_and_then_ends_the_game() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    await act(keeper, table, ANNA, OfferDraw(0))
    assert table.ask is not None
    await act(keeper, table, BERT, Answer(1, table.ask.id, yes=True))
    assert table.phase == "over"
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.ranks) == ("draw", (1, 1))


async def test_a_move_declines_a_draw() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    await act(keeper, table, ANNA, OfferDraw(0))
    await play_on(keeper, table, 1)
    assert table.ask is None
    assert table.phase == "playing"


async def test_the_computer_agrees_to_no_draw() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, 3)
    with pytest.raises(NotPossible):
        await act(keeper, table, ANNA, OfferDraw(0))


async def test_who_resigns_has_lost_and_the_record_tells_the_seed() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper), 5)
    with pytest.raises(NotPossible):
        record_of(table)
    with pytest.raises(NotYourSeat):
        await act(keeper, table, BERT, Resign(0))
    await act(keeper, table, ANNA, Resign(0))
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.ranks) == ("resigned", (2, 1))
    with pytest.raises(GameOver):
        await act(keeper, table, BERT, Move(1, table.ply, "pass"))
    record = record_of(table)
    assert record.seed == table.header.seed.hex()
    verify(table.game, record)


async def test_the_record_of_a_whole_game_verifies() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper))
    record = record_of(table)
    assert record.result is not None
    assert verify(table.game, record).tobytes() == table.state.tobytes()


async def test_the_computer_takes_the_seat_of_an_absent_player() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    with pytest.raises(NotPossible, match="less than 60 seconds ago"):
        await act(keeper, table, ANNA, Replace(0, 1, 4, AWAY - 1))
    with pytest.raises(NotPossible, match="less than 8 seconds ago"):
        await act(keeper, table, ANNA, Replace(0, 1, 4, 7_499, needed=7_500))
    with pytest.raises(NotPossible):
        await act(keeper, table, ANNA, Replace(0, 0, 4, AWAY))
    await act(keeper, table, ANNA, Replace(0, 1, 5, AWAY))
    chair = table.chairs[1]
    assert (chair.kind, chair.level, chair.holders) == ("computer", 5, ())
    assert table.phase == "playing"
    with pytest.raises(NotYourSeat):
        await act(keeper, table, BERT, Resign(1))


async def test_in_a_game_by_letter_only_the_clock_replaces() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, clock=TimeControl("days", days=2))
    with pytest.raises(NotPossible):
        await act(keeper, table, ANNA, Replace(0, 1, 4, 10 * AWAY))


async def test_the_loser_starts_the_rematch_l2_3() -> None:
    for loser in range(2):
        keeper = make_keeper()
        table = await open_table(keeper)
        name = (ANNA, BERT)[loser]
        with pytest.raises(NotPossible):
            await act(keeper, table, name, OfferRematch(loser))
        await act(keeper, table, name, Resign(loser))
        await act(keeper, table, ANNA, OfferRematch(0))
        assert table.ask is not None
        await act(keeper, table, BERT, Answer(1, table.ask.id, yes=True))
        assert table.next_table is not None
        following = await keeper.table(table.next_table)
        assert following.to_move == loser
        assert (table.rematch_of, following.rematch_of) == (None, table.header.id)
        assert following.header.options["start"] == table.game.seat_name(loser)
        assert [chair.holders for chair in following.chairs] == [(ANNA,), (BERT,)]
        assert following.header.seed != table.header.seed
        with pytest.raises(NotPossible):
            await act(keeper, table, ANNA, OfferRematch(0))


async def test_who_asks_for_a_rematch_that_is_offered_accepts_it() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    await act(keeper, table, ANNA, Resign(0))
    await act(keeper, table, BERT, OfferRematch(1))
    asked, number = table.ask, table.number
    await act(keeper, table, BERT, OfferRematch(1))  # a second press changes nothing
    assert (table.ask, table.number) == (asked, number)
    await act(keeper, table, ANNA, OfferRematch(0))
    assert table.ask is None
    assert table.next_table is not None


async def test_three_players_who_all_ask_for_a_rematch_get_one() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, BERT, CARA, game="belle_epoque", seats=3)
    await act(keeper, table, ANNA, OfferDraw(0))
    for seat, player in ((1, BERT), (2, CARA)):
        question = question_of(table)
        assert question is not None
        await act(keeper, table, player, Answer(seat, question.id, yes=True))
    for seat, player in ((2, CARA), (0, ANNA), (0, ANNA)):
        await act(keeper, table, player, OfferRematch(seat))
        question = question_of(table)
        assert question is not None
        assert (question.by, 1 in question.waiting) == (2, True)
    await act(keeper, table, BERT, OfferRematch(1))
    assert table.next_table is not None
    following = await keeper.table(table.next_table)
    assert [chair.holders for chair in following.chairs] == [(ANNA,), (BERT,), (CARA,)]


async def test_two_servers_that_are_asked_at_the_same_moment_agree_on_one_rematch() -> None:
    journal = MemoryJournal()
    first = make_keeper(journal)
    table = await open_table(first)
    await act(first, table, ANNA, Resign(0))
    second = make_keeper(journal)
    same = await second.table(table.header.id)  # it has not read what the first stores next
    await act(first, table, BERT, OfferRematch(1))
    assert same.ask is None
    await act(second, same, ANNA, OfferRematch(0))
    assert same.next_table is not None
    await first.refresh(table.header.id)
    assert table.next_table == same.next_table


async def test_after_a_draw_the_start_is_drawn_l2_3() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, ANNA, options={"start": "blue"})
    await act(keeper, table, ANNA, OfferDraw(0))
    await act(keeper, table, ANNA, OfferRematch(0))
    assert table.next_table is not None
    assert (await keeper.table(table.next_table)).header.options["start"] == "drawn"


async def test_a_seat_opens_on_another_device_with_its_key_only() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    with pytest.raises(NotYourSeat):
        await act(keeper, table, CARA, Claim(0, BERT))
    await act(keeper, table, CARA, Claim(0, ANNA))
    assert table.chairs[0].holders == (ANNA, CARA)
    await act(keeper, table, CARA, Resign(0))
    assert table.phase == "over"


async def test_who_gave_up_first_comes_last() -> None:
    keeper = make_keeper()
    table = await play_on(keeper, await open_table(keeper))
    game, state = table.game, table.state
    assert list(ranks_of(game, state, [])) == game.ranks(state)
    assert ranks_of(game, state, [0]) == (2, 1)
    assert ranks_of(game, state, [1, 0]) == (1, 2)
