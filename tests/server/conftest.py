"""Fixtures: a running server, people, PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.server.in_process import LocalServer, Person, living
from tests.storage.services import Postgres, Redis, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """A server on SQLite, in this process."""
    async with living(tmp_path) as found:
        yield found


@pytest.fixture
def anna(server: LocalServer) -> Person:
    """One person."""
    return server.person("Anna")


@pytest.fixture
def bert(server: LocalServer) -> Person:
    """Another person."""
    return server.person("Bert")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that tests share."""
    with running(Postgres) as service:
        yield cast(Postgres, service)


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis server for one test."""
    with running(Redis) as service:
        yield cast(Redis, service)
