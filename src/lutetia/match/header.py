"""What is fixed when a table is opened and never changes afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lutetia.kernel.chance import commitment
from lutetia.kernel.components import OwnFile
from lutetia.match.clock import TimeControl

PLAYS_ON = 4
"""The level of the computer that continues for a seat that gave up, unless another was chosen."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One of the two games of a duplicate match: the same shuffle, with the seats swapped."""

    game: Literal[1, 2]
    first: str | None = None
    """At the second game: the table of the first."""
    points: tuple[int, ...] = ()
    """At the second game: what the player on each seat had in the first."""

    def as_json(self) -> dict[str, Any]:
        """For the store."""
        return {"game": self.game, "first": self.first, "points": list(self.points)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any] | None) -> Pair | None:
        """The inverse of `as_json`; None stays None."""
        if found is None:
            return None
        return cls(found["game"], found["first"], tuple(found["points"]))


@dataclass(frozen=True, slots=True)
class Header:
    """One table as it was opened. The seed is secret until the game is over.

    The seed is the secret of the server. The deal follows from it and from the shares of the seats
    (`Table.seed`); a table that continues from a record deals the seed of that record.
    """

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
    plays_on: int = PLAYS_ON
    """The level of the computer that plays on for a seat that gave up."""
    pair: Pair | None = None
    """Set at both tables of a duplicate match."""
    component_file: str | None = None
    """The text of the players' own component file, if they have one."""

    @property
    def commitment(self) -> str:
        """The hash of the seed, which is public from the beginning."""
        return commitment(self.seed)

    @property
    def pieces(self) -> OwnFile | str:
        """What `shared_game` needs to open the game with the components of this table."""
        return self.components if self.component_file is None else OwnFile(self.component_file)
