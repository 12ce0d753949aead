"""Bring a database to the current schema."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from lutetia.storage.database import Database
from lutetia.storage.schema import METADATA
from lutetia.storage.sqlite_file import RESTORE, DamagedFile

STEPS = Path(__file__).parent / "migrations" / "versions"
_LOCK = 0x4C75_7465  # an arbitrary number, the same in every process


@cache
def newest_revision() -> str:
    """The last revision of the schema. The name of each step begins with its revision."""
    return max(path.name.partition("_")[0] for path in STEPS.glob("[0-9]*_*.py"))


async def migrate(database: Database) -> None:
    """Apply the missing migrations. Several processes may call this at the same time."""
    async with database.writing() as connection:
        if not database.sqlite:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        await connection.run_sync(_upgrade)
        lost = await connection.run_sync(_lost)
    if lost:
        where = database.file or "the database"
        raise DamagedFile(f"{where} is damaged (it has no {lost}): {RESTORE}")
    database.filled()


def _upgrade(connection: Connection) -> None:
    current = revision_of(connection)
    if current != newest_revision():
        from lutetia.storage.upgrade import upgrade

        upgrade(connection, current)


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema that the database has; None if it does not say."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _lost(connection: Connection) -> str | None:
    """The first table or column of the schema that the database does not have."""
    found = inspect(connection).get_multi_columns()
    columns = {name: {column["name"] for column in each} for (_, name), each in found.items()}
    for name, table in METADATA.tables.items():
        if name not in columns:
            return f"table {name}"
        for column in table.columns:
            if column.name not in columns[name]:
                return f"column {column.name} of the table {name}"
    return None
