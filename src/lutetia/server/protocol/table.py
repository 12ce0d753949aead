"""A table as its people see it: seats, clocks, questions, and the position of a seat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from lutetia.server.protocol.base import Json, Level, Milliseconds, Name, Notation, Seat, Wire

SeatKind = Literal["open", "person", "computer", "bot"]
Phase = Literal["waiting", "playing", "over", "closed"]
AskKind = Literal["takeback", "draw", "replace", "rematch"]


class NoClock(Wire):
    """Everybody takes the time they need."""

    kind: Literal["none"] = "none"


class MinutesClock(Wire):
    """So many minutes for the whole game, and some seconds more for each turn."""

    kind: Literal["minutes"]
    minutes: Annotated[int, Field(ge=1, le=180)]
    increment: Annotated[int, Field(ge=0, le=180)] = 0
    """Seconds added when a turn is done."""


class DaysClock(Wire):
    """A game by letter: so many days for each turn."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[NoClock | MinutesClock | DaysClock, Field(discriminator="kind")]


class SeatInfo(Wire):
    """Who sits on a chair."""

    seat: int
    colour: str
    """The game's name of the seat."""
    kind: SeatKind
    name: str | None
    level: int | None
    """Of a computer."""
    online: bool
    yours: bool
    rating: int | None
    resigned: bool
    """The seat gave up or ran out of time; the computer plays on for it where others go on."""


class TableInfo(Wire):
    """What does not change while a table is played."""

    id: str
    game: str
    title: str
    rules_version: int
    """By which it is played to its end, also if newer tables are played by another."""
    components: str
    """Digest of the pieces with which it is played."""
    options: Json
    clock: Clock
    listed: bool
    rated: bool
    created: Milliseconds
    commitment: str
    """Hash of the secret shuffle, published before the first move."""
    branch_of: str | None = None
    """The record that this table continues from, if it is a try-out."""
    first_ply: int = 0
    """How many moves of that record are already on the board."""


class ClockState(Wire):
    """The clocks at the moment the message was sent."""

    left: list[int | None]
    """Milliseconds each seat has left; null where nothing is counted."""
    running: int | None
    """The seat whose clock runs."""


class AskState(Wire):
    """A question that waits for answers; one at a time on a table."""

    id: int
    kind: AskKind
    by: int
    about: int | None = None
    """The absent seat (`replace`), or how many moves stay (`takeback`)."""
    level: int | None = None
    """The computer that would take the absent seat."""
    waiting: list[int]
    """Seats that have not answered yet."""


class Score(Wire):
    """One seat's points, line by line, as the viewer may know them."""

    total: int
    lines: dict[str, int]


class EventInfo(Wire):
    """What a move brought about."""

    kind: str
    seat: int
    details: Json


class LogEntry(Wire):
    """One move, as the viewer hears it."""

    number: int
    """1 for the first move of the game."""
    seat: int
    move: str
    """The notation; without what the mover chose in secret."""
    events: list[EventInfo]
    at: Milliseconds


class SeatView(Wire):
    """Everything that one seat, or everybody (`seat: null`), may see."""

    seat: int | None
    position: Json
    """docs/notation.md; null stands for what is hidden."""
    legal: list[str]
    """All legal moves in notation, if this seat is to move; otherwise empty."""
    scores: list[Score]
    """The points if the game ended now, by seat."""
    log_from: int
    """Keep this many entries of the log you have, and append `log`."""
    log: list[LogEntry]
    may_undo: bool
    """Whether this seat has a step that it may take back or ask to take back."""


class Outcome(Wire):
    """How a game ended."""

    reason: Literal["played", "resigned", "time", "draw"]
    ranks: list[int]
    """For each seat its place; equal places share the better one."""
    scores: list[Score]


class TableState(Wire):
    """Everything that changes at a table."""

    ply: int
    """Rises with each move and each takeback; a move names the ply it answers."""
    phase: Phase
    to_move: int | None
    seats: list[SeatInfo]
    watchers: int
    clock: ClockState
    ask: AskState | None
    outcome: Outcome | None
    next_table: str | None
    """The rematch, once all agreed."""
    views: list[SeatView]
    """One for each seat of yours; of a watcher the view of everybody."""


class ChatLine(Wire):
    """One line of chat."""

    number: int
    seat: int | None
    name: str
    text: str
    at: Milliseconds


class SeatWish(Wire):
    """Who shall sit on a chair of a new table."""

    kind: Literal["me", "open", "computer"]
    level: Level | None = None
    name: Name | None = None
    """For `me`: the name at the table; several people may share one screen."""


class MovePreview(Wire):
    """What a move would bring, as far as the seat can know."""

    move: Notation
    before: list[Score]
    after: list[Score]
    certain: bool
    """False where the points depend on something hidden."""
    events: list[EventInfo]


class Hint(Wire):
    """What the computer would play here."""

    seat: Seat
    move: str
    lines: list[Score]
    """The points that it leads to at once."""
    margin: float | None = None
    """The lead over the best of the others that it expects at the end."""
    proved: bool = False
