"""Whether a step showed anybody something that was hidden before."""

from __future__ import annotations

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

SAMPLES = 24
"""Imagined states a seat. A hidden thing with two equally likely faces escapes all of them once
in eight million."""


def reveals(game: Game, before: Record, move: int, after: Record) -> bool:
    """Whether any seat could not have known what it sees after the step.

    From what a seat saw before, imagine what may be hidden and play the same step there. If the
    step is not always possible, or does not always look the same afterwards, the seat has
    learned something, and taking the step back would not make it forget.
    """
    chance = generator(derived_seed("reveals", before.tobytes().hex(), move))
    for seat in range(game.seats):
        seen_before, seen_after = game.view(before, seat), game.view(after, seat).tobytes()
        for _ in range(SAMPLES):
            imagined = game.imagine(seen_before, seat, chance)
            if not game.is_legal(imagined, move):
                return True
            game.rules.apply(game.box, imagined, move)
            if game.view(imagined, seat).tobytes() != seen_after:
                return True
    return False
