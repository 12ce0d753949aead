"""`replace` between two real processes: presence is shared, has its own age, and what is unknown is
never taken for absence."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest
from redis.asyncio import Redis as RedisClient

from tests.patience import PATIENCE
from tests.server.real_cluster import Browser
from tests.server.test_crashes import forking_server
from tests.server.test_people import PASSWORD
from tests.storage.services import Postgres, Redis

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.slow]

ABSENT_AFTER = 2.0
"""Seconds, instead of a minute."""


async def test_who_is_connected_to_another_process_is_not_replaced_while_redis_is_away(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    """The attack: a rated game between two processes, both players connected all the time. Redis
    goes away, so the processes cannot tell each other, and comes back without its memory."""
    environment = {
        "LUTETIA_DATABASE_URL": postgres.new_database(),
        "LUTETIA_REDIS_URL": redis.url,
        "LUTETIA_ABSENT_AFTER": str(ABSENT_AFTER),
    }
    async with AsyncExitStack() as stack:
        people = []
        for name in ("Anna", "Bert"):
            folder = tmp_path / name
            folder.mkdir()
            server = await stack.enter_async_context(forking_server(folder, **environment))
            await server.start_server()
            person = Browser(f"http://127.0.0.1:{server.port}")
            stack.push_async_callback(person.close)
            await person.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
            people.append(person)
        anna, bert = people
        table = await anna.open("me", "open", rated=True)
        first = await anna.socket(table)
        await bert.ask("POST", f"/api/tables/{table}/seats/1", {})
        second = await bert.socket(table)
        await first.until(lambda state: state["phase"] == "playing")

        async def replaced() -> bool:
            answer = await first.ask("replace", seat=0, absent=1, level=1)
            assert answer["type"] == "done" or answer["error"]["code"] == "not-possible", answer
            return bool(answer["type"] == "done")

        async def asked_in_vain() -> None:
            """Ask again and again, for longer than an absence needs."""
            until = monotonic() + 1.25 * ABSENT_AFTER
            while monotonic() < until:
                assert not await replaced()
                await asyncio.sleep(0.1)
            assert (await second.ask("ping"))["type"] == "pong", "the rival was there all the time"

        await asked_in_vain()
        redis.stop(signal.SIGKILL)
        await asked_in_vain()
        redis.start()
        await asked_in_vain()
        async with RedisClient.from_url(redis.url) as client, asyncio.timeout(PATIENCE):
            # Both processes tell again who is connected.
            while await client.zcard(f"lutetia:here:{table}") < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        # A real absence is known again, and has its own age.
        left = monotonic()
        await second.connection.close()
        async with asyncio.timeout(PATIENCE):
            while not await replaced():  # noqa: ASYNC110 (an absence needs time)
                await asyncio.sleep(0.1)
        assert monotonic() >= left + ABSENT_AFTER
