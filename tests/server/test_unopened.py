"""Tables that cannot be opened: lists go on, and each says what is wrong with it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from lutetia.match.errors import CANNOT_OPEN
from lutetia.storage.sqlite_file import FILE
from tests.patience import PATIENCE
from tests.server.in_process import Closed, LocalServer, Person, Socket

SPOILED = {
    "UPDATE tables SET game = 'chess' WHERE id = ?": "unknown-game",
    "UPDATE tables SET rules_version = 99 WHERE id = ?": "unknown-rules",
    "UPDATE tables SET components = 'none' WHERE id = ?": "unknown-components",
    "UPDATE tables SET clock = '{' WHERE id = ?": "damaged",
    "UPDATE tables SET options = '[]' WHERE id = ?": "damaged",
    'UPDATE tables SET clock = \'{"kind": "sand"}\' WHERE id = ?': "damaged",
    'UPDATE entries SET data = \'{"kind": "cat"}\' WHERE number = 2 AND table_id = ?': "damaged",
    "UPDATE tables SET seed = 7 WHERE id = ?": "damaged",
    "UPDATE entries SET kind = 'erase' WHERE number = 2 AND table_id = ?": "damaged",
    "UPDATE entries SET seat = 9 WHERE number = 2 AND table_id = ?": "damaged",
    "UPDATE entries SET data = '{\"spent\"' WHERE number = 3 AND table_id = ?": "damaged",
    "UPDATE entries SET move = 'sacre-coeur' WHERE number = 3 AND table_id = ?": "damaged",
    "UPDATE entries SET move = 'no move' WHERE number = 3 AND table_id = ?": "damaged",
    "UPDATE entries SET number = 7 WHERE number = 3 AND table_id = ?": "damaged",
    "UPDATE entries SET kind = 'takeback', data = '{\"keep\": 40}' "
    "WHERE number = 3 AND table_id = ?": "damaged",
}


async def begun(anna: Person) -> str:
    """A listed table with one move."""
    table = await anna.open("me", "me", listed=True)
    socket = await anna.socket(table)
    seat = socket.state["to_move"]
    legal = next(v for v in socket.state["views"] if v["seat"] == seat)["legal"]
    await socket.ask("move", seat=seat, ply=0, move=legal[0])
    await socket.close()
    return table


async def spoil(server: LocalServer, tmp_path: Path, statement: str, table: str) -> None:
    """Change what is stored behind the server's back."""

    def change() -> None:
        with sqlite3.connect(tmp_path / FILE, timeout=60) as database:
            assert database.execute(statement, (table,)).rowcount == 1
        database.close()

    # In a thread: the server, which runs in this loop, may have to finish a transaction first.
    await asyncio.to_thread(change)
    server.services.keeper.forget(table)


@pytest.fixture
async def spoiled(server: LocalServer, anna: Person, tmp_path: Path) -> dict[str, str]:
    """Tables that are spoiled in every way, with the code of what is wrong."""
    found = {}
    for statement, code in SPOILED.items():
        table = await begun(anna)
        await spoil(server, tmp_path, statement, table)
        found[table] = code
    return found


async def test_lists_show_them_as_such_and_everything_else(
    anna: Person, bert: Person, spoiled: dict[str, str]
) -> None:
    sound = [await begun(anna), await anna.open("me", "open", listed=True)]
    for person, path, key in (
        (bert, "/api/tables", "tables"),
        (anna, "/api/me/games", "games"),
    ):
        found = await person.ask("GET", path, expect=200)
        assert {one["table"]["id"] for one in found[key]} == set(sound)
        assert {one["id"]: one["fault"]["code"] for one in found["unopened"]} == spoiled
        assert all(one["fault"]["message"] for one in found["unopened"])
    export = await anna.ask("GET", "/api/me/export", expect=200)
    assert {one["table"] for one in export["games"]} == {*sound, *spoiled}
    assert {one["table"] for one in export["games"] if "fault" in one} == set(spoiled)


async def test_a_table_that_cannot_be_opened_says_why(
    server: LocalServer, anna: Person, spoiled: dict[str, str]
) -> None:
    for table, code in spoiled.items():
        for path in ("", "/record", "/qr.svg"):
            answer = await anna.ask("GET", f"/api/tables/{table}{path}", expect=422)
            assert answer["code"] == code
        move = {"ply": 1, "move": "pass"}
        answer = await anna.ask("POST", f"/api/bot/tables/{table}/moves", move, expect=422)
        assert answer["code"] == code
        cookie = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
        socket = Socket(server.app, f"/ws/tables/{table}", {"cookie": cookie})
        await socket.accept()
        bye = await socket.message()
        assert (bye["type"], bye["reason"]["code"], bye["again_ms"]) == ("bye", code, None)
        with pytest.raises(Closed, match="4422"):
            await socket.message()


async def test_the_operator_is_told_each_of_them(
    server: LocalServer,
    anna: Person,
    spoiled: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sound = await begun(anna)
    capsys.readouterr()
    data = ["--data", str(tmp_path)]
    assert await asyncio.to_thread(main, ["admin", "check", *data]) == 1
    said = capsys.readouterr().out
    for table in spoiled:
        assert f"{table}: cannot be opened: " in said
    assert f"{len(spoiled) + 1} tables checked, {len(spoiled)} wrong" in said
    assert f"{sound}: " not in said

    assert await asyncio.to_thread(main, ["admin", "export", *data]) == 1
    written = capsys.readouterr()
    assert sound in written.out
    for table in spoiled:
        # What can be read is written, whatever it means; the rest is named.
        assert (table in written.out) != (f"data of table {table} is damaged" in written.err)
    for table in spoiled:
        assert await asyncio.to_thread(main, ["admin", "replay", table, *data]) == 2
        assert capsys.readouterr().err.count("\n") == 1


async def test_the_sweeper_tells_each_once(
    server: LocalServer, anna: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lutetia.match.sweeper import Sweeper

    table, sound = await begun(anna), await begun(anna)
    await spoil(server, tmp_path, "UPDATE tables SET rules_version = 99 WHERE id = ?", table)
    told: list[tuple[str, Exception]] = []
    services = server.services
    sweeper = Sweeper(services.keeper, services.computers, lambda _, t, e: told.append((t, e)))

    async def both(_: int) -> list[str]:
        return [table, sound]

    monkeypatch.setattr(services.journal, "overdue", both)
    for _ in range(3):
        await sweeper.sweep()
    assert [one for one, _ in told] == [table]
    assert isinstance(told[0][1], CANNOT_OPEN)


async def test_a_bot_s_other_tables_go_on(
    server: LocalServer, anna: Person, tmp_path: Path
) -> None:
    await anna.ask("POST", "/api/accounts", {"name": "Anna", "password": "long enough"})
    made = await anna.ask("POST", "/api/bots", {"name": "Robot"})
    bot = server.person("Robot")
    bot.http.headers["authorization"] = f"Bearer {made['token']}"
    tables = [await bot.open("me", "me", listed=True) for _ in range(2)]
    await spoil(server, tmp_path, "UPDATE tables SET rules_version = 99 WHERE id = ?", tables[1])
    from lutetia.server.http.routes.bots import _events

    holder = (await server.services.keeper.table(tables[0])).chairs[0].holders[0]
    stream = _events(server.services, holder)
    heard: list[str] = []
    read: Callable[[], Awaitable[Any]] = stream.__anext__
    while not any(tables[0] in line for line in heard):
        heard.append(await asyncio.wait_for(read(), PATIENCE))
    await stream.aclose()  # type: ignore[attr-defined]
    assert not any(tables[1] in line for line in heard)
