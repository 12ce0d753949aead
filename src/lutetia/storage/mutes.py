"""Whom an account has muted in the chat."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from lutetia.storage.database import Database
from lutetia.storage.schema import mutes

MOST = 500
"""One account mutes so many players. The oldest are dropped for new ones."""


class Mutes:
    """The lists of all accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: str) -> list[str]:
        """Whom a player has muted, the oldest first."""
        query = (
            select(mutes.c.author)
            .where(mutes.c.player == player)
            .order_by(mutes.c.at, mutes.c.author)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def change(
        self, player: str, add: Sequence[str], remove: Sequence[str], now: int
    ) -> list[str]:
        """Mute some players and hear others again. Returns the list."""
        async with self._database.writing() as connection:
            mine = mutes.c.player == player
            # Who is muted once more counts as new.
            out = {*add, *remove}
            await connection.execute(delete(mutes).where(mine, mutes.c.author.in_(sorted(out))))
            wanted = [author for author in dict.fromkeys(add) if author not in set(remove)]
            if wanted:
                rows = [{"player": player, "author": author, "at": now} for author in wanted]
                await connection.execute(insert(mutes), rows)
            query = select(mutes.c.author).where(mine).order_by(mutes.c.at, mutes.c.author)
            found = list((await connection.execute(query)).scalars())
            old = found[: max(0, len(found) - MOST)]
            if old:
                await connection.execute(delete(mutes).where(mine, mutes.c.author.in_(old)))
        return found[len(old) :]
