"""Every step between two schemas keeps the data of the last release, forward and back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    String,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.types import TypeEngine

from lutetia.storage.database import Database
from lutetia.storage.migrate import migrate, newest_revision, revision_of
from lutetia.storage.names import look_key
from lutetia.storage.schema import METADATA
from lutetia.storage.upgrade import config

RELEASED = Path(__file__).resolve().parents[1] / "fixtures/release-0.1.0/lutetia.sqlite"
FIRST = "0001"
NEW_NAMES = {"matches": "tables", "plies": "entries", "rated_matches": "rated_tables"}
GONE = {"guest_seats": {"reserved"}}
"""Columns that an earlier schema had and the present one has not. They never were in a release."""
Content = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
async def released(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """The data of the last release, in the schema of the last release."""
    if request.param == "sqlite":
        (tmp_path / "lutetia.sqlite").write_bytes(RELEASED.read_bytes())
        database = Database.in_folder(tmp_path)
    else:
        database = Database(request.getfixturevalue("postgres").new_database())
        async with database.writing() as connection:
            await connection.run_sync(_fill)
    yield database
    await database.close()


def _fill(connection: Connection) -> None:
    """Copy the release's SQLite file into a database of another kind."""
    command.upgrade(config(connection), FIRST)
    found = MetaData()
    found.reflect(connection)
    with closing(sqlite3.connect(RELEASED)) as file:
        file.row_factory = sqlite3.Row
        for table in found.sorted_tables:
            if table.name == "alembic_version":
                continue
            rows = [dict(row) for row in file.execute(f'SELECT * FROM "{table.name}"')]
            for row in rows:
                for column in table.columns:
                    value = row[column.name]
                    if isinstance(column.type, JSON) and isinstance(value, str):
                        row[column.name] = json.loads(value)
                    elif column.type.python_type is bool:
                        row[column.name] = bool(value)
            if rows:
                connection.execute(insert(table), rows)


