"""A table without a server: a journal in memory, and players that take any legal move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lutetia.kernel.catalogue import find_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.match.clock import TimeControl
from lutetia.match.commands import Command, Move
from lutetia.match.entry import Entry
from lutetia.match.errors import Conflict, Unavailable
from lutetia.match.header import Header
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine, Summary, ThinkingJob, Thought
from lutetia.match.quotas import Quota
from lutetia.match.shared_games import shared_game
from lutetia.match.table import Ask, Table

ANNA, BERT, CARA, DORA = PLAYERS = ("anna", "bert", "cara", "dora")


class MemoryJournal:
    """A journal in memory. Each entry number is stored once, and all entries or none."""

    def __init__(self) -> None:
        self.headers: dict[str, Header] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.summaries: dict[str, Summary] = {}
        self.lines: dict[str, list[ChatLine]] = {}
        self.spans: list[tuple[int, int]] = []
        self.broken = False
        self.broken_after = False

    async def create(
        self,
        header: Header,
        entries: Sequence[Entry],
        summary: Summary,
        quota: Quota | None = None,
        follows: str | None = None,
    ) -> None:
        assert quota is None
        assert follows is None or follows in self.headers
        await asyncio.sleep(0)
        assert header.id not in self.headers
        self.headers[header.id] = header
        self.logs[header.id] = list(entries)
        self.summaries[header.id] = summary

    async def load(self, table: str) -> tuple[Header, list[Entry]] | None:
        await asyncio.sleep(0)
        if table not in self.headers:
            return None
        return self.headers[table], list(self.logs[table])

    async def since(self, table: str, number: int) -> list[Entry]:
        await asyncio.sleep(0)
        return self.logs[table][number:]

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, quota: Quota | None = None
    ) -> None:
        assert quota is None
        await asyncio.sleep(0)
        if self.broken:
            raise Unavailable("gone")
        if entries[0].number != len(self.logs[table]) + 1:
            raise Conflict
        self.logs[table] += entries
        self.summaries[table] = summary
        if self.broken_after:
            raise Unavailable("gone after the commit")

    async def overdue(self, now: int) -> list[str]:
        return [t for t, s in self.summaries.items() if s["deadline"] and s["deadline"] < now]

    async def waiting_for_computer(self, before: int, after: str, most: int) -> list[str]:
        waiting = [t for t, s in self.summaries.items() if s["thinking"] and s["updated"] < before]
        return sorted(table for table in waiting if table > after)[:most]

    async def halted(self, after: str, most: int) -> list[str]:
        halted = [table for table, found in self.summaries.items() if found["halted"]]
        return sorted(table for table in halted if table > after)[:most]

    async def add_chat(self, table: str, line: ChatLine) -> ChatLine:
        lines = self.lines.setdefault(table, [])
        lines.append(replace(line, number=len(lines) + 1))
        return lines[-1]

    async def last_chat(self, table: str, most: int) -> list[ChatLine]:
        return self.lines.get(table, [])[-most:]

    async def outages(self, since: int) -> list[tuple[int, int]]:
        return [(begin, end) for begin, end in self.spans if end > since]


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class FirstMove:
    """A thinker that takes the first legal move of its view."""

    def __init__(self) -> None:
        self.asked: list[ThinkingJob] = []

    async def think(self, job: ThinkingJob) -> Thought:
        import numpy as np

        self.asked.append(job)
        await asyncio.sleep(0)
        game = shared_game(
            job.game,
            job.seats,
            job.options,
            job.components,
            job.rules_version,
        )
        view = np.frombuffer(job.view, dtype=np.dtype((np.record, game.state_type)))[0]
        return Thought(game.notation(int(game.legal_moves(view.copy())[0])))

    async def hint(self, job: ThinkingJob) -> Thought:
        return await self.think(job)


def make_keeper(journal: MemoryJournal | None = None, clock: Clock | None = None) -> Keeper:
    """A keeper, as one process has it. Several keepers may share a journal."""
    ids = iter(f"table{number:011}" for number in range(10_000))
    seeds = iter(derived_seed("next", number) for number in range(10_000))
    return Keeper(journal or MemoryJournal(), clock or Clock(), ids.__next__, seeds.__next__)


def make_header(game: str = "lumiere", seats: int | None = None, **more: Any) -> Header:
    """A header. `seed` may be any text."""
    count = seats or min(find_game(game).seat_counts)
    opened = shared_game(game, count, more.pop("options", None) or {})
    fields: dict[str, Any] = {
        "id": "testtable2345677",
        "clock": TimeControl(),
        "listed": False,
        "rated": False,
        "host": ANNA,
        "created": 1_000_000,
    }
    fields.update(more)
    fields["seed"] = derived_seed(fields.get("seed", "test"))
    return Header(
        game=opened.id,
        rules_version=opened.rules_version,
        components=opened.components_digest,
        seats=opened.seats,
        options=dict(opened.options),
        **fields,
    )


def sitting(header: Header, *who: str | int) -> list[Entry]:
    """The first entries: a name for each person, a level for each computer."""
    entries = []
    for seat, sitter in enumerate(who or PLAYERS[: header.seats]):
        data: dict[str, Any]
        if isinstance(sitter, int):
            data = {"kind": "computer", "name": f"level {sitter}", "level": sitter}
        else:
            data = {"kind": "person", "name": sitter.title(), "player": sitter}
        entries.append(Entry(seat + 1, "sit", header.created, seat, data=data))
    return entries


async def open_table(keeper: Keeper, *who: str | int, **more: Any) -> Table:
    """A table at which all seats are taken."""
    header = make_header(**more)
    return await keeper.open(header, sitting(header, *who))


def holder(table: Table, seat: int) -> str:
    """Who may act for a seat."""
    return table.chairs[seat].holders[0]


async def move(keeper: Keeper, table: Table, text: str) -> Table:
    """Play a move of the seat to move."""
    seat = table.to_move
    assert seat is not None
    return await keeper.act(table.header.id, holder(table, seat), Move(seat, table.ply, text))


def some_move(table: Table, beginning: str = "", seed: object = 0) -> str:
    """A legal move of the seat to move, if wished with a certain first word."""
    texts = [table.game.notation(m) for m in table.game.legal_moves(table.state).tolist()]
    texts = [text for text in texts if text.startswith(beginning)]
    chance = generator(derived_seed(table.header.id, table.number, seed))
    return texts[below(chance, len(texts))]


async def play_on(keeper: Keeper, table: Table, moves: int = 10_000, seed: object = 0) -> Table:
    """Play random moves, up to a number of moves or to the end of the game."""
    for _ in range(moves):
        if table.phase != "playing":
            break
        table = await move(keeper, table, some_move(table, seed=seed))
    return table


def same(one: Table, other: Table) -> None:
    """Check that two tables are equal in every field."""
    for name in Table.__slots__:
        if name in {"state", "previous", "game"}:
            continue
        assert getattr(one, name) == getattr(other, name), name
    assert one.state.tobytes() == other.state.tobytes()


def phase(table: Table) -> str:
    """The phase now. A function, because mypy would assume that an attribute has not changed."""
    return table.phase


def question_of(table: Table) -> Ask | None:
    """The open question now."""
    return table.ask


async def act(keeper: Keeper, table: Table, player: str, command: Command) -> Table:
    """A command of a player."""
    return await keeper.act(table.header.id, player, command)
