"""Measures of strength: Elo with intervals, and a sequential test whether A beats B.

The unit of the statistics is a table's shuffle with all its rotations, not a single game: games
with the same shuffle depend on each other, but the sums of different shuffles do not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lutetia.kernel.types import Floats

ELO = 400.0 / math.log(10.0)
SURE = 1.959964
"""A 95% interval reaches this many standard errors to each side."""
IMAGINED = 0.5
"""Wins and losses added against every player, so that a player who won all games has an Elo too."""


@dataclass(frozen=True)
class Comparison:
    """The result of one player against another on one shuffle."""

    one: int
    other: int
    wins: float
    """Draws count half."""
    games: int


def expected(elo: float) -> float:
    """The expected share of wins for a lead in Elo."""
    return 1.0 / (1.0 + math.exp(-elo / ELO))


def elo_of(share: float) -> float:
    """The lead in Elo for a share of wins."""
    return ELO * math.log(share / (1.0 - share))


def elo_table(comparisons: Sequence[Comparison], players: int) -> tuple[list[float], list[float]]:
    """For each player: its Elo (the mean is 0), and half the width of its 95% interval.

    Newton's method fits the Bradley-Terry model. The error is the sandwich estimate, clustered by
    shuffle.
    """
    wins = np.zeros((players, players))
    for found in comparisons:
        wins[found.one, found.other] += found.wins
        wins[found.other, found.one] += found.games - found.wins
    met = wins + wins.T > 0
    wins = wins + IMAGINED * met
    games = wins + wins.T
    strength = np.zeros(players)
    inverse: Floats = np.zeros((players, players))
    for _ in range(100):
        share = 1.0 / (1.0 + np.exp(strength[None, :] - strength[:, None]))
        slope = (wins - games * share).sum(axis=1)
        weight = games * share * (1.0 - share)
        inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight).astype(np.float64)
        step = inverse @ slope
        strength += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    error = _sandwich(comparisons, strength, inverse)
    return list(ELO * (strength - strength.mean())), list(SURE * ELO * error)


def _sandwich(comparisons: Sequence[Comparison], strength: Floats, inverse: Floats) -> Floats:
    """The standard error of each strength."""
    middle = np.zeros_like(inverse)
    for found in comparisons:
        share = 1.0 / (1.0 + math.exp(strength[found.other] - strength[found.one]))
        # Never less than the added games would show: one-sided results alone have no spread.
        surprise = max(
            abs(found.wins - found.games * share), math.sqrt(found.games * share * (1 - share)) / 2
        )
        for first, sign in ((found.one, 1.0), (found.other, -1.0)):
            for second, other_sign in ((found.one, 1.0), (found.other, -1.0)):
                middle[first, second] += sign * other_sign * surprise**2
    return np.sqrt(np.maximum(0.0, np.diag(inverse @ middle @ inverse)))


def share_interval(shares: Sequence[float], games_each: int) -> tuple[float, float, float]:
    """The mean share of wins over shuffles, and the ends of its 95% interval.

    This is Wilson's interval. Its number of games is the effective one: it follows from the spread
    over shuffles."""
    count = len(shares)
    if count == 0:
        return 0.5, 0.0, 1.0
    mean = float(np.mean(shares))
    games = float(count * games_each)
    spread = float(np.var(shares, ddof=1)) if count > 1 else 0.0
    if spread > 0.0 and 0.0 < mean < 1.0:
        games = count * mean * (1.0 - mean) / spread
    squared = SURE**2 / games
    middle = (mean + squared / 2.0) / (1.0 + squared)
    half = math.sqrt(mean * (1.0 - mean) * squared + squared**2 / 4.0) / (1.0 + squared)
    return mean, max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Verdict:
    """The state of the sequential test."""

    ratio: float
    """The logarithm of how much more likely the results are if A is better by `elo_1`."""
    lower: float
    upper: float

    @property
    def text(self) -> str:
        """The answer to “is A better than B?”."""
        if self.ratio >= self.upper:
            return "yes"
        return "no" if self.ratio <= self.lower else "undecided"


def sequential_test(
    shares: Sequence[float], elo_0: float, elo_1: float, alpha: float = 0.05, beta: float = 0.05
) -> Verdict:
    """Wald's test of a lead of `elo_1` against a lead of `elo_0`, on the shares of shuffles.

    The likelihood ratio assumes a normal distribution with the observed spread.
    """
    lower, upper = math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)
    count = len(shares)
    if count < 2:
        return Verdict(0.0, lower, upper)
    mean = float(np.mean(shares))
    # Two added shuffles with opposite results keep the spread of one-sided results above 0.
    spread = float(np.var([*shares, 0.0, 1.0]))
    share_0, share_1 = expected(elo_0), expected(elo_1)
    ratio = count * (share_1 - share_0) * (2.0 * mean - share_0 - share_1) / (2.0 * spread)
    return Verdict(ratio, lower, upper)
