"""Who is asking, and how often: identities, passwords, limits, and the guard before every route.

This package owns cookies, tokens and rate limits. It may import storage and match. It does not
know games.
"""
