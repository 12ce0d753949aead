"""How much of a server one player, or one network address, may take. The journal counts it in the
transaction that stores the entries: requests at the same moment, in any process, count each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lutetia.match.errors import TableError


@dataclass(frozen=True, slots=True)
class WaitingSeats:
    """At how many tables of others that have not begun somebody may sit."""

    player: str
    now: int
    of_player: int | None
    """None: this player is new and sits nowhere yet."""
    whence: str | None = None
    """A keyed hash of the address of a guest; None: no quota of an address applies."""
    of_address: int = 0


@dataclass(frozen=True, slots=True)
class OpenTables:
    """How many tables that somebody opened may wait or be played."""

    player: str
    most: int


Quota = WaitingSeats | OpenTables
UsedUpBy = Literal["player", "address"]


class QuotaUsedUp(TableError):
    """A quota is used up. Nothing was stored."""

    code = "limit"

    def __init__(self, by: UsedUpBy) -> None:
        super().__init__("a quota is used up")
        self.by: UsedUpBy = by
