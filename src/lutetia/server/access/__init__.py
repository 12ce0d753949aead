"""Who may come in, and how often: identities, passwords, limits, and the guard before every route.

Owns cookies, tokens and buckets. May import storage and match; knows nothing of games.
"""
