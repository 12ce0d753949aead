"""HTTP bodies about people: accounts, ratings, games and bots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, WrapValidator

from lutetia.server.protocol.base import (
    Author,
    Json,
    Milliseconds,
    Name,
    Share,
    TableId,
    Wire,
    name_rule,
)
from lutetia.server.protocol.rest import TableSummary, UnopenedTable
from lutetia.storage.names import clean_name

ACCOUNT_NAME_RULE = (
    "an account has 2 to 24 letters of one script, digits, spaces, dots, hyphens or apostrophes"
)
AccountName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=2, max_length=24, pattern=r"^[\w][\w .'\-]*[\w.]$"
    ),
    AfterValidator(clean_name),
    WrapValidator(name_rule(ACCOUNT_NAME_RULE)),
]
Password = Annotated[SecretStr, Field(min_length=8, max_length=200)]


class NewAccount(Wire):
    """Turn the guest of this browser into an account."""

    name: AccountName
    password: Password


class Login(Wire):
    """Sign in to an account."""

    name: Annotated[str, Field(min_length=1, max_length=48)]
    password: Annotated[SecretStr, Field(min_length=1, max_length=200)]
    take: bool = False
    """Whether the account takes over the games of this browser's guest."""


class Proof(Wire):
    """The password again, for actions that cannot be undone."""

    password: Annotated[SecretStr, Field(min_length=1, max_length=200)]


class NewPassword(Proof):
    """Change the password. All other devices are signed out."""

    new_password: Password


class Rename(Wire):
    """The name of a guest at tables."""

    name: Name


class RatingInfo(Wire):
    """A player's rating in one game with one number of players."""

    game: str
    seats: int
    rating: int
    """A cautious estimate. It starts low and rises with the number of games."""
    estimate: int
    """The most likely strength."""
    spread: int
    """The strength is this far from the estimate, or nearer, with a probability of 95 %."""
    games: int
    provisional: bool


class Me(Wire):
    """The player of this browser."""

    kind: Literal["guest", "account", "bot"]
    name: str
    ratings: list[RatingInfo]
    operator: bool
    """Whether this player reads what others report."""


class RatingPoint(Wire):
    """A player's rating after one rated game."""

    table: str
    game: str
    seats: int
    estimate: int
    spread: int
    at: Milliseconds


class Favourite(Wire):
    """Something that a player used: a postcard, a bonus tile."""

    group: str
    thing: str
    games: int


class Opponent(Wire):
    """Somebody with whom a player played."""

    name: str | None
    level: int | None
    """The level of a computer."""
    games: int
    won: int
    drawn: int
    lost: int


class GameStatistics(Wire):
    """The finished games of a player in one game with one number of players."""

    game: str
    seats: int
    games: int
    places: list[int]
    """How often the player was first, second, …"""
    points: float
    """The mean."""
    best: int
    lines: dict[str, float]
    """The mean points of each scoring line."""
    favourites: list[Favourite]
    opponents: list[Opponent]


class PlayerInfo(Wire):
    """A player's profile."""

    name: str
    ratings: list[RatingInfo]
    history: list[RatingPoint]
    statistics: list[GameStatistics]
    since: int


class Leader(Wire):
    """A line of the leaderboard."""

    place: int
    name: str
    rating: int
    estimate: int
    spread: int
    games: int
    provisional: bool


class Leaderboard(Wire):
    """The best players of a game with a number of players."""

    game: str
    seats: int
    leaders: list[Leader]


class Seek(Wire):
    """Look for somebody to play with."""

    game: Annotated[str, Field(max_length=40)]
    rated: bool = False
    name: Name | None = None
    """The name of a guest at the table."""
    promise: Share | None = None
    """The hash of what you contribute to the seed of the shuffle. It stays the same as long as you
    look. You reveal the share at the table when `drawing` is set."""


class Pairing(Wire):
    """Whether somebody was found."""

    table: TableId | None
    looking: int
    """How many people look for this game now, you included."""


class MyGames(Wire):
    """The games of this player, the latest first."""

    games: list[TableSummary]
    unopened: list[UnopenedTable]
    more: bool


class Muted(Wire):
    """Whose chat this player does not want to read."""

    kept: bool
    """Whether the server keeps the list. The list of a guest stays in the browser."""
    muted: list[str]


class ChangeMuted(Wire):
    """Mute some writers, and hear others again."""

    add: list[Author] = Field(default_factory=list, max_length=500)
    remove: list[Author] = Field(default_factory=list, max_length=500)


class ChatReport(Wire):
    """A line of chat that somebody reported."""

    number: int
    table: str
    name: str
    """Who wrote the line."""
    text: str
    at: Milliseconds


class ChatReports(Wire):
    """Open reports, the oldest first."""

    reports: list[ChatReport]


class Settle(Wire):
    """Close a report, and with it all reports about the same line."""

    remove: bool = False
    """Whether the line of chat is deleted, too."""


class Export(Wire):
    """Everything that is stored about a player."""

    kind: str
    name: str
    created: int
    ratings: list[RatingInfo]
    games: list[Json]
    chat: list[Json]
    bots: list[str]
    mail: str | None
    browsers: list[str]
    """The push addresses of browsers that get messages."""
    holidays: list[list[Milliseconds]]
    muted: list[str]
    """Writers of chat whom this player has muted."""


class NewBot(Wire):
    """Register a bot."""

    name: AccountName


class BotInfo(Wire):
    """A bot of this player."""

    id: str
    name: str
    created: int


class BotToken(Wire):
    """The secret token of a bot. It is shown only once."""

    bot: BotInfo
    token: str


class Bots(Wire):
    """The bots of this player."""

    bots: list[BotInfo]


class BotEvent(Wire):
    """One event of a bot's stream (`data:` of server-sent events)."""

    type: Literal["hello", "turn", "over"]
    table: TableId | None = None
    seat: int | None = None
    ply: int | None = None
    position: Json | None = None
    legal: list[str] = Field(default_factory=list)
    ranks: list[int] | None = None
