"""The public list of tables, live: who watches it hears of every table that changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pydantic_core import to_json

from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import CANNOT_OPEN, Unavailable
from lutetia.match.keeper import Keeper
from lutetia.match.table import Table
from lutetia.server.live.connection import Connection
from lutetia.server.logs import log
from lutetia.server.tables import table_json

EVERY = 1.0
"""Seconds between two messages. A first change is told at once."""
MOST_PENDING = 200
"""A reader who misses so many changed tables reads the whole list again."""
RELOAD = to_json({"type": "reload"})
SHOWN = ("waiting", "playing")

OnlineAt = Callable[[Sequence[str]], Awaitable[dict[str, frozenset[str]]]]
RatingsOf = Callable[[str, int, list[str]], Awaitable[dict[str, int]]]


class ListReader:
    """One connection that reads the list, and what it has not been told yet."""

    __slots__ = ("_pending", "_reload", "connection")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._pending: dict[str, bytes | None] = {}
        """Tables that changed; None: a table that left the list."""
        self._reload = False

    def tell(self, table: str, summary: bytes | None) -> None:
        """A table has changed."""
        self._pending[table] = summary
        if len(self._pending) > MOST_PENDING:
            self.reload()
        self.connection.state_changed()

    def reload(self) -> None:
        """Changes were lost: the reader must read the list again."""
        self._pending.clear()
        self._reload = True
        self.connection.state_changed()

    def message(self, _: Connection) -> bytes | None:
        """The next message. The connection calls this when it is ready to send."""
        if self._reload:
            self._reload = False
            return RELOAD
        if not self._pending:
            return None
        changed = table_json.joined([one for one in self._pending.values() if one is not None])
        gone = to_json([id_ for id_, one in self._pending.items() if one is None])
        self._pending.clear()
        return b'{"type":"tables","tables":[%b],"gone":%b}' % (changed, gone)


class PublicList:
    """The readers of the list in this process. Each change is read once for all of them."""

    def __init__(self, keeper: Keeper, ratings_of: RatingsOf, online_at: OnlineAt) -> None:
        self._keeper = keeper
        self._ratings_of = ratings_of
        self._online_at = online_at
        self.readers: set[ListReader] = set()
        self._changed: dict[str, None] = {}
        self._told: dict[str, bytes | None] = {}
        """What strangers were told last about a table."""
        self._task: asyncio.Task[None] | None = None

    def enter(self, connection: Connection) -> ListReader:
        """Add a reader. The first message asks it to read the list."""
        reader = ListReader(connection)
        self.readers.add(reader)
        reader.reload()
        return reader

    def leave(self, reader: ListReader) -> None:
        """Remove a reader."""
        self.readers.discard(reader)
        if not self.readers:
            self._told.clear()

    def changed(self, table: str) -> None:
        """A table may have changed, and it may be public."""
        if not self.readers:
            return
        self._changed[table] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell_changes())

    def reload(self) -> None:
        """Changes may have been lost."""
        for reader in self.readers:
            reader.reload()

    def stop(self) -> None:
        """Stop the work in the background."""
        if self._task is not None:
            self._task.cancel()

    async def _tell_changes(self) -> None:
        while self._changed and self.readers:
            tables, self._changed = self._changed, {}
            for table in tables:
                try:
                    await self._tell(table)
                except Unavailable:
                    self._changed[table] = None
                except CANNOT_OPEN as error:
                    log().info("list-skips", table=table, code=error.code)
                except LutetiaError as error:
                    log().warning("list-failed", table=table, code=error.code)
            await asyncio.sleep(EVERY)

    async def _tell(self, id_: str) -> None:
        await self._keeper.refresh(id_)
        table = await self._keeper.table(id_)
        if not table.header.listed:
            return
        summary_for = await self._summaries(table) if table.phase in SHOWN else None
        public = to_json(summary_for(None)) if summary_for else None
        if id_ in self._told and self._told[id_] == public:
            return
        self._told[id_] = public
        known = {who for chair in table.chairs for who in (*chair.holders, *chair.former)}
        for reader in self.readers:
            player = reader.connection.player
            own = summary_for is not None and player in known
            reader.tell(id_, to_json(summary_for(player)) if own and summary_for else public)
        if public is None:
            del self._told[id_]

    async def _summaries(self, table: Table) -> Callable[[str | None], dict[str, Any]]:
        """The summary of a table, for each player who reads it."""
        header = table.header
        online = (await self._online_at([header.id]))[header.id]
        holders = [holder for chair in table.chairs for holder in chair.holders]
        ratings: dict[str, int] = {}
        if header.rated:
            ratings = await self._ratings_of(header.game, header.seats, holders)
        return lambda player: table_json.summary_json(table, player, online, ratings)
