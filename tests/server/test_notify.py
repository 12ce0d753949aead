"""Notifications reach a real push service and a real mail server, and stop with one tap."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from lutetia.kernel.draw import share_commitment
from lutetia.match.clock import DAY
from lutetia.server.notify import notifier
from lutetia.server.notify.texts import languages, words
from lutetia.server.protocol.client_pages import address_of, page_at
from tests.patience import PATIENCE
from tests.server.in_process import HOST, LocalServer, Person, living
from tests.server.receivers import MailSink, PushReceiver, push_receiver
from tests.storage.services import Postgres, Redis

ROOT = Path(__file__).resolve().parents[2]
DAYS = {"kind": "days", "days": 2}
Servers = tuple[LocalServer, LocalServer]


@pytest.fixture
async def receiver() -> AsyncIterator[PushReceiver]:
    async with push_receiver() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("cluster", marks=pytest.mark.services)])
async def told(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Servers, MailSink]]:
    """One server on SQLite, or two on PostgreSQL and Redis; both with a mail server."""
    monkeypatch.setattr(notifier, "PATIENCE", 0)
    with MailSink() as sink:
        more: dict[str, Any] = {"smtp_url": sink.url, "push_hosts": "127.0.0.1"}
        if request.param == "cluster":
            postgres: Postgres = request.getfixturevalue("postgres")
            redis: Redis = request.getfixturevalue("redis")
            more |= {"database_url": postgres.new_database(), "redis_url": redis.url}
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(living(tmp_path, **more))
            other = one
            if request.param == "cluster":
                other = await stack.enter_async_context(living(tmp_path, **more))
            yield (one, other), sink


async def sent(servers: Servers, ready: Callable[[], bool]) -> None:
    """Let the servers send what is due until something has come."""
    async with asyncio.timeout(PATIENCE):
        while not ready():
            for server in servers:
                await server.services.notifier.send_due()
            await asyncio.sleep(0.02)


async def days_game(anna: Person, bert: Person) -> str:
    """A game of days a move; Anna begins."""
    await anna.ask("PATCH", "/api/me", {"name": anna.name})
    table = await anna.open("me", "open", clock=DAYS, options={"start": "orange"})
    await bert.sit(table, 1)
    return table


async def play(person: Person, table: str, seat: int) -> None:
    """Make one turn, and go away."""
    socket = await person.socket(table)
    while socket.state["to_move"] == seat:
        view = socket.state["views"][0]
        answer = await socket.ask("move", seat=seat, ply=socket.state["ply"], move=view["legal"][0])
        await socket.settled(answer["ply"])
    await socket.close()


async def test_a_browser_gets_an_encrypted_message_with_the_link_and_stops_it(
    told: tuple[Servers, MailSink], receiver: PushReceiver
) -> None:
    servers, _ = told
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await days_game(anna, bert)
    stranger = {**receiver.subscription(), "endpoint": "https://intranet.example/admin"}
    assert (await bert.ask("POST", "/api/me/push", stranger, expect=422))["code"] == "option"
    broken = {**receiver.subscription(), "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
    assert (await bert.ask("POST", "/api/me/push", broken, expect=422))["code"] == "option"
    known = await bert.ask("POST", "/api/me/push", receiver.subscription("de"))
    assert known["browsers"] == 1
    await servers[0].services.notifier.know_who_wants()
    await play(anna, table, 0)
    await sent(servers, lambda: bool(receiver.got))
    (message,) = receiver.got
    assert message["title"] == "Du bist am Zug"
    assert message["link"] == f"http://{HOST}{address_of('table', id=table)}"
    assert "Anna" in message["text"]
    assert message["stop"]
    key, claims = receiver.claims(0)
    assert key == known["push_key"]
    assert claims["aud"] == receiver.address
    # Both processes look once more: the turn is told once.
    for server in servers:
        await server.services.notifier.send_due()
    assert len(receiver.got) == 1
    await bert.ask("POST", "/api/push/stop", {"endpoint": receiver.subscription()["endpoint"]})
    assert (await bert.ask("GET", "/api/me/notifications"))["browsers"] == 0


async def test_the_first_turn_is_told_when_the_shares_of_the_shuffle_are_revealed(
    told: tuple[Servers, MailSink], receiver: PushReceiver
) -> None:
    """The game begins after the last seat is taken, when the last share is known."""
    servers, _ = told
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await anna.open("me", "open", clock=DAYS, options={"start": "orange"})
    await anna.ask("POST", "/api/me/push", receiver.subscription())
    await servers[1].services.notifier.know_who_wants()
    await bert.ask("GET", "/api/me")
    share = "b2" * 32
    wish = {"name": "Bert", "promise": share_commitment(bytes.fromhex(share))}
    sat = await bert.ask("POST", f"/api/tables/{table}/seats/1", wish)
    assert sat["table"]["drawing"]
    await bert.ask("POST", f"/api/tables/{table}/seats/1/reveal", {"share": share})
    await sent(servers, lambda: bool(receiver.got))
    assert receiver.got[0]["title"] == "It is your turn"


async def test_who_is_at_the_table_is_not_told_and_a_dead_browser_is_forgotten(
    told: tuple[Servers, MailSink], receiver: PushReceiver
) -> None:
    servers, _ = told
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await days_game(anna, bert)
    await bert.ask("POST", "/api/me/push", receiver.subscription())
    await servers[0].services.notifier.know_who_wants()
    here = await bert.socket(table)
    await play(anna, table, 0)
    await here.until(lambda m: m["type"] == "state" and m["state"]["to_move"] == 1)
    for server in servers:
        await server.services.notifier.send_due()
    assert receiver.got == []
    await here.close()
    await play(bert, table, 1)
    receiver.status = 410
    await play(anna, table, 0)
    browsers = servers[1].services.notices
    who = (await servers[1].services.keeper.table(table)).chairs[1].holders[0]
    async with asyncio.timeout(PATIENCE):
        while await browsers.pushes_of(who):
            await servers[0].services.notifier.send_due()
            await asyncio.sleep(0.02)


async def test_an_address_is_confirmed_told_and_stopped_by_the_links_in_its_mails(
    told: tuple[Servers, MailSink],
) -> None:
    servers, sink = told
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await days_game(anna, bert)
    bad = {"address": "nobody", "language": "fr"}
    assert (await bert.ask("PUT", "/api/me/mail", bad, expect=422))["code"] == "bad-request"
    wish = {"address": "bert@example.org", "language": "fr"}
    assert not (await bert.ask("PUT", "/api/me/mail", wish))["confirmed"]
    await follow(bert, sink, 0, "confirm")
    assert (await bert.ask("GET", "/api/me/notifications"))["confirmed"]
    await servers[0].services.notifier.know_who_wants()
    await play(anna, table, 0)
    await sent(servers, lambda: len(sink.got) > 1)
    mail = sink.got[1]
    assert mail["Subject"] == "C’est à vous"
    assert mail["To"] == "bert@example.org"
    text = mail.get_content()
    assert f"http://{HOST}{address_of('table', id=table)}" in text
    assert mail["List-Unsubscribe"].strip("<>") in text
    await follow(bert, sink, 1, "stop")
    assert (await bert.ask("GET", "/api/me/notifications"))["mail"] is None
    forged = {"token": "abc"}
    assert (await bert.ask("POST", "/api/mail", forged, expect=409))["code"] == "not-possible"


async def follow(person: Person, sink: MailSink, number: int, deed: str) -> None:
    """Open the last link of a mail, as its page does."""
    link = re.findall(r"https?://\S+", sink.got[number].get_content())[-1]
    path = link.removeprefix(f"http://{HOST}")
    assert page_at(path) == "mail"
    token = path.rsplit("/", 1)[-1]
    assert (await person.ask("POST", "/api/mail", {"token": token}))["done"] == deed


async def test_a_holiday_stops_the_clock_everywhere_and_the_reminder_waits(
    told: tuple[Servers, MailSink], receiver: PushReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers, _ = told
    anna, bert = servers[0].person("Anna"), servers[1].person("Bert")
    table = await days_game(anna, bert)
    await bert.ask("POST", "/api/me/push", receiver.subscription())
    await servers[0].services.notifier.know_who_wants()
    await play(anna, table, 0)
    await sent(servers, lambda: bool(receiver.got))
    away = await bert.ask("PUT", "/api/me/holiday", {"days": 7})
    assert away["holiday_left"] == 23
    socket = await anna.socket(table)
    assert socket.state["clock"]["resting"][1] == away["holiday"]
    found = await servers[0].services.keeper.table(table)
    start = found.turn_started
    deadline = found.deadline()
    assert deadline is not None
    assert abs(deadline - start - 9 * DAY) < 60_000
    refused = await bert.ask("PUT", "/api/me/holiday", {"days": 31}, expect=422)
    assert refused["code"] == "bad-request"
    # A week later: the holiday is over, and twelve hours before the end comes one reminder.
    for server in servers:
        monkeypatch.setattr(server.services.keeper, "now", lambda: start + 8 * DAY)
        await server.services.notifier.send_due()
    assert [message["kind"] for message in receiver.got] == ["turn"]
    for server in servers:
        monkeypatch.setattr(server.services.keeper, "now", lambda: start + 9 * DAY - DAY // 4)
    await sent(servers, lambda: len(receiver.got) > 1)
    assert receiver.got[1]["kind"] == "reminder"
    assert "6 hours" in receiver.got[1]["text"]


def test_every_language_of_the_client_has_every_text() -> None:
    assert set(languages()) == {path.name for path in (ROOT / "web/locales").iterdir()}
    values = {"game": "G", "names": "N", "hours": 5}
    for language in languages():
        for key in ("turn", "reminder", "over"):
            assert words(language, key)
            text = words(language, f"{key}-text", **values)
            assert "G" in text
            assert "N" in text
        for key in ("stop", "confirm", "confirm-text", "computer"):
            assert words(language, key)
