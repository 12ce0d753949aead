"""What a table needs from outside: somewhere to be kept, somebody to tell, somebody to think."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lutetia.match.entry import Entry
from lutetia.match.header import Header

Summary = Mapping[str, Any]
"""What `table.summary` gives: kept beside the log, and always rebuildable from it."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that was said at a table."""

    number: int
    seat: int | None
    player: str
    name: str
    text: str
    at: int


class Journal(Protocol):
    """Where the logs of tables are kept. A call that returns has kept what it was given."""

    async def create(self, header: Header, entries: Sequence[Entry], summary: Summary) -> None:
        """Keep a new table."""

    async def load(self, table: str) -> tuple[Header, list[Entry]] | None:
        """A table and its whole log; None if there is no such table."""

    async def since(self, table: str, number: int) -> list[Entry]:
        """The entries after a number."""

    async def append(self, table: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Keep the next entries, all or none. `Conflict`: one of the numbers is taken.
        `Unavailable`: nobody knows whether they are kept."""

    async def overdue(self, now: int) -> list[str]:
        """Tables on which somebody's time may be up."""

    async def forgotten(self, before: int) -> list[str]:
        """Tables that have waited for a computer since before a moment."""

    async def say(self, table: str, line: ChatLine) -> ChatLine:
        """Keep a line of chat; the answer has its number."""

    async def said(self, table: str, most: int) -> list[ChatLine]:
        """The last lines, in order."""

    async def outages(self, since: int) -> list[tuple[int, int]]:
        """Spans in which no server ran."""


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that a computer player is told: the game, and what its seat sees."""

    game: str
    seats: int
    options: Mapping[str, Any]
    rules_version: int
    components: str
    view: bytes
    """The record of the seat's view."""
    seat: int
    level: int
    player: str
    """Who is asked: the table and the seat. A player may remember what it thought before."""
    seed: str
    """What the chance of a hint or an outlook starts from: the same question, the same answer."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer of a computer player."""

    move: str
    margin: float | None = None
    """The lead over the best of the others that it expects at the end."""
    proved: bool = False


class Thinker(Protocol):
    """Where computer players think: never in the event loop."""

    async def think(self, question: Question) -> Thought:
        """A legal move of a player of the question's level."""

    async def advise(self, question: Question) -> Thought:
        """The best move for the seat of the question."""


class Listener(Protocol):
    """Who is told after something was kept."""

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """A table has new entries: those that this process stored, None for another's."""

    def spoken(self, table: str, line: ChatLine) -> None:
        """Somebody said something."""
