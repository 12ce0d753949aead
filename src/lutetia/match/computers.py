"""Computer players. The process that stores a move also starts the computer that must answer it.

A computer acts like any other player. It gets the view of its seat, thinks in another process,
and sends its move to the keeper. The move is refused as stale if the table has changed meanwhile.

Where people chose the position, the computer could answer the question of a rated game. There it
halts as long as somebody plays a rated game in this position, and then goes on (see `halted`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Halt, Move
from lutetia.match.entry import Entry
from lutetia.match.halted import HaltedTables
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine, RatedGames, Thinker, ThinkingJob
from lutetia.match.position_key import position_key
from lutetia.match.table import Table
from lutetia.match.views import view_for

RETRIES = (0.5, 2.0, 8.0)
"""Seconds to wait after each failure. After the last one, the sweeper finds the table again."""

STOP_WITHIN = 0.5
"""Seconds for moves that are being stored when the server stops."""

Report = Callable[[str, str, Exception], None]
"""Is called after a failure with the event, the table and the error."""


class Computers:
    """The computer players that this process runs."""

    def __init__(
        self, keeper: Keeper, thinker: Thinker, report: Report, rated: RatedGames | None = None
    ) -> None:
        self._keeper = keeper
        self._thinker = thinker
        self._report = report
        self._rated = rated
        self._halted = None if rated is None else HaltedTables(rated, self._go_on, report)
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._going_on: set[asyncio.Task[None]] = set()
        keeper.listen(self)

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Start the computer if this process stored the entries and a computer is to move."""
        found = self._keeper.cached(table)
        if self._halted is not None and found is not None:
            if found.header.rated:
                self._halted.look_soon()
            elif not found.halted:
                self._halted.forget(table)
        if stored is not None:
            self.consider(table)

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Computers do not chat."""

    def consider(self, table_id: str) -> None:
        """Start the computer to move at a table in memory, unless it is thinking already."""
        table = self._keeper.cached(table_id)
        seat = table.computer_to_move() if table is not None else None
        if table is None or seat is None:
            return
        if self._halted is not None and self._halted.number(table_id) == table.number:
            return
        key = (table_id, table.number)
        if key not in self._tasks:
            task = asyncio.create_task(self._play(table_id, table.number))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def resume(self, table_id: str) -> None:
        """Read a table from the store and start its computer, for example after a crash. One that
        thinks here needs no start."""
        if any(table == table_id for table, _ in self._tasks):
            return
        await self._keeper.refresh(table_id)
        await self._keeper.table(table_id)
        self.consider(table_id)

    async def resume_halted(self, table_id: str) -> None:
        """Watch a table that halts, if this process does not."""
        if self._halted is None or table_id not in self._halted:
            await self.resume(table_id)

    def _go_on(self, table_id: str) -> None:
        """No rated game stands in the position of a halted table any more."""

        async def go_on() -> None:
            try:
                await self.resume(table_id)
            except LutetiaError as error:
                self._report("computer-failed", table_id, error)

        # The table is in no task now, so no other one has this key.
        task = asyncio.create_task(go_on())
        self._going_on.add(task)
        task.add_done_callback(self._going_on.discard)

    async def _play(self, table_id: str, number: int) -> None:
        for pause in (*RETRIES, None):
            try:
                if not await self._may_answer(table_id, number):
                    return
                table = await self._keeper.table(table_id)
                seat = table.computer_to_move()
                if seat is None or table.number != number:
                    return
                ply = table.ply
                thought = await self._thinker.think(thinking_job(table, seat))
                await self._keeper.act(table_id, None, Move(seat, ply, thought.move))
            except LutetiaError as error:
                if error.code in {"stale", "not-your-turn", "game-over", "not-found"}:
                    return
                self._report("computer-refused", table_id, error)
            except Exception as error:  # noqa: BLE001 (a thinker may fail in any way)
                self._report("computer-failed", table_id, error)
            else:
                return
            if pause is None:
                return
            await asyncio.sleep(pause)

    async def _may_answer(self, table_id: str, number: int) -> bool:
        """Whether the computer may answer the position. If not, the table halts, or it has changed
        and another task answers."""
        table = await self._keeper.table(table_id)
        seat = table.computer_to_move()
        if seat is None or table.number != number:
            return False
        if self._rated is None or self._halted is None or not table.is_arranged(seat):
            return True
        game, ply = table.game, table.ply
        keys = await self._rated.keys(game)
        # A copy, because the table may change meanwhile.
        key = await asyncio.to_thread(position_key, game, table.state.copy()) if keys else ""
        if key not in keys:
            return True
        if table.number != number:
            return False
        if table.halted:
            self._halted.add(table_id, number, game, key)
        else:
            await self._keeper.act(table_id, None, Halt(seat, ply))
        return False

    async def stop(self) -> None:
        """Stop all computers. The next server starts them again from the stored tables."""
        if self._halted is not None:
            await self._halted.stop()
        tasks = [*self._tasks.values(), *self._going_on]
        if tasks:
            # A move that is being stored may finish.
            await asyncio.wait(tasks, timeout=STOP_WITHIN)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def thinking_job(table: Table, seat: int) -> ThinkingJob:
    """The job for the computer on a seat in the present position."""
    header = table.header
    return ThinkingJob(
        game=header.game,
        seats=header.seats,
        options=header.options,
        rules_version=header.rules_version,
        components=header.components,
        component_file=header.component_file,
        view=view_for(table, seat).tobytes(),
        seat=seat,
        level=table.chairs[seat].level or 1,
        player=f"{header.id}/{seat}",
        seed=f"{header.id}/{table.number}",
    )
