"""Taking back: at once while nothing hidden was revealed, otherwise the others are asked."""

from __future__ import annotations

import pytest

from lutetia.kernel.catalogue import GAMES, open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.errors import StaleMove
from lutetia.match.commands import Answer, Move, Undo
from lutetia.match.errors import AskOpen, NotPossible
from lutetia.match.table import Table
from lutetia.match.undo import reveals
from tests.match.support import (
    ANNA,
    MemoryJournal,
    act,
    holder,
    make_keeper,
    move,
    open_table,
    play_on,
    question_of,
    same,
    some_move,
)


async def test_a_building_taken_from_the_open_pool_is_put_back_at_once() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    first = table.to_move
    assert first is not None
    before = table.state.tobytes()
    await move(keeper, table, some_move(table, "take"))
    await act(keeper, table, holder(table, first), Undo(first))
    assert (table.state.tobytes(), table.to_move, len(table.made)) == (before, first, 0)
    assert table.ply == 2, "the ply goes on, so that a message about the old position is stale"
    with pytest.raises(StaleMove):
        await act(keeper, table, holder(table, first), Move(first, 0, some_move(table, "take")))


async def test_a_laid_tile_shows_the_next_one_so_the_rival_is_asked() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    first = table.to_move
    assert first is not None
    me, rival = holder(table, first), holder(table, 1 - first)
    await move(keeper, table, some_move(table, "lay"))
    await act(keeper, table, me, Undo(first))
    assert table.ask is not None
    assert (table.ask.kind, table.ask.waiting, len(table.made)) == ("takeback", (1 - first,), 1)
    with pytest.raises(AskOpen):
        await act(keeper, table, me, Undo(first))
    with pytest.raises(NotPossible):
        await act(keeper, table, me, Answer(first, table.ask.id, yes=True))
    await act(keeper, table, rival, Answer(1 - first, table.ask.id, yes=True))
    assert (question_of(table), len(table.made), table.to_move) == (None, 0, first)


async def test_a_refused_or_withdrawn_takeback_changes_nothing() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    first = table.to_move
    assert first is not None
    await move(keeper, table, some_move(table, "lay"))
    for who, yes in ((1 - first, False), (first, False)):
        await act(keeper, table, holder(table, first), Undo(first))
        assert table.ask is not None
        await act(keeper, table, holder(table, who), Answer(who, table.ask.id, yes=yes))
        assert (question_of(table), len(table.made)) == (None, 1)
    # An answer to a question that is gone is refused.
    with pytest.raises(NotPossible):
        await act(keeper, table, holder(table, 1 - first), Answer(1 - first, 4, yes=True))


async def test_a_question_about_a_takeback_ends_with_the_next_move() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    first = table.to_move
    assert first is not None
    await move(keeper, table, some_move(table, "lay"))
    await act(keeper, table, holder(table, first), Undo(first))
    await move(keeper, table, some_move(table, "lay"))
    assert table.ask is None


async def test_the_rivals_answer_is_taken_back_with_the_step_if_they_agree() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    first = table.to_move
    assert first is not None
    start = table.state.tobytes()
    await move(keeper, table, some_move(table, "take"))
    await move(keeper, table, some_move(table, "take"))
    await act(keeper, table, holder(table, first), Undo(first))
    assert table.ask is not None
    assert table.ask.about == 0
    await act(keeper, table, holder(table, 1 - first), Answer(1 - first, table.ask.id, yes=True))
    assert table.state.tobytes() == start


async def test_a_levitation_is_taken_back_as_one_decision() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    # Some buildings, then all tiles: buildings are left in the pool, so one can be exchanged.
    while not (swaps := [one for one in legal(table) if is_swap(one)]):
        kind = "take" if len(table.made) < 6 else "lay"
        await move(keeper, table, next(one for one in legal(table) if one.startswith(kind)))
    swap, seat = swaps[0], table.to_move
    assert seat is not None
    before, made = table.state.tobytes(), len(table.made)
    await move(keeper, table, swap)
    await move(keeper, table, some_move(table, "build"))
    await act(keeper, table, holder(table, seat), Undo(seat))
    assert (table.state.tobytes(), table.to_move, len(table.made)) == (before, seat, made)
    # Only the exchange is made: it alone is taken back.
    await move(keeper, table, swap)
    await act(keeper, table, holder(table, seat), Undo(seat))
    assert (table.state.tobytes(), len(table.made)) == (before, made)


def legal(table: Table) -> list[str]:
    return [table.game.notation(int(one)) for one in table.game.legal_moves(table.state)]


def is_swap(text: str) -> bool:
    return text.startswith("levitation:") and text.count(":") == 2


async def test_against_computers_everything_is_taken_back_at_once() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, 3, options={"start": "orange"})
    await move(keeper, table, some_move(table, "lay"))
    await keeper.act(table.header.id, None, Move(1, 1, some_move(table, "lay")))
    await act(keeper, table, ANNA, Undo(0))
    assert (len(table.made), table.to_move) == (0, 0)


async def test_two_people_at_one_screen_need_not_ask_each_other() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, ANNA, options={"start": "orange"})
    await move(keeper, table, some_move(table, "lay"))
    await act(keeper, table, ANNA, Undo(0))
    assert len(table.made) == 0


async def test_who_has_made_no_step_takes_none_back() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    for seat in range(2):
        with pytest.raises(NotPossible):
            await act(keeper, table, holder(table, seat), Undo(seat))


async def test_takebacks_replay_like_everything_else() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await open_table(keeper, ANNA, ANNA)
    for number in range(60):
        if table.phase != "playing":
            break
        await play_on(keeper, table, 1, seed=number)
        if number % 3 == 2 and table.phase == "playing":
            await act(keeper, table, ANNA, Undo(table.made[-1].seat))
    same(Table(table.header, journal.logs[table.header.id]), table)
    assert any(entry.kind == "takeback" for entry in journal.logs[table.header.id])


@pytest.mark.parametrize("name", GAMES)
def test_a_step_that_shows_nothing_new_looks_the_same_in_every_imagined_game(name: str) -> None:
    """Checked against other samples than those that decide: what one seat sees after a step
    that is said to reveal nothing follows from what it saw before."""
    game = open_game(name)
    found = {True: 0, False: 0}
    for number in range(3):
        chance = generator(derived_seed("reveals test", name, number))
        state = game.deal_with(chance)
        while not game.is_over(state):
            moves = game.legal_moves(state)
            step = int(moves[below(chance, len(moves))])
            after = game.play(state, step)
            revealed = reveals(game, state, step, after)
            found[revealed] += 1
            if not revealed:
                for seat in range(game.seats):
                    other = game.imagine(game.view(state, seat), seat, chance)
                    shown = game.view(game.play(other, step), seat)
                    assert shown.tobytes() == game.view(after, seat).tobytes()
            state = after
    assert found[True] > 0
    assert found[False] > 0
