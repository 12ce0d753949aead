"""What the processes of one server share besides its tables: the secret, the heartbeat, and whether
one of them is cut off from the others."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from lutetia.storage.database import Database
from lutetia.storage.schema import beats, outages, settings

_CUT_OFF = "cut-off"


class ServerState:
    """Values by name, and the time when a server last ran."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def value(self, name: str, default: str) -> str:
        """A value by its name. The first call stores the default."""
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

    async def cut_off(self, now: int) -> None:
        """Store that a server runs now and cannot tell the others who is connected to it."""
        this = settings.c.name == _CUT_OFF

        def store(connection: Connection) -> None:
            changed = connection.execute(update(settings).where(this).values(value=str(now)))
            if not changed.rowcount:
                connection.execute(insert(settings), {"name": _CUT_OFF, "value": str(now)})

        with suppress(IntegrityError):  # another one has stored it at the same moment
            await self._database.change(store)

    async def last_cut_off(self) -> int:
        """When a server last said so; 0: never."""
        query = select(settings.c.value).where(settings.c.name == _CUT_OFF)
        found = await self._database.read(lambda c: c.execute(query).scalar_one_or_none())
        return int(found or 0)

    async def beat(self, now: int, silence: int) -> tuple[int, bool]:
        """Store that a server is running.

        Returns the newest time that any server has stored, and whether an outage ended now. It did
        if nobody stored a sign of life for more than `silence` milliseconds. It is stored too.
        """

        def store(connection: Connection) -> tuple[int, bool]:
            last = connection.execute(select(beats.c.at)).scalar_one_or_none()
            if last is None:
                connection.execute(insert(beats), {"id": 1, "at": now})
                return now, False
            connection.execute(update(beats).where(beats.c.at < now).values(at=now))
            if now - last <= silence:
                return max(now, last), False
            connection.execute(insert(outages), {"begin": last, "end": now})
            return now, True

        try:
            return await self._database.change(store)
        except IntegrityError:
            # Another process has stored this outage at the same moment.
            return now, True
