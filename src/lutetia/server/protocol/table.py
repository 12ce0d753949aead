"""A table as its players see it: seats, clocks, questions, and the view of a seat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from lutetia.server.protocol.analysis import Explanation
from lutetia.server.protocol.base import (
    Json,
    Level,
    Line,
    Milliseconds,
    Name,
    Notation,
    Seat,
    Share,
    Wire,
)

SeatKind = Literal["open", "person", "computer", "bot"]
Phase = Literal["waiting", "playing", "over", "closed"]
AskKind = Literal["takeback", "draw", "replace", "rematch"]


class NoClock(Wire):
    """There is no time limit."""

    kind: Literal["none"] = "none"


class MinutesClock(Wire):
    """Minutes for the whole game, and seconds for each turn."""

    kind: Literal["minutes"]
    minutes: Annotated[int, Field(ge=1, le=180)]
    increment: Annotated[int, Field(ge=0, le=180)] = 0
    """Seconds for each turn."""
    mode: Literal["fischer", "bronstein", "delay"] = "fischer"
    """How these seconds are given: added after the turn, given back after it as far as the turn
    took them, or waited for at the start of the turn."""


class DaysClock(Wire):
    """Days for each turn, as in a game by mail."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[NoClock | MinutesClock | DaysClock, Field(discriminator="kind")]


class SeatInfo(Wire):
    """A seat and its player."""

    seat: int
    colour: str
    """The name of the seat in the game."""
    kind: SeatKind
    name: str | None
    level: int | None
    """The level of a computer."""
    guest: bool
    """No account stands behind the name: anybody may have chosen it."""
    online: bool
    yours: bool
    rating: int | None
    share: str | None
    """A hash of what the seat contributes to the seed of the shuffle: the promise, if the player
    made one. The record of the finished game shows the share itself."""
    resigned: bool
    """The seat gave up or its time was up. If the game continues, a computer plays for it."""
    may_return: bool
    """A computer plays for you while you are absent: `return` gives you the seat back."""


class TableInfo(Wire):
    """What never changes at a table."""

    id: str
    game: str
    title: str
    rules_version: int
    """The version of the rules at this table. Newer tables may use another version."""
    components: str
    """The digest of the components at this table."""
    own_components: bool
    """Whether the players use their own component file. Then ask for `Components` of the table."""
    options: Json
    clock: Clock
    listed: bool
    rated: bool
    created: Milliseconds
    commitment: str
    """Hash of the server's part of the shuffle, published before anybody sits down."""
    branch_of: str | None = None
    """The digest of the record from which this table continues, if any."""
    first_ply: int = 0
    """The number of moves of that record that are already made."""
    plays_on: int = 4
    """The level of the computer that plays on for a seat that gave up."""
    pair: PairInfo | None = None
    """Set if this is a game of a duplicate match."""
    rematch_of: str | None = None
    """The table whose players play again here, if any."""


class PairInfo(Wire):
    """One of the two games of a duplicate match."""

    game: Literal[1, 2]
    first: str | None
    """At the second game: the table of the first."""
    points: list[int]
    """At the second game: what the player on each seat had in the first."""


class PairState(Wire):
    """How a duplicate match stands at one of its games."""

    second: str | None
    """At the first game, when it is over: the table of the second."""
    result: PairResult | None
    """The result of the match, when it is over."""


class PairResult(Wire):
    """The result of a duplicate match, in the order of the seats of this game."""

    ranks: list[int]
    first: list[int]
    """The points in the first game."""
    second: list[int]
    sums: list[int]


class ClockState(Wire):
    """The clocks at the time of the message."""

    left: list[int | None]
    """The milliseconds that each seat has left; null without a limit."""
    running: int | None
    """The seat whose clock runs."""
    free: int
    """The milliseconds that this clock still waits before it runs."""
    resting: list[int | None]
    """For each seat, when the holiday of its player ends; null without a holiday."""


class AskState(Wire):
    """The open question. A table has at most one."""

    id: int
    kind: AskKind
    by: int
    about: int | None = None
    """The absent seat (`replace`), or the number of moves that stay (`takeback`)."""
    level: int | None = None
    """The level of the computer that would take the absent seat."""
    waiting: list[int]
    """Seats that have not answered yet."""


