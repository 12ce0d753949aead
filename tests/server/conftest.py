"""Fixtures: a running server, people, PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
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
async def cluster(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    """Two servers on one PostgreSQL and one Redis."""
    shared = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(living(tmp_path, **shared))
        other = await stack.enter_async_context(living(tmp_path, **shared))
        yield one, other


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def processes(request: pytest.FixtureRequest) -> tuple[LocalServer, LocalServer]:
    """One server on SQLite, given twice, or two servers on PostgreSQL."""
    if request.param == "postgresql":
        return cast(tuple[LocalServer, LocalServer], request.getfixturevalue("cluster"))
    server = cast(LocalServer, request.getfixturevalue("server"))
    return server, server


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
