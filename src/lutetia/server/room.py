"""One table with somebody connected to this process: who is there, and what was made for them.

Positions and log entries are turned into JSON once for each seat, however many look at it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic_core import to_json

from lutetia.match.clock import Outages
from lutetia.match.table import Table
from lutetia.match.views import heard
from lutetia.server import render
from lutetia.server.protocol.base import PROTOCOL

if TYPE_CHECKING:
    from lutetia.match.ports import ChatLine
    from lutetia.server.connection import Connection

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


@dataclass(slots=True)
class Log:
    """The log as one viewer hears it, in JSON."""

    numbers: list[int] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)

    def follow(self, table: Table, seat: int | None) -> None:
        """Drop what was taken back, and add what is new."""
        made = table.made
        keep = min(len(self.numbers), len(made))
        while keep > 0 and self.numbers[keep - 1] != made[keep - 1].number:
            keep -= 1
        del self.numbers[keep:], self.entries[keep:]
        for entry, move in zip(heard(table, seat, keep), made[keep:], strict=True):
            self.numbers.append(move.number)
            self.entries.append(to_json(render.heard_json(entry)))

    def known_before(self, last: int) -> int:
        """How many entries a viewer still has who heard everything up to a number."""
        return bisect_right(self.numbers, last)


class Room:
    """The connections of one table here."""

    __slots__ = ("_logs", "_rendered", "_views", "connections", "here", "id", "ratings")

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.connections: set[Connection] = set()
        self.here = Here()
        self.ratings: Mapping[str, int] = {}
        self._logs: dict[int | None, Log] = {}
        self._views: dict[int | None, bytes] = {}
        self._rendered = -1

    def welcome(
        self, table: Table, player: str, chat: list[ChatLine], now: int, outages: Outages
    ) -> bytes:
        """The message `welcome`."""
        head = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "table": render.table_json(table),
            "chat": [render.chat_json(line) for line in chat],
        }
        state = self._state(table, player, -1, now, outages)
        return to_json(head)[:-1] + b',"state":' + state + b"}"

    def state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        """The message `state` for somebody who heard everything up to an entry."""
        return b'{"type":"state","state":' + self._state(table, player, last, now, outages) + b"}"

    def _state(self, table: Table, player: str, last: int, now: int, outages: Outages) -> bytes:
        if self._rendered != table.number:
            self._views.clear()
            self._rendered = table.number
        head = {
            "ply": table.ply,
            "phase": table.phase,
            "to_move": table.to_move,
            "seats": render.seats_json(table, player, self.here.players, self.ratings),
            "watchers": self.here.watchers(table),
            "clock": render.clock_json(table, now, outages),
            "ask": render.ask_json(table),
            "outcome": render.outcome_json(table),
            "next_table": table.next_table,
        }
        seats: list[int | None] = list(table.seats_of(player)) or [None]
        views = [self._view(table, seat, last) for seat in seats]
        return to_json(head)[:-1] + b',"views":[' + render.joined(views) + b"]}"

    def _view(self, table: Table, seat: int | None, last: int) -> bytes:
        body = self._views.get(seat)
        if body is None:
            body = self._views[seat] = render.view_json(table, seat)
        log = self._logs.setdefault(seat, Log())
        log.follow(table, seat)
        known = log.known_before(last) if last >= 0 else 0
        entries = render.joined(log.entries[known:])
        return b'%b,"log_from":%d,"log":[%b]}' % (body, known, entries)
