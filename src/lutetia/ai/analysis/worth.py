"""The result that a move leads to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lutetia.kernel.types import Floats


@dataclass(frozen=True)
class Worth:
    """The result that a move leads to, if all seats then play the best known moves."""

    lines: Floats
    """The points of each seat in each scoring line."""
    proved: bool
    line: tuple[int, ...] = ()
    """If proved: the moves to the end, this move first."""

    @classmethod
    def estimated(cls, lines: Floats) -> Worth:
        """An estimate, rounded to tenths: so every sum and difference that is told fits it."""
        return cls(np.round(lines, 1), proved=False)

    def margin(self, seat: int) -> float:
        """The lead of a seat over the best of the others."""
        totals = self.lines.sum(axis=1)
        return round(float(totals[seat] - max(np.delete(totals, seat))), 1)

    def lead(self, other: Worth, seat: int) -> float:
        """How much greater the margin of a seat is here than there."""
        return round(self.margin(seat) - other.margin(seat), 1)
