"""Addresses as limits, quotas, traces and bans count them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lutetia.cli.main import main
from lutetia.server.access.limits import MOST_WAITING_SEATS_OF_ADDRESS
from lutetia.server.access.network import counted
from lutetia.storage.bans import Ban, Bans
from tests.server.in_process import LocalServer, Person, living


@pytest.mark.parametrize(
    ("address", "as_what"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:0DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::7", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:0:1::/64", "2001:db8:0:1::/64"),
        ("?", "?"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_as_the_network_of_one_customer(address: str, as_what: str) -> None:
    assert counted(address) == as_what


async def test_who_owns_a_network_has_one_quota_and_one_limit(tmp_path: Path) -> None:
    """The attack: each guest and each guess comes from another address of the same network."""
    async with living(tmp_path, limit_factor=1.0) as server:
        hosts = [server.person(f"Host {number}") for number in range(30)]
        tables = [await host.open("me", "open", "open", game="belle_epoque") for host in hosts]
        statuses = []
        for number, table in enumerate(tables):
            guest = server.person(address=f"2001:db8::{number + 1:x}")
            answer = await guest.http.post(f"/api/tables/{table}/seats/1", json={})
            statuses.append(answer.status_code)
        most = MOST_WAITING_SEATS_OF_ADDRESS
        assert statuses == [200] * most + [429] * (30 - most)
        await server.person(address="2001:db8:0:1::1").sit(tables[-1], 1)
        codes = []
        for number in range(60):
            thief = server.person(address=f"2001:db8::{number + 1:x}:1")
            wish = {"name": f"Name {number}", "password": "a wrong password"}
            codes.append((await thief.http.post("/api/session", json=wish)).json()["code"])
        assert codes[0] == "wrong-password"
        assert codes[-1] == "limit"


async def test_a_ban_of_an_address_excludes_its_network(
    server: LocalServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async def admin(*words: str) -> int:
        data = str(server.services.settings.data)
        return await asyncio.to_thread(main, ["admin", *words, "--data", data])

    async def status(person: Person) -> int:
        await server.services.read_bans()
        return (await person.http.get("/api/me")).status_code

    pest, again = server.person(address="2001:db8::1"), server.person(address="2001:db8::2:3")
    other = server.person(address="2001:db8:0:1::1")
    assert await admin("ban", "2001:db8::1") == 0
    assert "2001:db8::/64 is excluded" in capsys.readouterr().out
    assert [await status(one) for one in (pest, again, other)] == [403, 403, 200]
    assert await admin("unban", "2001:db8::2") == 0
    assert await status(again) == 200
    # A ban of an earlier release names one address. It excludes its network, too.
    await Bans(server.services.database).add(Ban("2001:db8::1", "ban", None))
    assert await status(again) == 403
    assert await admin("unban", "2001:db8::1") == 0
    assert await status(again) == 200
    assert await admin("ban", "::ffff:192.0.2.66") == 0
    assert await status(server.person(address="192.0.2.66")) == 403
