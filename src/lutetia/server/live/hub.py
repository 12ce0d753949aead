"""All connections of this process, and the messages to them."""

from __future__ import annotations

import asyncio
import contextlib
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
from lutetia.server.live.live_table import NOBODY, LiveTable, Presence
from lutetia.server.live.public_list import ListReader, PublicList
from lutetia.server.logs import log
from lutetia.server.tables import table_json

LOOK_AGAIN = 1.0
ASK_WITHIN = 1.0
"""A list of tables waits so many seconds for the presence in other processes."""
SIGNED_OUT = 1008
END = ""
"""Ends the event stream of a bot, in the place of the id of a table."""

RatingsOf = Callable[[str, int, list[str]], Any]
"""Reads the ratings of players in a game with a number of players."""


class Hub:
    """The live tables of this process. The hub listens to the keeper."""

    def __init__(self, keeper: Keeper, ratings_of: RatingsOf) -> None:
        self._keeper = keeper
        self._ratings_of = ratings_of
        self.fanout: Fanout
        self.live_tables: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.streams: dict[str, set[Callable[[str], None]]] = {}
        """Event streams of bots, by player. Each is called with the id of a table that changed."""
        self._somebody_left = asyncio.Event()
        self.forget_player: Callable[[str], None] = lambda _: None
        """Drops a player from the cache of identities."""
        self.ended: Callable[[dict[str, Any]], None]
        """Called when another process has ended the access of a player."""
        self.reconnected: Callable[[], Any]
        """Called when messages of other processes may have been lost."""
        self.public_list = PublicList(keeper, ratings_of, self.online_at_each)
        keeper.listen(self)

    # Connecting and disconnecting

    def connections(self) -> list[Connection]:
        """All open sockets, of tables and of the public list."""
        at_tables = [one for live in self.live_tables.values() for one in live.connections]
        return at_tables + [reader.connection for reader in self.public_list.readers]

    def read_list(self, connection: Connection) -> ListReader:
        """Add a connection that reads the public list."""
        return self.public_list.enter(connection)

    def leave_list(self, reader: ListReader) -> None:
        """Remove a reader of the public list."""
        self.public_list.leave(reader)
        self._somebody_left.set()

    async def enter(self, connection: Connection) -> LiveTable:
        """Add a connection."""
        live = self.live_tables.get(connection.table)
        if live is None:
            live = self.live_tables[connection.table] = LiveTable(connection.table)
        live.connections.add(connection)
        metrics.live_tables.set(len(self.live_tables))
        if self.fanout.shared:
            # A process that crashed may have stored entries without a message.
            await self._keeper.refresh(live.id)
        await self._update_presence(live)
        await self._read_ratings(live)
        self.fanout.publish({"type": "here", "table": live.id})
        return live

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        live = self.live_tables.get(connection.table)
        self._somebody_left.set()
        if live is None:
            return
        live.connections.discard(connection)
        if not live.connections:
            del self.live_tables[live.id]
        metrics.live_tables.set(len(self.live_tables))
        self._spawn(self._left(live))

    async def _left(self, live: LiveTable) -> None:
        await self._update_presence(live)
        self.fanout.publish({"type": "here", "table": live.id})

    async def away_for(self, table_id: str, holders: Sequence[str]) -> int:
        """For how many milliseconds it has been known that no holder of a seat is connected."""
        live = self.live_tables.get(table_id)
        if live is not None and any(c.player in holders for c in live.connections):
            return 0
        return await self.fanout.away_for(table_id, holders)

    async def online_at(self, table_id: str) -> frozenset[str]:
        """Who is connected to a table, in any process."""
        live = self.live_tables.get(table_id)
        if live is not None:
            return live.presence.players
        return await self.fanout.presence(table_id, frozenset())

    async def online_at_each(self, tables: Sequence[str]) -> dict[str, frozenset[str]]:
        """Who is connected to some tables, in any process. If the other processes cannot be asked
        soon, only those of this process are known."""
        live = {table: self.live_tables.get(table) for table in tables}
        found = {id_: one.presence.players if one else NOBODY for id_, one in live.items()}

        async def ask(table: str) -> None:
            found[table] = await self.fanout.presence(table, NOBODY)

        elsewhere = [table for table, one in live.items() if one is None]
        if self.fanout.shared and elsewhere:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ASK_WITHIN):
                    await asyncio.gather(*map(ask, elsewhere))
        return found

    def disconnect(self, player: str, session: str | None = None) -> None:
        """Close every socket and event stream of a player in this process, or only the sockets of
        one session."""
        for connection in self.connections():
            if connection.player == player and session in {None, connection.session}:
                connection.close(SIGNED_OUT)
        if session is None:
            self._wake_streams(END, [player])

    async def gone(self, player: str, within: float) -> None:
        """Wait until a player has no socket in this process, for so many seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                while any(connection.player == player for connection in self.connections()):
                    self._somebody_left.clear()
                    await self._somebody_left.wait()

    def renamed(self, table: str) -> None:
        """Names were changed in the log or the chat of a table: read and send everything again."""
        self._keeper.forget(table)
        self.public_list.changed(table)
        live = self.live_tables.get(table)
        for connection in live.connections if live is not None else ():
            self._spawn(connection.greet())

    def tell_clocks(self) -> None:
        """Send the state to all connections, because an outage has changed what clocks show."""
        for connection in self.connections():
            connection.state_changed()

    # Notifications of the keeper

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Send the new state to all connections, here and in other processes."""
        live = self.live_tables.get(table)
        if live is not None:
            for connection in live.connections:
                connection.state_changed()
        found = self._keeper.cached(table)
        holders = sorted({h for c in found.chairs for h in c.holders}) if found else []
        self._wake_streams(table, holders)
        listed = found is not None and found.header.listed
        if listed:
            self.public_list.changed(table)
        if stored is not None:
            news = {"type": "table", "table": table, "holders": holders, "listed": listed}
            self.fanout.publish(news)

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Send a line of chat to all connections, here and in other processes."""
        content = table_json.chat_json(line)
        self._send_chat(table, content)
        self.fanout.publish({"type": "chat", "table": table, "line": content})

    def moderated(self, table: str, muted: list[str], excluded: list[str]) -> None:
        """The host of a table has muted or excluded somebody: tell it, here and in other
        processes."""
        self._moderate(table, muted, excluded)
        message = {"type": "moderated", "table": table, "muted": muted, "excluded": excluded}
        self.fanout.publish(message)

    def _moderate(self, table: str, muted: list[str], excluded: list[str]) -> None:
        live = self.live_tables.get(table)
        away = table_json.authors_of(excluded)
        message = to_json({"type": "muted", "muted": muted, "excluded": away})
        for connection in live.connections if live is not None else ():
            if connection.player in excluded:
                # It is told why, and is refused from now on. Who has a seat stays.
                self._spawn(connection.greet())
            else:
                connection.send(message)

    def has_new_name(self, player: str, tables: Sequence[str]) -> None:
        """A player has another name: read these tables again, here and in other processes."""
        self._read_names(player, tables)
        self.fanout.publish({"type": "names", "player": player, "tables": list(tables)})

    def _read_names(self, player: str, tables: Sequence[str]) -> None:
        self.forget_player(player)
        for table in tables:
            self.renamed(table)

    def _send_chat(self, table: str, line: dict[str, Any]) -> None:
        live = self.live_tables.get(table)
        if live is not None:
            message = to_json({"type": "chat", "line": line})
            for connection in live.connections:
                connection.send(message)

    def _wake_streams(self, table: str, holders: Iterable[str]) -> None:
        for holder in holders:
            for wake in self.streams.get(holder, ()):
                wake(table)

    # Messages of other processes

    def receive(self, message: dict[str, Any]) -> None:
        """Handle a message of another process."""
        if message["type"] == "ended":
            self.ended(message)
            return
        if message["type"] == "names":
            self._read_names(message["player"], message["tables"])
            return
        table = str(message["table"])
        if message["type"] == "table":
            if self._keeper.cached(table) is not None or table in self.live_tables:
                self._spawn(self._refresh(table))
            self._wake_streams(table, message["holders"])
            # A process of an earlier release does not say whether a table is public.
            if message.get("listed", True):
                self.public_list.changed(table)
        elif message["type"] == "chat":
            self._send_chat(table, message["line"])
        elif message["type"] == "moderated":
            self._moderate(table, message["muted"], message["excluded"])
        elif message["type"] == "here":
            self._presence_elsewhere(table)

    def _presence_elsewhere(self, table: str) -> None:
        """Somebody came to a table or left it, in another process."""
        cached = self._keeper.cached(table)
        if cached is not None and cached.header.listed:
            self.public_list.changed(table)
        if table in self.live_tables:
            # The client may come from a process that crashed before it sent a message.
            self._spawn(self._refresh(table))
            self._spawn(self._update_presence(self.live_tables[table]))

    def refresh_all(self) -> None:
        """Messages may have been lost, and what Redis knew: read every live table again, and say
        who is connected here."""
        self._spawn(self.reconnected())
        self.public_list.reload()
        for live in list(self.live_tables.values()):
            self._spawn(self._refresh(live.id))
            self._spawn(self._update_presence(live))

    async def _refresh(self, table: str) -> None:
        """Read a table again. If the database does not answer, retry."""
        while True:
            try:
                await self._keeper.refresh(table)
            except Unavailable:
                await asyncio.sleep(LOOK_AGAIN)
            else:
                return

    # Presence

    async def _update_presence(self, live: LiveTable) -> None:
        players = frozenset(connection.player for connection in live.connections)
        everybody = await self.fanout.presence(live.id, players)
        if everybody == live.presence.players:
            return
        live.presence = Presence(everybody)
        table = self._keeper.cached(live.id)
        if table is None:
            return
        if table.header.listed:
            self.public_list.changed(live.id)
        message = to_json(
            {
                "type": "presence",
                "online": live.presence.online(table),
                "watchers": live.presence.watchers(table),
            }
        )
        for connection in live.connections:
            if connection.last_sent >= 0:
                connection.send(message)

    async def keep_alive(self) -> None:
        """Renew the presence of the connections of this process, which the others forget."""
        if not self.fanout.shared:
            return
        for live in list(self.live_tables.values()):
            await self._update_presence(live)

    async def _read_ratings(self, live: LiveTable) -> None:
        table = self._keeper.cached(live.id)
        if table is not None and table.header.rated:
            holders = [holder for chair in table.chairs for holder in chair.holders]
            live.ratings = await self._ratings_of(table.header.game, table.header.seats, holders)

    # Work in the background

    def _spawn(self, work: Any) -> None:
        async def run() -> None:
            try:
                await work
            except LutetiaError as error:
                log().warning("look-failed", reason=str(error), code=error.code)

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # A task that is cancelled before it begins has never awaited its work.
        task.add_done_callback(lambda _: work.close())

    async def close(self, message: bytes) -> None:
        """Send a last message to all connections and close them."""
        for connection in self.connections():
            connection.send(message)
            connection.close(1001)
        self.public_list.stop()
        for task in self._tasks:
            task.cancel()
