"""Bring a database to the current schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from lutetia.kernel.errors import BadFile
from lutetia.storage.database import Database

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


def _upgrade(connection: Connection) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(config())
    if current == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise BadFile("the database was written by a newer version of this program")
    command.upgrade(config(connection), "head")
