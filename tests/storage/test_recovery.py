"""Back to a point in time with PostgreSQL, with the settings that docs/running.md gives."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from lutetia.storage.archive import checked
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.migrate import migrate
from tests.match.support import open_table, play_on
from tests.patience import PATIENCE
from tests.storage.services import Postgres, free_port, postgres_programs, running
from tests.storage.test_journal import keeper_on

pytestmark = pytest.mark.services
DOCS = (Path(__file__).resolve().parents[2] / "docs/running.md").read_text()


def settings(number: int, archive: Path, **values: str) -> list[str]:
    """The lines of one of the two blocks of settings in the documentation."""
    chapter = DOCS.partition("### Back to a point in time")[2].partition("## A damaged")[0]
    blocks = [part for part in chapter.split("```")[1::2] if not part.startswith("sh")]
    lines = blocks[number].strip().splitlines()
    found = dict(line.replace("/archive", str(archive)).split(" = ", 1) for line in lines)
    assert values.keys() <= found.keys()
    return [f"{name} = {value}" for name, value in {**found, **values}.items()]


class Archiving(Postgres):
    """A PostgreSQL server that archives its log."""

    def prepare(self) -> None:
        super().prepare()
        archive = self.folder / "archive"
        archive.mkdir()
        account = self.account()
        if account is not None:
            user = pwd.getpwnam(account)
            os.chown(archive, user.pw_uid, user.pw_gid)
        self.write(settings(0, archive))

    def write(self, lines: list[str]) -> None:
        """Add lines to the configuration."""
        with (self.folder / "data/postgresql.conf").open("a") as file:
            file.write("\n".join(["", *lines, ""]))

    def base_backup(self) -> Path:
        target = self.folder / "base"
        subprocess.run(
            [
                postgres_programs() / "pg_basebackup", "-h", "127.0.0.1", "-p", str(self.port),
                "-U", "lutetia", "-D", target, "--checkpoint=fast", "--no-sync",
            ],
            check=True, user=self.account(), cwd=self.folder,
        )  # fmt: skip
        return target

    def go_back(self, base: Path, moment: str) -> None:
        """What the documentation says."""
        self.stop()
        data = self.folder / "data"
        shutil.move(data, self.folder / "spoiled")
        subprocess.run(["cp", "-a", base, data], check=True)
        (data / "recovery.signal").touch()
        target = f"'{moment}'"
        self.write(settings(1, self.folder / "archive", recovery_target_time=target))
        self.port = free_port()
        self.start()


@pytest.fixture
def archiving() -> Iterator[Archiving]:
    with running(Archiving) as service:
        assert isinstance(service, Archiving)
        yield service


async def recovered(database: Database) -> None:
    """Wait until the recovery is over. PostgreSQL answers before that, but takes no writes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with database.reading() as connection:
                if not (await connection.execute(text("SELECT pg_is_in_recovery()"))).scalar_one():
                    return
            await asyncio.sleep(0.05)


async def test_going_back_to_the_moment_before_a_mistake(archiving: Archiving) -> None:
    url = archiving.new_database()
    database = Database(url)
    await migrate(database)
    keeper = keeper_on(database)
    first = await play_on(keeper, await open_table(keeper), 3)
    base = archiving.base_backup()
    second = await play_on(keeper, await open_table(keeper, id="b" * 16), 5)
    before = await SqlJournal(database).load(second.header.id)
    async with database.writing() as connection:
        moment = (await connection.execute(text("SELECT clock_timestamp()::text"))).scalar_one()
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM entries WHERE number > 1"))
        await connection.execute(text("SELECT pg_switch_wal()"))
    assert [fault async for _, fault in checked(database, repair=False) if fault]
    await database.close()

    old = archiving.port
    archiving.go_back(base, str(moment))
    database = Database(url.replace(f":{old}/", f":{archiving.port}/"))
    await recovered(database)
    await migrate(database)
    assert [fault async for _, fault in checked(database, repair=False)] == [None, None]
    journal = SqlJournal(database)
    assert await journal.load(second.header.id) == before
    assert await journal.load(first.header.id) is not None
    # The server goes on from there.
    again = keeper_on(database)
    await play_on(again, await open_table(again, id="c" * 16), 2)
    await database.close()
