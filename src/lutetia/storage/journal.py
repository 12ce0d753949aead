"""The logs of tables in the database (`match.ports.Journal`).

Moves of many tables that arrive together are committed together. A disk needs some milliseconds
for each commit, so this allows thousands of moves in a second instead of a hundred.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from lutetia.match.clock import TimeControl
from lutetia.match.entry import Entry
from lutetia.match.errors import Conflict, Unavailable
from lutetia.match.header import Header, Pair
from lutetia.match.ports import ChatLine, Summary
from lutetia.match.quotas import Quota, QuotaUsedUp, UsedUpBy
from lutetia.match.reading import report_damage
from lutetia.storage import schema
from lutetia.storage.database import Database
from lutetia.storage.quotas import used_up
from lutetia.storage.schema import chat, outages, players, seatings, tables
from lutetia.storage.table_bans import carry_over

MOST_IN_BATCH = 200
"""At most so many tables are stored in one transaction."""
BATCH_INTERVAL = 0.01
"""Seconds from the start of one transaction to the start of the next. On a busy server a move waits
a little for others, and all are stored sooner. On a quiet server no move waits."""
MOST_SILENT = 20_000
"""New tables without chat that are remembered."""
SUMMARY = ("phase", "to_move", "thinking", "halted", "deadline", "moves", "updated", "ranks")
_NEW_TABLE = insert(tables)
_NEW_ENTRY = insert(schema.entries)
_NEW_SEAT = insert(seatings)
_LAST_CHAT = (
    select(chat, players.c.kind)
    .outerjoin(players, players.c.id == chat.c.player)
    .where(chat.c.table_id == bindparam("of_table"))
    .order_by(chat.c.number.desc())
    .limit(bindparam("most"))
)
_UPDATE = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values({name: bindparam(f"new_{name}") for name in SUMMARY})
)


@dataclass(slots=True)
class _Waiting:
    """Entries of one table that are to be stored, and the future that is set afterwards."""

    table: str
    entries: Sequence[Entry]
    summary: Summary
    done: asyncio.Future[None]
    quota: Quota | None
    row: dict[str, Any] | None = None
    """The row of a new table."""
    follows: str | None = None
    """The table that the new one follows."""


class SqlJournal:
    """Stores the logs in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._begun = -BATCH_INTERVAL
        """When the last transaction began, by the clock of the event loop."""
        self._silent: set[str] = set()
        """New tables that nobody has said anything at, if no other process can store a line."""

    async def create(
        self,
        header: Header,
        entries: Sequence[Entry],
        summary: Summary,
        quota: Quota | None = None,
        follows: str | None = None,
    ) -> None:
        """Store a new table."""
        row = {
            "id": header.id,
            "game": header.game,
            "rules_version": header.rules_version,
            "components": header.components,
            "seats": header.seats,
            "options": dict(header.options),
            "clock": header.clock.as_json(),
            "listed": header.listed,
            "rated": header.rated,
            "seed": header.seed,
            "host": header.host,
            "created": header.created,
            "opening": list(header.opening),
            "branch_of": header.branch_of,
            "plays_on": header.plays_on,
            "pair": header.pair.as_json() if header.pair else None,
            "component_file": header.component_file,
            **{name: summary[name] for name in SUMMARY},
        }

        await self._store(header.id, entries, summary, quota, row, follows)
        if self._database.sqlite and (follows is None or follows in self._silent):
            if len(self._silent) >= MOST_SILENT:
                self._silent.clear()
            self._silent.add(header.id)

    async def load(self, table: str) -> tuple[Header, list[Entry]] | None:
        """A table and its log."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == table))
            with report_damage(table):
                row = found.mappings().one_or_none()
                if row is None:
                    return None
                return header_of(row), await _entries(connection, table, 0)

    async def since(self, table: str, number: int) -> list[Entry]:
        """The entries after a number."""
        async with self._database.reading() as connection:
            return await _entries(connection, table, number)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, quota: Quota | None = None
    ) -> None:
        """Store the next entries, in one transaction with those of other tables."""
        await self._store(table, entries, summary, quota)

    async def _store(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Summary,
        quota: Quota | None,
        row: dict[str, Any] | None = None,
        follows: str | None = None,
    ) -> None:
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(table, entries, summary, done, quota, row, follows))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        # If the caller is cancelled, the entries are stored all the same.
        await asyncio.shield(done)

    async def drain(self) -> None:
        """Wait until all entries are stored."""
        while self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._waiting:
            await asyncio.sleep(max(0.0, self._begun + BATCH_INTERVAL - clock()))
            self._begun = clock()
            batch, self._waiting = self._waiting[:MOST_IN_BATCH], self._waiting[MOST_IN_BATCH:]
            # All processes use the same order, so that they cannot lock each other.
            batch.sort(key=lambda item: item.table)
            try:
                await self._commit(batch)
            except (IntegrityError, DBAPIError) as error:
                await self._one_by_one(batch, error)
            except Unavailable as error:
                _fail(batch, error)
            except BaseException as error:
                _fail(batch, error)
                raise

    async def _one_by_one(self, batch: list[_Waiting], error: Exception) -> None:
        """Store a batch one by one after an error, so that only the conflicting entries fail."""
        for item in batch:
            try:
                if len(batch) > 1:
                    await self._commit([item])
                elif isinstance(error, IntegrityError):
                    _fail([item], Conflict())
                else:
                    _fail([item], error)
            except IntegrityError:
                _fail([item], Conflict())
            except (DBAPIError, Unavailable) as other:
                _fail([item], other)

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Store a batch, without the items whose quotas are used up, and tell those who wait."""
        refused = await self._database.run(partial(_store, batch, self._database.sqlite))
        for place, item in enumerate(batch):
            if item.done.done():
                continue
            if place in refused:
                item.done.set_exception(QuotaUsedUp(refused[place]))
            else:
                item.done.set_result(None)

    async def overdue(self, now: int) -> list[str]:
        """Tables whose deadline has passed: for a move, or for the shares of the seed."""
        begun = tables.c.phase.in_(("playing", "waiting"))
        query = select(tables.c.id).where(tables.c.deadline < now, begun)
        return await self._database.read(lambda c: list(c.execute(query.limit(500)).scalars()))

    async def waiting_for_computer(self, before: int, after: str, most: int) -> list[str]:
        """Tables that have waited for a computer since before this time, without those that halt:
        by their ids, the first ones after some id."""
        waiting = tables.c.thinking & (tables.c.updated < before) & (tables.c.phase == "playing")
        query = select(tables.c.id).where(waiting, tables.c.id > after).order_by(tables.c.id)
        return await self._database.read(lambda c: list(c.execute(query.limit(most)).scalars()))

    async def halted(self, after: str, most: int) -> list[str]:
        """Tables at which a computer halts: by their ids, the first ones after some id."""
        query = select(tables.c.id).where(tables.c.halted, tables.c.id > after)
        query = query.order_by(tables.c.id).limit(most)
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    async def add_chat(self, table: str, line: ChatLine) -> ChatLine:
        """Store a line of chat."""
        row = {
            "table_id": table, "seat": line.seat, "player": line.player,
            "name": line.name, "text": line.text, "at": line.at,
        }  # fmt: skip
        self._silent.discard(table)
        async with self._database.writing() as connection:
            made = await connection.execute(insert(chat), row)
            key = made.inserted_primary_key
        assert key is not None
        return replace(line, number=key[0])

    def is_silent(self, table: str) -> bool:
        """Whether it is known here that nobody has written at a table."""
        return table in self._silent

    async def last_chat(self, table: str, most: int) -> list[ChatLine]:
        """The last lines of chat, in order."""
        if table in self._silent:
            return []
        values = {"of_table": table, "most": most}
        rows = await self._database.read(lambda c: c.execute(_LAST_CHAT, values).mappings().all())
        return [
            ChatLine(
                r["number"],
                r["seat"],
                r["player"],
                r["name"],
                r["text"],
                r["at"],
                r["kind"] in {None, "guest"},
            )
            for r in reversed(rows)
        ]

    async def outages(self, since: int) -> list[tuple[int, int]]:
        """Periods in which no server was running."""
        query = select(outages).where(outages.c.end > since).order_by(outages.c.begin)
        async with self._database.reading() as connection:
            return [(row.begin, row.end) for row in await connection.execute(query)]


