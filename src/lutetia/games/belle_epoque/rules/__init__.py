"""Paris of the Belle Époque (Kramer and Kiesling, 2020) for two to four players.

Owns its components, rules, notation and views. May import the kernel. Never knows another game,
a player's choices, a match, a database or a screen.
"""

from lutetia.games.belle_epoque.rules.game import BelleEpoque

__all__ = ["BelleEpoque"]
