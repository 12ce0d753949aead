"""Nim on a real server: a table with a computer opponent, a hint, a record and its analysis."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from lutetia_nim.rules import Nim

from tests.examples.conftest import Lutetia
from tests.examples.served import guest_of_a_server, posted, seated

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def person(environment: dict[str, str], data: Path) -> Iterator[httpx.Client]:
    """A guest of a server that serves until the test is over."""
    with guest_of_a_server(environment, data) as client:
        yield client


def nim(person: httpx.Client) -> dict[str, Any]:
    """Nim as the catalogue tells it."""
    found = person.get("/api/catalogue").json()["games"]
    return next(game for game in found if game["id"] == "nim")


@pytest.mark.long
def test_it_is_played_against_the_computer_and_analysed(
    person: httpx.Client, lutetia: Lutetia, data: Path
) -> None:
    while not nim(person)["ready"]:
        time.sleep(0.2)
    told = nim(person)
    assert (told["title"], told["seat_counts"], told["has_client"]) == ("Nim", [2], False)
    assert told["options"][0]["choices"] == [9, 20]
    assert len(told["levels"]) == 8
    assert told["seat_names"] == ["orange", "blue"]

    seats = [{"kind": "me"}, {"kind": "computer", "level": 8}]
    wish = {"game": "nim", "seats": seats, "options": {"heap": 20}}
    table = posted(person, "/api/tables", wish)["table"]["table"]["id"]
    with seated(person, table) as seat:
        assert seat.state["views"][0]["position"]["prize"][1] is None
        while not seat.is_over:
            if not seat.legal:
                seat.hear("state")
                continue
            hint = seat.ask("hint", "hint")["hint"]
            assert hint["move"] in seat.legal
            assert hint["why"]["other"] in {None, *seat.legal} - {hint["move"]}
            seat.ask("preview", "preview", moves=seat.legal)
            before = seat.state["ply"]
            seat.ask("move", "done", move=hint["move"])
            while seat.state["ply"] == before:
                seat.hear("state")

    record = person.get(f"/api/tables/{table}/record").json()
    assert record["game"] == "nim"
    assert posted(person, "/api/records/verify", {"record": record})["valid"]
    assert posted(person, "/api/records/hint", {"record": record, "ply": 0})["move"]
    assert posted(person, "/api/records/outlook", {"record": record, "ply": 0})["places"] == {}
    found = posted(person, "/api/analyses", {"table": table})
    while found["state"] not in {"done", "failed"}:
        time.sleep(0.2)
        found = person.get(f"/api/analyses/{found['id']}").json()
    assert found["state"] == "done", found
    assert len(found["result"]["moves"]) == len(record["moves"])
    for move in found["result"]["moves"]:
        for line in move["explanation"]["lines"] if move["explanation"] else []:
            assert line["points"] == round(line["best"] - line["other"], 1)
            assert line["line"] in Nim.score_lines

    refused = person.post("/api/score", json={"text": "game nim\n"})
    assert refused.status_code == 422
    assert refused.json()["code"] == "not-offered"

    assert "take:" in lutetia("admin", "replay", table, "--data", str(data)).stdout
    assert lutetia("admin", "check", "--data", str(data)).stdout
