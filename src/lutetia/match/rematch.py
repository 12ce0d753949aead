"""The next game of the same people: the loser starts, where the game lets one choose (L2.3).

It is a new game: after an upgrade it is played by the newest rules, also if the last one was not.
"""

from __future__ import annotations

from typing import Any

from lutetia.match.boxes import shared_game
from lutetia.match.entry import Entry
from lutetia.match.header import Header
from lutetia.match.table import Table

START = "start"
"""The option of a game that names who begins, if it has one."""


def next_options(table: Table) -> dict[str, Any]:
    """The same options, with the last in the ranks starting; drawn anew after a draw."""
    options = dict(table.header.options)
    offered = {option.name: option for option in table.game.options_offered}
    if START not in offered or table.outcome is None:
        return options
    ranks = table.outcome.ranks
    losers = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    name = table.game.seat_name(losers[0])
    alone = len(losers) == 1 and name in offered[START].choices
    options[START] = name if alone else offered[START].default
    return options


def next_header(table: Table, id_: str, seed: bytes, now: int) -> Header:
    """The header of the next game."""
    old = table.header
    game = shared_game(old.game, old.seats, next_options(table))
    return Header(
        id=id_,
        game=old.game,
        rules_version=game.rules_version,
        components=game.components_digest,
        seats=old.seats,
        options=dict(game.options),
        clock=old.clock,
        listed=False,
        rated=old.rated,
        seed=seed,
        host=old.host,
        created=now,
    )


def next_seating(table: Table, now: int) -> list[Entry]:
    """Everybody on the seat they had; a computer that took over keeps the seat."""
    entries: list[Entry] = []
    for seat, chair in enumerate(table.chairs):
        took_over = chair.kind == "computer" and chair.given_up is not None
        data: dict[str, Any] = {"kind": chair.kind, "name": None if took_over else chair.name}
        if chair.level is not None:
            data["level"] = chair.level
        if chair.holders:
            data["player"] = chair.holders[0]
        entries.append(Entry(len(entries) + 1, "sit", now, seat, data=data))
        for more in chair.holders[1:]:
            entries.append(Entry(len(entries) + 1, "claim", now, seat, data={"player": more}))
    return entries
