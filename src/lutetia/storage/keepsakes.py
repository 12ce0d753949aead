"""Smaller things that are kept: shared records, analyses, settings, the server's heartbeat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import analyses, beats, outages, settings, shared_records

SILENCE = 15_000
"""Milliseconds without a heartbeat after which no server was running."""


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """An analysis, asked for, under way or done."""

    id: str
    state: Literal["queued", "running", "done", "failed"]
    progress: float
    record: str
    effort: int
    result: dict[str, Any] | None
    error: str | None
    updated: int


class Keepsakes:
    """Everything small."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def setting(self, name: str, default: str) -> str:
        """A setting; kept with the default when it is asked for the first time."""
        query = select(settings.c.value).where(settings.c.name == name)
        for _ in range(2):
            async with self._database.reading() as connection:
                found = (await connection.execute(query)).scalar_one_or_none()
            if found is not None:
                return str(found)
            try:
                async with self._database.writing() as connection:
                    await connection.execute(insert(settings), {"name": name, "value": default})
            except IntegrityError:
                continue
            return default
        return default

    async def share_record(self, id_: str, digest: str, text: str, now: int) -> str:
        """Keep a record; the id under which it is found, the old one if it was shared before."""
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
            return await self.share_record(id_, digest, text, now)
        return id_

    async def shared_record(self, id_: str) -> str | None:
        """The text of a shared record."""
        query = select(shared_records.c.text).where(shared_records.c.id == id_)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def ask_analysis(self, id_: str, record: str, effort: int, now: int) -> bool:
        """Note that an analysis is wanted; False if it is known already."""
        row = {
            "id": id_, "state": "queued", "progress": 0.0, "record": record,
            "effort": effort, "updated": now,
        }  # fmt: skip
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(analyses), row)
        except IntegrityError:
            return False
        return True

    async def note_analysis(self, id_: str, **values: Any) -> None:
        """Note how an analysis goes on."""
        async with self._database.writing() as connection:
            await connection.execute(update(analyses).where(analyses.c.id == id_).values(**values))

    async def analysis(self, id_: str) -> StoredAnalysis | None:
        """An analysis."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(analyses).where(analyses.c.id == id_))
            row = found.one_or_none()
        return None if row is None else StoredAnalysis(*row)

    async def unfinished_analyses(self, before: int) -> list[str]:
        """Analyses that nobody has worked on since a moment."""
        query = select(analyses.c.id).where(
            analyses.c.state.in_(("queued", "running")), analyses.c.updated < before
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query.limit(20))).scalars())

    async def beat(self, now: int) -> bool:
        """Say that a server runs; True if none did before, and the outage is noted."""
        try:
            async with self._database.writing() as connection:
                last = (await connection.execute(select(beats.c.at))).scalar_one_or_none()
                if last is None:
                    await connection.execute(insert(beats), {"id": 1, "at": now})
                    return False
                await connection.execute(update(beats).where(beats.c.at < now).values(at=now))
                if now - last <= SILENCE:
                    return False
                await connection.execute(insert(outages), {"begin": last, "end": now})
        except IntegrityError:
            # Another process came back at the same moment and has noted it.
            return True
        return True
