"""HTTP bodies about people: accounts, ratings, games and bots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints

from lutetia.server.protocol.base import Json, Name, TableId, Wire
from lutetia.server.protocol.rest import TableSummary, UnopenedTable

AccountName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=2, max_length=24, pattern=r"^[\w][\w .'\-]*[\w.]$"
    ),
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
    """A player's rating in one game."""

    game: str
    rating: int
    """A cautious estimate. It starts low and rises with the number of games."""
    games: int
    provisional: bool


class Me(Wire):
    """The player of this browser."""

    kind: Literal["guest", "account", "bot"]
    name: str
    ratings: list[RatingInfo]


class PlayerInfo(Wire):
    """An account as others see it."""

    name: str
    ratings: list[RatingInfo]
    since: int


class Leader(Wire):
    """A line of the leaderboard."""

    place: int
    name: str
    rating: int
    games: int


class Leaderboard(Wire):
    """The best players of a game."""

    game: str
    leaders: list[Leader]


class MyGames(Wire):
    """The games of this player, the latest first."""

    games: list[TableSummary]
    unopened: list[UnopenedTable]
    more: bool


class Export(Wire):
    """Everything that is stored about a player."""

    kind: str
    name: str
    created: int
    ratings: list[RatingInfo]
    games: list[Json]
    chat: list[Json]
    bots: list[str]


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
