"""Lists of tables: what is open, what somebody plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from lutetia.storage.database import Database
from lutetia.storage.schema import matches, seatings


@dataclass(frozen=True, slots=True)
class Row:
    """A table without its log."""

    id: str
    game: str
    phase: str
    updated: int


class Lists:
    """Finds tables; what they are is read from their logs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(
        self, most: int, game: str | None, phase: str | None, before: int | None
    ) -> list[str]:
        """Tables that everybody may see, the latest first."""
        query = select(matches.c.id).where(matches.c.listed)
        if phase is None:
            query = query.where(matches.c.phase.in_(("waiting", "playing")))
        else:
            query = query.where(matches.c.phase == phase)
        if game is not None:
            query = query.where(matches.c.game == game)
        if before is not None:
            query = query.where(matches.c.updated < before)
        query = query.order_by(matches.c.updated.desc(), matches.c.id).limit(most)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def of_player(self, player: str, most: int, before: int | None) -> list[str]:
        """Tables at which a player has or had a seat, the latest first."""
        mine = select(seatings.c.match).where(seatings.c.player == player)
        query = select(matches.c.id).where(matches.c.id.in_(mine), matches.c.phase != "closed")
        if before is not None:
            query = query.where(matches.c.updated < before)
        query = query.order_by(matches.c.updated.desc(), matches.c.id).limit(most)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def rows(self, ids: Sequence[str]) -> dict[str, Row]:
        """What the list itself says of some tables, for those whose logs cannot be read."""
        columns = (matches.c.id, matches.c.game, matches.c.phase, matches.c.updated)
        query = select(*columns).where(matches.c.id.in_(ids))
        async with self._database.reading() as connection:
            return {row.id: Row(*row) for row in await connection.execute(query)}

    async def open_of(self, player: str) -> int:
        """How many tables of a player wait or are played."""
        query = select(matches.c.id).where(
            matches.c.host == player, matches.c.phase.in_(("waiting", "playing"))
        )
        return await self._database.look(lambda c: len(c.execute(query.limit(1000)).all()))

    async def stale_waiting(self, before: int) -> list[tuple[str, str]]:
        """Tables that nobody joined for long, with their hosts."""
        query = select(matches.c.id, matches.c.host).where(
            matches.c.phase == "waiting", matches.c.updated < before
        )
        async with self._database.reading() as connection:
            return [(row.id, row.host) for row in await connection.execute(query.limit(200))]

    async def all_ids(self) -> list[str]:
        """Every table, the oldest first."""
        query = select(matches.c.id).order_by(matches.c.created, matches.c.id)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())
