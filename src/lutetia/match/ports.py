"""What `match` needs from outside: a journal that stores, listeners to notify, a thinker, and who
knows the rated games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Protocol

from lutetia.kernel.components import OwnFile
from lutetia.kernel.contract import Game
from lutetia.match.entry import Entry
from lutetia.match.header import Header
from lutetia.match.quotas import Quota

Summary = Mapping[str, Any]
"""The result of `table.summary`. It is stored beside the log and can be rebuilt from it."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of chat at a table."""

    number: int
    seat: int | None
    player: str
    name: str
    text: str
    at: int
    guest: bool = False
    """The player has no account."""


class Journal(Protocol):
    """Stores the logs of tables. When a call returns, its data is stored."""

    async def create(
        self,
        header: Header,
        entries: Sequence[Entry],
        summary: Summary,
        quota: Quota | None = None,
        follows: str | None = None,
    ) -> None:
        """Store a new table. `follows`: the table whose players go on here, with whom its host has
        muted or excluded. `QuotaUsedUp`: nothing is stored."""

    async def load(self, table: str) -> tuple[Header, list[Entry]] | None:
        """A table and its whole log; None if there is no such table."""

    async def since(self, table: str, number: int) -> list[Entry]:
        """The entries after a number."""

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, quota: Quota | None = None
    ) -> None:
        """Store the next entries, all or none. `Conflict`: one of the numbers is taken.
        `QuotaUsedUp`: nothing is stored. `Unavailable`: it is unknown whether they are stored."""

    async def overdue(self, now: int) -> list[str]:
        """Tables at which the time of the seat to move may be up."""

    async def waiting_for_computer(self, before: int, after: str, most: int) -> list[str]:
        """Tables that have waited for a computer since before this time, without those that halt:
        by their ids, the first ones after some id."""

    async def halted(self, after: str, most: int) -> list[str]:
        """Tables at which a computer halts: by their ids, the first ones after some id."""

    async def add_chat(self, table: str, line: ChatLine) -> ChatLine:
        """Store a line of chat; return it with its number."""

    async def last_chat(self, table: str, most: int) -> list[ChatLine]:
        """The last lines of chat, in order."""

    async def outages(self, since: int) -> list[tuple[int, int]]:
        """Periods in which no server was running."""


@dataclass(frozen=True, slots=True)
class ThinkingJob:
    """Everything that a computer player gets: the game and the view of its seat."""

    game: str
    seats: int
    options: Mapping[str, Any]
    rules_version: int
    components: str
    component_file: str | None
    view: bytes
    """The record of the seat's view."""
    seat: int
    level: int
    player: str
    """The table and the seat. A computer player may remember its last search under this name."""
    seed: str
    """Seeds the random numbers of a hint or an outlook: the same job has the same result."""

    @property
    def pieces(self) -> OwnFile | str:
        """What `shared_game` needs to open the game with the components of the table."""
        return self.components if self.component_file is None else OwnFile(self.component_file)


@dataclass(frozen=True, slots=True)
class Thought:
    """The move that a computer player chose."""

    move: str
    margin: float | None = None
    """The expected lead over the best other seat at the end of the game."""
    proved: bool = False
    then: Sequence[str] = ()
    """The rest of the turn, as far as no chance decides it."""
    why: Mapping[str, Any] | None = None
    """Why this move is better than the next one (docs/analysis.md, "An explanation")."""


class Thinker(Protocol):
    """Runs computer players, never in the event loop."""

    async def think(self, job: ThinkingJob) -> Thought:
        """A legal move of a computer of the level of the job."""

    async def hint(self, job: ThinkingJob) -> Thought:
        """The best move for the seat of the job."""


class RatedGames(Protocol):
    """Knows the positions of the rated games that are being played, in all processes."""

    async def keys(self, game: Game) -> AbstractSet[str]:
        """The keys of all positions in which somebody plays a rated game of this kind now: against
        a clock, or lately."""


class Listener(Protocol):
    """Is notified after something was stored."""

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """A table has new entries. `stored` is None if another process stored them."""

    def chat_added(self, table: str, line: ChatLine) -> None:
        """A table has a new line of chat."""
