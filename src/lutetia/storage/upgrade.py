"""The steps between schemas, by Alembic. Its modules take half a second to load, so a server loads
them only if its database is new or has an older schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from lutetia.kernel.errors import BadFile
from lutetia.storage.schema import METADATA
from lutetia.storage.sqlite_file import RESTORE

FOLDER = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    found = Config()
    found.set_main_option("script_location", str(FOLDER))
    attributes: dict[str, Any] = found.attributes
    attributes["connection"] = connection
    return found


def upgrade(connection: Connection, current: str | None) -> None:
    """Apply the steps that are missing. `current`: what the database says about its schema."""
    if current is None and set(inspect(connection).get_table_names()) & set(METADATA.tables):
        raise BadFile(f"the database does not say its version (alembic_version): {RESTORE}")
    scripts = ScriptDirectory.from_config(config())
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise BadFile("the database was written by a newer version of this program")
    command.upgrade(config(connection), "head")
