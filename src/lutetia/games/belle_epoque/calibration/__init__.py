"""Searches the reconstructed figures for a fair and varied game.

It may import everything of this game. It never changes a printed figure, and it writes only the
files that it was asked for.
"""
