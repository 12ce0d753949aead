"""From where guests have taken seats at tables that have not begun.

A guest without cookies is new at each request, so only the address tells who takes many seats. It
is stored as a keyed hash, and forgotten when the game begins.
"""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import guest_seats, seatings, tables


class GuestSeats:
    """The seats of all guests who wait for others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self, whence: str) -> int:
        """At how many tables that have not begun guests from somewhere sit."""
        still_there = (seatings.c.table_id == guest_seats.c.table_id) & (
            seatings.c.player == guest_seats.c.player
        )
        query = (
            select(func.count(guest_seats.c.table_id.distinct()))
            .join(tables, tables.c.id == guest_seats.c.table_id)
            .join(seatings, still_there)
            .where(guest_seats.c.whence == whence, tables.c.phase == "waiting")
        )
        async with self._database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def note(self, table: str, player: str, whence: str) -> None:
        """Note from where a guest takes a seat."""
        row = {"table_id": table, "player": player, "whence": whence}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(guest_seats), row)
        except IntegrityError:
            return  # the guest has sat there before

    async def forget(self) -> None:
        """Forget the guests of all tables that wait no longer."""
        waiting = select(tables.c.id).where(tables.c.phase == "waiting")
        old = delete(guest_seats).where(guest_seats.c.table_id.not_in(waiting))
        await self._database.change(lambda c: c.execute(old).close())
