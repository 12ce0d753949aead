"""Export and import of whole tables, and a check that the lists agree with the logs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import select, update

from lutetia.kernel.errors import BadRecord, LutetiaError
from lutetia.match.clock import TimeControl
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Damaged, NotFound
from lutetia.match.header import Header, Pair
from lutetia.match.reading import read_table
from lutetia.match.table import Table, summary
from lutetia.storage.database import Database
from lutetia.storage.journal import SUMMARY, SqlJournal
from lutetia.storage.lists import Lists
from lutetia.storage.schema import tables

FORMAT = "lutetia table 1"
STORED = ("number", "kind", "at", "seat", "move", "data")
"""The fields of an entry that are kept."""


def table_text(header: Header, entries: Sequence[Entry]) -> str:
    """Everything about a table in one line. It contains the secret seed, so protect it like the
    database."""
    content = {
        "format": FORMAT,
        "header": {
            **asdict(header),
            "options": dict(header.options),
            "clock": header.clock.as_json(),
            "seed": header.seed.hex(),
            "opening": list(header.opening),
            "pair": header.pair.as_json() if header.pair else None,
        },
        "entries": [
            {name: getattr(entry, name) for name in STORED} | {"data": dict(entry.data)}
            for entry in entries
        ],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _entry(content: dict[str, Any]) -> Entry:
    if not content.keys() <= set(STORED):
        raise ValueError
    return Entry(**content)


def read_line(text: str, name: str) -> tuple[Header, list[Entry]]:
    """The inverse of `table_text`. The table is checked by replaying it; `BadRecord` says what is
    wrong."""
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise BadRecord(f"{name}: this is not a table that Lutetia exported")
        found: dict[str, Any] = content["header"]
        header = Header(
            **{
                **found,
                "clock": TimeControl.from_json(found["clock"]),
                "seed": bytes.fromhex(found["seed"]),
                "opening": tuple(found["opening"]),
                "pair": Pair.from_json(found.get("pair")),
            }
        )
        entries = [_entry(entry) for entry in content["entries"]]
        read_table(header, entries)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BadRecord(f"{name}: damaged") from None
    except LutetiaError as error:
        raise BadRecord(f"{name}: {error}") from None
    return header, entries


async def exported(
    database: Database, ids: Sequence[str], skipped: Callable[[Damaged], None]
) -> AsyncIterator[str]:
    """The lines of some tables, or of all. `skipped` is called for a table that cannot be read."""
    journal = SqlJournal(database)
    for table in ids or await Lists(database).all_ids():
        try:
            stored = await journal.load(table)
        except Damaged as error:
            skipped(error)
            continue
        if stored is None:
            raise NotFound(f"there is no table {table}")
        yield table_text(*stored)


async def imported(database: Database, lines: Iterable[str]) -> tuple[int, int]:
    """Store the tables that do not exist yet. Returns how many are new and how many existed."""
    journal = SqlJournal(database)
    # Read everything first: one damaged line must prevent the whole import.
    read = [
        read_line(line, f"line {number}") for number, line in enumerate(lines, 1) if line.strip()
    ]
    new = 0
    for header, entries in read:
        if await journal.load(header.id) is None:
            await journal.create(header, entries, summary(Table(header, entries)))
            new += 1
    return new, len(read) - new


async def checked(database: Database, repair: bool) -> AsyncIterator[tuple[str, str | None]]:
    """Every table with what is wrong about it; None if nothing is wrong."""
    journal = SqlJournal(database)
    for id_ in await Lists(database).all_ids():
        try:
            stored = await journal.load(id_)
            if stored is None:
                continue
            table = read_table(*stored)
        except CANNOT_OPEN as error:
            yield id_, f"cannot be opened: {error}"
            continue
        expected = {name: summary(table)[name] for name in SUMMARY}
        async with database.reading() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == id_))
            row = found.mappings().one()
        wrong = [name for name in SUMMARY if row[name] != expected[name]]
        if wrong and repair:
            async with database.writing() as connection:
                await connection.execute(
                    update(tables).where(tables.c.id == id_).values(**expected)
                )
        fixed = " (repaired)" if repair else ""
        yield id_, f"{', '.join(wrong)} disagree with its log{fixed}" if wrong else None


def entry_line(table: Table, entry: Entry) -> str:
    """An entry as readable text, with the ply after it."""
    seat = "" if entry.seat is None else table.game.seat_name(entry.seat)
    hidden = {"player", "share", "spent"}
    data = {name: value for name, value in entry.data.items() if name not in hidden}
    words = " ".join(f"{name}={value}" for name, value in data.items())
    return f"{entry.number:5} {table.ply:5}  {entry.kind:9} {seat:9} {entry.move or ''}{words}"
