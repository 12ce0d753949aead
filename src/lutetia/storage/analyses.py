"""Stored analyses of records: queued, running, done or failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Select, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.copied_names import renamed_result
from lutetia.storage.database import Database
from lutetia.storage.schema import analyses

_LOCK = 0x4C75_7466
"""An arbitrary number: with it an owner asks for one analysis after the other."""


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
    owner: str | None
    """Who asked for it, until it is finished."""


class Analyses:
    """Stores analyses by their id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(
        self, id_: str, record: str, effort: int, now: int, owner: str, most: int
    ) -> Literal["new", "known", "too many"]:
        """Store an analysis as queued, if it is new or has failed. One owner may have `most` that
        are not finished, in all processes together."""
        this = analyses.c.id == id_
        values = {"state": "queued", "progress": 0.0, "error": None, "updated": now, "owner": owner}
        try:
            async with self._database.writing() as connection:
                if not self._database.sqlite:  # SQLite has one writer at a time
                    lock = func.pg_advisory_xact_lock(_LOCK, func.hashtext(owner))
                    await connection.execute(select(lock))
                state = (
                    await connection.execute(select(analyses.c.state).where(this))
                ).scalar_one_or_none()
                if state not in {None, "failed"}:
                    return "known"
                if (await connection.execute(_open_of(owner))).scalar_one() >= most:
                    return "too many"
                if state is None:
                    row = {"id": id_, "record": record, "effort": effort, **values}
                    await connection.execute(insert(analyses), row)
                    return "new"
                # The stored record stays: names may have been deleted from it.
                again = update(analyses).where(this, analyses.c.state == "failed").values(**values)
                return "new" if (await connection.execute(again)).rowcount else "known"
        except IntegrityError:
            return "known"  # somebody else asked for it at the same time

    async def finish(self, id_: str, record: str, now: int, **end: Any) -> None:
        """Store the end of an analysis of a record. A name that was deleted from the stored record
        meanwhile leaves the result too."""
        this = analyses.c.id == id_
        async with self._database.writing() as connection:
            query = select(analyses.c.record).where(this).with_for_update()
            stored = (await connection.execute(query)).scalar_one_or_none()
            if stored is not None and stored != record and "result" in end:
                end["result"] = renamed_result(end["result"], record, stored)
            end |= {"updated": now, "owner": None}
            await connection.execute(update(analyses).where(this).values(**end))

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


def _open_of(owner: str) -> Select[int]:
    """How many analyses of an owner are not finished."""
    return (
        select(func.count())
        .select_from(analyses)
        .where(analyses.c.owner == owner, analyses.c.state.in_(("queued", "running")))
    )
