"""Matches between players: schedules, results that survive an interruption, ratings.

It may import players, games and the kernel. It never looks into a player, and never prints.
"""
