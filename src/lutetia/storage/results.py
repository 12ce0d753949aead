"""The results of finished games, one row for each seat, and what statistics read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import rated_tables, results, seatings, tables


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one seat."""

    table_id: str
    seat: int
    game: str
    seats: int
    name: str | None
    level: int | None
    """The level of a computer."""
    rank: int
    lines: dict[str, int]
    used: dict[str, list[str]]
    """What the seat used, by group: postcards, bonus tiles."""
    at: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """The rating of a player after one rated table."""

    table: str
    game: str
    seats: int
    mu: float
    sigma: float
    at: int


class Results:
    """All results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, found: Sequence[Result]) -> None:
        """Store the results of a table. A table has them only once."""
        try:
            rows = [asdict(result) for result in found]
            await self._database.change(lambda c: c.execute(insert(results), rows).close())
        except IntegrityError:
            return  # another process was quicker

    async def missing(self, most: int = 50, besides: Sequence[str] = ()) -> list[str]:
        """Finished tables without results."""
        query = (
            select(tables.c.id)
            .outerjoin(results, results.c.table_id == tables.c.id)
            .where(tables.c.phase == "over", results.c.table_id.is_(None))
            .where(tables.c.id.not_in(besides))
            .limit(most)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def of(self, player: str) -> list[tuple[int, list[Result]]]:
        """Every finished game of a player: the player's seat, and the results of all seats.

        Games at which one person held several seats are left out: they are nobody's success.
        """
        mine = select(seatings.c.table_id, seatings.c.seat).where(seatings.c.player == player)
        async with self._database.reading() as connection:
            held: dict[str, list[int]] = {}
            for row in await connection.execute(mine):
                held.setdefault(row.table_id, []).append(row.seat)
            query = (
                select(results)
                .where(results.c.table_id.in_(mine.with_only_columns(seatings.c.table_id)))
                .order_by(results.c.at, results.c.table_id, results.c.seat)
            )
            together: dict[str, list[Result]] = {}
            for found in (await connection.execute(query)).mappings():
                together.setdefault(found["table_id"], []).append(Result(**found))
        return [(held[id_][0], all_) for id_, all_ in together.items() if len(held[id_]) == 1]

    async def history(self, player: str) -> list[RatedGame]:
        """The ratings of a player after each rated table, the oldest first."""
        query = (
            select(rated_tables, tables.c.game, tables.c.seats)
            .join(tables, tables.c.id == rated_tables.c.table_id)
            .join(seatings, seatings.c.table_id == rated_tables.c.table_id)
            .where(seatings.c.player == player)
            .order_by(rated_tables.c.at)
        )
        found: list[RatedGame] = []
        async with self._database.reading() as connection:
            for row in await connection.execute(query):
                changes: list[dict[str, Any]] = row.changes
                found += [
                    RatedGame(row.table_id, row.game, row.seats, one["mu"], one["sigma"], row.at)
                    for one in changes
                    if one["player"] == player
                ]
        return found
