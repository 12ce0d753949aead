"""Quick pairing: two people who look for the same game get one table, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lutetia.server.tables.pairing import NEAR, PRESENT, WIDER, fits
from lutetia.storage.seekers import Seeker
from tests.server.in_process import LocalServer, Person, living
from tests.storage.services import Postgres, Redis

Servers = tuple[LocalServer, LocalServer]


@pytest.fixture(params=["sqlite", pytest.param("cluster", marks=pytest.mark.services)])
async def servers(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Servers]:
    """One server on SQLite, or two on PostgreSQL and Redis."""
    more: dict[str, Any] = {}
    if request.param == "cluster":
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        more = {"database_url": postgres.new_database(), "redis_url": redis.url}
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(living(tmp_path, **more))
        other = one
        if more:
            other = await stack.enter_async_context(living(tmp_path, **more))
        yield one, other


async def seek(person: Person, game: str = "lumiere", **more: Any) -> Any:
    wish = {"game": game, "name": person.name}
    return await person.ask("POST", "/api/pairing", wish, **more)


async def test_two_people_who_look_for_one_game_meet(servers: Servers) -> None:
    anna, bert, cara = (
        servers[0].person("Anna"),
        servers[1].person("Bert"),
        servers[0].person("Cara"),
    )
    assert await seek(anna) == {"table": None, "looking": 1}
    assert (await seek(anna))["looking"] == 1  # asking again is no second person
    assert await seek(cara, "belle_epoque") == {"table": None, "looking": 1}
    table = (await seek(bert))["table"]
    assert table is not None
    assert (await seek(anna))["table"] == table
    names = [seat["name"] for seat in (await anna.socket(table)).state["seats"]]
    assert sorted(names) == ["Anna", "Bert"]
    assert (await seek(cara, "belle_epoque"))["table"] is None
    await cara.ask("DELETE", "/api/pairing")
    assert (await seek(anna, "belle_epoque"))["looking"] == 1
    assert (await seek(anna, "nothing", expect=422))["code"] == "unknown-game"
    waits = (await anna.ask("GET", "/api/catalogue"))["waits"]
    assert waits == {"pairing": 30_000, "absent": 60_000}
    wish = {"game": "lumiere", "rated": True}
    assert (await anna.ask("POST", "/api/pairing", wish, expect=401))["code"] == "not-signed-in"


async def test_everybody_gets_one_table_however_many_look_at_once(servers: Servers) -> None:
    people = [servers[number % 2].person(f"P{number}") for number in range(8)]
    tables: dict[str, str] = {}
    for _ in range(20):
        looking = [person for person in people if person.name not in tables]
        for person, found in zip(
            looking, await asyncio.gather(*(seek(person) for person in looking)), strict=True
        ):
            if found["table"]:
                tables[person.name] = found["table"]
        if len(tables) == len(people):
            break
    assert len(tables) == 8
    assert sorted(list(tables.values()).count(table) for table in set(tables.values())) == [2] * 4


async def test_who_went_away_is_not_paired(servers: Servers) -> None:
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    await seek(anna)
    async with servers[0].services.database.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE seekers SET seen = seen - {PRESENT + 1}")
    assert (await seek(bert))["table"] is None


def test_near_ratings_fit_at_once_and_far_ones_after_a_while() -> None:
    def seeker(rating: int | None) -> Seeker:
        return Seeker("p", "P", "lumiere", False, rating, 0, 0)

    assert fits(seeker(1000), seeker(1000 + NEAR), 0)
    assert not fits(seeker(1000), seeker(1001 + NEAR), 0)
    assert fits(seeker(1000), seeker(1000 + NEAR + 10 * WIDER), 10_000)
    assert fits(seeker(None), seeker(3000), 0)
