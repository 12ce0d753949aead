"""A live table: a table with connections to this process, and the JSON for them.

Positions and log entries are turned into JSON once for each seat, not once for each connection.
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
from lutetia.storage.table_bans import NO_BAN, TableBan

if TYPE_CHECKING:
    from lutetia.match.ports import ChatLine
    from lutetia.server.live.connection import Connection

NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Presence:
    """The players who are connected to a table, in any process."""

    players: frozenset[str] = NOBODY
    """The ids of all connected players and watchers."""

    def online(self, table: Table) -> list[int]:
        """The seats of connected players and of computers."""
        return [
            seat
            for seat, chair in enumerate(table.chairs)
            if chair.kind == "computer" or not self.players.isdisjoint(chair.holders)
        ]

    def watchers(self, table: Table) -> int:
        """The number of connected people without a seat."""
        holders = {holder for chair in table.chairs for holder in chair.holders}
        return len(self.players - holders)


class SharedJson:
    """The last position and the last entry as JSON. Viewers with equal views share them."""

    __slots__ = ("_entry", "_entry_of", "_position", "_position_of")

    def __init__(self) -> None:
        self._position_of = b""
        self._position = b""
        self._entry_of: tuple[int, str, bytes, bytes] | None = None
        self._entry = b""

    def position(self, table: Table, view: Record) -> bytes:
        """The position and the scores of a view, as JSON."""
        content = view.tobytes()
        if content != self._position_of:
            self._position_of, self._position = content, table_json.position_json(table.game, view)
        return self._position

    def entry(
        self, table: Table, seat: int | None, index: int, before: Record, after: Record
    ) -> bytes:
        """A move for a viewer, from the views of this viewer before and after it, as JSON."""
        told = table.game.told(before, table.made[index].move, viewer(seat))
        of = (index, told, before.tobytes(), after.tobytes())
        if of != self._entry_of:
            one = told_move(table, seat, index, before, after)
            self._entry_of, self._entry = of, to_json(table_json.told_move_json(one))
        return self._entry


class ViewerJson:
    """The view and the log of one seat, or of the watchers, as JSON that is ready to send."""

    __slots__ = ("_entries", "_head", "_moves", "_number", "_numbers", "_position", "_view")

    def __init__(self) -> None:
        self._number = -1
        """The number of the last entry of the table that is included here."""
        self._head = b""
        self._position = b""
        self._view: Record = None
        self._moves = -1
        """The number of moves before the view."""
        self._numbers: list[int] = []
        self._entries: list[bytes] = []

    def update(self, table: Table, seat: int | None, shared: SharedJson) -> None:
        """Include the new entries of the table, if there are any."""
        if self._number == table.number:
            return
        view = view_for(table, seat)
        self._head = table_json.view_json(table, seat, view)
        self._position = shared.position(table, view)
        self._update_log(table, seat, view, shared)
        self._number, self._view, self._moves = table.number, view, len(table.made)

    def _update_log(self, table: Table, seat: int | None, view: Record, shared: SharedJson) -> None:
        """Drop the moves that were taken back, and add the new ones."""
        made = table.made
        keep = min(len(self._numbers), len(made))
        while keep > 0 and self._numbers[keep - 1] != made[keep - 1].number:
            keep -= 1
        del self._numbers[keep:], self._entries[keep:]
        if keep == self._moves == len(made) - 1:
            # The common case: exactly one move since the last view.
            self._entries.append(shared.entry(table, seat, keep, self._view, view))
        else:
            new = told_moves(table, seat, keep)
            self._entries += [to_json(table_json.told_move_json(entry)) for entry in new]
        self._numbers += [move.number for move in made[keep:]]

    def since(self, last: int) -> bytes:
        """`SeatView` for a connection that got everything up to the entry `last`; -1: nothing."""
        known = bisect_right(self._numbers, last) if last >= 0 else 0
        entries = table_json.joined(self._entries[known:])
        return b'%b,%b,"log_from":%d,"log":[%b]}' % (self._head, self._position, known, entries)


class LiveTable:
    """The connections of one table in this process."""

    __slots__ = ("_shared", "_viewers", "connections", "id", "presence", "ratings")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.connections: set[Connection] = set()
        self.presence = Presence()
        self.ratings: Mapping[str, int] = {}
        self._viewers: dict[int | None, ViewerJson] = {}
        self._shared = SharedJson()

    def welcome(
        self,
        table: Table,
        player: str,
        chat: list[ChatLine],
        now: int,
        outages: Outages,
        bans: TableBan = NO_BAN,
    ) -> bytes:
        """The message `welcome`."""
        head = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "table": table_json.table_json(table),
            "chat": [table_json.chat_json(line) for line in chat],
            "author": table_json.author_of(player),
            "muted": table_json.authors_of(bans.muted),
            "excluded": table_json.authors_of(bans.excluded),
        }
        state = self._state(table, player, -1, now, outages)
        return to_json(head)[:-1] + b',"state":' + state + b"}"

    def state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        """The message `state` for a connection that got everything up to the entry `last`."""
        return b'{"type":"state","state":' + self._state(table, player, last, now, outages) + b"}"

    def _state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        head = {
            "ply": table.ply,
            "phase": table.phase,
            "drawing": table.drawing_since is not None,
            "to_move": table.to_move,
            "halted": table.halted,
            "seats": table_json.seats_json(table, player, self.presence.players, self.ratings),
            "host": player == table.host,
            "watchers": self.presence.watchers(table),
            "clock": table_json.clock_json(table, now, outages),
            "ask": table_json.ask_json(table),
            "outcome": table_json.outcome_json(table),
            "next_table": table.next_table,
            "pair": table_json.pair_json(table),
        }
        seats: list[int | None] = list(table.seats_of(player)) or [None]
        if not table.is_dealt:
            seats = []
        views = [self._view(table, seat, last) for seat in seats]
        return to_json(head)[:-1] + b',"views":[' + table_json.joined(views) + b"]}"

    def _view(self, table: Table, seat: int | None, last: int) -> bytes:
        viewer_json = self._viewers.get(seat)
        if viewer_json is None:
            viewer_json = self._viewers[seat] = ViewerJson()
        viewer_json.update(table, seat, self._shared)
        return viewer_json.since(last)
