"""Stored analyses of records: queued, running, done or failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.copied_names import renamed_result
from lutetia.storage.database import Database
from lutetia.storage.schema import analyses


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """An analysis as stored."""

    id: str
    state: Literal["queued", "running", "done", "failed"]
    progress: float
    record: str
    effort: int
    result: dict[str, Any] | None
    error: str | None
    updated: int


class Analyses:
    """Stores analyses by their id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, id_: str, record: str, effort: int, now: int) -> bool:
        """Store a new analysis as queued; False if it exists already."""
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

    async def finish(self, id_: str, record: str, now: int, **end: Any) -> None:
        """Store the end of an analysis of a record. A name that was deleted from the stored record
        meanwhile leaves the result too."""
        this = analyses.c.id == id_
        async with self._database.writing() as connection:
            query = select(analyses.c.record).where(this).with_for_update()
            stored = (await connection.execute(query)).scalar_one_or_none()
            if stored is not None and stored != record and "result" in end:
                end["result"] = renamed_result(end["result"], record, stored)
            await connection.execute(update(analyses).where(this).values(updated=now, **end))

    async def note(self, id_: str, **values: Any) -> None:
        """Store the progress of an analysis."""
        async with self._database.writing() as connection:
            await connection.execute(update(analyses).where(analyses.c.id == id_).values(**values))

    async def find(self, id_: str) -> StoredAnalysis | None:
        """An analysis by its id; None if there is none."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(analyses).where(analyses.c.id == id_))
            row = found.one_or_none()
        return None if row is None else StoredAnalysis(*row)

    async def others(self, id_: str) -> int:
        """How many other analyses are not finished."""
        query = (
            select(func.count())
            .select_from(analyses)
            .where(analyses.c.state.in_(("queued", "running")), analyses.c.id != id_)
        )
        async with self._database.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def unfinished(self, before: int) -> list[str]:
        """Analyses that are not finished and were last changed before this time."""
        query = select(analyses.c.id).where(
            analyses.c.state.in_(("queued", "running")), analyses.c.updated < before
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query.limit(20))).scalars())
