"""Computer players: whoever stores a move that a computer must answer, lets it think.

A computer is one more player. It gets its seat's view, thinks elsewhere, and its move comes in
through the same door; if the table has moved on meanwhile, the move is stale like anybody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Move
from lutetia.match.entry import Entry
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine, Question, Thinker
from lutetia.match.table import Table
from lutetia.match.views import seen

RETRIES = (0.5, 2.0, 8.0)
"""Seconds to wait after each failure; later the sweeper finds the table again."""

STOP_WITHIN = 0.5

Report = Callable[[str, str, Exception], None]
"""Told what went wrong: the event, the table, the error."""


class Computers:
    """The computer players of all tables, as seen from this process."""

    def __init__(self, keeper: Keeper, thinker: Thinker, report: Report) -> None:
        self._keeper = keeper
        self._thinker = thinker
        self._report = report
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        keeper.listen(self)

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Think, if it was this process that gave the turn to a computer."""
        if stored is not None:
            self.consider(table)

    def spoken(self, table: str, line: ChatLine) -> None:
        """Computers do not chat."""

    def consider(self, table_id: str) -> None:
        """Start thinking at a table in memory, unless that is under way."""
        table = self._keeper.cached(table_id)
        seat = table.computer_to_move() if table is not None else None
        if table is None or seat is None:
            return
        key = (table_id, table.number)
        if key not in self._tasks:
            task = asyncio.create_task(self._play(table_id, table.number))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def resume(self, table_id: str) -> None:
        """Read a table whose computer was forgotten, and let it think."""
        await self._keeper.refresh(table_id)
        await self._keeper.table(table_id)
        self.consider(table_id)

    async def _play(self, table_id: str, number: int) -> None:
        for pause in (*RETRIES, None):
            try:
                table = await self._keeper.table(table_id)
                seat = table.computer_to_move()
                if seat is None or table.number != number:
                    return
                ply = table.ply
                thought = await self._thinker.think(question(table, seat))
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

    async def stop(self) -> None:
        """Stop thinking; the tables wait in the store."""
        tasks = list(self._tasks.values())
        if tasks:
            # A move that is being stored is let through.
            await asyncio.wait(tasks, timeout=STOP_WITHIN)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def question(table: Table, seat: int) -> Question:
    """What the computer on a seat is asked now, or would be."""
    header = table.header
    return Question(
        game=header.game,
        seats=header.seats,
        options=header.options,
        rules_version=header.rules_version,
        components=header.components,
        view=seen(table, seat).tobytes(),
        seat=seat,
        level=table.chairs[seat].level or 1,
        player=f"{header.id}/{seat}",
        seed=f"{header.id}/{table.number}",
    )
