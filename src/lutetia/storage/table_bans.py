"""Whom the host of a table has muted there, or sent away from it, while people watch and play.

The log of the table has nothing of it, because the game does not depend on it. Who is sent away
from a seat before the game is in the log (`exclude`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, String, bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import chat, table_bans

TableBanKind = Literal["mute", "exclude"]


@dataclass(frozen=True, slots=True)
class TableBan:
    """The bans of one table."""

    muted: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()


NO_BAN = TableBan()
_CARRY_OVER = insert(table_bans).from_select(
    ["table_id", "player", "kind", "at"],
    select(
        bindparam("new_table", type_=String),
        table_bans.c.player,
        table_bans.c.kind,
        table_bans.c.at,
    ).where(table_bans.c.table_id == bindparam("old_table")),
)


class TableBans:
    """The bans of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table: str) -> TableBan:
        """Whom the host of a table has muted and excluded."""
        query = select(table_bans.c.player, table_bans.c.kind).where(table_bans.c.table_id == table)
        rows = await self._database.read(lambda c: c.execute(query).all())
        muted, excluded = (
            frozenset(row.player for row in rows if row.kind == kind)
            for kind in ("mute", "exclude")
        )
        return TableBan(muted, excluded)

    async def add(self, table: str, player: str, kind: TableBanKind, now: int) -> None:
        """Mute or exclude a player at a table."""
        row = {"table_id": table, "player": player, "kind": kind, "at": now}
        try:
            await self._database.change(lambda c: c.execute(insert(table_bans), row).close())
        except IntegrityError:
            return  # it was done already

    async def lift(self, table: str, player: str, kind: TableBanKind) -> None:
        """Take a ban back."""
        this = delete(table_bans).where(
            table_bans.c.table_id == table,
            table_bans.c.player == player,
            table_bans.c.kind == kind,
        )
        await self._database.change(lambda c: c.execute(this).close())

    async def writers(self, table: str) -> frozenset[str]:
        """Who has written at a table or is muted there, so that the host can name them."""
        wrote = select(chat.c.player).where(chat.c.table_id == table)
        banned = select(table_bans.c.player).where(table_bans.c.table_id == table)
        query = wrote.union(banned)
        return await self._database.read(lambda c: frozenset(c.execute(query).scalars()))


def carry_over(connection: Connection, follows: Mapping[str, str]) -> None:
    """The host is the same at a table that follows another one, and so are the bans. `follows`: the
    new tables, and those before them."""
    for new, old in follows.items():
        connection.execute(_CARRY_OVER, {"new_table": new, "old_table": old})
