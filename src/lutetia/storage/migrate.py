"""Bring a database to the current schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from lutetia.kernel.errors import BadFile
from lutetia.storage.database import Database
from lutetia.storage.schema import METADATA
from lutetia.storage.sqlite_file import RESTORE, DamagedFile

FOLDER = Path(__file__).parent / "migrations"
_LOCK = 0x4C75_7465  # an arbitrary number, the same in every process


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    found = Config()
    found.set_main_option("script_location", str(FOLDER))
    attributes: dict[str, Any] = found.attributes
    attributes["connection"] = connection
    return found


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
    current = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(config())
    if current == scripts.get_current_head():
        return
    if current is None and set(inspect(connection).get_table_names()) & set(METADATA.tables):
        raise BadFile(f"the database does not say its version (alembic_version): {RESTORE}")
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise BadFile("the database was written by a newer version of this program")
    command.upgrade(config(connection), "head")


def _lost(connection: Connection) -> str | None:
    """The first table or column of the schema that the database does not have."""
    found = inspect(connection)
    tables = set(found.get_table_names())
    for name, table in METADATA.tables.items():
        if name not in tables:
            return f"table {name}"
        columns = {column["name"] for column in found.get_columns(name)}
        for column in table.columns:
            if column.name not in columns:
                return f"column {column.name} of the table {name}"
    return None
