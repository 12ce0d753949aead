"""All connections of this process, and what they must be told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pydantic_core import to_json

from lutetia.kernel.errors import LutetiaError
from lutetia.match.entry import Entry
from lutetia.match.errors import Unavailable
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine
from lutetia.server import metrics
from lutetia.server.live.connection import Connection
from lutetia.server.live.fanout import Fanout
from lutetia.server.live.live_table import Here, LiveTable
from lutetia.server.logs import log
from lutetia.server.tables import table_json

LOOK_AGAIN = 1.0

RatingsOf = Callable[[str, list[str]], Any]
"""Asks for the ratings of players in a game."""


class Hub:
    """Rooms by table; a listener of the keeper."""

    def __init__(self, keeper: Keeper, ratings_of: RatingsOf) -> None:
        self._keeper = keeper
        self._ratings_of = ratings_of
        self.fanout: Fanout
        self.live_tables: dict[str, LiveTable] = {}
        self.addresses: Counter[str] = Counter()
        self._last_seen: dict[tuple[str, str], int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.streams: dict[str, set[Callable[[str], None]]] = {}
        """Bots that listen here: told the table on which something happened."""
        self.started = keeper.now()
        keeper.listen(self)

    # Coming and going

    def count(self) -> int:
        """Open sockets."""
        return sum(self.addresses.values())

    async def enter(self, connection: Connection) -> LiveTable:
        """Somebody connects."""
        live = self.live_tables.get(connection.table)
        if live is None:
            live = self.live_tables[connection.table] = LiveTable(connection.table)
        live.connections.add(connection)
        self.addresses[connection.address] += 1
        metrics.sockets.set(self.count())
        metrics.live_tables.set(len(self.live_tables))
        if self.fanout.shared:
            # A process that died may have stored what it could not tell any more.
            await self._keeper.refresh(live.id)
        await self._look_around(live)
        await self._read_ratings(live)
        self.fanout.tell({"type": "here", "table": live.id})
        return live

    def leave(self, connection: Connection) -> None:
        """Somebody is gone."""
        live = self.live_tables.get(connection.table)
        self.addresses[connection.address] -= 1
        if self.addresses[connection.address] <= 0:
            del self.addresses[connection.address]
        metrics.sockets.set(self.count())
        self._last_seen[(connection.table, connection.player)] = self._keeper.now()
        if live is None:
            return
        live.connections.discard(connection)
        if not live.connections:
            del self.live_tables[live.id]
        metrics.live_tables.set(len(self.live_tables))
        self._spawn(self._gone(live))

    async def _gone(self, live: LiveTable) -> None:
        await self._look_around(live)
        self.fanout.tell({"type": "here", "table": live.id})

    def away_for(self, table_id: str, holders: Iterable[str]) -> int:
        """For how long nobody of a seat has been connected; 0 if somebody is."""
        live = self.live_tables.get(table_id)
        now = self._keeper.now()
        if live is not None and not live.here.players.isdisjoint(holders):
            return 0
        seen = [self._last_seen.get((table_id, who), self.started) for who in holders]
        return now - max(seen, default=self.started)

    def disconnect(self, player: str) -> None:
        """Close every socket of a player here."""
        for live in self.live_tables.values():
            for connection in live.connections:
                if connection.player == player:
                    connection.close(1008)

    # What the keeper tells

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Tell everybody at the table, here and elsewhere."""
        live = self.live_tables.get(table)
        if live is not None:
            for connection in live.connections:
                connection.due()
        found = self._keeper.cached(table)
        holders = sorted({h for c in found.chairs for h in c.holders}) if found else []
        self._wake_streams(table, holders)
        if stored is not None:
            self.fanout.tell({"type": "table", "table": table, "holders": holders})

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Tell a line of chat."""
        content = table_json.chat_json(line)
        self._say(table, content)
        self.fanout.tell({"type": "chat", "table": table, "line": content})

    def _say(self, table: str, line: dict[str, Any]) -> None:
        live = self.live_tables.get(table)
        if live is not None:
            message = to_json({"type": "chat", "line": line})
            for connection in live.connections:
                connection.send(message)

    def _wake_streams(self, table: str, holders: Iterable[str]) -> None:
        for holder in holders:
            for wake in self.streams.get(holder, ()):
                wake(table)

    # Hearing from other processes

    def hear(self, message: dict[str, Any]) -> None:
        """Something happened elsewhere."""
        table = str(message["table"])
        if message["type"] == "table":
            if self._keeper.cached(table) is not None or table in self.live_tables:
                self._spawn(self._refresh(table))
            self._wake_streams(table, message["holders"])
        elif message["type"] == "chat":
            self._say(table, message["line"])
        elif message["type"] == "here" and table in self.live_tables:
            # Whoever comes back there may come from a process that died before it told us.
            self._spawn(self._refresh(table))
            self._spawn(self._look_around(self.live_tables[table]))

    def missed(self) -> None:
        """Messages may have been lost: look at every table that somebody looks at."""
        for table in list(self.live_tables):
            self._spawn(self._refresh(table))

    async def _refresh(self, table: str) -> None:
        """Look at a table; while the database is silent, again and again."""
        while True:
            try:
                await self._keeper.refresh(table)
            except Unavailable:
                await asyncio.sleep(LOOK_AGAIN)
            else:
                return

    # Presence

    async def _look_around(self, live: LiveTable) -> None:
        players = frozenset(connection.player for connection in live.connections)
        everybody = await self.fanout.here(live.id, players)
        if everybody == live.here.players:
            return
        live.here = Here(everybody)
        table = self._keeper.cached(live.id)
        if table is None:
            return
        message = to_json(
            {
                "type": "presence",
                "online": live.here.online(table),
                "watchers": live.here.watchers(table),
            }
        )
        for connection in live.connections:
            if connection.last >= 0:
                connection.send(message)

    async def keep_alive(self) -> None:
        """Vouch once more for the connections of this process."""
        for live in list(self.live_tables.values()):
            await self._look_around(live)
        self._forget_old()

    def _forget_old(self) -> None:
        horizon = self._keeper.now() - 3_600_000
        self._last_seen = {key: at for key, at in self._last_seen.items() if at > horizon}

    async def _read_ratings(self, live: LiveTable) -> None:
        table = self._keeper.cached(live.id)
        if table is not None and table.header.rated:
            holders = [holder for chair in table.chairs for holder in chair.holders]
            live.ratings = await self._ratings_of(table.header.game, holders)

    # Work beside

    def _spawn(self, work: Any) -> None:
        async def run() -> None:
            try:
                await work
            except LutetiaError as error:
                log().warning("look-failed", reason=str(error), code=error.code)

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, message: bytes) -> None:
        """Say goodbye to everybody."""
        for live in self.live_tables.values():
            for connection in live.connections:
                connection.send(message)
                connection.close(1001)
        for task in self._tasks:
            task.cancel()
