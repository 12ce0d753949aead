"""How long a seat may think. All times are milliseconds; the caller passes the current time.

Each kind of minutes gives `increment` seconds for a turn in its own way:

- `fischer`: the seconds are added after the turn;
- `bronstein`: after the turn the seat gets back what the turn took, at most these seconds;
- `delay`: the clock waits for these seconds at the start of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from lutetia.kernel.errors import BadOption

ClockMode = Literal["fischer", "bronstein", "delay"]
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class TimeControl:
    """No limit, minutes for the whole game plus seconds for each turn, or days for each turn."""

    kind: Literal["none", "minutes", "days"] = "none"
    minutes: int = 0
    increment: int = 0
    """Seconds."""
    mode: ClockMode = "fischer"
    """How the seconds of a turn are given."""
    days: int = 0

    def at_start(self) -> int | None:
        """The time that a seat has when the game begins; None without a limit."""
        if self.kind == "minutes":
            return self.minutes * MINUTE
        return self.days * DAY if self.kind == "days" else None

    def free(self, used: int) -> int:
        """How long the clock still waits in a turn that has taken `used` milliseconds."""
        return max(0, self.increment * 1000 - used) if self.mode == "delay" else 0

    def cost(self, used: int, spent: int) -> int:
        """What `spent` more milliseconds cost in a turn that has taken `used` before."""
        return max(0, spent - self.free(used))

    def after_turn(self, left: int, used: int) -> int:
        """The time that a seat has after a turn that took `used` milliseconds."""
        if self.kind == "days":
            return self.days * DAY
        if self.mode == "delay":
            return left
        given = self.increment * 1000
        return left + (min(used, given) if self.mode == "bronstein" else given)

    def as_json(self) -> dict[str, Any]:
        """The fields that matter for this kind."""
        if self.kind == "minutes":
            found = {"kind": self.kind, "minutes": self.minutes, "increment": self.increment}
            # Without a mode it is Fischer's: so older programs can read most tables.
            return found if self.mode == "fischer" else {**found, "mode": self.mode}
        return {"kind": self.kind, "days": self.days} if self.kind == "days" else {"kind": "none"}

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> TimeControl:
        """The inverse of `as_json`."""
        try:
            return cls(**found)
        except TypeError:
            raise BadOption("clock: unknown fields") from None


Outages = Sequence[tuple[int, int]]
"""Periods in which no clock runs, in order and without overlaps: no server was running, or the
player was on holiday."""


def elapsed(since: int, now: int, outages: Outages = ()) -> int:
    """The time between two moments in which a move could have been made."""
    total = max(0, now - since)
    for begin, end in reversed(outages):
        if end <= since:
            break
        total -= max(0, min(end, now) - max(begin, since))
    return max(0, total)


def merged(*many: Outages) -> list[tuple[int, int]]:
    """Several lists of periods as one, in order and without overlaps."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(period for periods in many for period in periods):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


def after(since: int, running: int, pauses: Outages) -> int:
    """The moment at which a clock has run for `running` milliseconds since a moment."""
    moment = since
    for begin, end in pauses:
        if begin >= moment + running:
            break
        if end > moment:
            running -= max(0, begin - moment)
            moment = end
    return moment + running
