"""A data folder that another server uses, that is damaged, full, read-only or open to others."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from lutetia.kernel.errors import BadOption
from lutetia.storage.database import Database
from lutetia.storage.migrate import migrate
from lutetia.storage.sqlite_file import FILE, LOCK, check_file
from tests.patience import PATIENCE
from tests.server.in_process import LocalServer, Person, living

SERVE = ("serve", "--port", "0", "--data")


async def filled(folder: Path) -> Path:
    """A data folder with a game in it, whose server has stopped."""
    async with living(folder) as server:
        anna = server.person("Anna")
        for _ in range(3):
            table = await anna.open("me", "me")
            socket = await anna.socket(table)
            for _ in range(4):
                view = socket.state["views"][socket.state["to_move"]]
                await socket.ask(
                    "move", seat=view["seat"], ply=socket.state["ply"], move=view["legal"][0]
                )
                await socket.settled(socket.state["ply"] + 1)
    return folder / FILE


def overwrite(begin: float, end: float) -> Callable[[Path], None]:
    """Overwrite a part of the file."""

    def damage(file: Path) -> None:
        content = bytearray(file.read_bytes())
        first, last = int(len(content) * begin), int(len(content) * end)
        content[first:last] = os.urandom(last - first)
        file.write_bytes(content)

    return damage


def cut(part: float) -> Callable[[Path], None]:
    return lambda file: os.truncate(file, int(file.stat().st_size * part))


def statement(text: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        connection = sqlite3.connect(file)
        connection.executescript(text)
        connection.close()

    return damage


def diary(file: Path) -> None:
    file.write_text("Dear diary, " * 1000)


def as_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "another kind of file": (diary, "damaged"),
    "cut in the middle": (cut(0.5), "damaged"),
    "cut to nothing": (cut(0), "is empty"),
    "the first page overwritten": (overwrite(0, 0.02), "damaged"),
    "the middle overwritten": (overwrite(0.3, 0.7), "damaged"),
    "a table lost": (statement("PRAGMA foreign_keys=OFF; DROP TABLE entries"), "no table entries"),
    "a column lost": (
        statement("ALTER TABLE tables RENAME COLUMN seed TO seeds"),
        "no column seed of the table tables",
    ),
    "its version lost": (statement("DROP TABLE alembic_version"), "does not say its version"),
    "an index that disagrees": (
        statement(
            "PRAGMA writable_schema=ON; UPDATE sqlite_master SET rootpage = "
            "(SELECT rootpage FROM sqlite_master WHERE name = 'ix_tables_deadline') "
            "WHERE name = 'ix_seatings_player'"
        ),
        "damaged",
    ),
    "a folder in its place": (as_folder, "is a folder"),
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_database_is_named_with_the_way_to_restore_it(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUTETIA_DATABASE_URL", raising=False)
    file = asyncio.run(filled(tmp_path))
    assert main(["admin", "check", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    damage, expected = DAMAGES[kind]
    damage(file)
    before = None if file.is_dir() else file.read_bytes()
    commands: list[tuple[str, ...]] = [SERVE]
    if kind != "cut to nothing":  # only a server knows that the file was filled
        commands.append(("admin", "check", "--data"))
    for command in commands:
        assert main([*command, str(tmp_path)]) == 2
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1, said
        assert expected in said[0], said
        assert str(tmp_path) in said[0] or "the database" in said[0]
        assert file.is_dir() or "docs/running.md" in said[0], said
        assert before is None or file.read_bytes() == before, "the file was left as it is"


async def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    async with living(tmp_path) as server:
        for _ in range(2):
            with pytest.raises(BadOption, match=r"another server uses .*lutetia.sqlite: stop it"):
                async with living(tmp_path):
                    pass
        text = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lutetia.cli.main", *SERVE, str(tmp_path),
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "LUTETIA_DATABASE_URL": "", "LUTETIA_REDIS_URL": ""},
        )  # fmt: skip
        _, said = await text.communicate()
        assert text.returncode == 2
        assert said.decode().startswith("lutetia: another server uses ")
        # The commands of the operator go on.
        database = Database.in_folder(tmp_path)
        await database.open(alone=False)
        await migrate(database)
        await database.close()
        anna = server.person("Anna")
        await anna.open("me", "me")
    async with living(tmp_path):
        pass


async def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    old = os.umask(0o000)
    try:
        folder = tmp_path / "new" / "lutetia"
        async with living(folder, static=tmp_path / "static") as server:
            await server.person("Anna").open("me", "me")
            modes = {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}
            assert modes == dict.fromkeys((FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK), "0o600")
            assert oct(folder.stat().st_mode & 0o777) == "0o700"
        # The data of a version that did not do so yet.
        for path in folder.iterdir():
            path.chmod(0o644)
        folder.chmod(0o755)
        async with living(folder, static=tmp_path / "static"):
            assert {oct(path.stat().st_mode & 0o777) for path in folder.iterdir()} == {"0o600"}
            assert oct(folder.stat().st_mode & 0o777) == "0o700"
    finally:
        os.umask(old)


def test_a_folder_that_others_use_too_keeps_its_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letters.txt").write_text("of somebody else")
    database = Database.in_folder(tmp_path)
    asyncio.run(database.close())
    assert oct(tmp_path.stat().st_mode & 0o777) == "0o755"


@pytest.fixture
def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with a game in it, which must not be written. It also has a file of somebody
    else, so the program does not change its rights."""
    folder = tmp_path / "data"
    folder.mkdir()
    asyncio.run(filled(folder))
    (folder / "letters.txt").write_text("of somebody else")
    folder.chmod(0o555)
    for name in ("LUTETIA_DATABASE_URL", "LUTETIA_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    yield folder
    folder.chmod(0o755)


POWERLESS = (
    "setpriv",
    "--inh-caps=-dac_override,-dac_read_search",
    "--bounding-set=-dac_override,-dac_read_search",
)
"""Runs a command of root without the right to write everywhere."""


def as_a_child(*words: str) -> tuple[int, str]:
    """Run a command as a user who may not write everywhere. Its exit code and what it says."""
    before = POWERLESS if os.geteuid() == 0 else ()
    done = subprocess.run(
        [*before, sys.executable, "-m", "lutetia.cli.main", *words],
        capture_output=True, text=True, check=False, timeout=PATIENCE, cwd="/",
    )  # fmt: skip
    return done.returncode, (done.stderr + done.stdout).strip()


def test_a_read_only_folder_has_its_own_sentence(
    read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = f"lutetia: {read_only / FILE} or its folder is read-only; nothing is lost"
    for words in (SERVE, ("admin", "check", "--data")):
        assert as_a_child(*words, str(read_only)) == (2, sentence)
    read_only.chmod(0o755)
    assert main(["admin", "check", "--data", str(read_only)]) == 0
    assert capsys.readouterr().out == "3 tables checked, 0 wrong\n"


def test_a_read_only_folder_without_data_has_its_own_sentence(read_only: Path) -> None:
    read_only.chmod(0o755)
    for path in read_only.glob("lutetia*"):
        path.unlink()
    read_only.chmod(0o555)
    for words, file in ((SERVE, LOCK), (("admin", "check", "--data"), FILE)):
        sentence = f"lutetia: {read_only / file} cannot be written: Permission denied"
        assert as_a_child(*words, str(read_only)) == (2, sentence)


async def test_a_disk_that_becomes_read_only_is_told_and_loses_nothing(
    server: LocalServer, anna: Person, tmp_path: Path
) -> None:
    """As a system mounts a disk that fails."""
    table = await anna.open("me", "me")
    socket = await anna.socket(table)

    async def move() -> Any:
        view = socket.state["views"][socket.state["to_move"]]
        ply = socket.state["ply"]
        return await socket.ask("move", seat=view["seat"], ply=ply, move=view["legal"][0])

    await socket.settled((await move())["ply"])
    await _read_only(server, "ON")
    refused = (await move())["error"]
    assert (refused["code"], refused["message"]) == (
        "unavailable",
        "the disk is read-only: nothing is lost, try again later",
    )
    health = await anna.ask("GET", "/readyz", expect=503)
    assert health["details"]["database"].startswith("the disk is read-only")
    assert str(tmp_path) not in str(health)
    wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "me"}]}
    assert (await anna.ask("POST", "/api/tables", wish, expect=503))["code"] == "unavailable"
    await _read_only(server, "OFF")
    assert (await move())["type"] == "done"
    assert (await anna.ask("GET", "/readyz"))["status"] == "ok"
    server.services.keeper.forget(table)
    assert (await server.services.keeper.table(table)).ply == 2


