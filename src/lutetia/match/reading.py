"""Read a table from the store. Stored data is checked, because others can change it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

from lutetia.kernel.chance import SEED_BYTES
from lutetia.kernel.draw import share_commitment
from lutetia.kernel.errors import BadRecord, LutetiaError
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Damaged, Unavailable
from lutetia.match.header import Header
from lutetia.match.table import Table

WRONG = (LookupError, TypeError, ValueError, AttributeError, AssertionError, OverflowError)
"""Errors that stored values of a wrong type cause when they are applied to a table."""


def read_table(header: Header, entries: Iterable[Entry]) -> Table:
    """The table; raises one of `CANNOT_OPEN` if that is not possible."""
    with report_damage(header.id):
        table = first_table(header)
        for entry in entries:
            take_checked(table, entry)
    return table


@contextmanager
def report_damage(table: str) -> Iterator[None]:
    """Turn errors in stored data into `Damaged`; errors of `CANNOT_OPEN` pass unchanged."""
    try:
        yield
    except (*CANNOT_OPEN, Unavailable):
        raise
    except (LutetiaError, *WRONG) as error:
        raise Damaged(f"the stored data of table {table} is damaged: {error}") from None


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
        and isinstance(cast(object, header.component_file), str | None)
        and all(isinstance(move, str) for move in header.opening)
        and type(header.plays_on) is int
        and (header.pair is None or header.pair.game in {1, 2})
        and clock.kind in {"none", "minutes", "days"}
        and all(type(n) is int for n in (clock.minutes, clock.increment, clock.days))
    )
    if not sound:
        raise BadRecord("the header of the table cannot be read")


def _is_hash(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", text) is not None


def _check_sitter(entry: Entry) -> None:
    data = entry.data
    level = data.get("level")
    sound = (
        data["kind"] in {"person", "bot", "computer"}
        and all(_is_hash(data[name]) for name in ("share", "promise") if data.get(name) is not None)
        and all(isinstance(data.get(name), str | None) for name in ("name", "player", "rematch_of"))
        and (level is None or type(level) is int)
    )
    if not sound:
        raise BadRecord(f"entry {entry.number}: kind, name, player or level is not valid")


def take_checked(table: Table, entry: Entry) -> None:
    """Check a stored entry and apply it to a table.

    New entries come from `decide` and need no check. Stored entries may have been changed, so
    every move is checked: compiled rules may do anything with an impossible move.
    """
    if type(entry.at) is not int:
        raise BadRecord(f"entry {entry.number}: its time is not a number")
    if entry.kind == "sit":
        _check_sitter(entry)
    elif entry.kind == "rename" and not isinstance(entry.data["name"], str):
        raise BadRecord(f"entry {entry.number}: its name is not a text")
    elif entry.kind in {"reveal", "deal"}:
        _check_draw(table, entry)
    elif entry.kind == "move":
        move = table.game.parse_exact(entry.move or "")
        if move is None or entry.seat != table.to_move:
            raise BadRecord(f"entry {entry.number}: not a move of the seat to move")
        table.game.check(table.state, move)
        entry = replace(entry, parsed=move)
    elif entry.kind == "takeback":
        keep, opening = int(entry.data["keep"]), len(table.header.opening)
        if not opening <= keep < len(table.made):
            raise BadRecord(f"entry {entry.number}: it takes back moves that were not made")
    table.take(entry)


def _check_draw(table: Table, entry: Entry) -> None:
    if table.drawing_since is None:
        raise BadRecord(f"entry {entry.number}: no shares are being revealed")
    if entry.kind == "reveal":
        share, chair = entry.data["share"], table.chairs[entry.seat or 0]
        if not _is_hash(share) or share_commitment(bytes.fromhex(share)) != chair.promise:
            raise BadRecord(f"entry {entry.number}: not the share that was promised")
