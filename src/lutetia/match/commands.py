"""The commands of players at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AWAY = 60_000
"""A player who is disconnected for so many milliseconds counts as absent."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat."""

    seat: int
    name: str
    kind: Literal["person", "bot"] = "person"
    guest: bool = False
    """The name is chosen freely: no account stands behind it."""
    share: bytes | None = None
    """What the player contributes to the seed of the shuffle."""
    promise: str | None = None
    """Instead of the share: its hash. The player reveals the share when everybody sits."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the promised share."""

    seat: int
    share: bytes


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a seat before the game begins. The host can also send a computer away."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Give an open seat to a computer before the game begins, or change the level of a computer."""

    seat: int
    name: str
    level: int
    share: bytes | None = None
    """What the seat contributes to the seed of the shuffle."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two seats change places before the game begins."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game when every seat is taken."""


@dataclass(frozen=True, slots=True)
class Return:
    """Take a seat back from the computer that plays for an absent player."""

    seat: int
    kind: Literal["person", "bot"] = "person"


@dataclass(frozen=True, slots=True)
class Rename:
    """Change the name of a player on every seat that shows the old name."""

    before: str
    name: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Open a seat on another device, with the key of that seat."""

    seat: int
    key_of: str
    """The player who created the key. This player must still hold the seat."""


@dataclass(frozen=True, slots=True)
class Move:
    """Play a move in the position that `ply` names."""

    seat: int
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Halt:
    """The computer on this seat does not answer the position now. The server alone says so."""

    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    seat: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Ask the other seats for a draw."""

    seat: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Ask the other seats to let the computer play for an absent player."""

    seat: int
    absent: int
    level: int
    away_for: int
    """Milliseconds since the absent player was last connected."""
    needed: int = AWAY
    """So many milliseconds of absence are enough."""


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Ask for another game."""

    seat: int
    promise: str | None = None
    """The hash of the share for that game."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question."""

    seat: int
    ask: int
    yes: bool
    promise: str | None = None
    """If it is about a rematch: the hash of the share for that game."""


@dataclass(frozen=True, slots=True)
class Exclude:
    """Send a player away from a table that has not begun, for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close a table that has not begun."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The player of a seat is on holiday: the clock of days waits. A holiday that began at the same
    moment is replaced, so it can end earlier."""

    seat: int
    begin: int
    end: int


Command = (
    Sit
    | Reveal
    | Leave
    | GiveSeat
    | Swap
    | Start
    | Return
    | Rename
    | Claim
    | Move
    | Halt
    | Undo
    | Resign
    | OfferDraw
    | Replace
    | OfferRematch
    | Answer
    | Close
    | Exclude
    | Rest
)
