"""The bot of examples/ against a person, both talking to a real server over real sockets."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "lutetia.cli.main"]


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that does not outlive its test."""
    with process:
        try:
            yield process
        finally:
            process.kill()


def ready(address: str, game: str) -> bool:
    games = httpx.get(f"{address}/api/catalogue").json()["games"]
    return any(found["ready"] for found in games if found["id"] == game)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `lutetia serve`, ready for the game that is played here."""
    tmp_path = tmp_path_factory.mktemp("server")
    words = [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path)]
    with (
        (tmp_path / "log").open("w") as log,
        ended(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Lutetia is ready: "), (tmp_path / "log").read_text()[-2000:]
        address = line.split()[-1]
        while not ready(address, "lumiere"):
            time.sleep(0.2)
        yield address
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in {0, -signal.SIGTERM}


def bot(server: str, token: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "examples/bot.py"), server, *words],
        env={**os.environ, "LUTETIA_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def play(server: str, table: str, cookie: str) -> dict[str, Any]:
    """A person who answers every turn until the game is over; the last state."""
    chance = random.Random(7)
    address = f"ws{server.removeprefix('http')}/ws/tables/{table}"
    answered = -1
    with connect(address, additional_headers={"cookie": cookie}, max_size=2**22) as socket:
        while True:
            message = json.loads(socket.recv(60))
            assert message["type"] not in {"error", "bye"}, message
            state: dict[str, Any] = message.get("state", {})
            if state.get("phase") == "over":
                return state
            if state.get("to_move") == 0 and state["ply"] > answered:
                answered = state["ply"]
                move = chance.choice(state["views"][0]["legal"])
                wish = {"type": "move", "id": 1, "seat": 0, "ply": answered, "move": move}
                socket.send(json.dumps(wish))


@pytest.mark.slow
def test_the_example_bot_plays_a_whole_game_against_a_person(server: str) -> None:
    with httpx.Client(base_url=server) as anna:
        anna.post("/api/accounts", json={"name": "Anna", "password": "sous le pont"})
        token = anna.post("/api/bots", json={"name": "Example"}).json()["token"]
        wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = anna.post("/api/tables", json=wish).json()["table"]["table"]["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        with ended(bot(server, token, table, "1")) as program:
            last = play(server, table, cookie)
            told, wrong = program.communicate(timeout=60)
        assert (program.returncode, wrong) == (0, "")
        assert str(last["outcome"]["ranks"]) in told
        assert [seat["kind"] for seat in last["seats"]] == ["person", "bot"]
        record = anna.get(f"/api/tables/{table}/record").json()
        assert anna.post("/api/records/verify", json={"record": record}).json()["valid"]


@pytest.mark.slow
def test_a_bot_with_an_unknown_token_is_told_so_at_once(server: str) -> None:
    with ended(bot(server, "lutetia_nobody", "a" * 16, "1")) as program:
        _, wrong = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "401" in wrong
