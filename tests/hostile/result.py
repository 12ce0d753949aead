"""The result of a trial, and the table of all trials."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

HEAD = "| trial | count | lost | leaked | faults |\n| --- | ---: | ---: | ---: | ---: |"


BEGUN: list[Result] = []
"""The results of all trials of this process, also of those that did not end."""
NOT_LOOKED_FOR = "–"


@dataclass
class Result:
    """What one trial found."""

    trial: str
    unit: str
    count: int = 0
    lost: int = 0
    """Acknowledged moves that are not stored, or stored twice; games lost by an outage."""
    leaked: int = 0
    """Messages with something that their reader must not know."""
    faults: int = 0
    """Errors of the server: `internal`, a 5xx without an outage, a traceback, a damaged table."""
    examples: list[str] = field(default_factory=list)
    """The first inputs that found something."""
    looks_for_leaks: bool = False
    """Whether the trial reads what its players receive."""
    stopped: bool = False
    """Whether the trial was ended before its end."""

    def __post_init__(self) -> None:
        BEGUN.append(self)

    def fault(self, what: str) -> None:
        """Count a fault, and keep the first ones."""
        self.faults += 1
        self._keep(f"fault: {what}")

    def leak(self, what: str) -> None:
        """Count a leak, and keep the first ones."""
        assert self.looks_for_leaks
        self.leaked += 1
        self._keep(f"leak: {what}")

    def loss(self, what: str) -> None:
        """Count a loss, and keep the first ones."""
        self.lost += 1
        self._keep(f"loss: {what}")

    def _keep(self, example: str) -> None:
        if len(self.examples) < 5:
            self.examples.append(example[:500])

    def add(self, other: Result) -> None:
        """Add the counts of a part that ran elsewhere."""
        self.count += other.count
        self.lost += other.lost
        self.leaked += other.leaked
        self.faults += other.faults
        self.examples += other.examples
        self.stopped |= other.stopped

    @property
    def clean(self) -> bool:
        """Whether the trial came to its end and found nothing."""
        return self.lost == self.leaked == self.faults == 0 and not self.stopped

    def row(self) -> str:
        """A row of the table."""
        leaked = f"{self.leaked:,}" if self.looks_for_leaks else NOT_LOOKED_FOR
        unit = self.unit.removesuffix("s") if self.count == 1 else self.unit
        count = f"{self.count:,} {unit}{', then stopped' if self.stopped else ''}"
        return f"| {self.trial} | {count} | {self.lost:,} | {leaked} | {self.faults:,} |"


def table(results: Iterable[Result]) -> str:
    """All results as a table of the documentation."""
    return "\n".join([HEAD, *(result.row() for result in results)])
