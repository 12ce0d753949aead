"""Paris of the Belle Époque (Kramer and Kiesling, 2020) for two to four players.

It contains its components, rules, notation and views. It may import the kernel. It never knows
another game, a player's choices, a table on a server, a database or a screen.
"""

from lutetia.games.belle_epoque.rules.game import BelleEpoque

__all__ = ["BelleEpoque"]
