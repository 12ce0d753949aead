"""A table from what is stored about it: checked, because a store can be changed by others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import cast

from lutetia.kernel.chance import SEED_BYTES
from lutetia.kernel.errors import BadRecord, LutetiaError
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Damaged, Unavailable
from lutetia.match.header import Header
from lutetia.match.table import Table

WRONG = (LookupError, TypeError, ValueError, AttributeError, AssertionError, OverflowError)
"""What stored values of a wrong kind lead to when a table takes them."""


def read_table(header: Header, entries: Iterable[Entry]) -> Table:
    """The table, or one of `CANNOT_OPEN`."""
    with damage_told(header.id):
        table = first_table(header)
        for entry in entries:
            take_checked(table, entry)
    return table


@contextmanager
def damage_told(table: str) -> Iterator[None]:
    """Tell whatever is wrong with a stored table as one of `CANNOT_OPEN`."""
    try:
        yield
    except (*CANNOT_OPEN, Unavailable):
        raise
    except (LutetiaError, *WRONG) as error:
        raise Damaged(f"what is stored about table {table} is damaged: {error}") from None


def first_table(header: Header) -> Table:
    """The table before its first entry."""
    _check_header(header)
    return Table(header)


def _check_header(header: Header) -> None:
    clock, options = header.clock, cast(object, header.options)
    sound = (
        isinstance(options, Mapping)
        and len(header.seed) == SEED_BYTES
        and all(type(number) is int for number in (header.created, header.seats))
        and all(isinstance(text, str) for text in (header.game, header.components, header.host))
        and all(isinstance(move, str) for move in header.opening)
        and clock.kind in {"none", "minutes", "days"}
        and all(type(n) is int for n in (clock.minutes, clock.increment, clock.days))
    )
    if not sound:
        raise BadRecord("what was agreed before it began cannot be read")


def _check_sitter(entry: Entry) -> None:
    data = entry.data
    level = data.get("level")
    sound = (
        data["kind"] in {"person", "bot", "computer"}
        and all(isinstance(data.get(name), str | None) for name in ("name", "player"))
        and (level is None or type(level) is int)
    )
    if not sound:
        raise BadRecord(f"entry {entry.number}: nobody can sit down like that")


def take_checked(table: Table, entry: Entry) -> None:
    """Continue a table with a stored entry.

    A table that is played trusts the entries that were just decided. Those of a store are checked
    move by move: compiled rules that are given an impossible move may do anything.
    """
    if type(entry.at) is not int:
        raise BadRecord(f"entry {entry.number}: it has no time")
    if entry.kind == "sit":
        _check_sitter(entry)
    elif entry.kind == "move":
        move = table.game.parse_exact(entry.move or "")
        if move is None or entry.seat != table.to_move:
            raise BadRecord(f"entry {entry.number}: not a move of the seat to move")
        table.game.check(table.state, move)
    elif entry.kind == "takeback" and not 0 <= int(entry.data["keep"]) <= len(table.made):
        raise BadRecord(f"entry {entry.number}: it takes back what was never made")
    table.take(entry)
