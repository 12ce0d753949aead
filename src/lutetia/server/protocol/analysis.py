"""Explanations of moves, and the analysis of a whole game (docs/analysis.md)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from lutetia.server.protocol.base import Wire

STORED = ConfigDict(extra="ignore")
"""For parts of stored analyses: one that an older server stored may have other fields."""


class LineChange(Wire):
    """A scoring line of a seat at the end of the game, after the best move and after the other."""

    seat: str
    line: str
    points: float
    """`best` minus `other`."""
    best: float
    other: float


class PartChange(Wire):
    """A part of a scoring line of a seat: with the best move, and without it."""

    seat: str
    line: str
    thing: str
    """Tells the parts of one line apart: a building, a piece."""
    points: int
    """`after` minus `before`."""
    before: int
    after: int
    values: dict[str, str | int | list[str]]
    """What the points are for, in notation; those of before if the part is gone."""
    old_values: dict[str, str | int | list[str]] | None
    """The values of before; null if the part is new."""
    text: str
    """The same as an English phrase."""


class PlaceChange(Wire):
    """A place at the end: for each seat the share of the games in which it holds the place."""

    place: str
    best: list[float]
    other: list[float]


class Explanation(Wire):
    """Why the best move is better than another one."""

    other: str | None
    """The move that the best one is compared with; null: there is no other."""
    gain: float | None
    """How much greater the expected margin is after the best move than after the other."""
    proved: bool
    lines: list[LineChange]
    at_once: list[PartChange]
    """What the best move and the rest of its turn change at once."""
    at_end: list[PartChange]
    """If proved: what differs between the two ends of the game."""
    places: list[PlaceChange]
    games: int
    """How many imagined games the shares of `places` come from."""


class JudgedMove(Wire):
    """One move of an analysed game."""

    model_config = STORED

    ply: int
    """The number of the move, from 1."""
    seat: str
    player: str
    move: str
    loss: float
    """The points of margin that the move gave away."""
    mark: Literal["?", "??", "!"] | None = None
    best: str
    """The best move; the same as `move` if nothing better was found."""
    line: list[str] = Field(default_factory=list)
    """The best move and those after it: the rest of its turn, or to the end if it is proved."""
    proved: bool
    forced: bool
    """Whether no other move was legal."""
    margins: list[float]
    """For each seat its expected lead over the best of the others after this move."""
    explanation: Explanation | None = None


class SeatSummary(Wire):
    """The play of one seat in an analysed game."""

    model_config = STORED

    seat: str
    player: str
    decisions: int
    """How many moves were judged."""
    mean_loss: float
    worst: int | None
    """The ply of the costliest move."""


class AnalysisResult(Wire):
    """The analysis of a whole game."""

    model_config = STORED

    game: str
    seats: int
    seat_names: list[str]
    moves: list[JudgedMove]
    summaries: list[SeatSummary]
    final: list[int] | None
    """The points of each seat; null if the record stops before the end."""

    @model_validator(mode="before")
    @classmethod
    def _older(cls, found: Any) -> Any:
        """An older server stored the names of the seats as `seats`."""
        return _renamed(found, "seat_names")


class SeatLuck(Wire):
    """The luck of one seat. A margin is its points minus the mean of the other seats."""

    model_config = STORED

    seat: str
    player: str
    margin: float
    """What it really was."""
    luck: float
    """What equally strong players win on this seat with this shuffle, on average."""
    low: float
    high: float
    """The luck lies between these, with the probability `sure`."""
    adjusted: float
    """The margin without the luck."""


class LuckResult(Wire):
    """How much of the result of a game came from the shuffle."""

    model_config = STORED

    game: str
    level: int
    games: int
    """So many games did computers of this level play with the same shuffle."""
    sure: float
    seats: int
    summaries: list[SeatLuck]
    """One for each seat."""

    @model_validator(mode="before")
    @classmethod
    def _older(cls, found: Any) -> Any:
        """An older server stored these summaries as `seats`."""
        return _renamed(found, "summaries")


def _renamed(found: Any, name: str) -> Any:
    """Stored data, in which a list that was called `seats` has its name of today."""
    if isinstance(found, dict) and isinstance(seats := found.get("seats"), list):
        return {**found, "seats": len(seats), name: seats}
    return found
