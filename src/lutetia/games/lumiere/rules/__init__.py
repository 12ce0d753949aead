"""Paris: La Cité de la Lumière, by the rules L1 to L9.

Owns the state, moves, rules, scoring, notation and components of this game. May import the
kernel only; knows nothing of players, matches, screens or the other game.
"""

from lutetia.games.lumiere.rules.game import Lumiere

__all__ = ["Lumiere"]
