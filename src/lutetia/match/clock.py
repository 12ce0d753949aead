"""How long a seat may think. All times are milliseconds; the caller passes the current time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from lutetia.kernel.errors import BadOption

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class TimeControl:
    """No limit, minutes for the whole game plus seconds for each turn, or days for each turn."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: int = 0
    increment: int = 0
    """Seconds."""
    days: int = 0

    def at_start(self) -> int | None:
        """The time that a seat has when the game begins; None without a limit."""
        if self.kind == "minutes":
            return self.minutes * MINUTE
        return self.days * DAY if self.kind == "days" else None

    def after_turn(self, left: int) -> int:
        """The time that a seat has after its turn."""
        if self.kind == "days":
            return self.days * DAY
        return left + self.increment * 1000

    def as_json(self) -> dict[str, Any]:
        """The fields that matter for this kind."""
        if self.kind == "minutes":
            return {"kind": self.kind, "minutes": self.minutes, "increment": self.increment}
        return {"kind": self.kind, "days": self.days} if self.kind == "days" else {"kind": "none"}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> TimeControl:
        """The inverse of `as_json`."""
        try:
            return cls(**found)
        except TypeError:
            raise BadOption("clock: unknown fields") from None


Outages = Sequence[tuple[int, int]]
"""Periods in which no server was running, in order. No clock runs in them."""


def elapsed(since: int, now: int, outages: Outages = ()) -> int:
    """The time between two moments in which a move could have been made."""
    total = max(0, now - since)
    for begin, end in outages:
        total -= max(0, min(end, now) - max(begin, since))
    return max(0, total)
