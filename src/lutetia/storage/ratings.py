"""Ratings of players in each game, for each number of players. A table changes them once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import players, rated_tables, ratings, tables


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player in one game with one number of players."""

    mu: float
    sigma: float
    ordinal: float
    games: int


Rate = Callable[[Sequence[Rating | None]], Sequence[Rating]]
"""Computes new ratings from old ones, in the order of the players. None: not rated before."""


class Ratings:
    """All ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rate(self, table: str, game: str, who: Sequence[str], rate: Rate, now: int) -> bool:
        """Change the ratings after a table, once; False if that was done before."""
        seats = len(who)
        try:
            async with self._database.writing() as connection:
                # This comes first: a second process waits here until the first has committed.
                row = {"table_id": table, "at": now, "changes": []}
                await connection.execute(insert(rated_tables), row)
                query = (
                    select(ratings)
                    .where(
                        ratings.c.game == game,
                        ratings.c.seats == seats,
                        ratings.c.player.in_(who),
                    )
                    .order_by(ratings.c.player)
                    .with_for_update()
                )
                old = {
                    row.player: Rating(row.mu, row.sigma, row.ordinal, row.games)
                    for row in await connection.execute(query)
                }
                new = rate([old.get(player) for player in who])
                for player, rating in zip(who, new, strict=True):
                    values = {
                        "mu": rating.mu,
                        "sigma": rating.sigma,
                        "ordinal": rating.ordinal,
                        "games": rating.games,
                    }
                    if player in old:
                        await connection.execute(
                            update(ratings)
                            .where(
                                ratings.c.player == player,
                                ratings.c.game == game,
                                ratings.c.seats == seats,
                            )
                            .values(**values)
                        )
                    else:
                        await connection.execute(
                            insert(ratings),
                            {"player": player, "game": game, "seats": seats, **values},
                        )
                changes = [
                    {"player": player, "mu": rating.mu, "sigma": rating.sigma}
                    for player, rating in zip(who, new, strict=True)
                ]
                await connection.execute(
                    update(rated_tables)
                    .where(rated_tables.c.table_id == table)
                    .values(changes=changes)
                )
        except IntegrityError:
            return False
        return True

    async def unrated(self, most: int = 50) -> list[str]:
        """Finished rated tables whose ratings are not changed yet."""
        query = (
            select(tables.c.id)
            .outerjoin(rated_tables, rated_tables.c.table_id == tables.c.id)
            .where(tables.c.rated, tables.c.phase == "over", rated_tables.c.table_id.is_(None))
            .limit(most)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def of(self, who: Sequence[str]) -> dict[tuple[str, str, int], Rating]:
        """The ratings of some players, by player, game and number of players."""
        if not who:
            return {}
        query = select(ratings).where(ratings.c.player.in_(who))
        async with self._database.reading() as connection:
            return {
                (row.player, row.game, row.seats): Rating(row.mu, row.sigma, row.ordinal, row.games)
                for row in await connection.execute(query)
            }

    async def best(self, game: str, seats: int, most: int) -> list[tuple[str, Rating]]:
        """The names of the best players of a game, with their ratings."""
        query = (
            select(players.c.name, ratings)
            .join(players, players.c.id == ratings.c.player)
            .where(ratings.c.game == game, ratings.c.seats == seats)
            .order_by(ratings.c.ordinal.desc(), ratings.c.player)
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [
                (row.name, Rating(row.mu, row.sigma, row.ordinal, row.games))
                for row in await connection.execute(query)
            ]
