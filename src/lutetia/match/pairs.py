"""Duplicate matches: two games with the same shuffle and swapped seats. Their sum counts.

The second game opens when the first was played to its end, or was agreed a draw. It begins when one
of its players starts it. Who gives up a game has lost the match (docs/rulings.md, "Matches").
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, replace
from typing import Any

from lutetia.match.entry import Entry
from lutetia.match.header import Header, Pair
from lutetia.match.table import Table

SEATS = 2
"""A duplicate match is for two players."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of a duplicate match. Every list is in the order of the seats of this game."""

    ranks: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    sums: tuple[int, ...]


def has_second_game(table: Table) -> bool:
    """Whether a second game follows: nobody has given up the first."""
    return table.outcome is not None and table.outcome.reason in {"played", "draw"}


def second_id(table: Table) -> str:
    """The id of the second table. It follows from the first, so that there is only one."""
    digest = hashlib.sha256(f"second game of {table.header.id}".encode() + table.header.seed)
    return base64.b32encode(digest.digest()[:10]).decode().lower()


def second_header(table: Table, now: int) -> Header:
    """The header of the second game: the same shuffle and the same rules."""
    points = points_of(table)
    pair = Pair(2, table.header.id, tuple(reversed(points)))
    return replace(
        table.header,
        id=second_id(table),
        seed=table.seed,
        created=now,
        listed=False,
        pair=pair,
    )


def second_seating(table: Table, now: int) -> list[Entry]:
    """The players change seats. The game waits until one of them starts it."""
    entries: list[Entry] = []
    for seat, chair in enumerate(reversed(table.chairs)):
        data: dict[str, Any] = {"kind": chair.kind, "name": chair.name, "waits": True}
        if chair.guest:
            data["guest"] = True
        if chair.level is not None:
            data["level"] = chair.level
        if chair.holders:
            data["player"] = chair.holders[0]
        entries.append(Entry(len(entries) + 1, "sit", now, seat, data=data))
        for more in chair.holders[1:]:
            entries.append(Entry(len(entries) + 1, "claim", now, seat, data={"player": more}))
    return entries


def points_of(table: Table) -> tuple[int, ...]:
    """What each seat brings into the sum. An agreed draw brings nothing to anybody."""
    if table.outcome is None or table.outcome.reason != "played":
        return (0,) * table.header.seats
    return tuple(sum(lines.values()) for lines in table.game.score(table.state))


def result_of(table: Table) -> PairResult | None:
    """The result of the match at its last game; None if the match is not over here."""
    pair, outcome = table.header.pair, table.outcome
    if pair is None or outcome is None or (pair.game == 1 and has_second_game(table)):
        return None
    own = points_of(table)
    first, second = (own, (0,) * len(own)) if pair.game == 1 else (pair.points, own)
    sums = tuple(one + other for one, other in zip(first, second, strict=True))
    if outcome.reason in {"resigned", "time"}:
        return PairResult(outcome.ranks, first, second, sums)
    ranks = tuple(1 + sum(other > mine for other in sums) for mine in sums)
    return PairResult(ranks, first, second, sums)
