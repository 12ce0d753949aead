"""Paris: La Cité de la Lumière, by the rules L1 to L9.

This package owns the state, moves, rules, scoring, notation and components of this game. It may
import only the kernel. It knows nothing about players, tables, screens or the other game.
"""

from lutetia.games.lumiere.rules.game import Lumiere

__all__ = ["Lumiere"]
