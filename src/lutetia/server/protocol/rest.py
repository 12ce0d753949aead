"""HTTP bodies about games, tables and records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from lutetia.match.header import PLAYS_ON
from lutetia.server.protocol.analysis import AnalysisResult, LuckResult
from lutetia.server.protocol.base import (
    Fault,
    Json,
    Level,
    Name,
    Notation,
    Ply,
    Seat,
    Share,
    TableId,
    Wire,
)
from lutetia.server.protocol.components import OwnFileText
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
    """An option of a game, chosen before it begins."""

    name: str
    default: Any
    choices: list[Any]
    rule: str
    meaning: str


class LevelInfo(Wire):
    """A level of the computer."""

    level: int
    name: str


class GameInfo(Wire):
    """A game of the catalogue."""

    id: str
    title: str
    rules_version: int
    seat_counts: list[int]
    seat_names: list[str]
    """The names of the seats, in order, for the largest number of players."""
    options: list[OptionInfo]
    score_lines: list[str]
    levels: list[LevelInfo]
    has_client: bool
    """Whether the web client has a board for the game. Otherwise it shows a plain list."""
    puzzles: int
    """The number of its puzzles."""
    ready: bool
    """False while the rules of the game are being compiled."""


class Waits(Wire):
    """How long the pages of this server wait, in milliseconds."""

    pairing: int
    """Who looks for a person so long is offered a computer."""
    absent: int
    """Who is away so long may be replaced by a computer."""


class Catalogue(Wire):
    """All games of this server."""

    games: list[GameInfo]
    waits: Waits
    version: str


class NewTable(Wire):
    """Open a table."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]
    options: Annotated[Json, Field(max_length=20, default_factory=dict)]
    clock: Clock = NoClock()
    listed: bool = False
    """Whether the table is in the public list. Otherwise only people with the link find it."""
    rated: bool = False
    """Whether the game changes the ratings. Then every player needs an account."""
    plays_on: Level = PLAYS_ON
    """With three or four players: the level of the computer that plays on for somebody who
    resigns or whose time is up."""
    duplicate: bool = False
    """Two games of two players, with the same shuffle and swapped seats. Their sum counts."""
    component_file: OwnFileText | None = None
    """The players' own component file, instead of the components of the server."""


class BranchTable(Wire):
    """Open a table that continues from a position of a record."""

    record: RecordBody | None = None
    table: TableId | None = None
    """Instead of a record: the id of a finished table or of a shared record."""
    ply: Ply
    """How many moves of the record stay."""
    moves: Annotated[list[Notation], Field(max_length=400, default_factory=list)]
    """Moves that are made after them before the table opens, for example a better line."""
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]


class Address(Wire):
    """The links to a table."""

    link: str
    lan_link: str | None
    """The link in the local network, for a phone."""
    qr: str
    """The address of the QR code (SVG) of the local link, or of `link`."""


class TableSummary(Wire):
    """A table in a list."""

    table: TableInfo
    phase: Phase
    drawing: bool
    """See `TableState`."""
    seats: list[SeatInfo]
    to_move: int | None
    moves: int
    updated: int
    ranks: list[int] | None
    position: Json | None = None
    """In lists of your own games: what you may see of the table, for a small picture. There is none
    before the game begins."""


class UnopenedTable(Wire):
    """A table in a list that this server cannot open. It stays unchanged."""

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
    """A table and its links."""

    table: TableSummary
    address: Address


class SitBody(Wire):
    """Take a seat."""

    name: Name | None = None
    share: Share | None = None
    """What you contribute to the seed of the shuffle. The server draws one if you send none."""
    promise: Share | None = None
    """Better, instead of the share: its hash. You reveal the share when `drawing` is set."""


class RevealBody(Wire):
    """Reveal the share that you promised."""

    share: Share


class SeatKey(Wire):
    """A secret that opens a seat on another device."""

    key: Annotated[str, Field(min_length=1, max_length=400)]


class Verdict(Wire):
    """Whether seed, moves and result of a record are valid."""

    valid: bool
    fault: str | None
    scores: list[Score] | None = None
    ranks: list[int] | None = None


class RecordUpload(Wire):
    """A record to check, to share or to replay."""

    record: RecordBody


class SharedRecord(Wire):
    """The id and the link of a shared record."""

    id: str
    link: str


