"""The exact solver of La Cité's second phase: alpha-beta with bounds that are never wrong.

This package owns the bounds, the search and the positions on which it is measured. It may import
La Cité and the kernel. It knows no player, no level and no other game, and it never guesses.
"""

from lutetia.games.lumiere.solver.solving import NotSolvable, Solver, points_lost, solve

__all__ = ["NotSolvable", "Solver", "points_lost", "solve"]
