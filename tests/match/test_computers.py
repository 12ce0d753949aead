"""Computer players: asked with their view only, answered through the same door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from lutetia.kernel.contract import Game
from lutetia.kernel.errors import StaleMove
from lutetia.kernel.types import Record
from lutetia.match.commands import Halt, Move, Replace, Return, Undo
from lutetia.match.computers import Computers, thinking_job
from lutetia.match.entry import Entry
from lutetia.match.errors import NotYourSeat, Unavailable
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.match.position_key import position_key
from lutetia.match.sweeper import ASK_AGAIN_AFTER, Sweeper
from lutetia.match.table import Table
from tests.match.support import (
    ANNA,
    BERT,
    Clock,
    FirstMove,
    MemoryJournal,
    act,
    make_keeper,
    move,
    open_table,
    some_move,
)
from tests.patience import PATIENCE


async def settle(table: Table) -> None:
    """Wait until no computer is to move."""
    await until(lambda: table.computer_to_move() is None)


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


def is_halted(table: Table) -> bool:
    """A function, because mypy would assume that the property has not changed."""
    return table.halted


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something. The key of a position is made in a thread, which needs some time."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110
            await asyncio.sleep(0)


class Watched:
    """The rated games of a server: they stand in the forbidden positions."""

    def __init__(self) -> None:
        self.forbidden: set[str] = set()
        self.questions = 0
        self.away = False

    async def keys(self, game: Game) -> set[str]:
        del game
        self.questions += 1
        if self.away:
            raise Unavailable("gone")
        return set(self.forbidden)

    def stands_like(self, table: Table) -> None:
        """A rated game stands in the position of this table."""
        self.forbidden.add(position_key(table.game, table.state))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that halts looks again at once."""
    monkeypatch.setattr("lutetia.match.halted.LOOK_AGAIN", 0.0)


async def branch(keeper: Keeper, *who: str | int) -> Table:
    """A table that continues from a record at its first move."""
    return await open_table(keeper, *who, options={"start": "orange"}, branch_of="a" * 64)


async def test_a_computer_halts_where_a_rated_game_stands_and_then_goes_on(at_once: None) -> None:
    journal, rated, thinker = MemoryJournal(), Watched(), FirstMove()
    keeper = make_keeper(journal)
    table = await branch(keeper, 3, ANNA)
    rated.stands_like(table)
    computers = Computers(keeper, thinker, lambda *_: None, rated)
    computers.consider(table.header.id)
    await until(lambda: rated.questions >= 5)
    assert is_halted(table)
    assert [entry.kind for entry in journal.logs[table.header.id]] == ["sit", "sit", "halt"]
    assert thinker.asked == []
    # Another program finds the table like this, and waits too.
    after_a_crash = make_keeper(journal)
    again = Computers(after_a_crash, thinker, lambda *_: None, rated)
    await again.resume(table.header.id)
    before = rated.questions
    await until(lambda: rated.questions >= before + 5)
    assert is_halted(await after_a_crash.table(table.header.id))
    await again.stop()
    rated.forbidden.clear()
    await settle(table)
    assert not is_halted(table)
    assert (len(table.made), len(thinker.asked)) == (1, 1)
    await computers.stop()


async def halting(keeper: Keeper, rated: Watched, count: int) -> list[Table]:
    """So many tables that somebody made of the position of a rated game, and that halt."""
    made = []
    for number in range(count):
        arranged = {"id": f"t{number:02}", "options": {"start": "orange"}, "branch_of": "a" * 64}
        table = await open_table(keeper, 3, ANNA, **arranged)
        rated.stands_like(table)
        made.append(table)
    computers = Computers(keeper, FirstMove(), lambda *_: None, rated)
    for table in made:
        computers.consider(table.header.id)
    await until(lambda: all(is_halted(table) for table in made))
    await computers.stop()
    return made