class ReplayRequest(Wire):
    """Ask for positions of a record."""

    record: RecordBody | None = None
    table: TableId | None = None
    first: Ply = 0
    last: Ply = 100_000
    seat: Seat | None = None
    """The view of this seat; null shows everything."""
    instead: Annotated[list[Notation], Field(max_length=400, default_factory=list)]
    """Moves that are made after the first `first` moves, instead of those of the record: the answer
    has the positions of this line."""


class Frame(Wire):
    """One position of a record, with the move that led to it."""

    ply: int
    seat: int | None
    """The seat that made the move; null at the start."""
    move: str | None
    to_move: int | None
    events: list[EventInfo]
    position: Json
    scores: list[Score]
    legal: list[str]


class Ending(Wire):
    """How a game ended that was not played to its last move. A record does not tell it."""

    reason: Literal["resigned", "time", "draw"]
    ranks: list[int]
    """The place of each seat."""


class Replay(Wire):
    """The positions of a record, in order."""

    game: str
    rules_version: int
    components: str
    own_components: Json | None = None
    """What the players' own component file says, if the record has one."""
    options: Json
    players: list[str]
    seats: int
    moves: list[str]
    ranks: list[int] | None
    ending: Ending | None = None
    """For a table whose game ended before its last move: how it ended."""
    frames: list[Frame]


class NewAnalysis(Wire):
    """Start the analysis of a whole game."""

    record: RecordBody | None = None
    table: TableId | None = None
    effort: Annotated[int, Field(ge=1, le=3)] = 1
    """1: quick, 2: thorough, 3: overnight. More than 1 needs an account."""


class Analysis(Wire):
    """An analysis and its progress."""

    id: str
    state: Literal["queued", "running", "done", "failed"]
    progress: float
    """From 0 to 1."""
    others: int = 0
    """If it is queued: how many other analyses are not finished."""
    result: AnalysisResult | None = None
    error: str | None = None


class NewLuck(Wire):
    """Measure how much of the result of a finished game came from the shuffle."""

    record: RecordBody | None = None
    table: TableId | None = None


class Luck(Wire):
    """A measurement of luck, and its progress."""

    id: str
    state: Literal["queued", "running", "done", "failed"]
    progress: float
    """From 0 to 1."""
    others: int = 0
    """If it is queued: how many other analyses are not finished."""
    result: LuckResult | None = None
    error: str | None = None


class TryMove(Wire):
    """A position of a record, for a hint or an outlook."""

    record: RecordBody | None = None
    table: TableId | None = None
    ply: Ply


class Prospect(Wire):
    """One place of the board at the end, over many imagined games."""

    owners: list[float]
    """For each seat, the share of these games in which it holds the place."""
    light: float | None
    """The average number of streetlights that reach it; null in a game without light."""


class Outlook(Wire):
    """How the board may look at the end."""

    games: int
    places: dict[str, Prospect]
    """By space (`c5`) or by district and value (`montmartre:8`)."""


class RealTable(Wire):
    """A real table, described by a text (docs/notation.md, "A real table")."""

    text: Annotated[str, Field(max_length=100_000)]


class ScoreDetail(Wire):
    """One part of a score."""

    seat: int
    line: str
    what: str
    points: int


class TieBreak(Wire):
    """A tie-break: values that decide between equal totals."""

    name: str
    values: list[int]


class TableFault(Wire):
    """One thing that is impossible about a real table."""

    code: str
    """Stable, for programs and translations. `text`: the text could not be read."""
    rule: str
    """The rules that forbid it, for example `L5.1, L7.3`; may be empty."""
    message: str
    """An English sentence with the line of the text and the rule."""
    values: dict[str, str | int | list[str]]
    """The values in the sentence, in notation."""


class RealScore(Wire):
    """The score of a real table (docs/formats.md), or everything that is impossible about it."""

    game: str | None = None
    seats: int = 0
    seat_names: list[str] = Field(default_factory=list)
    scores: list[dict[str, int]] = Field(default_factory=list)
    """For each seat its points by scoring line."""
    totals: list[int] = Field(default_factory=list)
    ranks: list[int] = Field(default_factory=list)
    details: list[ScoreDetail] = Field(default_factory=list)
    tie_breaks: list[TieBreak] = Field(default_factory=list)
    faults: list[TableFault] = Field(default_factory=list)


class BotMove(Wire):
    """A bot's move."""

    ply: Ply
    move: Notation
    seat: Seat | None = None
    """Only a bot with several seats at one table needs this."""


class BotDone(Wire):
    """The move was played and stored."""

    ply: int


class Health(Wire):
    """The state of the server."""

    status: Literal["ok", "warming", "stopping", "failing"]
    details: dict[str, str] = Field(default_factory=dict)
