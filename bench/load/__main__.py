"""`python -m bench.load LANGUAGE ADDRESS`: players that read commands and answer with JSON lines.

`open N` opens N more tables. `play RATE SECONDS` plays RATE moves in each second, each at a table
that is free, and reports how long the other seat waited for each move.
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
from websockets.exceptions import WebSocketException

from bench.load.languages import LANGUAGES, Language, Refused
from bench.load.table import AFTERWARDS, Table, Tally

AT_ONCE = 32
"""Tables that are opened at the same time."""
FAILURES = (Refused, OSError, EOFError, WebSocketException)
"""What keeps a player from opening a table."""


class Crowd:
    """All players at all tables."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._tables: deque[Table] = deque()
        self._chance = random.Random(1)
        self._replacing: set[asyncio.Task[None]] = set()
        self.replaced = 0

    async def open(self, number: int) -> dict[str, Any]:
        """Open tables. Returns when all players see their tables."""
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
        """Play at a steady rate, even if the server is slower."""
        tally = self._language.tally
        tally.sent = tally.refused = tally.lost_sockets = 0
        self.replaced = 0
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
        """The free table that has waited longest. Finished games are replaced."""
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
        try:
            self._tables.append(await self._language.open())
        except FAILURES as error:
            # Without a new table the others would have to play its moves.
            self._language.tally.refused += 1
            print(f"no new table: {error!r}", file=sys.stderr)
        else:
            self.replaced += 1


async def obey(language: Language) -> None:
    """Carry out commands line by line until the input ends."""
    crowd = Crowd(language)
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        if line[0] == "open":
            answer = await crowd.open(int(line[1]))
        else:
            answer = await crowd.play(float(line[1]), float(line[2]))
        print(json.dumps(answer), flush=True)


def main(name: str, address: str) -> None:
    # Players and server share the same cores, so the players must need little time.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(obey(LANGUAGES[name](address, Tally())))


if __name__ == "__main__":
    main(*sys.argv[1:])
