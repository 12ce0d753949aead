"""The one door to all tables: takes a command, stores what follows, and only then tells.

One lock a table keeps commands in order within this process; across processes the store refuses
a number that is taken, and the command is decided anew on what really happened.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from weakref import WeakValueDictionary

from lutetia.match.asking import AGREED
from lutetia.match.clock import Outages
from lutetia.match.commands import Command
from lutetia.match.decide import decide, decide_flag
from lutetia.match.entry import Entry
from lutetia.match.errors import Conflict, NotFound, Unavailable
from lutetia.match.header import Header
from lutetia.match.ports import ChatLine, Journal, Listener
from lutetia.match.reading import damage_told, read_table, take_checked
from lutetia.match.rematch import next_header, next_seating
from lutetia.match.table import Table, summary

MOST_CACHED = 4_000
"""Tables kept in memory; the others are read again when somebody comes."""
MOST_TRIES = 5
"""A command loses at most so many races against other processes before it is refused."""


class Keeper:
    """Every table that this process knows, and the order in which things happen at it."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], int],
        fresh_id: Callable[[], str],
        fresh_seed: Callable[[], bytes],
        admit: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.journal = journal
        self.now = now
        self._fresh_id = fresh_id
        self._fresh_seed = fresh_seed
        self._admit = admit
        """Refuses a game that this process cannot play yet."""
        self._listeners: list[Listener] = []
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._doubted: set[str] = set()
        """Tables dropped without knowing whether something was stored; told when read again."""
        self.outages: Outages = ()

    def listen(self, listener: Listener) -> None:
        """Tell somebody from now on what was stored."""
        self._listeners.append(listener)

    def cached(self, table_id: str) -> Table | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    async def table(self, table_id: str) -> Table:
        """A table as far as this process knows it; one of `CANNOT_OPEN` says why it cannot be."""
        found = self._tables.get(table_id)
        if found is not None:
            return found
        async with self._lock(table_id):
            return await self._load(table_id)

    async def open(self, header: Header, seating: Sequence[Entry]) -> Table:
        """Store a new table."""
        self._admit(header.game)
        table = Table(header, seating)
        await self.journal.create(header, seating, summary(table))
        self._remember(table)
        self._tell(header.id, seating)
        return table

    async def act(self, table_id: str, player: str | None, command: Command) -> Table:
        """Carry a command out. When this returns, what it did is stored and told."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            for _ in range(MOST_TRIES):
                now = self.now()
                entries = decide_flag(table, now, self.outages)
                if entries:
                    # The clock was faster than the player; the command meets what is left.
                    await self._try_store(table, entries)
                    continue
                entries = decide(table, player, command, now, self.outages)
                if not entries:
                    return table
                entries = await self._with_next_table(table, entries)
                done = await self._try_store(table, entries)
                if done:
                    return table
            raise Unavailable("too many players act at this table at once: try again")

    async def flag(self, table_id: str) -> bool:
        """End a seat's time if it is up."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            entries = decide_flag(table, self.now(), self.outages)
            return bool(entries) and await self._try_store(table, entries)

    async def refresh(self, table_id: str) -> None:
        """Read what other processes have stored; tell it here."""
        async with self._lock(table_id):
            table = self._tables.get(table_id)
            if table is None:
                # Dropped from memory: nobody knows what those who look at it have missed.
                self._doubted.add(table_id)
                await self._load(table_id)
            elif await self._catch_up(table):
                self._tell(table_id, None)

    async def say(self, table_id: str, player: str, name: str, text: str) -> None:
        """Store a line of chat, then tell it."""
        table = await self.table(table_id)
        seats = table.seats_of(player)
        line = ChatLine(0, seats[0] if seats else None, player, name, text, self.now())
        line = await self.journal.say(table_id, line)
        for listener in self._listeners:
            listener.spoken(table_id, line)

    def forget(self, table_id: str) -> None:
        """Drop a table from memory; it is read again when it is needed."""
        self._tables.pop(table_id, None)

    # Inside a table's lock

    async def _load(self, table_id: str) -> Table:
        found = self._tables.get(table_id)
        if found is None:
            stored = await self.journal.load(table_id)
            if stored is None:
                raise NotFound("there is no such table")
            self._admit(stored[0].game)
            found = read_table(*stored)
        self._remember(found)
        if table_id in self._doubted:
            self._doubted.remove(table_id)
            self._tell(table_id, None)
        return found

    async def _try_store(self, table: Table, entries: Sequence[Entry]) -> bool:
        """Store and take entries; False if another process was faster, after catching up."""
        after = table.copy()
        for entry in entries:
            after.take(entry)
        try:
            await self.journal.append(table.header.id, entries, summary(after))
        except Conflict:
            await self._catch_up(table)
            self._tell(table.header.id, None)
            return False
        except BaseException:
            # Nobody knows whether it was stored: what is in memory may be behind the truth.
            self.forget(table.header.id)
            self._doubted.add(table.header.id)
            raise
        table.become(after)
        self._tell(table.header.id, entries)
        return True

    async def _catch_up(self, table: Table) -> bool:
        entries = await self.journal.since(table.header.id, table.number)
        with damage_told(table.header.id):
            for entry in entries:
                take_checked(table, entry)
        return bool(entries)

    async def _with_next_table(self, table: Table, entries: list[Entry]) -> list[Entry]:
        last = entries[-1]
        if last.kind != "rematch" or last.data["table"] != AGREED:
            return entries
        header = next_header(table, self._fresh_id(), self._fresh_seed(), self.now())
        await self.open(header, next_seating(table, header.created))
        return [*entries[:-1], changed(last, data={"table": header.id})]

    def _remember(self, table: Table) -> None:
        self._tables[table.header.id] = table
        self._tables.move_to_end(table.header.id)
        while len(self._tables) > MOST_CACHED:
            self._tables.popitem(last=False)

    def _lock(self, table_id: str) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def _tell(self, table_id: str, stored: Sequence[Entry] | None) -> None:
        for listener in self._listeners:
            listener.changed(table_id, stored)
