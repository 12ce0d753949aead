"""Carries out all commands at tables: decides, stores the entries, and then notifies listeners.

Each table has a lock, so commands of this process run one after the other. Between processes the
store keeps the order: it refuses an entry number that is taken. Then the keeper reads the new
entries and decides the command again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from weakref import WeakValueDictionary

from lutetia.match.clock import Outages
from lutetia.match.commands import Command
from lutetia.match.decide import decide, decide_flag
from lutetia.match.entry import Entry
from lutetia.match.errors import Conflict, NotFound, Unavailable
from lutetia.match.header import Header
from lutetia.match.pairs import has_second_game, second_header, second_seating
from lutetia.match.ports import ChatLine, Journal, Listener
from lutetia.match.questions import AGREED
from lutetia.match.quotas import Quota, QuotaUsedUp
from lutetia.match.reading import read_table, report_damage, take_checked
from lutetia.match.rematch import next_header, next_seating
from lutetia.match.table import Table, summary

MOST_CACHED = 4_000
"""Tables kept in memory. Other tables are read again when they are needed."""
MOST_TRIES = 5
"""A command is refused after so many conflicts with other processes."""


class Keeper:
    """The tables in the memory of this process, and all changes to them."""

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
        """Raises an error for a game whose rules are still being compiled."""
        self._listeners: list[Listener] = []
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._maybe_changed: set[str] = set()
        """Tables that may have stored entries that no listener knows. Listeners are notified when
        such a table is read again."""
        self.outages: Outages = ()

    def listen(self, listener: Listener) -> None:
        """Notify this listener from now on."""
        self._listeners.append(listener)

    def cached(self, table_id: str) -> Table | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    async def table(self, table_id: str) -> Table:
        """A table from memory or from the store; may raise one of `CANNOT_OPEN`."""
        found = self._tables.get(table_id)
        if found is not None:
            return found
        async with self._lock(table_id):
            return await self._load(table_id)

    async def open(
        self,
        header: Header,
        seating: Sequence[Entry],
        quota: Quota | None = None,
        follows: str | None = None,
    ) -> Table:
        """Store a new table; may raise `QuotaUsedUp`. `follows`: the table before it."""
        self._admit(header.game)
        table = Table(header, seating)
        await self.journal.create(header, seating, summary(table), quota, follows)
        self._remember(table)
        self._notify(header.id, seating)
        return table

    async def act(
        self, table_id: str, player: str | None, command: Command, quota: Quota | None = None
    ) -> Table:
        """Carry out a command. When this returns, its entries are stored and listeners notified.
        If the quota is used up, it raises `QuotaUsedUp` instead."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            for _ in range(MOST_TRIES):
                now = self.now()
                entries = decide_flag(table, now, self.outages)
                if entries:
                    # The time was up before the command: store that first, then decide the command.
                    await self._try_store(table, entries)
                    continue
                entries = decide(table, player, command, now, self.outages)
                if not entries:
                    return table
                entries = await self._with_next_table(table, entries)
                entries = await self._with_second_game(table, entries)
                done = await self._try_store(table, entries, quota)
                if done:
                    return table
            raise Unavailable("too many players act at this table at the same time: try again")

    async def flag(self, table_id: str) -> bool:
        """Store that the time of the seat to move is up, if it is."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            entries = decide_flag(table, self.now(), self.outages)
            return bool(entries) and await self._try_store(table, entries)

    async def refresh(self, table_id: str) -> None:
        """Read what other processes have stored, and notify the listeners."""
        async with self._lock(table_id):
            table = self._tables.get(table_id)
            if table is None:
                # The table is not in memory: connected players may have missed entries.
                self._maybe_changed.add(table_id)
                await self._load(table_id)
            elif await self._catch_up(table):
                self._notify(table_id, None)

    async def say(
        self, table_id: str, player: str, name: str, text: str, guest: bool = False
    ) -> None:
        """Store a line of chat, then notify the listeners."""
        table = await self.table(table_id)
        seats = table.seats_of(player)
        line = ChatLine(0, seats[0] if seats else None, player, name, text, self.now(), guest)
        line = await self.journal.add_chat(table_id, line)
        for listener in self._listeners:
            listener.chat_added(table_id, line)

    def names(self, player: str) -> list[str]:
        """The tables in memory that know the name of a player."""
        return [id_ for id_, table in self._tables.items() if player in table.sitters]

    def forget(self, table_id: str) -> None:
        """Drop a table from memory; it is read again when it is needed."""
        self._tables.pop(table_id, None)

    # These run inside the lock of a table

    async def _load(self, table_id: str) -> Table:
        found = self._tables.get(table_id)
        if found is None:
            stored = await self.journal.load(table_id)
            if stored is None:
                raise NotFound("there is no such table")
            self._admit(stored[0].game)
            found = read_table(*stored)
        self._remember(found)
        if table_id in self._maybe_changed:
            self._maybe_changed.remove(table_id)
            self._notify(table_id, None)
        return found

    async def _try_store(
        self, table: Table, entries: Sequence[Entry], quota: Quota | None = None
    ) -> bool:
        """Store and apply entries. False if another process stored first; then the table is up to
        date."""
        after = table.copy()
        for entry in entries:
            after.take(entry)
        try:
            await self.journal.append(table.header.id, entries, summary(after), quota)
        except QuotaUsedUp:
            raise  # nothing has changed
        except Conflict:
            await self._catch_up(table)
            self._notify(table.header.id, None)
            return False
        except BaseException:
            # It is unknown whether this was stored, so the table in memory may be outdated.
            self.forget(table.header.id)
            self._maybe_changed.add(table.header.id)
            raise
        table.become(after)
        self._notify(table.header.id, entries)
        return True

    async def _catch_up(self, table: Table) -> bool:
        entries = await self.journal.since(table.header.id, table.number)
        with report_damage(table.header.id):
            for entry in entries:
                take_checked(table, entry)
        return bool(entries)

    async def _with_next_table(self, table: Table, entries: list[Entry]) -> list[Entry]:
        last = entries[-1]
        if last.kind != "rematch" or last.data["table"] != AGREED:
            return entries
        header = next_header(table, self._fresh_id(), self._fresh_seed(), self.now())
        promises = last.data.get("promises", {})
        seating = next_seating(table, self._fresh_seed, header.created, promises)
        await self.open(header, seating, follows=table.header.id)
        return [*entries[:-1], changed(last, data={"table": header.id})]

    async def _with_second_game(self, table: Table, entries: list[Entry]) -> list[Entry]:
        """The first game of a duplicate match is over: open the second one."""
        if table.header.pair is None or table.header.pair.game != 1 or table.second is not None:
            return entries
        after = table.copy()
        for entry in entries:
            after.take(entry)
        if not has_second_game(after):
            return entries
        now = self.now()
        header = second_header(after, now)
        # A process may have stopped between opening the second game and saying so.
        if await self.journal.load(header.id) is None:
            await self.open(header, second_seating(after, now), follows=table.header.id)
        said = Entry(after.number + 1, "second", now, data={"table": header.id})
        return [*entries, said]

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

    def _notify(self, table_id: str, stored: Sequence[Entry] | None) -> None:
        for listener in self._listeners:
            listener.changed(table_id, stored)
