"""Everything else that is kept: schema, people, ratings, archives, outages."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text, update

from lutetia.kernel.errors import BadFile, BadOption, BadRecord
from lutetia.match.errors import NotFound, Unavailable
from lutetia.match.table import Table
from lutetia.server.clock import SILENCE
from lutetia.storage.archive import checked, exported, imported
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.migrate import migrate
from lutetia.storage.mutes import Mutes
from lutetia.storage.operators import Operators
from lutetia.storage.people import GONE, NameTaken, People, Player
from lutetia.storage.ratings import Rating, Ratings
from lutetia.storage.schema import METADATA, settings, tables
from lutetia.storage.server_state import ServerState
from lutetia.storage.shared_records import SharedRecords
from tests.match.support import ANNA, BERT, open_table, play_on, same
from tests.storage.services import free_port
from tests.storage.test_journal import keeper_on


def refuse(error: Exception) -> None:
    """Nothing here is damaged."""
    raise error


async def test_the_migrations_make_the_schema(database: Database) -> None:
    def differences(connection: object) -> list[object]:
        context = MigrationContext.configure(connection)  # type: ignore[arg-type]
        return list(compare_metadata(context, METADATA))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []
    await asyncio.gather(*(migrate(database) for _ in range(3)))


async def test_a_database_of_a_newer_program_is_left_alone(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadFile):
        await migrate(database)


async def test_a_silent_database_is_told_as_such() -> None:
    gone = Database(f"postgresql://lutetia@127.0.0.1:{free_port()}/nothing")
    with pytest.raises(Unavailable):
        await gone.ping()
    with pytest.raises(Unavailable):
        await SqlJournal(gone).load("any")
    await gone.close()
    for address in ("nonsense", "mysql://there/db"):
        with pytest.raises(BadOption):
            Database(address)


async def test_an_account_keeps_what_its_guest_had(database: Database) -> None:
    people = People(database)
    assert await people.find(ANNA) is None
    await people.rename(ANNA, "guest", "Guest 1000", "Anna", 1)
    await people.rename(ANNA, "guest", "Anna", "Änna", 2)
    guest = await people.find(ANNA)
    assert guest == Player(ANNA, "guest", "Änna", 0, 1)
    made = await people.register(ANNA, "Änna", "hash", 3)
    assert made.serial == 1
    found = await people.by_name("äNNA")
    assert found is not None
    assert (found.id, found.kind, found.password) == (ANNA, "account", "hash")
    with pytest.raises(NameTaken):
        await people.register("other", "ÄNNA", "hash", 4)
    assert await people.set_password(ANNA, "new") == 2
    # A guest's name cannot overwrite an account's.
    with pytest.raises(NameTaken):
        await people.rename(ANNA, "guest", "Änna", "Thief", 5)
    assert (await people.find(ANNA)).name == "Änna"  # type: ignore[union-attr]
    # An account may change its name, but not to the name of another one.
    await people.register(BERT, "Bert", "hash", 6)
    with pytest.raises(NameTaken):
        await people.rename(BERT, "account", "Bert", "äNNA", 7)
    await people.rename(BERT, "account", "Bert", "Berta", 8)
    assert await people.by_name("bert") is None
    assert (await people.by_name("berta")).id == BERT  # type: ignore[union-attr]


async def test_a_bot_is_found_by_its_token_until_it_is_removed(database: Database) -> None:
    people = People(database)
    await people.register(ANNA, "Anna", "hash", 1)
    await people.add_bot(Player("bot1", "bot", "Robo", 0, 2, owner=ANNA), "tokenhash", 10)
    assert (await people.by_token("tokenhash")).id == "bot1"  # type: ignore[union-attr]
    assert [bot.name for bot in await people.bots_of(ANNA)] == ["Robo"]
    with pytest.raises(NameTaken):
        await people.add_bot(Player("bot2", "bot", "robo", 0, 2, owner=ANNA), "other", 10)
    with pytest.raises(NotFound):
        await people.remove_bot("somebody", "bot1")
    await people.remove_bot(ANNA, "bot1")
    assert await people.by_token("tokenhash") is None


async def test_an_erased_person_leaves_games_without_a_name(database: Database) -> None:
    people, keeper = People(database), keeper_on(database)
    await people.register(ANNA, "Anna", "hash", 1)
    table = await play_on(keeper, await open_table(keeper), 4)
    await keeper.say(table.header.id, ANNA, "Anna", "bonjour")
    await Ratings(database).rate(
        table.header.id, "lumiere", [ANNA], lambda _: [Rating(1, 1, 1, 1)], 5
    )
    assert await people.erase(ANNA) == ([table.header.id], [])
    assert await people.find(ANNA) is None
    assert await people.chat_of(ANNA) == []
    stored = await keeper.journal.load(table.header.id)
    assert stored is not None
    again = Table(*stored)
    assert [chair.name for chair in again.chairs] == [GONE, "Bert"]
    assert again.state.tobytes() == table.state.tobytes()
    assert await Ratings(database).best("lumiere", 1, 5) == []


async def test_a_match_is_rated_once_however_many_try(database: Database) -> None:
    people, keeper, ratings = People(database), keeper_on(database), Ratings(database)
    for name in ("anna", "bert"):
        await people.register(name, name, "hash", 1)
    table = await open_table(keeper, rated=True)
    await play_on(keeper, table)
    assert await ratings.unrated() == [table.header.id]

    def rate(old: object) -> list[Rating]:
        return [
            Rating(known.mu + 1 if known else 25, 8, 1, known.games + 1 if known else 1)
            for known in old  # type: ignore[attr-defined]
        ]

    done = await asyncio.gather(
        *(ratings.rate(table.header.id, "lumiere", ["anna", "bert"], rate, 9) for _ in range(6))
    )
    assert sorted(done) == [False] * 5 + [True]
    assert await ratings.unrated() == []
    found = await ratings.of(["anna", "bert"])
    assert {rating.games for rating in found.values()} == {1}


async def test_tables_travel_as_text(database: Database, tmp_path: object) -> None:
    from pathlib import Path

    keeper = keeper_on(database)
    tables = [
        await play_on(keeper, await open_table(keeper, id=f"t{number:015}", seed=number), moves)
        for number, moves in enumerate((0, 7, 1_000))
    ]
    lines = [line async for line in exported(database, [], refuse)]
    other = Database.in_folder(Path(str(tmp_path)) / "other")
    await migrate(other)
    assert await imported(other, lines) == (3, 0)
    assert await imported(other, lines) == (0, 3)
    for table in tables:
        stored = await SqlJournal(other).load(table.header.id)
        assert stored is not None
        same(Table(*stored), table)
    assert [fault async for _, fault in checked(other, repair=False)] == [None] * 3
    await other.close()


async def test_a_damaged_archive_is_refused_whole(database: Database) -> None:
    keeper = keeper_on(database)
    table = await play_on(keeper, await open_table(keeper), 6)
    (line,) = [line async for line in exported(database, [], refuse)]
    content = json.loads(line)
    first, fourth = content["entries"][:3], content["entries"][3]
    changes: list[dict[str, object]] = [
        {"format": "something else"},
        {"header": {}},
        {"entries": first + content["entries"][4:]},
        {"entries": [*first, {**fourth, "move": "pass"}]},
        {"entries": [*first, {**fourth, "move": "no:move"}]},
        {"entries": [*first, {**fourth, "kind": "erase"}]},
    ]
    damaged = [json.dumps({**content, **change}) for change in changes]
    for bad in (*damaged, "{", "[]", "7", line[:-20]):
        with pytest.raises(BadRecord):
            await imported(database, [line, bad])
    with pytest.raises(NotFound):
        _ = [one async for one in exported(database, ["nowhere"], refuse)]
    assert table.ply == 6


async def test_a_list_that_disagrees_with_its_log_is_found_and_repaired(
    database: Database,
) -> None:
    keeper = keeper_on(database)
    table = await play_on(keeper, await open_table(keeper), 6)
    async with database.writing() as connection:
        await connection.execute(update(tables).values(moves=99, phase="over"))
    (found,) = [one async for one in checked(database, repair=True)]
    assert found[0] == table.header.id
    assert "phase" in str(found[1])
    assert "moves" in str(found[1])
    assert [fault async for _, fault in checked(database, repair=False)] == [None]


async def test_an_outage_is_noted_by_the_first_beat_after_it(database: Database) -> None:
    state, journal = ServerState(database), SqlJournal(database)
    assert await state.beat(1_000, SILENCE) == (1_000, False)
    assert await state.beat(1_000 + SILENCE, SILENCE) == (1_000 + SILENCE, False)
    back = 1_000 + 3 * SILENCE
    both = await asyncio.gather(state.beat(back, SILENCE), state.beat(back, SILENCE))
    assert (back, True) in both
    assert await state.beat(back - 500, SILENCE) == (back, False), "the time never goes back"
    assert await journal.outages(0) == [(1_000 + SILENCE, back)]
    assert await journal.outages(back + 1) == []


async def test_a_setting_is_made_once(database: Database) -> None:
    state = ServerState(database)
    found = await asyncio.gather(*(state.value("secret", str(n)) for n in range(5)))
    assert len(set(found)) == 1


async def test_a_record_is_shared_under_one_name(database: Database) -> None:
    records = SharedRecords(database)
    first = await records.share("id1", "d" * 64, "text", 1, 5)
    assert await records.share("id2", "d" * 64, "text", 2, 9) == first == "id1"
    assert await records.forget_expired(6) == 0, "it was shared again, so it stays longer"
    assert await records.share("id2", "d" * 64, "text", 2, None) == "id1"
    assert await records.forget_expired(10) == 0, "an account shared it, so it stays"
    await records.share("id3", "e" * 64, "text", 2, 9)
    assert await records.forget_expired(10) == 1
    assert await records.text_of("id1") == "text"
    assert await records.text_of("id2") is None


async def test_muted_players_and_operators_are_kept_and_deleted_with_the_account(
    database: Database,
) -> None:
    mutes, operators, people = Mutes(database), Operators(database), People(database)
    await people.register(ANNA, "Anna", "secret", 1)
    assert await mutes.change(ANNA, ["a", "b"], [], 1) == ["a", "b"]
    assert await mutes.change(ANNA, ["a"], ["c"], 2) == ["b", "a"]
    assert await mutes.change(ANNA, ["c"], ["b", "c"], 3) == ["a"]
    assert await mutes.of(BERT) == []
    await operators.change(ANNA, on=True)
    await operators.change(ANNA, on=True)
    assert (await operators.includes(ANNA), await operators.includes(BERT)) == (True, False)
    assert await operators.names() == ["Anna"]
    await people.erase(ANNA)
    assert await mutes.of(ANNA) == []
    assert not await operators.includes(ANNA)


async def test_writers_of_sqlite_wait_for_their_turn(tmp_path: Path) -> None:
    """A second writer of SQLite would fail, or try again with long pauses."""
    database = Database.in_folder(tmp_path)
    await migrate(database)

    async def read(name: str) -> str:
        return await ServerState(database).value(name, "")

    def put(connection: Connection, name: str) -> None:
        connection.exec_driver_sql("PRAGMA busy_timeout=0")
        connection.execute(insert(settings), {"name": name, "value": "stored"})

    await database.change(lambda c: put(c, "first"))
    async with database.writing() as connection:
        await connection.execute(text("PRAGMA busy_timeout=0"))
        await connection.execute(insert(settings), {"name": "second", "value": "stored"})
        third = asyncio.create_task(database.change(lambda c: put(c, "third")))
        assert await asyncio.wait([third], timeout=0.1) == (set(), {third})
    await third

    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        put(connection, "fourth")
        begun.set()
        assert go_on.wait(60)

    async def fifth() -> None:
        async with database.writing() as connection:
            await connection.execute(insert(settings), {"name": "fifth", "value": "stored"})

    fourth = asyncio.create_task(database.change(slow))
    assert await asyncio.to_thread(begun.wait, 60)
    last = asyncio.create_task(fifth())
    assert await asyncio.wait([last], timeout=0.1) == (set(), {last})
    go_on.set()
    await asyncio.gather(fourth, last)
    for name in ("first", "second", "third", "fourth", "fifth"):
        assert await read(name) == "stored"
    await database.close()
