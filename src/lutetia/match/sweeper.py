"""Looks after tables that nobody looks at: time that is up, computers that were forgotten."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from lutetia.kernel.errors import LutetiaError
from lutetia.match.computers import Computers
from lutetia.match.errors import CANNOT_OPEN
from lutetia.match.keeper import Keeper

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
        self._patience = 0
        self._cannot_open: set[str] = set()
        """Told once; they are overdue for ever."""

    async def sweep(self) -> None:
        """Look once. The first look after a start finds every computer that a crash forgot."""
        now = self._keeper.now()
        for table in await self._keeper.journal.overdue(now):
            await self._one(table, self._keeper.flag)
        for table in await self._keeper.journal.forgotten(now - self._patience):
            await self._one(table, self._computers.resume)
        self._patience = FORGOTTEN

    async def _one(self, table: str, look: Callable[[str], Awaitable[object]]) -> None:
        if table in self._cannot_open:
            return
        try:
            await look(table)
        except LutetiaError as error:
            if isinstance(error, CANNOT_OPEN):
                self._cannot_open.add(table)
            self._report("sweep-failed", table, error)
