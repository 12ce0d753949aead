"""What a network of La Cité learns besides the result: who has buildings where at the end."""

from __future__ import annotations

from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Words


@compiled
def ownership(state: Record, seat: int, out: Words) -> None:
    """The spaces under the seat's buildings, and under the rival's."""
    out[0] = state.built[seat]
    out[1] = state.built[1 - seat]


@compiled
def told(move: int) -> int:
    """Every move of La Cité is made in the open."""
    return move


@compiled
def players(box: Record) -> int:
    """La Cité has two players."""
    return 2


@compiled
def hidden(box: Record, state: Record, seat: int, out: Words) -> None:
    """The network of La Cité does not guess what is hidden."""
