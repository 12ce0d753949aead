"""Whom the operator of a server has excluded or silenced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, or_, select

from lutetia.storage.database import Database
from lutetia.storage.schema import bans

BanKind = Literal["ban", "mute"]


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban excludes a player or an address from the server; a mute from the chat."""

    whom: str
    """The id of a player, or a network address."""
    kind: BanKind
    until: int | None
    """In milliseconds since 1970; None: until it is lifted."""


class Bans:
    """All bans of a server, for all its processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, ban: Ban) -> None:
        """Store a ban. It replaces an older one of the same kind."""
        row = {"whom": ban.whom, "kind": ban.kind, "until": ban.until}
        async with self._database.writing() as connection:
            await connection.execute(
                delete(bans).where(bans.c.whom == ban.whom, bans.c.kind == ban.kind)
            )
            await connection.execute(insert(bans), row)

    async def lift(self, *whom: str) -> bool:
        """Remove all bans of a player or address, under each of its names; False if there are
        none."""
        async with self._database.writing() as connection:
            done = await connection.execute(delete(bans).where(bans.c.whom.in_(whom)))
        return done.rowcount > 0

    async def all(self, now: int) -> list[Ban]:
        """The bans that are valid now."""
        query = select(bans).where(or_(bans.c.until.is_(None), bans.c.until > now))
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(bans.c.whom, bans.c.kind))
            return [Ban(row.whom, row.kind, row.until) for row in rows]
