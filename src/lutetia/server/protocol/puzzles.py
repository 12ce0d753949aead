"""HTTP bodies about puzzles."""

from __future__ import annotations

from typing import Literal

from lutetia.server.protocol.base import Json, Notation, Wire
from lutetia.server.protocol.table import MovePreview, Score, SeatView


class PuzzleInfo(Wire):
    """A puzzle in a list."""

    id: str
    seat: int
    """The seat to move."""
    grade: Literal["easy", "medium", "hard"]
    levels: list[int]
    """The levels of the computer that find the best move."""
    value: int
    """The proved lead of the seat at the end after the best move."""
    second: int
    """The same after the second-best move."""


class PuzzleList(Wire):
    """All puzzles of a game. The order is fixed: the puzzle of the day is counted from it."""

    game: str
    components: str
    puzzles: list[PuzzleInfo]


class PuzzleTry(Wire):
    """The proved end of the game after one move."""

    move: str
    margin: int
    """The lead of the seat at the end."""
    scores: list[Score]
    """The points of each seat at the end."""


class PuzzleStep(Wire):
    """One move of the solution, and the position after it."""

    seat: int
    move: str
    to_move: int | None
    position: Json
    scores: list[Score]


class PuzzleBody(Wire):
    """A puzzle with everything that is needed to solve it without the server."""

    info: PuzzleInfo
    components: str
    view: SeatView
    previews: list[MovePreview]
    tries: list[PuzzleTry]
    """Every legal move, the best first."""
    line: list[PuzzleStep]
    """Best play to the end. Its first move is the best move."""


class PuzzleMove(Wire):
    """A move that a reader tries in a puzzle."""

    move: Notation
