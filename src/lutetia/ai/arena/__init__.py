"""Players against each other: schedules, results that survive interruption, ratings.

May import players, games and the kernel. Never looks into a player, and never prints.
"""
