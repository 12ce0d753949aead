"""Quick pairing: two people who look for the same game get one table, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lutetia.kernel.draw import share_commitment
from lutetia.server.access.limits import RATES, Rate
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


@pytest.mark.parametrize("rated", [False, True])
async def test_both_players_promise_their_shares_of_the_shuffle(
    servers: Servers, rated: bool
) -> None:
    """The attack: a server that draws all shares of a pair, and so chooses its shuffle."""
    people = [servers[number].person(name) for number, name in enumerate(("Anna", "Bert"))]
    shares = ["a1" * 32, "b2" * 32]
    promises = [share_commitment(bytes.fromhex(share)) for share in shares]
    for person in people:
        if rated:
            login = {"name": person.name, "password": "a long password"}
            await person.ask("POST", "/api/accounts", login)
    table = None
    for person, promise in zip(people, promises, strict=True):
        wish = {"game": "lumiere", "rated": rated, "promise": promise}
        table = (await person.ask("POST", "/api/pairing", wish))["table"]
    # A page that was loaded again promises another share. The first promise holds.
    later = {"game": "lumiere", "rated": rated, "promise": "cc" * 32}
    assert (await people[0].ask("POST", "/api/pairing", later))["table"] == table
    sockets = [await person.socket(str(table)) for person in people]
    for socket in sockets:
        assert (socket.state["phase"], socket.state["drawing"]) == ("waiting", True)
        assert socket.state["views"] == []
        assert [seat["share"] for seat in socket.state["seats"]] == promises
        assert [seat["guest"] for seat in socket.state["seats"]] == [not rated, not rated]
    for seat, socket in enumerate(sockets):
        assert (await socket.ask("reveal", seat=seat, share=shares[seat]))["type"] == "done"
    for socket in sockets:
        while socket.state["phase"] != "playing":
            await socket.message()
    await sockets[0].ask("resign", seat=0)
    record = await people[0].ask("GET", f"/api/tables/{table}/record")
    assert record["draw"]["shares"] == shares
    assert record["draw"]["promises"] == promises
    assert (await people[1].ask("POST", "/api/records/verify", {"record": record}))["valid"]


async def test_a_class_behind_one_address_finds_its_games(tmp_path: Path) -> None:
    async with living(tmp_path, limit_factor=1.0) as server:
        class_ = [server.person(f"Pupil {number}") for number in range(30)]
        tables = [(await seek(pupil))["table"] for pupil in class_]
        assert len(set(tables) - {None}) == 15


async def test_fresh_guests_of_one_address_do_not_fill_the_list_of_seekers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a client without cookies is a new guest at each request, and everybody who looks
    for a game gets a table with nobody."""
    monkeypatch.setitem(RATES, "pairing-guests", Rate(3, 0.0001))
    async with living(tmp_path, limit_factor=1.0) as server:
        codes = []
        for _ in range(5):
            ghost = server.person(address="192.0.2.66")
            answer = await ghost.http.post("/api/pairing", json={"game": "belle_epoque"})
            codes.append(answer.status_code)
        assert codes == [200] * 3 + [429] * 2
        anna = server.person("Anna", address="192.0.2.7")
        for _ in range(5):
            assert await seek(anna), "who keeps looking takes nothing more"
