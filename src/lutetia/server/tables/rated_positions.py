"""The positions of rated games that are being played. The computer gives no advice about them.

The list of these games is in the database, so it is the same in every process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from lutetia.kernel.contract import Game
from lutetia.match.errors import CANNOT_OPEN, NotPossible
from lutetia.match.keeper import Keeper
from lutetia.match.position_key import all_keys, position_key
from lutetia.storage.lists import InPlay, Lists

LATELY = 3_600_000
"""A rated game without a clock may stand for ever. A computer waits for it so many milliseconds
after its last change."""


class RatedPositions:
    """Knows the keys of the positions of rated games."""

    def __init__(self, lists: Lists, keeper: Keeper, now: Callable[[], int]) -> None:
        self._lists = lists
        self._keeper = keeper
        self._now = now
        self._known: dict[tuple[str, int], dict[str, tuple[InPlay, frozenset[str]]]] = {}
        """For each game and number of seats, by table: its last change, and the keys of its
        position then."""

    async def refuse(self, game: Game, states: Iterable[Any]) -> None:
        """Raise `NotPossible` if a rated game stands in one of these positions."""
        keys = await self._keys(game)
        if not keys:
            return

        def found() -> bool:
            return any(position_key(game, state) in keys for state in states)

        if await asyncio.to_thread(found):
            raise NotPossible(
                "somebody plays a rated game in this position now: the computer does not help there"
            )

    async def keys(self, game: Game) -> set[str]:
        """The keys of all positions in which somebody plays a rated game of this kind now: against
        a clock, or lately."""
        return await self._keys(game, self._now() - LATELY)

    async def _keys(self, game: Game, since: int | None = None) -> set[str]:
        """The keys of all positions. `since`: of games without a clock only those that were changed
        since then."""
        playing = await self._lists.rated_in_play(game.id, game.seats)
        before = self._known.get((game.id, game.seats), {})
        known = {table: before[table] for table in playing if table in before}
        for table_id, changed in playing.items():
            if table_id in known and known[table_id][0] == changed:
                continue
            try:
                await self._keeper.refresh(table_id)
                table = await self._keeper.table(table_id)
            except CANNOT_OPEN:
                continue  # nobody can play there either
            keys = await asyncio.to_thread(all_keys, table.game, table.state)
            known[table_id] = (changed, keys)
        self._known[game.id, game.seats] = known
        return {
            key
            for found, keys in known.values()
            if since is None or found.deadline is not None or found.updated >= since
            for key in keys
        }
