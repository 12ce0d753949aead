"""Where guests sit who wait for others, and from where they came, as long as a quota needs it.

A guest without cookies is new at each request, so only the address tells who takes many seats. It
is stored as a keyed hash, and forgotten when the game is under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from lutetia.storage.database import Database
from lutetia.storage.schema import guest_seats, seatings, tables

JUST_BEGUN = 600_000
"""A game without a round of moves counts as not begun for so many milliseconds after the guest sat
down: somebody waits for this guest there."""

_SITS = exists().where(
    seatings.c.table_id == guest_seats.c.table_id, seatings.c.player == guest_seats.c.player
)


_JUST_BEGUN = and_(
    tables.c.phase == "playing",
    tables.c.moves < tables.c.seats,
    guest_seats.c.at > bindparam("since"),
)
_WAITS = or_(tables.c.phase == "waiting", _JUST_BEGUN)
"""Whether a game has not begun, or began a moment ago and not everybody has moved."""

# These are built once: building a statement takes longer than SQLite needs to carry it out.
_ROWS = select(guest_seats.c.table_id).where(guest_seats.c.whence == bindparam("from"))
_HOW_MANY = select(func.count()).select_from(_ROWS.limit(bindparam("most")).subquery())
_COUNTED = _ROWS.join(tables, tables.c.id == guest_seats.c.table_id).where(_SITS, _WAITS).distinct()
_COUNTED_AT = _COUNTED.where(guest_seats.c.table_id == bindparam("at_table"))
_FIRST_COUNTED = _COUNTED.limit(bindparam("most"))


class GuestSeats:
    """The seats of all guests who wait for others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget(self, now: int) -> None:
        """Forget who is waited for no longer."""
        counted = (
            select(guest_seats.c.table_id, guest_seats.c.player)
            .join(tables, tables.c.id == guest_seats.c.table_id)
            .where(_WAITS)
        ).subquery()
        still = exists().where(
            counted.c.table_id == guest_seats.c.table_id, counted.c.player == guest_seats.c.player
        )
        old = delete(guest_seats).where(~still)
        await self._database.change(lambda c: c.execute(old, {"since": now - JUST_BEGUN}).close())


def rows_of(connection: Connection, whence: str, most: int) -> int:
    """How many rows there are from somewhere, `most` at most: not fewer than tables that count.
    Most addresses have so few that nothing else must be asked."""
    found = connection.execute(_HOW_MANY, {"from": whence, "most": most})
    return int(found.scalar_one())


def tables_of(connection: Connection, whence: str, most: int, now: int) -> set[str]:
    """The tables of others, `most` at most, at which guests from somewhere wait. The games that
    have just begun count, too."""
    found = connection.execute(_FIRST_COUNTED, _since(whence, now, most=most))
    return set(found.scalars())


def wait_at(connection: Connection, whence: str, table: str, now: int) -> bool:
    """Whether guests from somewhere wait at a table."""
    found = connection.execute(_COUNTED_AT, _since(whence, now, at_table=table))
    return found.first() is not None


def _since(whence: str, now: int, **more: Any) -> dict[str, Any]:
    return {"from": whence, "since": now - JUST_BEGUN, **more}


def _put(sqlite: bool) -> Any:
    put = (sqlite_insert if sqlite else postgresql_insert)(guest_seats)
    changed = {"whence": put.excluded.whence, "at": put.excluded.at}
    return put.on_conflict_do_update(index_elements=["table_id", "player"], set_=changed)


_PUT = {sqlite: _put(sqlite) for sqlite in (True, False)}


def remember(connection: Connection, sqlite: bool, rows: Sequence[dict[str, Any]]) -> None:
    """Note from where guests come who sit down now."""
    connection.execute(_PUT[sqlite], rows)
