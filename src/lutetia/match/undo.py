"""Whether a step showed a player something that was hidden before."""

from __future__ import annotations

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

SAMPLES = 24
"""Imagined states for each seat. If a hidden thing has two equally likely values, all samples
miss it once in eight million cases."""


def reveals(game: Game, before: Record, move: int, after: Record) -> bool:
    """Whether a seat sees something after the step that it could not know before.

    The function imagines hidden parts that fit the view of a seat and plays the same step there.
    If the step is not always legal, or the view afterwards is not always the same, the seat has
    learned something. Taking the step back would not make it forget.
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
