"""The accounts of operators. They read what players report."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from lutetia.storage.database import Database
from lutetia.storage.schema import operators, players


class Operators:
    """All operators."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def includes(self, player: str) -> bool:
        """Whether a player is an operator."""
        query = select(operators).where(operators.c.player == player)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def change(self, player: str, on: bool) -> None:
        """Make an account the account of an operator, or end that."""
        async with self._database.writing() as connection:
            await connection.execute(delete(operators).where(operators.c.player == player))
            if on:
                await connection.execute(insert(operators), {"player": player})

    async def names(self) -> list[str]:
        """The names of all operators."""
        query = select(players.c.name).join(operators, operators.c.player == players.c.id)
        async with self._database.reading() as connection:
            return sorted((await connection.execute(query)).scalars())
