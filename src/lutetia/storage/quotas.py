"""Counts quotas in the transaction that stores what they allow (`match.quotas`).

A transaction stores what came for many tables. What it allows first counts for the rest of it, and
other processes wait for its end before they count the same player or address.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, func, select

from lutetia.match.quotas import OpenTables, Quota, UsedUpBy, WaitingSeats
from lutetia.storage.guest_seats import remember, rows_of, tables_of, wait_at
from lutetia.storage.schema import seatings, tables

_LOCK = 0x4C75_7467
"""An arbitrary number: with it one player, or one address, is counted by one process after the
other."""
_LOCKED = select(func.pg_advisory_xact_lock(_LOCK, func.hashtext(bindparam("whose"))))
_WAITS_AT = (
    select(tables.c.id)
    .join(seatings, seatings.c.table_id == tables.c.id)
    .where(
        seatings.c.player == bindparam("who"),
        tables.c.phase == "waiting",
        tables.c.host != bindparam("who"),
    )
    .distinct()
    .limit(1000)
)
_OPENED = (
    select(tables.c.id)
    .where(tables.c.host == bindparam("who"), tables.c.phase.in_(("waiting", "playing")))
    .limit(bindparam("most"))
)

Asked = Mapping[int, tuple[str, Quota]]
"""The tables that are about to change, by their places in the transaction, and the quotas that they
would use."""


def used_up(connection: Connection, sqlite: bool, asked: Asked) -> dict[int, UsedUpBy]:
    """Count the quotas of all that is about to be stored. Returns whose quota is used up, by the
    places of what must not be stored."""
    if not asked:
        return {}
    if not sqlite:  # where only one process writes anyhow
        whose = {one for _, quota in asked.values() for one in _counted_together(quota) if one}
        for one in sorted(whose):
            connection.execute(_LOCKED, {"whose": one})
    counting = _Counting(connection)
    refused: dict[int, UsedUpBy] = {}
    guests = []
    for place, (table, quota) in asked.items():
        by = counting.refusal(table, quota)
        if by is not None:
            refused[place] = by
        elif isinstance(quota, WaitingSeats) and quota.whence:
            row = {"table_id": table, "player": quota.player, "whence": quota.whence}
            guests.append({**row, "at": quota.now})
    if guests:
        remember(connection, sqlite, guests)
    return refused


def _counted_together(quota: Quota) -> tuple[str | None, ...]:
    if isinstance(quota, OpenTables):
        return (quota.player,)
    return quota.whence, quota.player if quota.of_player is not None else None


class _Counting:
    """The counts of one transaction: what is stored, and what it has allowed already."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._opened: dict[str, int] = {}
        self._waits_at: dict[str, set[str]] = {}
        self._rows: dict[str, int] = {}
        self._allowed_from: Mapping[str, set[str]] = defaultdict(set)
        """The tables at which guests of an address may sit down now."""

    def refusal(self, table: str, quota: Quota) -> UsedUpBy | None:
        """Whose quota is used up; None: it is counted from now on."""
        if isinstance(quota, OpenTables):
            return None if self._may_open(quota) else "player"
        if quota.of_player is not None and not self._may_wait(table, quota.player, quota.of_player):
            return "player"
        if quota.whence and not self._may_come_from(quota.whence, table, quota):
            return "address"
        # Only now, because a refusal takes nothing.
        if quota.of_player is not None:
            self._waits_at[quota.player].add(table)
        if quota.whence:
            self._rows[quota.whence] += 1
            self._allowed_from[quota.whence].add(table)
        return None

    def _may_open(self, quota: OpenTables) -> bool:
        who = quota.player
        if who not in self._opened:
            found = self._connection.execute(_OPENED, {"who": who, "most": quota.most})
            self._opened[who] = len(found.all())
        self._opened[who] += 1
        return self._opened[who] <= quota.most

    def _may_wait(self, table: str, player: str, most: int) -> bool:
        """Whether a player sits at the table already, or may sit at one more."""
        if player not in self._waits_at:
            found = self._connection.execute(_WAITS_AT, {"who": player})
            self._waits_at[player] = set(found.scalars())
        mine = self._waits_at[player]
        return table in mine or len(mine) < most

    def _may_come_from(self, whence: str, table: str, quota: WaitingSeats) -> bool:
        """Whether somebody of an address sits at the table already, or may sit at one more."""
        if whence not in self._rows:
            self._rows[whence] = rows_of(self._connection, whence, quota.of_address)
        if self._rows[whence] < quota.of_address:
            return True
        now, most, allowed = quota.now, quota.of_address, self._allowed_from[whence]
        if table in allowed or wait_at(self._connection, whence, table, now):
            return True
        return len(tables_of(self._connection, whence, most, now) | allowed) < most
