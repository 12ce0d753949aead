"""A table that people played with the real game, described in a small text (docs/notation.md).

This module reads such a text line by line, and defines the result that every game returns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from lutetia.kernel.errors import BadTable
from lutetia.kernel.score_sheet import ScoreDetail, ScoreSheet, TieBreak

MOST_FAULTS = 5
LONGEST_TEXT = 100_000
MOST_LINES = 200
"""Without comments. A whole game needs less than a hundred."""
MOST_WORDS = 40
"""In one line."""


class Line(NamedTuple):
    """One line of the text, without its comment."""

    number: int
    words: list[str]

    def fault(self, message: str) -> BadTable:
        """The error that names this line."""
        return BadTable(f"line {self.number}: {message}")


@dataclass(frozen=True)
class Description:
    """The text of a table, cut into its lines."""

    game: str
    """The name in the first line."""
    lines: Sequence[Line]
    """All lines, the first one included."""


@dataclass(frozen=True)
class Detail:
    """One part of a score: a building's light, a district, a tile."""

    seat: int
    line: str
    what: str
    points: int


@dataclass(frozen=True)
class TableResult:
    """The scores of a described table."""

    game: str
    seats: Sequence[str]
    scores: Sequence[Mapping[str, int]]
    """For each seat its points by line."""
    details: Sequence[Detail]
    tie_breaks: Sequence[tuple[str, Sequence[int]]]
    """In the order in which they decide: a name, and a number for each seat."""
    ranks: Sequence[int]

    @property
    def totals(self) -> list[int]:
        """The points of each seat."""
        return [sum(lines.values()) for lines in self.scores]

    def sheet(self) -> ScoreSheet:
        """The same in the shape that all scores have."""
        return ScoreSheet(
            game=self.game,
            seats=len(self.seats),
            seat_names=list(self.seats),
            scores=[dict(lines) for lines in self.scores],
            totals=self.totals,
            ranks=list(self.ranks),
            details=[ScoreDetail(**asdict(detail)) for detail in self.details],
            tie_breaks=[TieBreak(name=name, values=list(v)) for name, v in self.tie_breaks],
        )


@dataclass(frozen=True)
class Sections:
    """A text cut into its settings (before the first section) and its sections."""

    settings: dict[str, Line]
    parts: dict[str, list[Line]]

    def part(self, name: str) -> list[Line]:
        """The lines of a section; empty if the section is missing."""
        return self.parts.get(name, [])


def sections(description: Description, names: Sequence[str], settings: Sequence[str]) -> Sections:
    """Cut a description into sections. A line with only a section's name begins that section."""
    found = Sections({}, {})
    current: list[Line] | None = None
    for line in description.lines:
        head = line.words[0].lower().rstrip(":")
        if len(line.words) == 1 and head in names:
            if head in found.parts:
                raise line.fault(f"a second section {head}")
            current = found.parts[head] = []
        elif current is not None:
            current.append(line)
        elif head in settings and len(line.words) > 1:
            if head in found.settings:
                raise line.fault(f"{head} is given twice")
            found.settings[head] = line
        else:
            raise line.fault(
                f"“{' '.join(line.words)[:40]}” is neither a setting ({', '.join(settings)}) "
                f"nor a section ({', '.join(names)})"
            )
    return found


def describe(text: str) -> Description:
    """Cut a text into its lines, without empty lines; # begins a comment.

    The first line names the game: `game NAME`.
    """
    if len(text) > LONGEST_TEXT:
        raise BadTable("too long for the description of a table")
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.partition("#")[0].split()
        if words:
            lines.append(Line(number, words))
        if len(lines) > MOST_LINES:
            raise lines[-1].fault(f"a description has at most {MOST_LINES} lines")
        if len(words) > MOST_WORDS:
            raise lines[-1].fault(f"a line has at most {MOST_WORDS} words")
    if not lines:
        raise BadTable("the text is empty; it begins with the line: game NAME")
    first = lines[0]
    if first.words[0].lower().rstrip(":") != "game" or len(first.words) != 2:
        raise first.fault("the text begins with the line: game NAME")
    return Description(first.words[1], lines)


def raise_faults(faults: Sequence[str]) -> None:
    """Raise one error that says everything that is impossible, in one line."""
    if faults:
        shown = "; ".join(faults[:MOST_FAULTS])
        more = len(faults) - MOST_FAULTS
        raise BadTable(shown + (f"; and {more} more" if more > 0 else ""))
