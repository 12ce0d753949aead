"""From where accounts have signed in: keyed hashes of network addresses and of browsers."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import sign_ins

MOST = 50
"""Of one account. The oldest are dropped for new ones."""


class SignIns:
    """The known addresses and browsers of all accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, player: str, whence: str, now: int) -> None:
        """An account has signed in from somewhere."""
        mine = sign_ins.c.player == player

        def work(connection: Connection) -> None:
            connection.execute(delete(sign_ins).where(mine, sign_ins.c.whence == whence))
            connection.execute(insert(sign_ins), {"player": player, "whence": whence, "at": now})
            newest = select(sign_ins.c.whence).where(mine).order_by(sign_ins.c.at.desc())
            old = list(connection.execute(newest.offset(MOST)).scalars())
            if old:
                connection.execute(delete(sign_ins).where(mine, sign_ins.c.whence.in_(old)))

        try:
            await self._database.change(work)
        except IntegrityError:
            return  # it signed in from there twice at the same moment

    async def known(self, player: str, whence: Sequence[str]) -> frozenset[str]:
        """From which of these an account has signed in."""
        query = select(sign_ins.c.whence).where(
            sign_ins.c.player == player, sign_ins.c.whence.in_(whence)
        )
        return await self._database.read(lambda c: frozenset(c.execute(query).scalars()))

    async def forget(self, before: int) -> None:
        """Forget sign-ins that are long ago."""
        old = delete(sign_ins).where(sign_ins.c.at < before)
        await self._database.change(lambda c: c.execute(old).close())
