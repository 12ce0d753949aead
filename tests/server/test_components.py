"""Component files: the sheet, a check of a user's own file, and tables that are played with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from lutetia.kernel.components import LARGEST_OWN_FILE, current_text
from tests.server.in_process import LocalServer, Person, living

SHEET = "/api/components/belle_epoque"


@pytest.fixture
async def file(anna: Person) -> str:
    """The file that the server hands out, with two corrected figures: one of ours, one printed."""
    text: str = (await anna.ask("GET", SHEET))["text"]
    corrected = text.replace("buy = { wood = 2,", "buy = { wood = 9,")
    corrected = corrected.replace("francs = 3\nkeys", "francs = 5\nkeys")
    assert corrected.count("wood = 9") == corrected.count("francs = 5\nkeys") == 1
    return corrected


async def test_the_sheet_of_new_games_has_no_fault_and_contradicts_nothing(anna: Person) -> None:
    sheet = await anna.ask("GET", SHEET)
    assert (sheet["current"], sheet["faults"], sheet["contradictions"]) == (True, [], [])
    assert sheet["content"]["landmarks"][7]["from"]["cost"] == "public"
    assert sheet["content"]["landmarks"][0]["from"]["cost"] == "calibrated"
    again = await anna.ask("POST", SHEET, {"text": sheet["text"]})
    assert (again["digest"], again["current"]) == (sheet["digest"], True)


async def test_a_game_without_a_sheet_is_not_found(anna: Person) -> None:
    for game in ("lumiere", "chess"):
        await anna.ask("GET", f"/api/components/{game}", expect=404)
        await anna.ask("POST", f"/api/components/{game}", {"text": ""}, expect=404)


async def test_a_file_is_told_what_is_wrong_with_it(anna: Person, file: str) -> None:
    checked = await anna.ask("POST", SHEET, {"text": file})
    assert [found["place"] for found in checked["contradictions"]] == ["start.francs"]
    assert "5, but the rulebook prints 3" in checked["contradictions"][0]["message"]
    assert (checked["faults"], checked["current"]) == ([], False)

    bad = file.replace("pool = 2", "pool = 20")
    refused = await anna.ask("POST", SHEET, {"text": bad})
    assert [(fault["kind"], fault["place"]) for fault in refused["faults"]] == [
        ("value", "start.pool")
    ]
    assert (refused["content"], refused["digest"]) == ({}, "")
    assert (await anna.ask("POST", SHEET, {"text": "no = = toml"}))["faults"][0]["kind"] == "text"
    too_long = {"text": "#" * (LARGEST_OWN_FILE + 1)}
    assert (await anna.ask("POST", SHEET, too_long, expect=422))["code"] == "bad-request"


async def test_a_bad_file_opens_no_table(anna: Person, file: str) -> None:
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    wish = {"game": "belle_epoque", "seats": seats, "component_file": file.replace("pool = 2", "")}
    answer = await anna.ask("POST", "/api/tables", wish, expect=422)
    assert answer["code"] == "components"
    assert "start.pool" in answer["message"]
    assert (await anna.ask("GET", "/api/me/games"))["games"] == []


async def played_out(anna: Person, table: str) -> dict[str, Any]:
    """The record of a table at which Anna made one turn and gave up."""
    socket = await anna.socket(table)
    while socket.state["to_move"] != 0:
        await socket.message()
    view = socket.state["views"][0]
    assert view["position"]["seats"]["orange"]["francs"] == 5
    answer = await socket.ask("move", seat=0, ply=socket.state["ply"], move=view["legal"][0])
    assert answer["type"] == "done", answer
    await socket.ask("resign", seat=0)
    record: dict[str, Any] = await anna.ask("GET", f"/api/tables/{table}/record")
    return record


async def test_a_table_is_played_with_the_file_and_its_record_keeps_it(
    server: LocalServer,
    anna: Person,
    file: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = await anna.open("me", 1, game="belle_epoque", component_file=file)
    info = (await anna.ask("GET", f"/api/tables/{table}"))["table"]["table"]
    checked = await anna.ask("POST", SHEET, {"text": file})
    assert (info["own_components"], info["components"]) == (True, checked["digest"])
    shown = await anna.ask("GET", f"/api/tables/{table}/components")
    assert shown["contradictions"] == checked["contradictions"]
    assert shown["content"]["prices"]["buy"]["wood"] == 9

    server.services.keeper.forget(table)  # it is read again from the database
    record = await played_out(anna, table)
    assert (record["components"], record["component_file"]) == (checked["digest"], file)
    replay = await anna.ask("POST", "/api/records/replay", {"table": table})
    assert replay["own_components"]["prices"]["buy"]["wood"] == 9
    assert replay["frames"][0]["position"]["seats"]["orange"]["francs"] == 5

    # The downloaded file is whole: it needs no other file, and a changed one is refused.
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    path.write_text(json.dumps({**record, "component_file": None, "digest": None}), "utf-8")
    assert main(["verify", str(path)]) != 0
    assert "component file" in capsys.readouterr().err

    branch = {
        "table": table,
        "ply": 1,
        "seats": [{"kind": "me"}, {"kind": "me", "name": "Bert"}],
    }
    continued = (await anna.ask("POST", "/api/tables/branch", branch))["table"]["table"]
    assert (continued["own_components"], continued["components"]) == (True, checked["digest"])


async def test_the_file_of_new_games_is_no_file_of_its_own(anna: Person) -> None:
    text = (await anna.ask("GET", SHEET))["text"]
    table = await anna.open("me", 1, game="belle_epoque", component_file=text)
    info = (await anna.ask("GET", f"/api/tables/{table}"))["table"]["table"]
    assert info["own_components"] is False
    await anna.ask("GET", f"/api/tables/{table}/components", expect=404)


async def test_a_game_without_a_sheet_is_played_with_an_own_file_too(anna: Person) -> None:
    text = current_text("lutetia.games.lumiere.rules")
    own = text.replace('"..*..",', '".***.",', 1)
    assert own != text
    table = await anna.open("me", 1, component_file=own)
    found = await anna.ask("GET", f"/api/tables/{table}/components")
    assert found["content"]["large-streetlight"]["pattern"][0] == ".***."


async def test_a_rematch_keeps_the_file_and_a_restart_does_not_lose_it(tmp_path: Path) -> None:
    async with living(tmp_path) as first:
        anna = first.person("Anna")
        text: str = (await anna.ask("GET", SHEET))["text"]
        own = text.replace("francs = 3\nkeys", "francs = 5\nkeys")
        table = await anna.open("me", 1, game="belle_epoque", component_file=own)
        cookies = anna.http.cookies
        await played_out(anna, table)
        socket = await anna.socket(table)
        await socket.ask("rematch", seat=0)
        while socket.state["next_table"] is None:
            await socket.message()
        next_table = socket.state["next_table"]
    async with living(tmp_path) as second:
        anna = second.person("Anna")
        anna.http.cookies = cookies
        again = await anna.ask("GET", f"/api/tables/{next_table}/components")
        assert again["text"] == own


async def test_a_rated_table_needs_the_components_of_the_server(anna: Person, file: str) -> None:
    await anna.ask("POST", "/api/accounts", {"name": "Anna", "password": "correct horse"})
    wish = {
        "game": "belle_epoque",
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "rated": True,
        "component_file": file,
    }
    answer = await anna.ask("POST", "/api/tables", wish, expect=422)
    assert "components of this server" in answer["message"]
