"""Ratings by the Plackett–Luce model of openskill, for two to four players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openskill.models import PlackettLuce

from lutetia.match.outcome import ranks_of
from lutetia.match.table import Table
from lutetia.storage.ratings import Rating, Ratings

PROVISIONAL = 10
"""A rating from fewer games is provisional."""
_MODEL = PlackettLuce()


def shown(rating: Rating) -> int:
    """The rating as people see it: a cautious estimate, never below zero."""
    return max(0, round(1000 + 40 * rating.ordinal))


def rating_json(game: str, seats: int, rating: Rating) -> dict[str, Any]:
    """`RatingInfo`."""
    return {
        "game": game,
        "seats": seats,
        "rating": shown(rating),
        "estimate": estimate(rating.mu),
        "spread": spread(rating.sigma),
        "games": rating.games,
        "provisional": rating.games < PROVISIONAL,
    }


def estimate(mu: float) -> int:
    """The most likely strength, on the scale of `shown`."""
    return round(1000 + 40 * mu)


def spread(sigma: float) -> int:
    """The strength is this far from the estimate, or nearer, with a probability of 95 %."""
    return round(40 * 1.96 * sigma)


def rate(ranks: Sequence[int], old: Sequence[Rating | None]) -> list[Rating]:
    """The ratings after a game with these places."""
    teams = [
        [_MODEL.rating() if known is None else _MODEL.rating(mu=known.mu, sigma=known.sigma)]
        for known in old
    ]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Rating(team[0].mu, team[0].sigma, team[0].ordinal(), (known.games if known else 0) + 1)
        for team, known in zip(after, old, strict=True)
    ]


async def rate_table(ratings: Ratings, table: Table, now: int) -> bool:
    """Change the ratings after a finished game, once; False if that was done before."""
    who = [sitter for sitter in table.sitters if sitter is not None]
    if table.header.branch_of is not None:
        return False  # whoever opened it chose the shuffle
    if table.outcome is None or len(set(who)) != table.header.seats:
        return False
    ranks = table.outcome.ranks
    if table.outcome.reason != "draw":
        # A replaced player has lost, even if the computer won for them.
        ranks = ranks_of(table.game, table.state, table.given_up)
    header = table.header
    return await ratings.rate(header.id, header.game, who, lambda old: rate(ranks, old), now)
