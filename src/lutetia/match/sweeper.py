"""Looks after tables that nobody looks at: time that is up, computers that were forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from lutetia.kernel.errors import LutetiaError
from lutetia.match.computers import Computers
from lutetia.match.keeper import Keeper

EVERY = 1.0
"""Seconds between looks at the clocks."""
FORGOTTEN = 20_000
"""Milliseconds after which a computer that has not answered is asked again."""


class Sweeper:
    """One a process; that several sweep at once does no harm."""

    def __init__(
        self, keeper: Keeper, computers: Computers, report: Callable[[str, str, Exception], None]
    ) -> None:
        self._keeper = keeper
        self._computers = computers
        self._report = report

    async def run(self) -> None:
        """Sweep until cancelled."""
        patience = 0
        while True:
            try:
                await self.sweep(patience)
                patience = FORGOTTEN
            except LutetiaError as error:
                self._report("sweep-failed", "", error)
            await asyncio.sleep(EVERY)

    async def sweep(self, patience: int) -> None:
        """Look once."""
        now = self._keeper.now()
        for table in await self._keeper.journal.overdue(now):
            await self._one(table, self._keeper.flag)
        for table in await self._keeper.journal.forgotten(now - patience):
            await self._one(table, self._computers.resume)

    async def _one(self, table: str, look: Callable[[str], Awaitable[object]]) -> None:
        try:
            await look(table)
        except LutetiaError as error:
            self._report("sweep-failed", table, error)
