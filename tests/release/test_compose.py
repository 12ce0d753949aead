"""The compose file: its services start in its order with its settings, and form one server."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.release.compose import Composition, environment_file
from tests.release.dockerfile import Replay
from tests.release.sources import ROOT
from tests.server.retrying import Ledger, RetryingPlayer

pytestmark = [pytest.mark.slow, pytest.mark.services, pytest.mark.long]

PUBLIC = "https://lutetia.example"


@pytest.fixture(scope="module")
def server(image: Replay) -> Iterator[Composition]:
    """`docker compose up`, with deploy/.env filled in and another program as proxy."""
    variables = environment_file((ROOT / "deploy/.env.example").read_text("utf-8"))
    assert variables["LUTETIA_PUBLIC_URL"] == PUBLIC
    variables |= {"POSTGRES_PASSWORD": "f00dfeed", "LUTETIA_SECRET": "0123456789abcdef" * 4}
    server = Composition(ROOT / "deploy/compose.yaml", variables, image)
    try:
        for name in server.services:
            if name != "proxy" and name not in server.started:
                server.up(name)
        yield server
    finally:
        codes = server.down()
    # uvicorn sends the signal again when everything is finished.
    stopped = {-signal.SIGTERM}
    assert codes == {"server-1": stopped, "server-2": stopped, "worker": {0}, "redis": {0}}


def test_services_wait_for_those_that_they_need(server: Composition) -> None:
    assert server.started == ["postgres", "redis", "server-1", "server-2", "worker", "worker"]
    for name in server.services["proxy"]["depends_on"]:
        server.wait_until_healthy(name)
    server.wait_until_healthy("server-2")
    server.wait_until_said("worker", "worker is ready")


async def test_a_table_is_played_through_both_servers(server: Composition) -> None:
    for name in ("server-1", "server-2"):
        await asyncio.to_thread(server.wait_until_healthy, name)
    ledger = Ledger()
    host = RetryingPlayer(server.port("server-1"), ledger, 1)
    guest = RetryingPlayer(server.port("server-2"), ledger, 2)
    table = await host.open()
    await guest.http("POST", f"/api/tables/{table}/seats/1", {"name": "Guest"})
    await asyncio.gather(host.play(table), guest.play(table))
    assert ledger.games_over == 2
    assert ledger.refusals == {}
    seen = [await one.http("GET", f"/api/tables/{table}") for one in (host, guest)]
    assert {found["table"]["phase"] for found in seen} == {"over"}
    plies = [promise.ply for promise in ledger.promises]
    assert len(plies) == len(set(plies)) > 10


async def test_a_worker_thinks_for_the_computer(server: Composition) -> None:
    await asyncio.to_thread(server.wait_until_healthy, "server-2")
    ledger = Ledger()
    player = RetryingPlayer(server.port("server-2"), ledger, 3)
    wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}]}
    made = await player.http("POST", "/api/tables", wish)
    playing = asyncio.create_task(player.play(made["table"]["table"]["id"]))
    await ledger.grow(3)
    playing.cancel()


def test_the_public_address_is_the_one_of_the_settings(server: Composition) -> None:
    server.wait_until_healthy("server-1")
    wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port('server-1')}") as client:
        made = client.post("/api/tables", json=wish, headers={"origin": PUBLIC})
        assert made.status_code == 201, made.text
        assert PUBLIC in made.text
        foreign = client.post("/api/tables", json=wish, headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403
