"""Records that were shared by a link."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import shared_records


class SharedRecords:
    """Stores each record once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def share(self, id_: str, digest: str, text: str, now: int) -> str:
        """Store a record and return its id. A record that was shared before keeps its old id."""
        query = select(shared_records.c.id).where(shared_records.c.digest == digest)
        async with self._database.reading() as connection:
            known = (await connection.execute(query)).scalar_one_or_none()
        if known is not None:
            return str(known)
        try:
            async with self._database.writing() as connection:
                row = {"id": id_, "digest": digest, "text": text, "created": now}
                await connection.execute(insert(shared_records), row)
        except IntegrityError:
            return await self.share(id_, digest, text, now)
        return id_

    async def text_of(self, id_: str) -> str | None:
        """The text of a shared record."""
        query = select(shared_records.c.text).where(shared_records.c.id == id_)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()