async def test_a_full_disk_is_told_and_loses_nothing(
    server: LocalServer, anna: Person, tmp_path: Path
) -> None:
    """SQLite refuses to let the file grow, as it does when the disk is full."""
    await _limit(server, await _pages(server))
    stored, wish = [], {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "me"}]}
    while (answer := await anna.http.post("/api/tables", json=wish)).status_code == 201:
        stored.append(answer.json()["table"]["table"]["id"])
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert answer.json()["message"] == "the disk is full: nothing is lost, try again later"
    health = await anna.ask("GET", "/readyz", expect=503)
    assert health["details"]["database"].startswith("the disk is full")
    assert str(tmp_path) not in str(health)
    await _limit(server, 2**30)
    stored.append(await anna.open("me", "me"))
    assert (await anna.ask("GET", "/readyz"))["status"] == "ok"
    for table in stored:
        server.services.keeper.forget(table)
        assert (await server.services.keeper.table(table)).number == 2
    check_file(tmp_path / FILE)


async def _pages(server: LocalServer) -> int:
    return await server.services.database.read(
        lambda c: int(c.exec_driver_sql("PRAGMA page_count").scalar_one())
    )


async def _limit(server: LocalServer, pages: int) -> None:
    """The most pages that the file may have, for both connections that write."""
    database = server.services.database

    await database.run(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}").close())
    async with database.writing() as connection:
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


async def _read_only(server: LocalServer, on: str) -> None:
    """SQLite refuses to write, for both connections that do."""
    database = server.services.database
    assert database._direct_writer is not None
    pragma = f"PRAGMA query_only={on}"
    # Each engine has one connection. Its transactions begin with a lock, which would be refused.
    direct = database._direct_writer._engine.raw_connection()
    direct.cursor().execute(pragma)
    direct.close()
    async with database._writer.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.execute(pragma)
