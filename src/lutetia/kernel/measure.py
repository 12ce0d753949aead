"""Measures of balance: what many finished games say about a game, and the aim of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.types import Integers, Record

if TYPE_CHECKING:
    from lutetia.kernel.contract import Game


@dataclass(frozen=True)
class Measure:
    """One figure with its 95% interval and its aim."""

    group: str
    name: str
    value: float
    low: float | None = None
    high: float | None = None
    is_share: bool = True
    aim: str = ""
    met: bool | None = None
    """None: there is no aim."""

    def as_json(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)

    def cells(self) -> tuple[str, str, str, str, str, str]:
        """A row of a table: group, name, value, interval, aim, whether it is met."""
        between = ""
        if self.low is not None and self.high is not None:
            between = f"{self._text(self.low)} – {self._text(self.high)}"
        met = "" if self.met is None else "yes" if self.met else "no"
        return self.group, self.name, self._text(self.value), between, self.aim, met

    def _text(self, value: float) -> str:
        return f"{value:.1%}" if self.is_share else f"{value:.2f}"


HEADINGS = ("measure", "of", "value", "95% interval", "aim", "met")


def as_markdown(measures: Sequence[Measure]) -> str:
    """A table for a page."""
    rows = [HEADINGS, ("---",) * len(HEADINGS), *(one.cells() for one in measures)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


class Ledger(Protocol):
    """Counts what the moves of games brought; `lutetia balance` uses it."""

    columns: int
    """How many numbers are counted for each seat."""

    def account(self, game: Game, state: Record, move: int, out: Integers) -> None:
        """Play a move in place, and count it (seat, column)."""

    def measures(
        self,
        game: Game,
        states: NDArray[Any],
        accounts: NDArray[np.int64],
        lines: NDArray[np.int32],
        standings: NDArray[np.int64],
    ) -> list[Measure]:
        """The measures of finished games; the first index of each array is the game."""