def _store(batch: list[_Waiting], sqlite: bool, connection: Connection) -> Mapping[int, UsedUpBy]:
    """Store the entries and new tables of a batch. Returns what is not stored, because a quota is
    used up: its place in the batch."""
    asked = {place: (item.table, item.quota) for place, item in enumerate(batch) if item.quota}
    refused = used_up(connection, sqlite, asked)
    if refused:
        batch = [item for place, item in enumerate(batch) if place not in refused]
    made = [item.row for item in batch if item.row is not None]
    rows = [row for item in batch for row in _rows(item.table, item.entries)]
    news = [
        {"of_table": item.table, **{f"new_{name}": item.summary[name] for name in SUMMARY}}
        for item in batch
        if item.row is None
    ]
    seats = [
        row
        for item in batch
        if _only_sits(item.entries)
        for row in _new_seats(item.table, item.entries)
    ]
    if made:
        connection.execute(_NEW_TABLE, made)
        carry_over(connection, {i.table: i.follows for i in batch if i.follows is not None})
    if rows:
        connection.execute(_NEW_ENTRY, rows)
    if news:
        connection.execute(_UPDATE, news)
    if seats:
        connection.execute(_NEW_SEAT, seats)
    for item in batch:
        if not _only_sits(item.entries):
            _seat(connection, item.table, item.entries)
    return refused


