"""Choosing well: players, search, evaluators, levels.

May import the kernel; what it must know of a game, the package of that game says. Never sees more
than a view, and knows nothing of matches, storage, servers or screens.
"""
