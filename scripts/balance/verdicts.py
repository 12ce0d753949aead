"""Says of each aim whether one set-up meets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from lutetia.games.belle_epoque.balance.measures import (
    FEW_OWNERS,
    MOST_MARGIN,
    MOST_OF_A_LINE,
    MOST_OF_SINGLE_MINDED,
    OFTEN,
    OWNER_TOLERANCE,
    SEAT_TOLERANCE,
    TILES_WANTED,
    districts_wanted,
)
from lutetia.kernel.statistics import share_of

Found: TypeAlias = dict[str, Any]
Verdict: TypeAlias = Literal["yes", "near", "no", "–"]
"""`near`: missed, but a true value that meets the aim lies within the 95% interval. A dash: not
measured."""
CERTAIN = 1.96


def seats(found: Found) -> Verdict:
    """Every seat wins its fair share."""
    fair = 1 / found["players"]
    return worst(
        around(share, found["games"], fair - SEAT_TOLERANCE, fair + SEAT_TOLERANCE)
        for share in found["wins_by_place"]
    )


def owners(found: Found) -> Verdict:
    """No tile wins the game for its owner."""
    most = 1 / found["players"] + OWNER_TOLERANCE
    pairs = zip(found["owner_wins"], found["owners"], strict=True)
    return worst(around(share, count, 0.0, most) for share, count in pairs if count >= FEW_OWNERS)


def landmarks(found: Found) -> Verdict:
    """Every landmark is bought now and then."""
    return worst(around(share, found["games"], OFTEN, 1.0) for share in found["landmarks"])


def districts(found: Found) -> Verdict:
    """Many districts are scored."""
    wanted = districts_wanted(found["players"])
    half = CERTAIN * found["districts_deviation"] / found["games"] ** 0.5
    if found["districts"] >= wanted:
        return "yes"
    return "near" if found["districts"] + half >= wanted else "no"


def tiles_taken(found: Found) -> int:
    """How many tiles are taken in at least one game of twenty."""
    return sum(share >= OFTEN for share in found["taken"])


def medals_spent(found: Found) -> float:
    """The share of medals that are spent on landmarks, of all spent and sold ones."""
    spent, sold = found["medals_spent"], found["medals_sold"]
    return float(spent / max(0.01, spent + sold))


def largest_line(found: Found) -> float:
    """The share of all points that the largest line of the score brings."""
    return float(max(found["lines"].values()))


def single_minded(found: Found) -> Verdict:
    """No single wish is ahead."""
    if "alone" not in found:
        return "–"
    shares, games = found["alone"].values(), found["games_alone"]
    return worst(around(share, games, 0.0, MOST_OF_SINGLE_MINDED) for share in shares)


def around(share: float, trials: int, low: float, high: float) -> Verdict:
    """Whether a measured share is within bounds, or could be."""
    if low <= share <= high:
        return "yes"
    exact = share_of(share * trials, trials)
    return "near" if exact.low <= high and exact.high >= low else "no"


def plain(met: bool) -> Verdict:
    """Without an interval."""
    return "yes" if met else "no"


def worst(verdicts: Any) -> Verdict:
    """The worst of several verdicts."""
    order: tuple[Verdict, ...] = ("yes", "near", "no")
    return max(verdicts, key=order.index, default="yes")


AIMS: dict[str, Callable[[Found], Verdict]] = {
    "every seat within 3 points of its fair share": seats,
    "the owner of one tile wins at most 60% (others: fair share + 10)": owners,
    "25 of 30 tiles taken in one game of twenty": lambda found: plain(
        tiles_taken(found) >= TILES_WANTED
    ),
    "every landmark bought in one game of twenty": landmarks,
    "medals spent on landmarks more often than sold": lambda found: plain(
        found["medals_spent"] > found["medals_sold"]
    ),
    "four districts scored with two players, five with more": districts,
    "no line above 40% of all points": lambda found: plain(largest_line(found) <= MOST_OF_A_LINE),
    "margin below 15% of the winner's points": lambda found: plain(found["margin"] < MOST_MARGIN),
    "a single-minded player is ahead of at most 35% of mixed ones": single_minded,
}