def content(connection: Connection) -> Content:
    """Everything that a database holds, by table."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: sorted(
            (dict(row) for row in connection.execute(select(table)).mappings()), key=repr
        )
        for table in found.sorted_tables
        if table.name != "alembic_version"
    }


def _unordered(rows: list[dict[str, Any]]) -> list[str]:
    """Rows without the order of their columns."""
    return sorted(repr(sorted(row.items())) for row in rows)


async def content_of(database: Database) -> Content:
    async with database.writing() as connection:
        return await connection.run_sync(content)


async def downgrade(database: Database, revision: str) -> None:
    async with database.writing() as connection:
        await connection.run_sync(lambda c: command.downgrade(config(c), revision))


NEW_COLUMNS: Content = {
    "tables": [{"plays_on": 4, "pair": None, "component_file": None, "halted": False}],
    "shared_records": [{"expires": None}],
    "analyses": [{"owner": None}],
}
"""Columns that later schemas added, with the values that old rows have there."""


def renamed(old: Content) -> Content:
    """What the newest schema calls the data of the first."""
    for row in old["players"]:
        row["look_key"] = look_key(row["name"]) if row["name_key"] else None
    found: Content = {}
    for table, rows in old.items():
        name = NEW_NAMES.get(table, table)
        added = NEW_COLUMNS.get(name, [{}])[0]
        found[name] = [
            {"table_id" if key == "match" else key: row[key] for key in row} | added for row in rows
        ]
    seats = {row["id"]: row["seats"] for row in found["tables"]}
    for rating in found["ratings"]:
        rated = [row["table_id"] for row in found["rated_tables"] if rating["player"] in str(row)]
        rating["seats"] = seats[rated[0]]
    return found


async def test_an_upgrade_keeps_every_row(released: Database) -> None:
    before = await content_of(released)
    assert before["matches"]
    assert before["plies"]
    assert before["ratings"]
    await migrate(released)
    after = await content_of(released)
    kept = renamed(before)
    assert {table: _unordered(after[table]) for table in kept} == {
        table: _unordered(rows) for table, rows in kept.items()
    }
    assert all(not after[table] for table in after.keys() - kept.keys())


async def test_a_downgrade_and_an_upgrade_change_nothing(released: Database) -> None:
    before = await content_of(released)
    await migrate(released)
    after = await content_of(released)
    await downgrade(released, FIRST)
    assert await content_of(released) == before
    await migrate(released)
    assert await content_of(released) == after


LATER_TABLES = {
    "ended_sessions", "results", "notices", "push_subscriptions", "mail_addresses", "holidays",
    "reports", "seekers", "bans", "mutes", "operators", "guest_seats",
    "sign_ins", "table_bans",
}  # fmt: skip
"""Tables that the release did not have. A downgrade drops them."""


def _value(column: Column[Any], content: Content) -> Any:
    """Some value for a column; one that exists, if it refers to another table."""
    for key in column.foreign_keys:
        return content[key.column.table.name][0][key.column.name]
    values: list[tuple[type[TypeEngine[Any]], Any]] = [
        (JSON, {"street": 3}), (Boolean, True), (Integer, 7), (Float, 1.5), (String, "bouquin"),
    ]  # fmt: skip
    return next(value for kind, value in values if isinstance(column.type, kind))


def _fill_later(connection: Connection) -> None:
    """Give a row to every table, and a value to every column, that the release did not have."""
    found = content(connection)
    for name in LATER_TABLES:
        table = METADATA.tables[name]
        row = {column.name: _value(column, found) for column in table.columns}
        connection.execute(insert(table), row)
    tables, records = METADATA.tables["tables"], METADATA.tables["shared_records"]
    connection.execute(
        update(tables).values(plays_on=7, pair={"with": "b" * 16}, component_file="[start]")
    )
    connection.execute(update(METADATA.tables["analyses"]).values(owner="bouquin"))
    connection.execute(
        insert(records),
        {"id": "r" * 16, "digest": "d" * 64, "text": "{}", "created": 1, "expires": 5_000},
    )
    ratings = METADATA.tables["ratings"]
    first = found["ratings"][0]
    # The same player in the same game, with more people and more games; and with fewer games.
    for seats, games in ((3, first["games"] + 5), (4, 0)):
        connection.execute(insert(ratings), {**first, "seats": seats, "games": games, "mu": 30.0})


@pytest.fixture
async def filled(released: Database) -> Database:
    """The newest schema with a row in every table."""
    await migrate(released)
    async with released.writing() as connection:
        await connection.run_sync(_fill_later)
    found = await content_of(released)
    assert {name for name, rows in found.items() if not rows} <= MAY_BE_EMPTY
    return released


MAY_BE_EMPTY = {"outages"}
"""Tables of the release in which its data has no row."""


async def test_a_downgrade_keeps_what_the_release_can_hold(filled: Database) -> None:
    """With data in everything that came later. Of several ratings in one game that with the most
    games stays, and records of guests lose their end."""
    before = await content_of(filled)
    await downgrade(filled, FIRST)
    old = await content_of(filled)
    assert LATER_TABLES.isdisjoint(old)
    (rating,) = (row for row in old["ratings"] if row["mu"] == 30.0)
    assert len(old["ratings"]) == len(before["ratings"]) - 2
    assert rating["games"] == max(row["games"] for row in before["ratings"])
    assert _unordered(old["players"]) == _unordered(
        [{key: row[key] for key in row if key != "look_key"} for row in before["players"]]
    )
    await migrate(filled)
    after = await content_of(filled)
    assert all(not after[name] for name in LATER_TABLES)
    for name, (added,) in NEW_COLUMNS.items():
        for row in before[name]:
            row.update(added)
    for name in after.keys() - LATER_TABLES - {"ratings"}:
        assert _unordered(after[name]) == _unordered(before[name]), name


async def test_tables_that_halted_before_are_told_from_those_that_think(filled: Database) -> None:
    """One halts, one has moved on since, one never halted."""
    await downgrade(filled, "0017")
    halting: list[str] = []

    def halt(connection: Connection) -> None:
        found = MetaData()
        found.reflect(connection)
        tables, entries = found.tables["tables"], found.tables["entries"]
        halting.extend(connection.execute(select(tables.c.id).limit(3)).scalars())
        connection.execute(update(tables).values(thinking=tables.c.id.in_(halting)))
        rows = [(0, "halt"), (0, "ask"), (1, "halt"), (1, "takeback")]
        for number, (which, kind) in enumerate(rows):
            row = {"table_id": halting[which], "number": 900 + number, "kind": kind}
            connection.execute(insert(entries), {**row, "at": 1, "data": {}})

    async with filled.writing() as connection:
        await connection.run_sync(halt)
    await migrate(filled)
    states = {
        row["id"]: (row["thinking"], row["halted"]) for row in (await content_of(filled))["tables"]
    }
    assert [states.pop(table) for table in halting] == [(False, True), (True, False), (True, False)]
    assert set(states.values()) == {(False, False)}


async def test_every_step_down_and_up_keeps_what_both_schemas_hold(filled: Database) -> None:
    """Each step takes away only the tables and columns that it added."""
    known = before = await content_of(filled)
    for number in range(int(newest_revision()) - 1, 1, -1):
        revision = f"{number:04}"
        await downgrade(filled, revision)
        below = await content_of(filled)
        assert below.keys() <= known.keys(), revision
        for name in GONE.keys() & below.keys():
            below[name] = [
                {key: value for key, value in row.items() if key not in GONE[name]}
                for row in below[name]
            ]
        for name in below.keys() - {"ratings"}:
            columns = below[name][0] if below[name] else ()
            was = [{key: row[key] for key in columns} for row in known[name]]
            assert _unordered(below[name]) == _unordered(was), (revision, name)
        await migrate(filled)
        above = await content_of(filled)
        for name in below.keys() - {"ratings"}:
            columns = below[name][0] if below[name] else ()
            now = [{key: row[key] for key in columns} for row in above[name]]
            assert _unordered(below[name]) == _unordered(now), (revision, name)
        assert all(not above[name] for name in above.keys() - below.keys()), revision
        assert above.keys() == before.keys()
        known = above


async def test_an_upgraded_database_has_the_schema_of_a_new_one(released: Database) -> None:
    await migrate(released)

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async with released.writing() as connection:
        assert await connection.run_sync(differences) == []
        if not released.sqlite:
            names = await connection.execute(
                text(
                    "SELECT conname FROM pg_constraint JOIN pg_namespace n ON n.oid = connamespace "
                    "WHERE n.nspname = 'public' AND conname ~ 'match|plies'"
                )
            )
            assert names.scalars().all() == []


async def test_a_server_knows_the_newest_schema_without_alembic(released: Database) -> None:
    """The start of a server compares names of files: that must be what Alembic thinks."""
    assert newest_revision() == ScriptDirectory.from_config(config()).get_current_head()
    async with released.reading() as connection:
        assert await connection.run_sync(revision_of) == FIRST
    await migrate(released)
    async with released.reading() as connection:
        assert await connection.run_sync(revision_of) == newest_revision()
