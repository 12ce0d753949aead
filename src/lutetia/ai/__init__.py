"""Choosing well: players, search, evaluators, levels.

May import the games and the kernel. Never sees more than a view, and knows nothing of matches,
storage, servers or screens.
"""
