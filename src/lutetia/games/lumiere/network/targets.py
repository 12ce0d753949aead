"""What a network of La Cité learns besides the result: who has buildings where at the end."""

from __future__ import annotations

from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Words


@compiled
def ownership(state: Record, seat: int, out: Words) -> None:
    """The spaces under the seat's buildings, and under the rival's."""
    out[0] = state.built[seat]
    out[1] = state.built[1 - seat]
