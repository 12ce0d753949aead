"""How a search spends its effort."""

from __future__ import annotations

from typing import NamedTuple


class SearchParameters(NamedTuple):
    """Constants for the selection of moves. Values lie between 0 (lost) and 1 (won)."""

    trust: float = 1.5
    """Weight of a move's prior: `trust · prior · √seen / (1 + visits)` is added to its value."""

    curiosity: float = 0.0
    """Weight of `√(ln seen / visits)`. If it is above 0, every listed move is tried once."""

    caution: float = 0.1
    """An untried move gets the value of its node minus this."""

    first_width: int = 8
    """How many moves of a new node are listed: those with the highest priors."""

    patience: float = 2.0
    """The list doubles when the visits reach this times its width squared."""


PLAIN = SearchParameters(trust=0.0, curiosity=0.7, first_width=1 << 30)
"""Upper confidence bounds over all moves, without priors."""
