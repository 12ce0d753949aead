"""Fixtures: a SQLite and a PostgreSQL database for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast

import pytest

from lutetia.storage.database import Database
from lutetia.storage.migrate import migrate
from tests.storage.services import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that tests share."""
    with running(Postgres) as service:
        yield cast(Postgres, service)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database with the current schema."""
    if request.param == "sqlite":
        found = Database.in_folder(tmp_path)
    else:
        found = Database(request.getfixturevalue("postgres").new_database())
    await migrate(found)
    yield found
    await found.close()
