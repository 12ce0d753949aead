"""Notices that wait to be sent, the browsers and addresses that want them, and holidays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, delete, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import holidays, mail_addresses, notices, push_subscriptions


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a player is to be told about a table."""

    player: str
    table_id: str
    kind: str
    number: int
    """The ply, so that each turn has one notice."""
    due: int
    tries: int = 0


@dataclass(frozen=True, slots=True)
class StoredPush:
    """A browser that wants messages."""

    id: str
    player: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    base: str
    """The address of this server for that browser."""
    created: int


@dataclass(frozen=True, slots=True)
class StoredMail:
    """The e-mail address of a player."""

    player: str
    address: str
    language: str
    base: str
    confirmed: bool


class Notices:
    """All of these."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def plan(self, found: Sequence[Notice]) -> None:
        """Store notices. Each is stored once."""
        for notice in found:
            try:
                async with self._database.writing() as connection:
                    await connection.execute(insert(notices), asdict(notice))
            except IntegrityError:
                continue

    async def wanting(self) -> frozenset[str]:
        """All players who want notices."""
        query = union(
            select(push_subscriptions.c.player),
            select(mail_addresses.c.player).where(mail_addresses.c.confirmed),
        )
        async with self._database.reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def take_due(self, now: int, again: int, most: int = 50) -> list[Notice]:
        """Due notices. Each is due again at `again` unless it is dropped, so a crash loses none and
        no other process sends it meanwhile."""
        query = select(notices).where(notices.c.due <= now).order_by(notices.c.due).limit(most)
        async with self._database.reading() as connection:
            found = [Notice(**row) for row in (await connection.execute(query)).mappings()]
        taken = []
        for notice in found:
            mine = update(notices).where(*_is(notice), notices.c.due == notice.due)
            async with self._database.writing() as connection:
                done = await connection.execute(mine.values(due=again, tries=notice.tries + 1))
            if done.rowcount:
                taken.append(notice)
        return taken

    async def put_off(self, notice: Notice, due: int) -> None:
        """Send a notice later."""
        async with self._database.writing() as connection:
            await connection.execute(update(notices).where(*_is(notice)).values(due=due, tries=0))

    async def drop(self, notice: Notice) -> None:
        """Forget a notice that was sent, or that is no longer true."""
        async with self._database.writing() as connection:
            await connection.execute(delete(notices).where(*_is(notice)))

    async def subscribe(self, push: StoredPush) -> None:
        """Store a browser. The last player of a browser gets its messages."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(push_subscriptions).where(push_subscriptions.c.id == push.id)
            )
            await connection.execute(insert(push_subscriptions), asdict(push))

    async def unsubscribe(self, id_: str) -> None:
        """Forget a browser."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(push_subscriptions).where(push_subscriptions.c.id == id_)
            )

    async def pushes_of(self, player: str) -> list[StoredPush]:
        """The browsers of a player."""
        query = select(push_subscriptions).where(push_subscriptions.c.player == player)
        async with self._database.reading() as connection:
            return [StoredPush(**row) for row in (await connection.execute(query)).mappings()]

    async def mail_of(self, player: str) -> StoredMail | None:
        """The e-mail address of a player."""
        query = select(mail_addresses).where(mail_addresses.c.player == player)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return None if row is None else StoredMail(**row)

    async def set_mail(self, player: str, mail: StoredMail | None) -> None:
        """Store or forget the e-mail address of a player."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(mail_addresses).where(mail_addresses.c.player == player)
            )
            if mail is not None:
                await connection.execute(insert(mail_addresses), asdict(mail))

    async def holidays_of(self, player: str, since: int) -> list[tuple[int, int]]:
        """The holidays of a player that end after a moment."""
        query = select(holidays).where(holidays.c.player == player, holidays.c.end > since)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(holidays.c.begin))
            return [(row.begin, row.end) for row in rows]

    async def set_holiday(self, player: str, begin: int, end: int) -> None:
        """Store a holiday, or change the end of the one that began at this moment."""
        async with self._database.writing() as connection:
            await connection.execute(
                delete(holidays).where(holidays.c.player == player, holidays.c.begin == begin)
            )
            await connection.execute(
                insert(holidays), {"player": player, "begin": begin, "end": end}
            )

    async def on_holiday(self, now: int) -> list[tuple[str, int, int]]:
        """Players who are on holiday, with begin and end."""
        query = select(holidays).where(holidays.c.begin <= now, holidays.c.end > now)
        async with self._database.reading() as connection:
            return [(row.player, row.begin, row.end) for row in await connection.execute(query)]


def _is(notice: Notice) -> tuple[ColumnElement[bool], ...]:
    return (
        notices.c.player == notice.player,
        notices.c.table_id == notice.table_id,
        notices.c.kind == notice.kind,
        notices.c.number == notice.number,
    )
