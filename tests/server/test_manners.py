"""Muted players stay muted on every device of an account, and operators read what is reported."""

from __future__ import annotations

from typing import Any

from lutetia.storage.mutes import MOST
from tests.server.in_process import LocalServer, Person, check_protocol

PASSWORD = "lampadaire 1889"


async def account(person: Person, name: str) -> None:
    await person.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})


async def test_an_account_keeps_whom_it_has_muted(server: LocalServer) -> None:
    anna, phone, guest = (server.person() for _ in range(3))
    author, other = "0123456789abcdef", "fedcba9876543210"
    assert await guest.ask("GET", "/api/me/muted") == {"kept": False, "muted": []}
    refused = await guest.ask("PATCH", "/api/me/muted", {"add": [author]}, expect=401)
    assert refused["code"] == "not-signed-in"
    await account(anna, "Anna")
    wish = {"add": [author, other, author]}
    assert (await anna.ask("PATCH", "/api/me/muted", wish))["muted"] == [author, other]
    await phone.ask("POST", "/api/session", {"name": "Anna", "password": PASSWORD})
    assert await phone.ask("GET", "/api/me/muted") == {"kept": True, "muted": [author, other]}
    await phone.ask("PATCH", "/api/me/muted", {"remove": [author]})
    assert (await anna.ask("GET", "/api/me/muted"))["muted"] == [other]
    assert (await anna.ask("GET", "/api/me/export"))["muted"] == [other]
    bad: dict[str, Any]
    for bad in ({"add": ["x"]}, {"add": [author] * 501}, {"mute": []}, {"add": None}):
        await anna.ask("PATCH", "/api/me/muted", bad, expect=422)
    many = [f"{number:016x}" for number in range(MOST)]
    found = (await anna.ask("PATCH", "/api/me/muted", {"add": many}))["muted"]
    assert len(found) == MOST
    assert other not in found
    player = (await server.services.people.by_name("Anna")).id  # type: ignore[union-attr]
    await anna.ask("POST", "/api/me/delete", {"password": PASSWORD})
    assert await server.services.mutes.of(player) == []


async def test_operators_read_and_settle_reports(server: LocalServer) -> None:
    anna, bert, judge = server.person("Anna"), server.person("Bert"), server.person()
    table = await anna.open("me", "open", listed=True)
    await bert.sit(table, 1)
    here, there = await anna.socket(table), await bert.socket(table)
    for text in ("a first line", "a second line"):
        await there.ask("chat", text=text)
    lines = [await here.until(lambda m: m["type"] == "chat") for _ in range(2)]
    for line in lines:
        assert (await here.ask("report", line=line["line"]["number"]))["type"] == "done"
    await account(judge, "Judge")
    assert not (await judge.ask("GET", "/api/me"))["operator"]
    assert (await judge.ask("GET", "/api/reports", expect=403))["code"] == "forbidden"
    await judge.ask("POST", "/api/reports/1/settle", {}, expect=403)
    player = (await server.services.people.by_name("Judge")).id  # type: ignore[union-attr]
    await server.services.operators.change(player, on=True)
    assert (await judge.ask("GET", "/api/me"))["operator"]
    found = (await judge.ask("GET", "/api/reports"))["reports"]
    assert [(one["name"], one["text"], one["table"]) for one in found] == [
        ("Bert", "a first line", table),
        ("Bert", "a second line", table),
    ]
    left = await judge.ask("POST", f"/api/reports/{found[0]['number']}/settle", {"remove": True})
    assert [one["text"] for one in left["reports"]] == ["a second line"]
    # Everybody at the table reads the chat again, without the line.
    welcome = await there.until(lambda m: m["type"] == "welcome")
    check_protocol(there.received[-1])
    assert [line["text"] for line in welcome["chat"]] == ["a second line"]
    left = await judge.ask("POST", f"/api/reports/{found[1]['number']}/settle", {})
    assert left == {"reports": []}
    again = await anna.socket(table)
    assert "a second line" in again.received[0]
    missing = await judge.ask("POST", "/api/reports/99/settle", {}, expect=404)
    assert missing["code"] == "not-found"
    await server.services.operators.change(player, on=False)
    await judge.ask("GET", "/api/reports", expect=403)
