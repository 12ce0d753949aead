"""Ratings: numbers of a player in a game, changed once a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import matches, players, rated_matches, ratings


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength."""

    mu: float
    sigma: float
    ordinal: float
    games: int


Rate = Callable[[Sequence[Rating | None]], Sequence[Rating]]
"""New ratings from old ones, in the order of the players; None: never rated before."""


class Ratings:
    """All ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rate(self, match: str, game: str, who: Sequence[str], rate: Rate, now: int) -> bool:
        """Change the ratings for a match, unless that has been done; whether it was done now."""
        try:
            async with self._database.writing() as connection:
                # First, so that a second process stops here until the first has committed.
                row = {"match": match, "at": now, "changes": []}
                await connection.execute(insert(rated_matches), row)
                query = (
                    select(ratings)
                    .where(ratings.c.game == game, ratings.c.player.in_(who))
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
                            .where(ratings.c.player == player, ratings.c.game == game)
                            .values(**values)
                        )
                    else:
                        await connection.execute(
                            insert(ratings), {"player": player, "game": game, **values}
                        )
                changes = [
                    {"player": player, "mu": rating.mu, "sigma": rating.sigma}
                    for player, rating in zip(who, new, strict=True)
                ]
                await connection.execute(
                    update(rated_matches)
                    .where(rated_matches.c.match == match)
                    .values(changes=changes)
                )
        except IntegrityError:
            return False
        return True

    async def unrated(self, most: int = 50) -> list[str]:
        """Finished rated matches whose ratings are not changed yet."""
        query = (
            select(matches.c.id)
            .outerjoin(rated_matches, rated_matches.c.match == matches.c.id)
            .where(matches.c.rated, matches.c.phase == "over", rated_matches.c.match.is_(None))
            .limit(most)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def of(self, who: Sequence[str]) -> dict[tuple[str, str], Rating]:
        """The ratings of some players, by player and game."""
        if not who:
            return {}
        query = select(ratings).where(ratings.c.player.in_(who))
        async with self._database.reading() as connection:
            return {
                (row.player, row.game): Rating(row.mu, row.sigma, row.ordinal, row.games)
                for row in await connection.execute(query)
            }

    async def best(self, game: str, most: int) -> list[tuple[str, Rating]]:
        """The names of the best players of a game, with their ratings."""
        query = (
            select(players.c.name, ratings)
            .join(players, players.c.id == ratings.c.player)
            .where(ratings.c.game == game)
            .order_by(ratings.c.ordinal.desc(), ratings.c.player)
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [
                (row.name, Rating(row.mu, row.sigma, row.ordinal, row.games))
                for row in await connection.execute(query)
            ]
