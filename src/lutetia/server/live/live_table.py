"""One table with somebody connected to this process: who is there, and what was made for them.

Positions and log entries are turned into JSON once for each seat, however many look at it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic_core import to_json

from lutetia.kernel.types import Record
from lutetia.match.clock import Outages
from lutetia.match.table import Table
from lutetia.match.views import told_move, told_moves, view_for, viewer
from lutetia.server.protocol.base import PROTOCOL
from lutetia.server.tables import table_json

if TYPE_CHECKING:
    from lutetia.match.ports import ChatLine
    from lutetia.server.live.connection import Connection

NOBODY_HERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Here:
    """Who is connected to a table, on any process."""

    players: frozenset[str] = NOBODY_HERE
    """Everybody who is connected."""

    def online(self, table: Table) -> list[int]:
        """Seats with somebody there."""
        return [
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.kind == "computer" or not self.players.isdisjoint(chair.holders)
        ]

    def watchers(self, table: Table) -> int:
        """How many look on without a seat."""
        holders = {holder for chair in table.chairs for holder in chair.holders}
        return len(self.players - holders)


class Shared:
    """What was last put into words at a table: where nothing is hidden, all hear the same."""

    __slots__ = ("_entry", "_entry_of", "_picture", "_picture_of")

    def __init__(self) -> None:
        self._picture_of = b""
        self._picture = b""
        self._entry_of: tuple[int, str, bytes, bytes] | None = None
        self._entry = b""

    def picture(self, table: Table, view: Record) -> bytes:
        """A view in JSON."""
        content = view.tobytes()
        if content != self._picture_of:
            self._picture_of, self._picture = content, table_json.picture_json(table.game, view)
        return self._picture

    def entry(
        self, table: Table, seat: int | None, index: int, before: Record, after: Record
    ) -> bytes:
        """A move as a viewer hears it who saw these views around it, in JSON."""
        told = table.game.told(before, table.made[index].move, viewer(seat))
        of = (index, told, before.tobytes(), after.tobytes())
        if of != self._entry_of:
            one = told_move(table, seat, index, before, after)
            self._entry_of, self._entry = of, to_json(table_json.told_move_json(one))
        return self._entry


class Sight:
    """What one viewer sees and has heard of a table, in JSON and ready to be sent."""

    __slots__ = ("_entries", "_head", "_moves", "_number", "_numbers", "_picture", "_view")

    def __init__(self) -> None:
        self._number = -1
        """The entry of the table up to which everything here is made."""
        self._head = b""
        self._picture = b""
        self._view: Record = None
        self._moves = -1
        """How many moves the view has seen."""
        self._numbers: list[int] = []
        self._entries: list[bytes] = []

    def follow(self, table: Table, seat: int | None, shared: Shared) -> None:
        """Look again, if something has happened since."""
        if self._number == table.number:
            return
        view = view_for(table, seat)
        self._head = table_json.view_json(table, seat, view)
        self._picture = shared.picture(table, view)
        self._hear(table, seat, view, shared)
        self._number, self._view, self._moves = table.number, view, len(table.made)

    def _hear(self, table: Table, seat: int | None, view: Record, shared: Shared) -> None:
        """Drop what was taken back, and add what is new."""
        made = table.made
        keep = min(len(self._numbers), len(made))
        while keep > 0 and self._numbers[keep - 1] != made[keep - 1].number:
            keep -= 1
        del self._numbers[keep:], self._entries[keep:]
        if keep == self._moves == len(made) - 1:
            # The common case: one move after the view that is still here.
            self._entries.append(shared.entry(table, seat, keep, self._view, view))
        else:
            new = told_moves(table, seat, keep)
            self._entries += [to_json(table_json.told_move_json(entry)) for entry in new]
        self._numbers += [move.number for move in made[keep:]]

    def told(self, last: int) -> bytes:
        """`SeatView` for somebody who heard everything up to an entry; -1: nothing."""
        known = bisect_right(self._numbers, last) if last >= 0 else 0
        entries = table_json.joined(self._entries[known:])
        return b'%b,%b,"log_from":%d,"log":[%b]}' % (self._head, self._picture, known, entries)


class LiveTable:
    """The connections of one table here."""

    __slots__ = ("_shared", "_sights", "connections", "here", "id", "ratings")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.connections: set[Connection] = set()
        self.here = Here()
        self.ratings: Mapping[str, int] = {}
        self._sights: dict[int | None, Sight] = {}
        self._shared = Shared()

    def welcome(
        self, table: Table, player: str, chat: list[ChatLine], now: int, outages: Outages
    ) -> bytes:
        """The message `welcome`."""
        head = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "table": table_json.table_json(table),
            "chat": [table_json.chat_json(line) for line in chat],
        }
        state = self._state(table, player, -1, now, outages)
        return to_json(head)[:-1] + b',"state":' + state + b"}"

    def state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        """The message `state` for somebody who heard everything up to an entry."""
        return b'{"type":"state","state":' + self._state(table, player, last, now, outages) + b"}"

    def _state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        head = {
            "ply": table.ply,
            "phase": table.phase,
            "to_move": table.to_move,
            "seats": table_json.seats_json(table, player, self.here.players, self.ratings),
            "watchers": self.here.watchers(table),
            "clock": table_json.clock_json(table, now, outages),
            "ask": table_json.ask_json(table),
            "outcome": table_json.outcome_json(table),
            "next_table": table.next_table,
        }
        seats: list[int | None] = list(table.seats_of(player)) or [None]
        views = [self._view(table, seat, last) for seat in seats]
        return to_json(head)[:-1] + b',"views":[' + table_json.joined(views) + b"]}"

    def _view(self, table: Table, seat: int | None, last: int) -> bytes:
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = Sight()
        sight.follow(table, seat, self._shared)
        return sight.told(last)
