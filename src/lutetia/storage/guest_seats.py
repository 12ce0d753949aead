"""Who takes a seat at a table that has not begun, and from where, as long as a quota needs it.

A guest without cookies is new at each request, so only the address tells who takes many seats. It
is stored as a keyed hash, and forgotten when the game is under way.

A seat is reserved before it is taken, in one transaction with the count. Otherwise many questions
at the same moment would each see the quota as it was before all of them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import Insert as PostgresqlInsert
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from lutetia.storage.database import Database
from lutetia.storage.schema import guest_seats, seatings, tables

RESERVED = 30_000
"""Milliseconds for which a seat is reserved. A process that dies never says what became of it."""
JUST_BEGUN = 600_000
"""A game without a round of moves counts as not begun for so many milliseconds after the guest sat
down: somebody waits for this guest there."""
_LOCK = 0x4C75_7467
"""An arbitrary number: with it the seats of one player, or from one address, are counted one after
the other."""

_SITS = exists().where(
    seatings.c.table_id == guest_seats.c.table_id, seatings.c.player == guest_seats.c.player
)


@dataclass(frozen=True, slots=True)
class Quota:
    """At how many tables of others that have not begun somebody may sit."""

    of_player: int
    whence: str | None = None
    """A keyed hash of the address of a guest; None: no quota of an address applies."""
    of_address: int = 0


Answer = Literal["reserved", "player", "address"]


@dataclass(frozen=True, slots=True)
class _Wish:
    table: str
    player: str
    quota: Quota
    now: int
    answer: asyncio.Future[Answer]


class GuestSeats:
    """The seats of all guests who wait for others, and the reserved seats of everybody."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wishes: list[_Wish] = []
        self._reserving: asyncio.Task[None] | None = None
        self._answered: list[tuple[str, str]] = []
        self._settling = False

    async def reserve(self, table: str, player: str, quota: Quota, now: int) -> Answer:
        """Reserve a seat, or tell whose quota is used up. Who sits at the table already, or comes
        from where somebody at the table comes from, takes no further table. Then `settle` it."""
        wish = _Wish(table, player, quota, now, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        if self._reserving is None or self._reserving.done():
            # A task of its own: who leaves must not take the answers of others along.
            self._reserving = asyncio.create_task(self._answer_all())
        return await wish.answer

    async def _answer_all(self) -> None:
        while self._wishes:
            wishes, self._wishes = self._wishes, []
            await self._answer(wishes)

    async def _answer(self, wishes: list[_Wish]) -> None:
        """Answer all wishes that came while the database was busy, in one transaction."""
        try:
            found = await self._database.change(partial(_reserve, wishes, self._database.sqlite))
        except Exception as error:  # noqa: BLE001
            # Each of them hears of it; a client must not wait for ever.
            for wish in wishes:
                if not wish.answer.done():  # whose client has left
                    wish.answer.set_exception(error)
            return
        for wish, answer in zip(wishes, found, strict=True):
            if not wish.answer.done():
                wish.answer.set_result(answer)

    async def settle(self, table: str, player: str) -> None:
        """The seat is taken, or was not given: it is reserved no longer.

        What comes while the database is busy shares the next transaction."""
        self._answered.append((table, player))
        if self._settling:
            return
        self._settling = True
        try:
            while self._answered:
                answered, self._answered = self._answered, []
                await self._database.change(partial(_settle, answered))
        finally:
            self._settling = False

    async def forget(self, now: int) -> None:
        """Forget who is waited for no longer."""
        counted = (
            select(guest_seats.c.table_id, guest_seats.c.player)
            .join(tables, tables.c.id == guest_seats.c.table_id)
            .where(or_(tables.c.phase == "waiting", _just_begun(now)))
        ).subquery()
        still = exists().where(
            counted.c.table_id == guest_seats.c.table_id, counted.c.player == guest_seats.c.player
        )
        old = delete(guest_seats).where(~still, guest_seats.c.reserved <= now)
        await self._database.change(lambda c: c.execute(old).close())


def _reserve(wishes: list[_Wish], sqlite: bool, connection: Connection) -> list[Answer]:
    if not sqlite:  # where only one process writes anyhow
        for whose in sorted({one for w in wishes for one in (w.player, w.quota.whence) if one}):
            lock = func.pg_advisory_xact_lock(_LOCK, func.hashtext(whose))
            connection.execute(select(lock))
    insert = sqlite_insert if sqlite else postgresql_insert
    return [_reserve_one(wish, insert(guest_seats), connection) for wish in wishes]


def _reserve_one(
    wish: _Wish, put: PostgresqlInsert | SqliteInsert, connection: Connection
) -> Answer:
    quota, table, now = wish.quota, wish.table, wish.now
    mine = _tables_of_player(connection, wish.player, now)
    if table not in mine and len(mine) >= quota.of_player:
        return "player"
    whence = quota.whence or ""
    if whence and _is_used_up(connection, whence, quota.of_address, table, now):
        return "address"
    row = {"whence": whence, "at": now, "reserved": now + RESERVED}
    put = put.values(table_id=table, player=wish.player, **row)
    connection.execute(put.on_conflict_do_update(index_elements=["table_id", "player"], set_=row))
    return "reserved"


def _settle(answered: list[tuple[str, str]], connection: Connection) -> None:
    these = tuple_(guest_seats.c.table_id, guest_seats.c.player).in_(answered)
    unused = or_(~_SITS, guest_seats.c.whence == "")
    connection.execute(delete(guest_seats).where(these, unused))
    connection.execute(update(guest_seats).where(these).values(reserved=0))


def _just_begun(now: int) -> ColumnElement[bool]:
    """Whether a game began a moment ago, and not everybody has moved."""
    return and_(
        tables.c.phase == "playing",
        tables.c.moves < tables.c.seats,
        guest_seats.c.at > now - JUST_BEGUN,
    )


def _tables_of_player(connection: Connection, player: str, now: int) -> set[str]:
    """The tables of others that have not begun, at which a player sits or is about to sit."""
    sits = (
        select(tables.c.id)
        .join(seatings, seatings.c.table_id == tables.c.id)
        .where(seatings.c.player == player, tables.c.phase == "waiting", tables.c.host != player)
    )
    reserved = select(guest_seats.c.table_id).where(
        guest_seats.c.player == player, guest_seats.c.reserved > now
    )
    return set(connection.execute(sits.union(reserved).limit(1000)).scalars())


def _is_used_up(connection: Connection, whence: str, most: int, table: str, now: int) -> bool:
    """Whether guests from somewhere sit at so many tables of others already, and not at this one.

    The games that have just begun count, too. Most addresses have so few rows that nothing else
    must be asked."""
    rows = select(guest_seats.c.table_id).where(guest_seats.c.whence == whence)
    few = select(func.count()).select_from(rows.limit(most).subquery())
    if connection.execute(few).scalar_one() < most:
        return False
    waits = or_(tables.c.phase == "waiting", _just_begun(now))
    counted = (
        rows.outerjoin_from(guest_seats, tables, tables.c.id == guest_seats.c.table_id)
        .where(or_(guest_seats.c.reserved > now, and_(_SITS, waits)))
        .distinct()
    )
    if connection.execute(counted.where(guest_seats.c.table_id == table)).first() is not None:
        return False
    return len(connection.execute(counted.limit(most)).all()) >= most