class Score(Wire):
    """The points of one seat, line by line, as far as the viewer may know them."""

    total: int
    lines: dict[str, int]


class EventInfo(Wire):
    """Something that a move caused."""

    kind: str
    seat: int
    details: Json


class LogEntry(Wire):
    """One move, as far as the viewer may know it."""

    number: int
    """1 for the first move of the game."""
    seat: int
    move: str
    """The move in notation, without secret choices."""
    events: list[EventInfo]
    at: Milliseconds


class SeatView(Wire):
    """Everything that one seat may see, or a watcher (`seat: null`)."""

    seat: int | None
    position: Json
    """See docs/notation.md. Hidden values are null."""
    legal: list[str]
    """All legal moves in notation if this seat is to move; otherwise empty."""
    scores: list[Score]
    """The points of each seat if the game ended now."""
    log_from: int
    """Keep this many entries of your log, and append `log`."""
    log: list[LogEntry]
    may_undo: bool
    """Whether this seat can take back a step or ask for it."""


class PastPosition(Wire):
    """A position that lies behind, as a viewer saw it then."""

    position: Json
    scores: list[Score]
    to_move: int | None


class Outcome(Wire):
    """How a game ended."""

    reason: Literal["played", "resigned", "time", "draw"]
    ranks: list[int]
    """The place of each seat. Equal seats share the better place."""
    scores: list[Score]


class TableState(Wire):
    """Everything that changes at a table."""

    ply: int
    """Increases with each move and each takeback. A move names the ply that it answers."""
    phase: Phase
    drawing: bool
    """Everybody sits, and the game begins when all promised shares are revealed: send `reveal` for
    your seats. Shares that are not revealed within 15 seconds are replaced by their promises."""
    to_move: int | None
    halted: bool
    """The computer to move waits: somebody plays a rated game in the same position now. It goes on
    when that game is over or has moved on."""
    seats: list[SeatInfo]
    host: bool
    """Whether you are the host: before the game you may arrange, start and close the table."""
    watchers: int
    clock: ClockState
    ask: AskState | None
    outcome: Outcome | None
    next_table: str | None
    """The id of the rematch, after all have agreed."""
    pair: PairState | None
    """Set if this is a game of a duplicate match."""
    views: list[SeatView]
    """One view for each of your seats; for a watcher the public view. There is none before the
    game begins: the shuffle is drawn then."""


class ChatLine(Wire):
    """One line of chat."""

    number: int
    seat: int | None
    author: str
    """The same for all lines of one player, so that a reader can mute the player."""
    name: str
    guest: bool
    """No account stands behind the name."""
    text: str
    at: Milliseconds


class SeatWish(Wire):
    """Who takes a seat of a new table."""

    kind: Literal["me", "open", "computer"]
    level: Level | None = None
    name: Name | None = None
    """For `me`: the name at the table. Several people may share one device."""
    share: Share | None = None
    """For `me`: what you contribute to the seed of the shuffle."""
    promise: Share | None = None
    """For `me`, better, instead of the share: its hash. You reveal the share when `drawing` is
    set."""


class MovePreview(Wire):
    """The points before and after a move or a line of moves, as far as the seat can know."""

    move: Line
    before: list[Score]
    after: list[Score]
    certain: bool
    """False if the points depend on something hidden."""
    events: list[EventInfo]
    """The events of one move; empty for a line."""
    then: list[Notation]
    """If `then` was asked for: the legal moves afterwards, if the same seat moves next."""
    offer: Json
    """What the move leads to, in the game's own form; empty if it depends on something hidden."""


class Hint(Wire):
    """What the computer would play here."""

    seat: Seat
    move: str
    lines: list[Score]
    """The points after this move."""
    margin: float | None = None
    """The expected lead over the best other seat at the end."""
    proved: bool = False
    then: list[str] = Field(default_factory=list)
    """The rest of the turn, as far as no chance decides it."""
    why: Explanation | None = None
    """Why this move is better than the next one."""
