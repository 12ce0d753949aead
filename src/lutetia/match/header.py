"""What is fixed when a table is opened and never changes afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lutetia.kernel.chance import commitment
from lutetia.match.clock import TimeControl


@dataclass(frozen=True, slots=True)
class Header:
    """One table as it was opened. The seed is secret until the game is over."""

    id: str
    game: str
    rules_version: int
    components: str
    seats: int
    options: Mapping[str, Any]
    clock: TimeControl
    listed: bool
    rated: bool
    seed: bytes
    host: str
    """The player who opened it."""
    created: int
    opening: tuple[str, ...] = field(default=())
    """Moves of a record from which this table continues."""
    branch_of: str | None = None

    @property
    def commitment(self) -> str:
        """The hash of the seed, which is public from the beginning."""
        return commitment(self.seed)
