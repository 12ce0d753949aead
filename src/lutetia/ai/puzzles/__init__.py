"""Puzzles: positions with exactly one best move. A solver proves the result of every move.

Every game that has a solver can have puzzles. `docs/puzzles.md` describes the file.
"""
