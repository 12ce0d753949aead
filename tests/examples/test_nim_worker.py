"""Nim in a cluster: `lutetia worker` thinks for the computer of a server, through Redis."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from tests.examples.conftest import COMMAND
from tests.examples.served import guest_of_a_server, posted, seated
from tests.patience import PATIENCE
from tests.storage.services import Redis, running

pytestmark = [pytest.mark.slow, pytest.mark.services]


@pytest.mark.long
def test_a_worker_plays_for_the_computer_of_a_server(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with running(Redis) as redis:
        assert isinstance(redis, Redis)
        # Other tests compile Nim.
        plain = {**environment, "LUTETIA_JIT": "0", "LUTETIA_REDIS_URL": redis.url}
        words = [*COMMAND, "worker", "--processes", "1"]
        with subprocess.Popen(words, env=plain, stdout=subprocess.PIPE, text=True) as worker:
            try:
                assert worker.stdout is not None
                assert worker.stdout.readline() == "Lutetia's worker is ready\n"
                plays_nim(plain, tmp_path)
            finally:
                worker.terminate()
            assert worker.wait(PATIENCE) == 0


def plays_nim(environment: dict[str, str], data: Path) -> None:
    """A guest plays a whole game against the computer."""
    with guest_of_a_server(environment, data) as person:
        while person.get("/readyz").status_code != 200:
            time.sleep(0.1)
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        wish = {"game": "nim", "seats": seats, "options": {"heap": 9}}
        table = posted(person, "/api/tables", wish)["table"]["table"]["id"]
        with seated(person, table) as seat:
            while not seat.is_over:
                if not seat.legal:
                    seat.hear("state")
                    continue
                before = seat.state["ply"]
                seat.ask("move", "done", move=seat.legal[0])  # one stone
                while seat.state["ply"] == before:
                    seat.hear("state")
        told = person.get(f"/api/tables/{table}/record").json()
        assert told["players"][1] != told["players"][0]
        # One stone each time: the computer took the others.
        assert len(told["moves"]) > 2
