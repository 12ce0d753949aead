"""Regular work at all tables: seats whose time is up, and computers that have not answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from lutetia.kernel.errors import LutetiaError
from lutetia.match.computers import Computers
from lutetia.match.errors import CANNOT_OPEN
from lutetia.match.keeper import Keeper

ASK_AGAIN_AFTER = 20_000
"""A computer that has not answered for so many milliseconds is started again."""
MOST_AT_ONCE = 200
"""Tables at which one sweep looks for a computer. The next sweep goes on after them."""
MOST_HALTED = 20
"""Halted tables among which one sweep looks for those that no watcher of this process knows. They
wait for others anyway, and may be many: so they have a round of their own, and none is before a
computer that a crash interrupted."""


class Sweeper:
    """Each process has one. Several processes may sweep at the same time."""

    def __init__(
        self, keeper: Keeper, computers: Computers, report: Callable[[str, str, Exception], None]
    ) -> None:
        self._keeper = keeper
        self._computers = computers
        self._report = report
        self._patience = 0
        self._after = ""
        """The table at which the last sweep ended; empty after the last table."""
        self._after_halted = ""
        """The same for the round of the halted tables."""
        self._cannot_open: set[str] = set()
        """Tables that were reported already; they stay overdue."""

    async def sweep(self) -> None:
        """Check all tables once. The first round starts every computer that a crash interrupted."""
        now = self._keeper.now()
        for table in await self._keeper.journal.overdue(now):
            await self._one(table, self._keeper.flag)
        found = await self._keeper.journal.waiting_for_computer(
            now - self._patience, self._after, MOST_AT_ONCE
        )
        for table in found:
            await self._one(table, self._computers.resume)
        if len(found) == MOST_AT_ONCE:
            self._after = found[-1]
        else:
            self._after, self._patience = "", ASK_AGAIN_AFTER
        halted = await self._keeper.journal.halted(self._after_halted, MOST_HALTED)
        for table in halted:
            await self._one(table, self._computers.resume_halted)
        self._after_halted = halted[-1] if len(halted) == MOST_HALTED else ""

    async def _one(self, table: str, look: Callable[[str], Awaitable[object]]) -> None:
        if table in self._cannot_open:
            return
        try:
            await look(table)
        except LutetiaError as error:
            if isinstance(error, CANNOT_OPEN):
                self._cannot_open.add(table)
            self._report("sweep-failed", table, error)
