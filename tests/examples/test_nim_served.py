"""Nim on a real server: a table with a computer opponent, a hint, a record and its analysis."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.examples.conftest import COMMAND, Lutetia

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served")


@pytest.fixture(scope="module")
def person(environment: dict[str, str], data: Path) -> Iterator[httpx.Client]:
    """A guest of a server that serves until the test is over."""
    words = [*COMMAND, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            ready = next(line for line in serving.stdout if "is ready" in line)
            address = ready.split()[-1]
            with httpx.Client(base_url=address, timeout=120) as client:
                yield client
        finally:
            serving.terminate()


def posted(person: httpx.Client, path: str, body: Any) -> Any:
    answer = person.post(path, json=body)
    assert answer.status_code in {200, 201, 202}, answer.text
    return answer.json()


def nim(person: httpx.Client) -> dict[str, Any]:
    """Nim as the catalogue tells it."""
    found = person.get("/api/catalogue").json()["games"]
    return next(game for game in found if game["id"] == "nim")


class Seat:
    """The first seat of a table, at its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.state = self.hear("welcome")["state"]

    def hear(self, wanted: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv())
            if message["type"] in {"state", "welcome"}:
                self.state = message["state"]
            if message["type"] in {wanted, "error"}:
                return message

    def ask(self, type_: str, answer: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request; a busy computer is asked again, as it says."""
        while True:
            self._number += 1
            ply = self.state["ply"]
            wish = {"type": type_, "id": self._number, "seat": 0, "ply": ply, **fields}
            self._socket.send(json.dumps(wish))
            heard = self.hear(answer)
            if heard["type"] == answer:
                return heard
            assert heard["error"]["code"] == "unavailable", heard

    @property
    def legal(self) -> list[str]:
        return list(self.state["views"][0]["legal"] or [])

    @property
    def is_over(self) -> bool:
        return bool(self.state["phase"] == "over")


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
    address = f"{str(person.base_url).replace('http', 'ws', 1).rstrip('/')}/ws/tables/{table}"
    cookie = "; ".join(f"{one.name}={one.value}" for one in person.cookies.jar)
    with connect(address, additional_headers={"Cookie": cookie}) as socket:
        seat = Seat(socket)
        assert seat.state["views"][0]["position"]["prize"][1] is None
        while not seat.is_over:
            if not seat.legal:
                seat.hear("state")
                continue
            hint = seat.ask("hint", "hint")["hint"]
            assert hint["move"] in seat.legal
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

    refused = person.post("/api/score", json={"text": "game nim\n"})
    assert refused.status_code == 422
    assert refused.json()["code"] == "not-offered"

    assert "take:" in lutetia("admin", "replay", table, "--data", str(data)).stdout
    assert lutetia("admin", "check", "--data", str(data)).stdout
