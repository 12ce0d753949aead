"""The bodies of HTTP about games, tables and records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from lutetia.server.protocol.base import Fault, Json, Name, Notation, Ply, Seat, TableId, Wire
from lutetia.server.protocol.table import (
    Clock,
    EventInfo,
    NoClock,
    Phase,
    Score,
    SeatInfo,
    SeatWish,
    TableInfo,
)

RecordBody = Annotated[Json, Field(description="a record file (docs/notation.md)")]


class OptionInfo(Wire):
    """A choice before the game."""

    name: str
    default: Any
    choices: list[Any]
    rule: str
    meaning: str


class LevelInfo(Wire):
    """A strength of the computer."""

    level: int
    name: str


class GameInfo(Wire):
    """A game of the catalogue."""

    id: str
    title: str
    rules_version: int
    seat_counts: list[int]
    seat_names: list[str]
    """Names of all seats of the largest table, in order."""
    options: list[OptionInfo]
    score_lines: list[str]
    levels: list[LevelInfo]
    has_client: bool
    """Whether this client has a board of its own for the game; otherwise it shows a plain list."""
    ready: bool
    """False for the seconds in which the game's rules are still being compiled."""


class Catalogue(Wire):
    """Everything that can be played here."""

    games: list[GameInfo]
    version: str


class NewTable(Wire):
    """Open a table."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]
    options: Annotated[Json, Field(max_length=20, default_factory=dict)]
    clock: Clock = NoClock()
    listed: bool = False
    """Shown to everybody in the list; otherwise only who has the link finds it."""
    rated: bool = False
    """Counts for the ratings; every seat must then be taken by an account."""


class BranchTable(Wire):
    """Open a table that goes on from a position of a record."""

    record: RecordBody | None = None
    table: TableId | None = None
    """Instead of a record: a finished table, or a record that was shared, of this server."""
    ply: Ply
    """How many moves of the record stay."""
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]


class Address(Wire):
    """How somebody else comes to the table."""

    link: str
    lan_link: str | None
    """The same in the local network, for a phone."""
    qr: str
    """Where an SVG picture of a QR code is, with the local link, or the link."""


class TableSummary(Wire):
    """A table in a list."""

    table: TableInfo
    phase: Phase
    seats: list[SeatInfo]
    to_move: int | None
    moves: int
    updated: int
    ranks: list[int] | None


class UnopenedTable(Wire):
    """A table in a list that this server cannot open; it is kept as it is."""

    id: str
    game: str
    phase: str
    updated: int
    fault: Fault
    """Why: `unknown-game`, `broken-game`, `unknown-rules`, `unknown-components` or `damaged`."""


class TableList(Wire):
    """Tables, the latest first."""

    tables: list[TableSummary]
    unopened: list[UnopenedTable]
    more: bool


class TableBody(Wire):
    """A table and how to come to it."""

    table: TableSummary
    address: Address


class SitBody(Wire):
    """Take a seat."""

    name: Name | None = None


class SeatKey(Wire):
    """A secret that opens a seat on another device."""

    key: Annotated[str, Field(min_length=1, max_length=400)]


class Verdict(Wire):
    """Whether a record holds: seed, moves and result."""

    valid: bool
    fault: str | None
    scores: list[Score] | None = None
    ranks: list[int] | None = None


class RecordUpload(Wire):
    """A record to check, to share or to replay."""

    record: RecordBody


class SharedRecord(Wire):
    """Where a record can be found again."""

    id: str
    link: str


class ReplayRequest(Wire):
    """Positions of a record."""

    record: RecordBody | None = None
    table: TableId | None = None
    first: Ply = 0
    last: Ply = 100_000
    seat: Seat | None = None
    """See it through the eyes of a seat; the whole truth for null."""


class Frame(Wire):
    """One position of a record, with the move that led to it."""

    ply: int
    seat: int | None
    """Who made the move; null at the start."""
    move: str | None
    to_move: int | None
    events: list[EventInfo]
    position: Json
    scores: list[Score]
    legal: list[str]


class Replay(Wire):
    """Positions of a record in order."""

    game: str
    rules_version: int
    components: str
    options: Json
    players: list[str]
    seats: int
    moves: list[str]
    ranks: list[int] | None
    frames: list[Frame]


class NewAnalysis(Wire):
    """Let the computer look at a whole game."""

    record: RecordBody | None = None
    table: TableId | None = None
    effort: Annotated[int, Field(ge=1, le=3)] = 1
    """1 quick, 2 thorough, 3 overnight."""


class Analysis(Wire):
    """An analysis and how far it is."""

    id: str
    state: Literal["queued", "running", "done", "failed"]
    progress: float
    """From 0 to 1."""
    result: Json | None = None
    """The analysis; docs/analysis.md describes it."""
    error: str | None = None


class TryMove(Wire):
    """What the computer thinks of one position of a record."""

    record: RecordBody | None = None
    table: TableId | None = None
    ply: Ply


class Prospect(Wire):
    """One place of the board at the end, over many imagined games."""

    owners: list[float]
    """For each seat the share of the games in which it holds the place."""
    light: float | None
    """The streetlights that reach it, on average; null in a game without light."""


class Outlook(Wire):
    """How the board may look at the end."""

    games: int
    places: dict[str, Prospect]
    """By space (`c5`) or by district and value (`montmartre:8`)."""


class RealTable(Wire):
    """A wooden table, described in the small text of docs/notation.md ("A real table")."""

    text: Annotated[str, Field(max_length=100_000)]


class ScoreDetail(Wire):
    """One part of a score."""

    seat: int
    line: str
    what: str
    points: int


class TieBreak(Wire):
    """A figure that decides between equal totals."""

    name: str
    values: list[int]


class TableFault(Wire):
    """One thing that is impossible about a wooden table."""

    code: str
    """Stable, for programs and translations; `text` for what could not be read at all."""
    rule: str
    """The rules that forbid it, for example `L5.1, L7.3`; may be empty."""
    message: str
    """One English sentence with the line of the text and the rule."""
    values: dict[str, str | int | list[str]]
    """What the sentence names, in the words of the notation."""


class RealScore(Wire):
    """The score of a wooden table, or everything that is impossible about it."""

    game: str | None = None
    seats: list[str] = Field(default_factory=list)
    scores: list[Score] = Field(default_factory=list)
    ranks: list[int] = Field(default_factory=list)
    details: list[ScoreDetail] = Field(default_factory=list)
    tie_breaks: list[TieBreak] = Field(default_factory=list)
    faults: list[TableFault] = Field(default_factory=list)


class BotMove(Wire):
    """A bot's move."""

    ply: Ply
    move: Notation
    seat: Seat | None = None
    """Needed only by a bot that has several seats at one table."""


class BotDone(Wire):
    """The move was played and stored."""

    ply: int


class Health(Wire):
    """How the server is."""

    status: Literal["ok", "warming", "stopping", "failing"]
    details: dict[str, str] = Field(default_factory=dict)
