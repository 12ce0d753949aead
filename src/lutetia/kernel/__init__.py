"""What every game must be: the contract, chance, records, errors, the `@compiled` decorator.

May import NumPy, Numba and pydantic. Never imports a game, a player, a server or a database.
"""
