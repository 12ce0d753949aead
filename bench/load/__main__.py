"""`python -m bench.load LANGUAGE ADDRESS`: a crowd that obeys lines and answers with JSON lines.

`open N` opens N more tables; `play RATE SECONDS` plays so many moves a second, one after the other
at whichever table is free, and tells how long they took to be seen.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
from collections import deque
from contextlib import suppress
from time import perf_counter
from typing import Any

import uvloop

from bench.load.languages import LANGUAGES, Language
from bench.load.table import Table, Tally

AT_ONCE = 16
"""Tables that are opened side by side."""
AFTERWARDS = 10.0
"""Seconds in which the last moves may still arrive."""


class Crowd:
    """Everybody at all tables."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._tables: deque[Table] = deque()
        self._chance = random.Random(1)
        self._replacing: set[asyncio.Task[None]] = set()
        self.replaced = 0

    async def open(self, number: int) -> dict[str, Any]:
        """Open tables; answers when all players see theirs."""
        began = perf_counter()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> Table:
            async with gate:
                table = await self._language.open()
                await table.until_free()
                return table

        self._tables.extend(await asyncio.gather(*(one() for _ in range(number))))
        gc.collect()
        gc.freeze()
        return {"open": len(self._tables), "seconds": perf_counter() - began}

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        """Play at a steady pace, whether the server keeps up with it or not."""
        tally = self._language.tally
        tally.sent = tally.refused = tally.lost_sockets = 0
        tally.latencies.clear()
        late = 0
        began = perf_counter() + 0.1
        for number in range(int(rate * seconds)):
            due = began + number / rate
            pause = due - perf_counter()
            if pause > 0 or number % 16 == 0:
                await asyncio.sleep(max(0.0, pause))
            table = self._next()
            if table is None:
                late += 1
            else:
                await table.move(due, self._chance)
        lasted = perf_counter() - began
        with suppress(TimeoutError):
            async with asyncio.timeout(AFTERWARDS):
                await asyncio.gather(*self._replacing)
                await asyncio.gather(*(table.until_free() for table in self._tables))
        return {
            "seconds": lasted,
            "sent": tally.sent,
            "late": late,
            "refused": tally.refused,
            "lost_sockets": tally.lost_sockets,
            "replaced": self.replaced,
            "latencies": sorted(round(value * 1000, 3) for value in tally.latencies),
        }

    def _next(self) -> Table | None:
        """The table that has waited longest and is free; games that are over make room."""
        for _ in range(len(self._tables)):
            table = self._tables.popleft()
            if table.over and not table.waiting:
                task = asyncio.create_task(self._replace(table))
                self._replacing.add(task)
                task.add_done_callback(self._replacing.discard)
                continue
            self._tables.append(table)
            if table.free:
                return table
        return None

    async def _replace(self, table: Table) -> None:
        await table.close()
        self._tables.append(await self._language.open())
        self.replaced += 1


async def obey(language: Language) -> None:
    """Line by line, until there are none."""
    crowd = Crowd(language)
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        if line[0] == "open":
            answer = await crowd.open(int(line[1]))
        else:
            answer = await crowd.play(float(line[1]), float(line[2]))
        print(json.dumps(answer), flush=True)


def main(name: str, address: str) -> None:
    # The players' own work takes time from the server's, on the same cores: let it be little.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(obey(LANGUAGES[name](address, Tally())))


if __name__ == "__main__":
    main(*sys.argv[1:])
