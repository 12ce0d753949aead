"""Shares with their intervals, and distributions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = 1.959963984540054
"""For an interval of 95%."""


class Share(NamedTuple):
    """A share with its 95% interval (Wilson)."""

    share: float
    low: float
    high: float
    of: int


def share_of(successes: float, trials: int) -> Share:
    """Wilson's interval: good for shares near 0 and 1, and for few trials.

    Shared wins count in parts, so the interval is a little wider than necessary.
    """
    if trials == 0:
        return Share(0.0, 0.0, 1.0, 0)
    share = successes / trials
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = Z * float(np.sqrt(share * (1 - share) / trials + weight / (4 * trials))) / (1 + weight)
    # At 0 and 1 the interval ends exactly there, without a rounding error.
    return Share(
        share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)), trials
    )


def spread(values: NDArray[Any]) -> dict[str, float]:
    """How values are distributed."""
    low, first, median, third, high = np.percentile(values, [0, 25, 50, 75, 100])
    return {
        "mean": round(float(values.mean()), 2),
        "deviation": round(float(values.std()), 2),
        "least": float(low),
        "quarter": float(first),
        "median": float(median),
        "three_quarters": float(third),
        "most": float(high),
    }
