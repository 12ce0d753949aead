"""Computer players: search, evaluators, levels.

It may import the kernel. A game's package tells it what it must know about the game. It never sees
more than a view, and knows nothing about matches, storage, servers or screens.
"""
