"""Chat: who muted whom is the reader's own affair, and reports reach the operator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from tests.server.in_process import Closed, LocalServer, Person, Socket, living
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


async def test_lines_of_one_player_have_one_author_and_a_report_waits_for_the_operator(
    servers: Servers,
) -> None:
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await anna.open("me", "open", listed=True)
    await bert.sit(table, 1)
    first, second = await anna.socket(table), await bert.socket(table)
    lines = []
    for text in ("bonjour", "something rude"):
        await second.ask("chat", text=text)
        lines.append((await first.until(lambda m: m["type"] == "chat"))["line"])
    await first.ask("chat", text="hello")
    heard = await second.until(lambda m: m["type"] == "chat" and m["line"]["text"] == "hello")
    mine = heard["line"]
    assert lines[0]["author"] == lines[1]["author"] != mine["author"]
    holder = (await servers[0].services.keeper.table(table)).chairs[1].holders[0]
    assert holder not in str(lines)
    for _ in range(2):
        assert (await first.ask("report", line=lines[1]["number"]))["type"] == "done"
    refused = await first.ask("report", line=999_999)
    assert refused["error"]["code"] == "not-found"
    reports = servers[1].services.reports
    (report,) = await reports.queue()
    assert (report.text, report.name, report.player) == ("something rude", "Bert", holder)
    await reports.settle(report.number, 1, remove=True)
    assert await reports.queue() == []
    assert len(await reports.queue(everything=True)) == 1
    welcome = await first.ask("resync")
    assert [line["text"] for line in welcome["chat"]] == ["bonjour", "hello"]


async def wrote(person: Person, table: str, text: str) -> tuple[Socket, dict[str, Any]]:
    """A socket of somebody who has written a line, and the line."""
    socket = await person.socket(table)
    socket.write(f'{{"type":"chat","id":9000,"text":"{text}"}}')
    heard = await socket.until(lambda m: m["type"] == "chat" and m["line"]["text"] == text)
    return socket, heard["line"]


async def refusal(socket: Socket, type_: str, **fields: Any) -> str:
    return str((await socket.ask(type_, **fields)).get("error", {}).get("message", ""))


async def test_the_host_mutes_a_player_and_a_watcher_at_any_time(servers: Servers) -> None:
    one, other = servers
    anna, bert, cara = one.person("Anna"), other.person("Bert"), other.person("Cara")
    table = await anna.open("me", "open")
    await bert.sit(table, 1)
    host, own = await wrote(anna, table, "bonjour")
    for person in (bert, cara):
        noisy, line = await wrote(person, table, f"spam of {person.name}")
        author = line["author"]
        assert await refusal(noisy, "mute", author=own["author"], muted=True) == (
            "only the host of this table can do that"
        )
        assert (await host.ask("mute", author=author, muted=True))["type"] == "done"
        # Everybody hears of it, also who comes later and from another process.
        heard = await noisy.until(lambda m: m["type"] == "muted")
        assert heard["muted"] == [author]
        late = other.person("Late")
        assert (await (await late.socket(table)).ask("resync"))["muted"] == [author]
        assert await refusal(noisy, "chat", text="more") == "the host of this table has muted you"
        assert (await host.ask("mute", author=author, muted=False))["type"] == "done"
        await noisy.until(lambda m: m["type"] == "muted" and m["muted"] == [])
        assert await refusal(noisy, "chat", text="sorry") == ""
    assert "yourself" in await refusal(host, "mute", author=own["author"], muted=True)
    assert "nobody" in await refusal(host, "mute", author="0" * 16, muted=True)


async def test_the_host_sends_a_watcher_away_and_never_a_player(servers: Servers) -> None:
    one, other = servers
    anna, bert, cara = one.person("Anna"), other.person("Bert"), other.person("Cara")
    table = await anna.open("me", "open", "open", game="belle_epoque")
    await bert.sit(table, 1)
    await cara.ask("GET", "/api/me")
    host = await anna.socket(table)
    player, line_of_player = await wrote(bert, table, "I play")
    watcher, line = await wrote(cara, table, "I watch and shout")
    second = await cara.socket(table)
    assert "has a seat" in await refusal(host, "exclude", author=line_of_player["author"])
    assert (await host.ask("exclude", author=line["author"]))["type"] == "done"
    for socket in (watcher, second):
        bye = await socket.until(lambda m: m["type"] == "bye")
        assert "excluded you" in bye["reason"]["message"]
        assert bye["again_ms"] is None
        with pytest.raises(Closed) as closed:
            await socket.message()
        assert closed.value.code == 1008
    # The watcher does not come back, at no process, and takes no seat.
    for server in servers:
        again = server.person("Cara")
        again.http.cookies = cara.http.cookies
        cookie = "; ".join(f"{c.name}={c.value}" for c in again.http.cookies.jar)
        back = Socket(server.app, f"/ws/tables/{table}", {"cookie": cookie})
        await back.accept()
        assert (await back.message())["type"] == "bye"
        await back.close()
        refused = await again.ask("POST", f"/api/tables/{table}/seats/2", {}, expect=409)
        assert "excluded you" in refused["message"]
    assert await refusal(player, "chat", text="good") == ""
    # The host sees who is away, and lets them back in.
    author = line["author"]
    assert (await host.ask("resync"))["excluded"] == [author]
    assert (await host.ask("exclude", author=author, excluded=False))["type"] == "done"
    heard = await player.until(lambda m: m["type"] == "muted" and m["excluded"] == [])
    assert heard["muted"] == []
    returned = await cara.socket(table)
    welcome = await returned.ask("resync")
    assert (welcome["author"], welcome["excluded"]) == (author, [])
    assert await refusal(returned, "chat", text="sorry") == ""
    # A seat keeps its player: at a table where somebody was excluded and then got one.
    holder = (await one.services.keeper.table(table)).chairs[1].holders[0]
    await one.services.table_bans.add(table, holder, "exclude", 0)
    await bert.socket(table)


async def next_game(host: Socket, player: Socket) -> str:
    """The player resigns, and both agree to a rematch."""
    await player.ask("resign", seat=1)
    await player.ask("rematch", seat=1)
    await host.until(lambda m: m["type"] == "state" and m["state"]["ask"] is not None)
    await host.ask("answer", seat=0, ask=host.state["ask"]["id"], yes=True)
    if not host.state["next_table"]:
        await host.until(lambda m: m["type"] == "state" and bool(m["state"]["next_table"]))
    return str(host.state["next_table"])


async def test_who_is_muted_or_sent_away_stays_so_in_the_next_games(servers: Servers) -> None:
    """The fault: the host had to do it anew at each rematch."""
    one, other = servers
    anna, bert, cara = one.person("Anna"), other.person("Bert"), other.person("Cara")
    table = await anna.open("me", "open")
    await bert.sit(table, 1)
    await cara.ask("GET", "/api/me")
    host = await anna.socket(table)
    player, spam = await wrote(bert, table, "spam")
    _, noise = await wrote(cara, table, "noise")
    assert (await host.ask("mute", author=spam["author"], muted=True))["type"] == "done"
    assert (await host.ask("exclude", author=noise["author"]))["type"] == "done"
    for _ in range(2):
        table = await next_game(host, player)
        host, player = await anna.socket(table), await bert.socket(table)
        welcome = await host.ask("resync")
        assert (welcome["muted"], welcome["excluded"]) == ([spam["author"]], [noise["author"]])
        assert "muted you" in await refusal(player, "chat", text="again")
        cookie = "; ".join(f"{c.name}={c.value}" for c in cara.http.cookies.jar)
        back = Socket(other.app, f"/ws/tables/{table}", {"cookie": cookie})
        await back.accept()
        assert "excluded you" in (await back.message())["reason"]["message"]
        await back.close()
    # The host takes it back there.
    assert (await host.ask("mute", author=spam["author"], muted=False))["type"] == "done"
    assert await refusal(player, "chat", text="sorry") == ""


async def test_the_operator_reads_and_closes_reports_with_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with living(tmp_path) as server:
        anna = server.person("Anna")
        table = await anna.open("me", "open", listed=True)
        socket = await anna.socket(table)
        await socket.ask("chat", text="something rude")
        line = (await socket.ask("resync"))["chat"][0]["number"]
        watcher: Person = server.person("Watcher")
        await (await watcher.socket(table)).ask("report", line=line)
    capsys.readouterr()  # the log of the server
    data = ["--data", str(tmp_path)]
    assert await _command("admin", "reports", *data) == 0
    told = capsys.readouterr().out
    assert "something rude" in told
    assert "1 reports" in told
    number = told.split()[0]
    assert await _command("admin", "settle", number, "--remove", *data) == 0
    assert "closed" in capsys.readouterr().out
    assert await _command("admin", "settle", "77", *data) != 0
    assert "there is no report 77" in capsys.readouterr().err
    assert await _command("admin", "reports", *data) == 0
    assert "0 reports" in capsys.readouterr().out


async def _command(*words: str) -> int:
    """The command has an event loop of its own, so it runs in another thread."""
    import asyncio

    return await asyncio.to_thread(main, list(words))
