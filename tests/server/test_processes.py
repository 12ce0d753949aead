"""Two real servers and a real worker in processes of their own, with PostgreSQL and Redis: what one
process does is true in the other one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from time import monotonic

import pytest
from websockets.exceptions import ConnectionClosed

from lutetia.server.thinking.jobs import EFFORTS
from tests.patience import PATIENCE
from tests.server.real_cluster import ABSENT_AFTER, Browser, Cluster, Wire, real_cluster
from tests.server.test_people import PASSWORD

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.slow]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """It is started in the wrong order; that it serves shows that its parts waited."""
    with real_cluster() as found:
        found.wait_until_ready()
        yield found


class Visitors:
    """The people of one test."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    def guest(self, url: str, like: Browser | None = None) -> Browser:
        """Somebody new, or with a copy of the cookies of somebody."""
        made = Browser(url, like)
        self._stack.push_async_callback(made.close)
        return made

    async def account(self, url: str, name: str) -> Browser:
        """Somebody who makes an account."""
        made = self.guest(url)
        await made.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        return made

    async def signed_in(self, url: str, name: str) -> Browser:
        """Another device of somebody."""
        made = self.guest(url)
        await made.ask("POST", "/api/session", {"name": name, "password": PASSWORD})
        return made


@pytest.fixture
async def visitors() -> AsyncIterator[Visitors]:
    async with AsyncExitStack() as stack:
        yield Visitors(stack)


async def ended(socket: Wire) -> None:
    """The server closes the socket, with the code for somebody who is signed out."""
    with pytest.raises(ConnectionClosed) as closed:
        await socket.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


async def test_servers_that_start_before_redis_and_postgresql_wait_and_then_serve(
    cluster: Cluster, visitors: Visitors
) -> None:
    anna, bert = (visitors.guest(url) for url in cluster.urls)
    table = await anna.open("me", "open", options={"start": "orange"})
    first = await anna.socket(table)
    await bert.ask("POST", f"/api/tables/{table}/seats/1", {"name": "Bert"})
    second = await bert.socket(table)
    await first.until(lambda state: state["phase"] == "playing")
    await first.move()
    await second.until(lambda state: state["ply"] >= 1)


async def test_nobody_who_is_connected_elsewhere_is_replaced(
    cluster: Cluster, visitors: Visitors
) -> None:
    """The attack: ask for a computer in the place of a rival who is at the other process."""
    anna, bert = (visitors.guest(url) for url in cluster.urls)
    table = await anna.open("me", "open")
    first = await anna.socket(table)
    await bert.ask("POST", f"/api/tables/{table}/seats/1", {"name": "Bert"})
    second = await bert.socket(table)
    await first.until(lambda state: state["phase"] == "playing")

    async def replaced() -> str:
        answer = await first.ask("replace", seat=0, absent=1, level=1)
        return str(answer["type"] if answer["type"] == "done" else answer["error"]["code"])

    # Longer than an absence may last.
    for _ in range(6):
        assert await replaced() == "not-possible"
        await asyncio.sleep(0.5)
    left = monotonic()
    second.connection.transport.abort()
    answer = await replaced()
    late = monotonic() > left + ABSENT_AFTER  # on a very busy machine
    assert late or answer == "not-possible", "the rival left a moment ago"
    async with asyncio.timeout(PATIENCE):
        while answer != "done":
            await asyncio.sleep(0.1)
            answer = await replaced()


async def test_signing_out_ends_sockets_of_the_other_process(
    cluster: Cluster, visitors: Visitors
) -> None:
    anna = await visitors.account(cluster.urls[0], "Anna")
    table = await anna.open("me", "open")
    copy = visitors.guest(cluster.urls[1], like=anna)
    phone = await visitors.signed_in(cluster.urls[1], "Anna")
    stolen, other = await copy.socket(table), await phone.socket(table)
    assert stolen.state["seats"][0]["yours"]
    await anna.ask("DELETE", "/api/session")
    await ended(stolen)
    assert (await other.ask("chat", text="bonjour"))["type"] == "done"


async def test_a_new_password_ends_sockets_of_the_other_process(
    cluster: Cluster, visitors: Visitors
) -> None:
    bert = await visitors.account(cluster.urls[0], "Bert")
    table = await bert.open("me", "open")
    phone = await visitors.signed_in(cluster.urls[1], "Bert")
    socket = await phone.socket(table)
    change = {"password": PASSWORD, "new_password": "bouquinistes 1889"}
    await bert.ask("PUT", "/api/me/password", change)
    await ended(socket)
    assert (await bert.ask("GET", "/api/me"))["kind"] == "account"


async def test_a_deletion_ends_sockets_and_streams_of_the_other_process(
    cluster: Cluster, visitors: Visitors
) -> None:
    clara = await visitors.account(cluster.urls[0], "Clara")
    table = await clara.open("me", "open", listed=True)
    copy = visitors.guest(cluster.urls[1], like=clara)
    socket = await copy.socket(table)
    made = await clara.ask("POST", "/api/bots", {"name": "Robespierre"})
    token = {"authorization": f"Bearer {made['token']}"}
    begun = asyncio.Event()

    async def listen() -> None:
        async with copy.http.stream("GET", "/api/bot/events", headers=token) as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                if "hello" in line:
                    begun.set()

    listening = asyncio.create_task(listen())
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
        await clara.ask("DELETE", f"/api/bots/{made['bot']['id']}")
        await listening
    await clara.ask("POST", "/api/me/delete", {"password": PASSWORD})
    await ended(socket)


async def test_a_computer_moves_while_an_analysis_is_made(
    cluster: Cluster, visitors: Visitors
) -> None:
    """One worker with one process for computers: the analysis of a whole game does not stop it."""
    anna = await visitors.account(cluster.urls[0], "Adèle")
    bert = visitors.guest(cluster.urls[1])
    played = await anna.open("me", "me")
    socket = await anna.socket(played)
    chance = random.Random(1)
    while socket.state["phase"] == "playing":
        seat = socket.state["to_move"]
        view = next(view for view in socket.state["views"] if view["seat"] == seat)
        await socket.move(chance.choice(view["legal"]))
    # With the greatest effort: one of the usual effort is over before the computer has moved.
    wish = {"table": played, "effort": max(EFFORTS)}
    asked = await anna.ask("POST", "/api/analyses", wish)

    async def state() -> str:
        """As the other process sees it."""
        return str((await bert.ask("GET", f"/api/analyses/{asked['id']}"))["state"])

    async with asyncio.timeout(PATIENCE):
        while await state() != "running":  # noqa: ASYNC110 (a worker makes it)
            await asyncio.sleep(0.1)
    table = await bert.open("me", 1, options={"start": "blue"})
    against = await bert.socket(table)
    await against.until(lambda found: found["to_move"] == 0)
    await against.move()
    await against.until(lambda found: found["to_move"] == 0)
    assert await state() == "running"
