"""What people ask a table to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat."""

    seat: int
    name: str
    kind: Literal["person", "bot"] = "person"


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up before the game begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Open one's seat on another device; whoever holds the seat's key may."""

    seat: int
    key_of: str
    """The player who handed out the key, and must still sit there."""


@dataclass(frozen=True, slots=True)
class Move:
    """Play a move in the position that `ply` names."""

    seat: int
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take one's last step back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Ask the others to call it a draw."""

    seat: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Ask the others to let the computer play for somebody who is away."""

    seat: int
    absent: int
    level: int
    away_for: int
    """Milliseconds since the absent was last seen, as presence knows it."""


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Ask for another game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question that waits."""

    seat: int
    ask: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Close:
    """Close a table that has not begun."""


Command = (
    Sit | Leave | Claim | Move | Undo | Resign | OfferDraw | Replace | OfferRematch | Answer | Close
)
