"""Records that were shared by a link."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import shared_records


class SharedRecords:
    """Stores each record once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def share(self, id_: str, digest: str, text: str, now: int, expires: int | None) -> str:
        """Store a record and return its id. A record that was shared before keeps its old id, and
        is kept for longer. Without a time to expire it is kept for good."""
        query = select(shared_records.c.id).where(shared_records.c.digest == digest)
        async with self._database.reading() as connection:
            known = (await connection.execute(query)).scalar_one_or_none()
        if known is not None:
            longer = update(shared_records).where(
                shared_records.c.id == known, shared_records.c.expires.is_not(None)
            )
            async with self._database.writing() as connection:
                await connection.execute(longer.values(expires=expires))
            return str(known)
        try:
            async with self._database.writing() as connection:
                row = {"id": id_, "digest": digest, "text": text}
                times = {"created": now, "expires": expires}
                await connection.execute(insert(shared_records), row | times)
        except IntegrityError:
            return await self.share(id_, digest, text, now, expires)
        return id_

    async def forget_expired(self, now: int) -> int:
        """Delete the records whose time is over. Returns how many there were."""
        gone = delete(shared_records).where(shared_records.c.expires < now)
        return await self._database.change(lambda c: int(c.execute(gone).rowcount))

    async def text_of(self, id_: str) -> str | None:
        """The text of a shared record."""
        query = select(shared_records.c.text).where(shared_records.c.id == id_)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()
