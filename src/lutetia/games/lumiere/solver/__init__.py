"""The exact solver of La Cité's second phase: alpha-beta with bounds that are never wrong.

Owns the bounds, the search and the positions it is measured on. May import La Cité and the
kernel; knows no player, no level and no other game, and never guesses.
"""

from lutetia.games.lumiere.solver.solving import NotSolvable, Solver, points_lost, solve

__all__ = ["NotSolvable", "Solver", "points_lost", "solve"]
