"""The compiled tree search of a game, and its fixed sizes."""

from __future__ import annotations

from types import ModuleType

from lutetia.ai.network.subject import Subject
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

CANDIDATES = 16
"""The number of moves of the root that are compared."""
EDGES = 16
"""The number of moves that a node below the root keeps."""
VALUE_SCALE = 1.0
"""How strongly values change the policy (`gumbel.VALUE_SCALE`)."""


def search_loops(subject: Subject, game: Game) -> ModuleType:
    """The compiled tree search of a game."""
    return specialise(
        "lutetia.ai.network.gumbel",
        subject.game,
        game.rules,
        observe=subject.observe,
        secret=subject.secret,
        told=subject.told,
        players=subject.players,
        seats=subject.seats,
        lines=subject.lines,
        margin=subject.margin,
        value_scale=VALUE_SCALE,
    )