def _fail(batch: list[_Waiting], error: BaseException) -> None:
    for item in batch:
        if not item.done.done():
            item.done.set_exception(error)


def _rows(table: str, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "number": entry.number,
            "kind": entry.kind,
            "at": entry.at,
            "seat": entry.seat,
            "move": entry.move,
            "data": dict(entry.data),
        }
        for entry in entries
    ]


async def _entries(connection: AsyncConnection, table: str, after: int) -> list[Entry]:
    query = (
        select(schema.entries)
        .where(schema.entries.c.table_id == table, schema.entries.c.number > after)
        .order_by(schema.entries.c.number)
    )
    return [
        Entry(row.number, row.kind, row.at, row.seat, row.move, row.data)
        for row in await connection.execute(query)
    ]


def _only_sits(entries: Sequence[Entry]) -> bool:
    """Whether seats are only taken. Then those of all tables are stored together."""
    return not any(entry.kind in {"leave", "exclude", "swap"} for entry in entries)


def _new_seats(table: str, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "player": entry.data["player"], "seat": entry.seat}
        for entry in entries
        if entry.kind in {"sit", "claim"} and entry.data.get("player")
    ]


def _seat(connection: Connection, table: str, entries: Sequence[Entry]) -> None:
    """Store who has a seat. A player who is replaced later keeps the game in their list."""
    for entry in entries:
        new = _new_seats(table, [entry])
        if new:
            connection.execute(_NEW_SEAT, new)
        elif entry.kind in {"leave", "exclude"}:
            gone = delete(seatings).where(
                seatings.c.table_id == table, seatings.c.seat == entry.seat
            )
            connection.execute(gone)
        elif entry.kind == "swap":
            _swap_seats(connection, table, entry)


def _swap_seats(connection: Connection, table: str, entry: Entry) -> None:
    places = {entry.seat: entry.data["other"], entry.data["other"]: entry.seat}
    moved = (seatings.c.table_id == table) & seatings.c.seat.in_(list(places))
    rows = connection.execute(select(seatings.c.player, seatings.c.seat).where(moved)).all()
    connection.execute(delete(seatings).where(moved))
    for player, seat in rows:
        row = {"table_id": table, "player": player, "seat": places[seat]}
        connection.execute(insert(seatings), row)


def header_of(row: RowMapping) -> Header:
    """The header of a row of `tables`."""
    return Header(
        id=row["id"],
        game=row["game"],
        rules_version=row["rules_version"],
        components=row["components"],
        seats=row["seats"],
        options=row["options"],
        clock=TimeControl.from_json(row["clock"]),
        listed=row["listed"],
        rated=row["rated"],
        seed=bytes(row["seed"]),
        host=row["host"],
        created=row["created"],
        opening=tuple(row["opening"]),
        branch_of=row["branch_of"],
        plays_on=row["plays_on"],
        pair=Pair.from_json(row["pair"]),
        component_file=row["component_file"],
    )
