"""The compiled tree search of a game, and its fixed sizes."""

from __future__ import annotations

from types import ModuleType

from lutetia.ai.network.subject import Subject
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

CANDIDATES = 16
"""The number of moves of the root that are compared."""
MOST_CANDIDATES = 64
SIMULATIONS_A_CANDIDATE = 64
"""Where nothing is hidden, a long search compares more moves: one for so many simulations."""
SIMULATIONS_AN_EVALUATION = 4
"""There a search makes so many simulations at most for each evaluation that it may use."""
MOST_SIMULATIONS = 30_000
"""The limit exists because nodes of a tree and visits have 16-bit numbers."""
EDGES = 16
"""The number of moves that a node below the root keeps in self-play."""
MANY_EDGES = 64
"""The same in play and analysis: the move that refutes a plan is often improbable."""
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
        fingerprint=subject.fingerprint,
        players=subject.players,
        seats=subject.seats,
        lines=subject.lines,
        margin=subject.margin,
        value_scale=VALUE_SCALE,
    )
