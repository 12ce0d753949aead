"""Computer players: asked with their view only, answered through the same door."""

from __future__ import annotations

import asyncio

from lutetia.match.commands import Move, Undo
from lutetia.match.computers import Computers, thinking_job
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.match.sweeper import ASK_AGAIN_AFTER, Sweeper
from lutetia.match.table import Table
from tests.match.support import (
    ANNA,
    Clock,
    FirstMove,
    MemoryJournal,
    act,
    make_keeper,
    move,
    open_table,
    some_move,
)


async def settle(table: Table) -> None:
    for _ in range(400):
        await asyncio.sleep(0)
        if table.computer_to_move() is None:
            return
    raise AssertionError("the computer does not answer")


async def test_two_computers_play_a_whole_game() -> None:
    keeper = make_keeper()
    Computers(keeper, FirstMove(), lambda *_: None)
    table = await open_table(keeper, 1, 2)
    for _ in range(3_000):
        await asyncio.sleep(0)
        if table.phase == "over":
            break
    assert table.phase == "over"


async def test_a_computer_is_asked_with_its_view_and_nothing_else() -> None:
    keeper = make_keeper()
    thinker = FirstMove()
    Computers(keeper, thinker, lambda *_: None)
    table = await open_table(keeper, ANNA, 3, options={"start": "orange"})
    await move(keeper, table, some_move(table, "lay"))
    before = table.game.view(table.state, 1).tobytes()
    await settle(table)
    asked = thinker.asked[0]
    assert (asked.view, asked.seat, asked.level) == (before, 1, 3)
    assert table.header.seed.hex() not in repr(asked)


async def test_a_thought_about_an_old_position_is_dropped() -> None:
    asked, told, given = asyncio.Event(), asyncio.Event(), asyncio.Event()

    class Slow(FirstMove):
        async def think(self, job: ThinkingJob) -> Thought:
            thought = await super().think(job)
            asked.set()
            await told.wait()
            given.set()
            return thought

    faults: list[Exception] = []
    keeper = make_keeper()
    thinker = Slow()
    Computers(keeper, thinker, lambda *args: faults.append(args[2]))
    table = await open_table(keeper, ANNA, 3, options={"start": "orange"})
    await move(keeper, table, some_move(table, "take"))
    await asked.wait()
    await act(keeper, table, ANNA, Undo(0))
    told.set()
    await given.wait()
    for _ in range(400):
        await asyncio.sleep(0)
    assert len(table.made) == 0
    assert faults == []


async def test_a_thinker_that_fails_is_asked_again() -> None:
    again = asyncio.Event()

    class Moody(FirstMove):
        async def think(self, job: ThinkingJob) -> Thought:
            if not self.asked:
                self.asked.append(job)
                raise RuntimeError("out of ideas")
            again.set()
            return await super().think(job)

    told: list[str] = []
    keeper = make_keeper()
    computers = Computers(keeper, Moody(), lambda event, *_: told.append(event))
    table = await open_table(keeper, 3, ANNA, options={"start": "orange"})
    await again.wait()
    await settle(table)
    assert told == ["computer-failed"]
    await computers.stop()


async def test_a_computer_that_a_crash_left_waiting_is_found_by_the_sweeper() -> None:
    journal, clock = MemoryJournal(), Clock()
    crashed = make_keeper(journal, clock)
    keeper = make_keeper(journal, clock)
    sweeper = Sweeper(keeper, Computers(keeper, FirstMove(), lambda *_: None), lambda *_: None)
    table = await open_table(crashed, ANNA, 3, options={"start": "orange"})
    await crashed.act(table.header.id, ANNA, Move(0, 0, some_move(table, "take")))
    clock.now += 1
    await sweeper.sweep()  # right after a start nobody else can be thinking
    found = await keeper.table(table.header.id)
    await settle(found)
    assert found.to_move == 0
    await keeper.act(table.header.id, ANNA, Move(0, 2, some_move(found, "take")))
    await settle(found)
    await crashed.refresh(table.header.id)
    await crashed.act(table.header.id, ANNA, Move(0, 4, some_move(found, "take")))
    clock.now += ASK_AGAIN_AFTER
    await sweeper.sweep()
    assert len(journal.logs[table.header.id]) == 7, "it may still be thinking somewhere"
    clock.now += 1
    await sweeper.sweep()
    await settle(found)
    assert found.to_move == 0


async def test_the_question_depends_on_nothing_hidden() -> None:
    """Another order of the unseen tiles, the same job."""
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, 3, options={"start": "blue"})
    from lutetia.kernel.chance import derived_seed, generator

    asked = thinking_job(table, 1)
    chance = generator(derived_seed("other piles"))
    for _ in range(20):
        other = table.copy()
        other.state = table.game.imagine(table.game.view(table.state, 1), 1, chance)
        assert thinking_job(other, 1) == asked
