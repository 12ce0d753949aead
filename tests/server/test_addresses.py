"""Links and QR codes, as the server hands them out, lead to pages of the client."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest

from lutetia.cli.main import main
from lutetia.server import serving
from lutetia.server.http import addresses
from lutetia.server.protocol.client_pages import page_at
from tests.qr import read_svg
from tests.server.in_process import Person, living

LINK = re.compile(r"link|url|href|qr", re.IGNORECASE)
WISH = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def invitation(anna: Person) -> dict[str, Any]:
    body = await anna.ask("POST", "/api/tables", WISH)
    address: dict[str, Any] = body["address"]
    table = body["table"]["table"]["id"]
    assert (await anna.ask("GET", f"/api/tables/{table}"))["address"] == address
    assert urlsplit(address["link"]).path.endswith(f"/{table}")
    return address


async def test_the_link_and_its_qr_code_lead_to_the_table(anna: Person) -> None:
    address = await invitation(anna)
    assert address["lan_link"] is None, "nobody else reaches this server"
    assert page_at(urlsplit(address["link"]).path) == "table"
    assert (await anna.http.get(address["link"])).status_code == 200
    picture = await anna.http.get(address["qr"])
    assert picture.headers["content-type"] == "image/svg+xml"
    assert read_svg(picture.text) == address["link"]
    await anna.ask("GET", f"/api/tables/{'a' * 16}/qr.svg", expect=404)


async def test_a_link_of_an_earlier_release_leads_to_the_table(anna: Person) -> None:
    link = (await invitation(anna))["link"]
    table = link.rsplit("/", 1)[1]
    # Written by hand on purpose: this is what release 0.1.0 put into invitations and QR codes.
    old = await anna.http.get(f"http://house.test/table/{table}")
    assert old.status_code == 308
    assert urljoin(str(old.url), old.headers["location"]) == link


async def test_others_in_the_house_get_the_address_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    async with living(tmp_path, host="0.0.0.0", port=8123) as server:
        anna = server.person("Anna")
        address = await invitation(anna)
        near, far = urlsplit(address["lan_link"]), urlsplit(address["link"])
        assert (near.scheme, near.netloc) == ("http", "192.168.1.7:8123")
        assert near.path == far.path
        assert read_svg((await anna.http.get(address["qr"])).text) == address["lan_link"]


async def test_every_link_of_every_answer_leads_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    async with living(tmp_path, host="0.0.0.0") as server:
        promised = {
            (name, field)
            for name, schema in server.app.openapi()["components"]["schemas"].items()
            for field in schema.get("properties", {})
            if LINK.search(field)
        }
        anna = server.person("Anna")
        table = await anna.open("me", "me")
        address = (await anna.ask("GET", f"/api/tables/{table}"))["address"]
        await (await anna.socket(table)).ask("resign", seat=0)
        record = (await anna.http.get(f"/api/tables/{table}/record")).json()
        shared = await anna.ask("POST", "/api/records", {"record": record})
        of_table = await anna.ask("GET", f"/api/records/{table}/link")
        found = {("Address", field): link for field, link in address.items()}
        found |= {("SharedRecord", "link"): shared["link"]}
        assert found.keys() == promised, "a new link is to be followed here, too"
        for link in (*found.values(), of_table["link"]):
            assert (await anna.http.get(link)).status_code == 200, link
        assert page_at(urlsplit(of_table["link"]).path) == "replay"


def test_the_terminal_names_the_address_for_other_machines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.7")
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready(settings))
    assert main(["serve", "--port", "8123"]) == 0
    assert capsys.readouterr().out.split() == ["Lutetia", "is", "ready:", "http://127.0.0.1:8123"]
    assert main(["serve", "--port", "8123", "--host", "0.0.0.0"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("ready: http://localhost:8123")
    assert second.endswith(": http://192.168.1.7:8123")


async def test_everybody_gets_the_public_address_of_a_server_that_has_one(tmp_path: Path) -> None:
    async with living(tmp_path, host="0.0.0.0", public_url="https://server.example/") as server:
        anna = server.person("Anna")
        anna.http.headers["Host"] = "server.example"
        address = await invitation(anna)
        assert address["lan_link"] is None
        link = urlsplit(address["link"])
        assert (link.scheme, link.netloc) == ("https", "server.example")
        assert page_at(link.path) == "table"
        assert read_svg((await anna.http.get(address["qr"])).text) == address["link"]
