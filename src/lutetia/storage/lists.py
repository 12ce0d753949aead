"""Lists of tables: public tables, and the tables of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from lutetia.storage.database import Database
from lutetia.storage.schema import results, seatings, tables


@dataclass(frozen=True, slots=True)
class Row:
    """A table without its log."""

    id: str
    game: str
    phase: str
    updated: int


@dataclass(frozen=True, slots=True)
class InPlay:
    """A table that is being played. It differs after every move."""

    moves: int
    updated: int
    deadline: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables of a player a list shows; None: all."""

    game: str | None = None
    over: bool | None = None
    won: bool | None = None
    """Whether the player's seat was first, alone or not."""


class Lists:
    """Finds the ids of tables. The tables themselves are read from their logs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def listed(
        self, most: int, game: str | None, phase: str | None, before: int | None
    ) -> list[str]:
        """Public tables, the latest first."""
        query = select(tables.c.id).where(tables.c.listed)
        if phase is None:
            query = query.where(tables.c.phase.in_(("waiting", "playing")))
        else:
            query = query.where(tables.c.phase == phase)
        if game is not None:
            query = query.where(tables.c.game == game)
        if before is not None:
            query = query.where(tables.c.updated < before)
        query = query.order_by(tables.c.updated.desc(), tables.c.id).limit(most)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def of_player(
        self, player: str, most: int, before: int | None, wanted: Wanted | None = None
    ) -> list[str]:
        """Tables at which a player has or had a seat, the latest first."""
        mine = select(seatings.c.table_id).where(seatings.c.player == player)
        wanted = wanted or Wanted()
        if wanted.won is not None:
            mine = mine.join(
                results,
                (results.c.table_id == seatings.c.table_id) & (results.c.seat == seatings.c.seat),
            ).where(results.c.rank == 1 if wanted.won else results.c.rank > 1)
        query = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.phase != "closed")
        if wanted.game is not None:
            query = query.where(tables.c.game == wanted.game)
        if wanted.over is not None:
            over = tables.c.phase == "over"
            query = query.where(over if wanted.over else ~over)
        if before is not None:
            query = query.where(tables.c.updated < before)
        query = query.order_by(tables.c.updated.desc(), tables.c.id).limit(most)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def unfinished_of(self, player: str) -> list[str]:
        """All tables of a player that wait or are being played."""
        mine = select(seatings.c.table_id).where(seatings.c.player == player)
        query = select(tables.c.id).where(
            tables.c.id.in_(mine), tables.c.phase.in_(("waiting", "playing"))
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query.order_by(tables.c.id))).scalars())

    async def rows(self, ids: Sequence[str]) -> dict[str, Row]:
        """The rows of some tables, for tables whose logs cannot be read."""
        columns = (tables.c.id, tables.c.game, tables.c.phase, tables.c.updated)
        query = select(*columns).where(tables.c.id.in_(ids))
        async with self._database.reading() as connection:
            return {row.id: Row(*row) for row in await connection.execute(query)}

    async def stale_waiting(self, before: int) -> list[str]:
        """Tables that wait for players since before this time."""
        query = select(tables.c.id).where(tables.c.phase == "waiting", tables.c.updated < before)
        async with self._database.reading() as connection:
            return list((await connection.execute(query.limit(200))).scalars())

    async def rated_in_play(self, game: str, seats: int) -> dict[str, InPlay]:
        """The rated tables of a game that are being played."""
        query = select(tables.c.id, tables.c.moves, tables.c.updated, tables.c.deadline).where(
            tables.c.rated,
            tables.c.phase == "playing",
            tables.c.game == game,
            tables.c.seats == seats,
        )
        async with self._database.reading() as connection:
            rows = await connection.execute(query)
            return {row.id: InPlay(row.moves, row.updated, row.deadline) for row in rows}

    async def all_ids(self) -> list[str]:
        """Every table, the oldest first."""
        query = select(tables.c.id).order_by(tables.c.created, tables.c.id)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())
