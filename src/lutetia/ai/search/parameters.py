"""How a search spends its effort."""

from __future__ import annotations

from typing import NamedTuple


class SearchParameters(NamedTuple):
    """Constants of selection; values of moves lie between 0 (lost) and 1 (won)."""

    trust: float = 1.5
    """Weight of a move's prior: `trust · prior · √seen / (1 + visits)` is added to its value."""

    curiosity: float = 0.0
    """Weight of `√(ln seen / visits)`; above 0 every listed move is tried once."""

    caution: float = 0.1
    """How much worse than its node an untried move is taken to be."""

    first_width: int = 8
    """How many moves of a new node are listed, those with the highest priors."""

    patience: float = 2.0
    """The list doubles when its width squared times this is reached by visits."""


PLAIN = SearchParameters(trust=0.0, curiosity=0.7, first_width=1 << 30)
"""Upper confidence bounds over all moves, without priors."""
