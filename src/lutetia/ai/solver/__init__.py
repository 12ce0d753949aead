"""Proofs in La Cité's second phase, where nothing is hidden and nothing is left to chance.

May import the kernel and the rules of La Cité. Never guesses: what is not proved within the
budget is returned as bounds, and every bound is one that no play can break.
"""

from lutetia.ai.solver.solving import Solution, points_lost, solve

__all__ = ["Solution", "points_lost", "solve"]
