"""What cannot be done at a table, each with the code that programs read."""

from __future__ import annotations

from lutetia.kernel.errors import (
    BrokenGame,
    LutetiaError,
    UnknownComponents,
    UnknownGame,
    UnknownRules,
)


class TableError(LutetiaError):
    """Something that a table refuses; nothing was changed."""

    code = "not-possible"


class NotPossible(TableError):
    """It cannot be done here and now."""


class NotFound(TableError):
    """No such table, record or player."""

    code = "not-found"


class Damaged(TableError):
    """What is stored about a table is no table: somebody or something changed it."""

    code = "damaged"


CANNOT_OPEN = (UnknownGame, BrokenGame, UnknownRules, UnknownComponents, Damaged)
"""Why this program cannot open a table that is stored. The table stays as it is: another program
may know its game, its rules or its pieces."""


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
    """The chair is not free."""

    code = "seat-taken"


class AskOpen(TableError):
    """Another question waits for an answer."""

    code = "ask-open"


class Unavailable(TableError):
    """The store does not answer. Whether the last change was kept is unknown; the next look
    at the table will tell."""

    code = "unavailable"


class Limit(TableError):
    """Too much of something."""

    code = "limit"


class Conflict(Exception):
    """Another process wrote this number of the log first. Never reaches a player."""
