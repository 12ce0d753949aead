"""The base of every game: the contract, chance, records, errors, the `@compiled` decorator.

It may import NumPy, Numba and pydantic. It never imports a game, a player, a server or a database.
"""
