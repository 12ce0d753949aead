"""The parts of a score: what exactly the points of a scoring line are for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

PartValue: TypeAlias = str | int | list[str]


@dataclass(frozen=True)
class ScorePart:
    """One part of a scoring line of one seat. The parts of a line add up to the line."""

    seat: int
    line: str
    thing: str
    """Tells the parts of one line apart: a building, a piece. Empty if the line has one part."""
    points: int
    values: Mapping[str, PartValue]
    """What the points are for, in notation. A client makes its sentence from these."""
    text: str
    """The same as a short English phrase."""


ScoreParts: TypeAlias = Callable[[Game, Record], Iterable[ScorePart]]
"""Reads the parts of every seat's score, as if the game ended here."""
