"""Errors of tables. Each class has a code for programs."""

from __future__ import annotations

from lutetia.kernel.errors import (
    BrokenGame,
    LutetiaError,
    UnknownComponents,
    UnknownGame,
    UnknownRules,
)


class TableError(LutetiaError):
    """The table refuses a command. Nothing was changed."""

    code = "not-possible"


class NotPossible(TableError):
    """The command is not possible now."""


class NotFound(TableError):
    """No such table, record or player."""

    code = "not-found"


class Damaged(TableError):
    """The stored data of a table cannot be read: it was changed from outside, or lost."""

    code = "damaged"


CANNOT_OPEN = (UnknownGame, BrokenGame, UnknownRules, UnknownComponents, Damaged)
"""Why this program cannot open a stored table. The table is not changed: another version of the
program may know its game, its rules or its components."""


class NotStarted(TableError):
    """A seat is still open."""

    code = "not-started"


class Closed(TableError):
    """The table was closed before it began."""

    code = "closed"


class NotYourSeat(TableError):
    """Somebody else sits there."""

    code = "not-your-seat"


class SeatTaken(TableError):
    """The seat is not open."""

    code = "seat-taken"


class AskOpen(TableError):
    """Another question is still open."""

    code = "ask-open"


class Unavailable(TableError):
    """The store does not answer. It is unknown whether the last change was stored; the next read
    of the table shows it."""

    code = "unavailable"


class Limit(TableError):
    """A limit of the server is reached."""

    code = "limit"

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds
        """After how many seconds there is room again, if that is known."""


class Conflict(Exception):
    """Another process has stored an entry with this number first. The keeper handles it; players
    never see it."""