async def test_many_computers_that_halt_cost_no_more_than_one(
    at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a hundred tables in the position of a rated game that stands for days."""
    journal, rated, thinker = MemoryJournal(), Watched(), FirstMove()
    made = await halting(make_keeper(journal), rated, 30)
    keeper = make_keeper(journal)
    computers = Computers(keeper, thinker, lambda *_: None, rated)
    for table in made:
        await computers.resume_halted(table.header.id)
    await until(lambda: not computers._tasks)
    done: list[str] = []

    async def since(table: str, number: int) -> list[Entry]:
        done.append(table)
        return await MemoryJournal.since(journal, table, number)

    def counted(game: Game, state: Record) -> str:
        done.append("key")
        return position_key(game, state)

    with monkeypatch.context() as watched:
        watched.setattr(journal, "since", since)
        watched.setattr("lutetia.match.computers.position_key", counted)
        before = rated.questions
        await until(lambda: rated.questions >= before + 10)
        assert done == [], "nothing is read and no key is made while nothing changes"
    rated.forbidden.clear()
    before = rated.questions
    await until(lambda: len(thinker.asked) == 30)
    assert rated.questions - before <= 30 + 2, "one look finds all, and each asks for its move"
    await computers.stop()


async def test_the_looks_become_rare_until_something_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lutetia.match.halted.LOOK_AGAIN", 0.25 / 1024)
    monkeypatch.setattr("lutetia.match.halted.LOOK_AT_LEAST", 1 / 1024)
    waits: list[float] = []
    wait_for = asyncio.wait_for

    async def noted(what: Awaitable[object], timeout: float) -> object:  # noqa: ASYNC109
        waits.append(timeout * 1024)
        return await wait_for(what, timeout)

    monkeypatch.setattr("lutetia.match.halted.asyncio.wait_for", noted)
    keeper, rated = make_keeper(), Watched()
    table = await branch(keeper, 3, ANNA)
    rated.stands_like(table)
    computers = Computers(keeper, FirstMove(), lambda *_: None, rated)
    computers.consider(table.header.id)
    await _at_least(waits, 5)
    assert waits[:5] == [0.0, 0.25, 0.75, 0.75, 0.75]
    # A rated game begins here: it might be the one that has moved on.
    await open_table(keeper, ANNA, BERT, id="rated", rated=True)
    seen = len(waits)
    await _at_least(waits, seen + 3)
    assert 0.25 in waits[seen:]
    await computers.stop()


async def _at_least(found: list[float], count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(found) < count:  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_a_look_that_fails_is_not_the_last_one(at_once: None) -> None:
    """The database is away for a moment."""
    keeper, rated, told = make_keeper(), Watched(), list[str]()
    table = await branch(keeper, 3, ANNA)
    rated.stands_like(table)
    computers = Computers(keeper, FirstMove(), lambda event, *_: told.append(event), rated)
    computers.consider(table.header.id)
    await until(lambda: is_halted(table) and not computers._tasks)
    rated.away = True
    await until(lambda: bool(told))
    assert set(told) == {"halted-failed"}
    rated.away = False
    rated.forbidden.clear()
    await settle(table)
    await computers.stop()


async def test_computers_that_halt_hide_no_computer_that_a_crash_interrupted(
    at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: many tables in the position of a rated game. The first sweep finds the other."""
    monkeypatch.setattr("lutetia.match.sweeper.MOST_AT_ONCE", 2)
    monkeypatch.setattr("lutetia.match.sweeper.MOST_HALTED", 2)
    journal, clock, rated = MemoryJournal(), Clock(), Watched()
    crashed = make_keeper(journal, clock)
    made = await halting(crashed, rated, 5)
    table = await open_table(crashed, 3, ANNA, id="zz", options={"start": "orange"})
    keeper, thinker = make_keeper(journal, clock), FirstMove()
    computers = Computers(keeper, thinker, lambda *_: None, rated)
    sweeper = Sweeper(keeper, computers, lambda *_: None)
    clock.now += 1
    await sweeper.sweep()
    await until(lambda: len(journal.logs[table.header.id]) > 2)
    assert [job.player for job in thinker.asked] == [f"{table.header.id}/0"]
    # The others have a round of their own, and go on when they may.
    for _ in range(2):
        await sweeper.sweep()
    rated.forbidden.clear()
    await until(lambda: len(thinker.asked) == 1 + len(made))
    await computers.stop()


async def test_nobody_else_halts_a_computer() -> None:
    keeper = make_keeper()
    table = await branch(keeper, 3, ANNA)
    with pytest.raises(NotYourSeat):
        await act(keeper, table, ANNA, Halt(0, 0))
    with pytest.raises(StaleMove):
        await keeper.act(table.header.id, None, Halt(1, 0))


async def test_a_computer_that_came_into_a_game_halts_too(at_once: None) -> None:
    """The attack: two guests play the position, and one of them goes away."""
    keeper, rated = make_keeper(), Watched()
    computers = Computers(keeper, FirstMove(), lambda *_: None, rated)
    table = await open_table(keeper, ANNA, BERT, options={"start": "orange"})
    await move(keeper, table, some_move(table, "take"))
    rated.stands_like(table)
    await act(keeper, table, ANNA, Replace(0, 1, 3, 60_000))
    await until(lambda: is_halted(table))
    await act(keeper, table, BERT, Return(1))
    assert not is_halted(table), "a person plays on"
    await computers.stop()


@pytest.mark.parametrize("rated", [False, True])
async def test_a_game_that_began_with_the_computer_does_not_wait_for_others(rated: bool) -> None:
    """Nobody chose this position: casual play goes on, and so does the rated game itself."""
    keeper, others = make_keeper(), Watched()
    Computers(keeper, FirstMove(), lambda *_: None, others)
    table = await open_table(keeper, ANNA, 3, options={"start": "orange"}, rated=rated)
    await move(keeper, table, some_move(table, "take"))
    await settle(table)
    assert others.questions == 0


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
