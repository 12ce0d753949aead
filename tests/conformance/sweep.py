"""Pattern (see `lutetia.kernel.specialise`): asks the validator about every move of a range."""

from __future__ import annotations

from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record

refusal = game_function("refusal")


@compiled
def sweep(box: Record, state: Record, out: Moves) -> None:
    """out[move]: the validator's answer."""
    for move in range(len(out)):
        out[move] = refusal(box, state, move)
