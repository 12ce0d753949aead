"""The tables at which a computer halts, because a rated game stands in its position. One watcher of
each process asks for the positions of the rated games, and compares all halted tables with them.

A table may halt for days, and anybody can make many such tables. So none of them costs anything
while nothing changes: the key of its position is made once, each look asks once for each game and
number of seats, and the looks become rare.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError
from lutetia.match.ports import RatedGames

LOOK_AGAIN = 2.0
"""Seconds until the next look, after a table has halted or a rated game has changed here."""
LOOK_AT_LEAST = 60.0
"""Each look doubles the seconds to the next one, up to this. A rated game that changes in another
process, and is not in memory here, may be noticed so late."""


@dataclass(frozen=True, slots=True)
class _Halted:
    number: int
    """The last entry of the table."""
    game: Game
    key: str


class HaltedTables:
    """The halted tables that this process knows."""

    def __init__(
        self,
        rated: RatedGames,
        go_on: Callable[[str], None],
        report: Callable[[str, str, Exception], None],
    ) -> None:
        self._rated = rated
        self._go_on = go_on
        self._report = report
        self._tables: dict[str, _Halted] = {}
        self._pause = LOOK_AGAIN
        self._soon = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._stopped = False

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    def number(self, table: str) -> int | None:
        """The last entry of a table when it halted; None if it does not halt here."""
        found = self._tables.get(table)
        return None if found is None else found.number

    def add(self, table: str, number: int, game: Game, key: str) -> None:
        """A table halts: its computer goes on when no rated game stands in this position."""
        if self._stopped:
            return
        self._tables[table] = _Halted(number, game, key)
        self.look_soon()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    def forget(self, table: str) -> None:
        """A table has changed."""
        self._tables.pop(table, None)

    def look_soon(self) -> None:
        """A rated game has changed, or a table is new: the looks become frequent again."""
        self._pause = LOOK_AGAIN
        self._soon.set()

    async def _watch(self) -> None:
        while self._tables:
            # However often something changes, there is a pause between two looks.
            await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), self._pause - LOOK_AGAIN)
            self._soon.clear()
            self._pause = min(2 * self._pause, LOOK_AT_LEAST)
            try:
                await self._look()
            except LutetiaError as error:
                self._report("halted-failed", "", error)

    async def _look(self) -> None:
        """Compare all tables with the rated games."""
        tables: defaultdict[tuple[str, int], dict[str, _Halted]] = defaultdict(dict)
        for table, halted in self._tables.items():
            tables[halted.game.id, halted.game.seats][table] = halted
        for same in tables.values():
            keys = await self._rated.keys(next(iter(same.values())).game)
            for table, halted in same.items():
                if halted.key not in keys and self._tables.get(table) is halted:
                    self.forget(table)
                    self._go_on(table)

    async def stop(self) -> None:
        """Stop watching, for good: a table that halts now is for another process."""
        self._stopped = True
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
