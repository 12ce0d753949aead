"""Who looks for somebody to play with. All processes share this list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import seekers


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player who looks for another one."""

    player: str
    name: str
    game: str
    rated: bool
    rating: int | None
    since: int
    seen: int
    table_id: str | None = None
    promise: str | None = None
    """The hash of the player's share of the seed. It stays the same as long as the player looks."""
    kind: str = "account"
    """Of the player: guest, account or bot."""


class Seekers:
    """All of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player: str) -> Seeker | None:
        """A player's own entry."""
        query = select(seekers).where(seekers.c.player == player)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else Seeker(**row)

    async def look(self, mine: Seeker) -> None:
        """Begin to look, or say that one is still looking."""
        again = (
            update(seekers)
            .where(
                seekers.c.player == mine.player,
                seekers.c.game == mine.game,
                seekers.c.rated == mine.rated,
            )
            .values(seen=mine.seen)
        )
        try:
            async with self._database.writing() as connection:
                if (await connection.execute(again)).rowcount:
                    return
                await connection.execute(delete(seekers).where(seekers.c.player == mine.player))
                await connection.execute(insert(seekers), asdict(mine))
        except IntegrityError:
            return  # another window of the same browser was quicker

    async def leave(self, player: str) -> None:
        """Stop looking."""
        async with self._database.writing() as connection:
            await connection.execute(delete(seekers).where(seekers.c.player == player))

    async def others(self, mine: Seeker, seen_after: int) -> list[Seeker]:
        """The others who look for the same, the longest waiting first."""
        query = (
            select(seekers)
            .where(
                seekers.c.game == mine.game,
                seekers.c.rated == mine.rated,
                seekers.c.player != mine.player,
                seekers.c.table_id.is_(None),
                seekers.c.seen >= seen_after,
            )
            .order_by(seekers.c.since, seekers.c.player)
        )
        async with self._database.reading() as connection:
            return [Seeker(**row) for row in (await connection.execute(query)).mappings()]

    async def pair(self, players: Sequence[str], table: str) -> bool:
        """Give some players a table, all or none. False if one of them has another one by now."""
        query = (
            update(seekers)
            .where(seekers.c.player.in_(players), seekers.c.table_id.is_(None))
            .values(table_id=table)
        )
        rows = (
            select(seekers.c.player)
            .where(seekers.c.player.in_(players))
            .order_by(seekers.c.player)
            .with_for_update()
        )
        async with self._database.writing() as connection:
            # The same order in all processes, so that they cannot lock each other.
            await connection.execute(rows)
            done = await connection.execute(query)
            if done.rowcount == len(players):
                return True
            await connection.rollback()
        return False

    async def forget(self, seen_before: int) -> None:
        """Forget everybody who has gone away."""
        gone = delete(seekers).where(seekers.c.seen < seen_before)
        await self._database.change(lambda c: c.execute(gone).close())

    async def count(self, game: str, seen_after: int) -> int:
        """How many people look for a game."""
        query = select(func.count()).where(
            seekers.c.game == game, seekers.c.seen >= seen_after, seekers.c.table_id.is_(None)
        )
        async with self._database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())
