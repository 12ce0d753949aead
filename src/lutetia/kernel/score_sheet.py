"""The score of a position in full: by line, by part, with the tie-breaks.

Replays, real tables, the server and the Python API all write a score in this shape
(docs/formats.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.score_parts import ScoreParts
from lutetia.kernel.types import Record

TieBreaks: TypeAlias = Callable[[Game, Record], Sequence[tuple[str, Sequence[int]]]]
"""Reads the tie-breaks in the order in which they decide: a name, and a number for each seat."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class ScoreDetail(_Shape):
    """One part of a score: a building's light, a postcard's piece, a district."""

    seat: int = Field(ge=0)
    """The seat, counted from 0."""
    line: str
    """The scoring line that it belongs to."""
    what: str
    """What the points are for, in English."""
    points: int


class TieBreak(_Shape):
    """Values that decide between equal totals; the greater one is better."""

    name: str
    values: list[int]
    """For each seat, in order."""


class ScoreSheet(_Shape):
    """A score. Every list has one entry for each seat, in the order of the seats."""

    game: str
    seats: int = Field(ge=1)
    """The number of seats."""
    seat_names: list[str]
    scores: list[dict[str, int]]
    """Points by scoring line."""
    totals: list[int]
    """The sums of them."""
    ranks: list[int]
    """1 is the first; tie-breaks are applied, and equal ranks are shared."""
    details: list[ScoreDetail]
    """The parts of the lines. The parts of one line of one seat add up to the line. A line that the
    game does not explain has none."""
    tie_breaks: list[TieBreak]
    """In the order in which they decide."""


def score_sheet(
    game: Game, state: Record, parts: ScoreParts | None, ties: TieBreaks | None
) -> ScoreSheet:
    """The score of a state, as if the game ended here."""
    return ScoreSheet(
        game=game.id,
        seats=game.seats,
        seat_names=list(seat_names(game)),
        scores=game.score(state),
        totals=game.totals(state),
        ranks=game.ranks(state),
        details=[
            ScoreDetail(seat=part.seat, line=part.line, what=part.text, points=part.points)
            for part in (parts(game, state) if parts is not None else ())
        ],
        tie_breaks=[
            TieBreak(name=name, values=list(values))
            for name, values in (ties(game, state) if ties is not None else ())
        ],
    )
