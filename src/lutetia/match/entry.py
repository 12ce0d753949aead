"""The log of a table: one entry for each thing that happened.

Entries are numbered 1, 2, 3, … without gaps. The store keeps (table, number) unique, so only one
of two processes that act at the same time succeeds. The log is never shortened: a takeback is
an entry too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

EntryKind = Literal[
    # seat, data: player, name, kind, level, guest, share or promise, waits (the host starts the
    # game); rematch_of at the first seat of a rematch
    "sit",
    "leave",  # seat, before the game
    "exclude",  # seat, before the game, data: who; they may not come back
    "swap",  # seat, data: other; before the game
    "start",  # the host starts a full table
    "reveal",  # seat, data: share; everybody sits, and the seed is drawn from the shares
    "deal",  # the server waits no longer for shares that were promised
    "rename",  # seat, data: name
    "claim",  # seat, data: player; a second device of the same person
    "move",  # seat, move, data: spent
    "halt",  # seat of a computer that does not answer this position, because of a rated game
    "takeback",  # seat that asked, data: keep, spent
    "ask",  # seat, data: kind, about, level
    "answer",  # seat, data: ask, yes
    "resign",  # seat
    "flag",  # seat whose time is up
    "replace",  # seat, data: level; the computer plays on
    "return",  # seat; the player takes the seat back from that computer
    "draw",
    "rematch",  # data: table
    "second",  # data: table; the second game of a duplicate match is open
    "close",
    "rest",  # seat, data: begin, end; its player is on holiday, and its clock of days waits
]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log."""

    number: int
    kind: EntryKind
    at: int
    seat: int | None = None
    move: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    parsed: int | None = field(default=None, compare=False, repr=False)
    """The move as a number, where it has been read already. It is never stored."""
