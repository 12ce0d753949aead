"""Reports about lines of chat: the queue of the operator."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.match.errors import NotFound
from lutetia.storage.database import Database
from lutetia.storage.schema import chat, reports


@dataclass(frozen=True, slots=True)
class ChatReport:
    """A line of chat that somebody reported. The text is kept, also if the line is deleted."""

    number: int
    table_id: str
    line: int
    player: str
    name: str
    text: str
    reporter: str
    at: int
    settled: int | None


class Reports:
    """All reports."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table: str, line: int, reporter: str, now: int) -> None:
        """Report a line of a table's chat. A second report of the same person changes nothing."""
        query = select(chat).where(chat.c.table_id == table, chat.c.number == line)
        try:
            async with self._database.writing() as connection:
                found = (await connection.execute(query)).one_or_none()
                if found is None:
                    raise NotFound("there is no such line of chat at this table")
                row = {
                    "table_id": table,
                    "line": line,
                    "player": found.player,
                    "name": found.name,
                    "text": found.text,
                    "reporter": reporter,
                    "at": now,
                    "settled": None,
                }
                await connection.execute(insert(reports), row)
        except IntegrityError:
            return

    async def queue(self, everything: bool = False) -> list[ChatReport]:
        """Open reports, the oldest first, or all."""
        query = select(reports).order_by(reports.c.number)
        if not everything:
            query = query.where(reports.c.settled.is_(None))
        async with self._database.reading() as connection:
            return [ChatReport(**row) for row in (await connection.execute(query)).mappings()]

    async def settle(self, number: int, now: int, remove: bool) -> ChatReport:
        """Close a report, and with it all reports about the same line. The line can be deleted."""
        async with self._database.writing() as connection:
            query = select(reports).where(reports.c.number == number)
            found = (await connection.execute(query)).mappings().one_or_none()
            if found is None:
                raise NotFound(f"there is no report {number}")
            await connection.execute(
                update(reports).where(reports.c.line == found["line"]).values(settled=now)
            )
            if remove:
                await connection.execute(delete(chat).where(chat.c.number == found["line"]))
        return ChatReport(**found)
