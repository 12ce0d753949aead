"""The next game of the same players. The loser starts if the game has that option (L2.3).

A rematch is a new game, so it uses the newest version of the rules. It keeps the players' own
component file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lutetia.kernel.components import OwnFile
from lutetia.match.entry import Entry
from lutetia.match.header import Header, Pair
from lutetia.match.shared_games import shared_game
from lutetia.match.table import Table

START = "start"
"""The name of the option that chooses the starting seat; not every game has it."""


def next_options(table: Table) -> dict[str, Any]:
    """The same options, but the last in the ranks starts; after a draw the default applies."""
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
    own = None if old.component_file is None else OwnFile(old.component_file)
    game = shared_game(old.game, old.seats, next_options(table), own)
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
        plays_on=old.plays_on,
        pair=Pair(1) if old.pair else None,
        component_file=game.own_components,
    )


def next_seating(
    table: Table,
    fresh_seed: Callable[[], bytes],
    now: int,
    promises: Mapping[str, str] | None = None,
) -> list[Entry]:
    """All players keep their seats. A computer that replaced a player keeps the seat too.

    Players promise their shares when they agree to the rematch. The server draws the others.
    """
    entries: list[Entry] = []
    for seat, chair in enumerate(table.chairs):
        took_over = chair.kind == "computer" and chair.given_up is not None
        data: dict[str, Any] = {"kind": chair.kind, "name": None if took_over else chair.name}
        if chair.level is not None:
            data["level"] = chair.level
        if chair.guest and not took_over:
            data["guest"] = True
        promise = (promises or {}).get(str(seat))
        if promise is not None and chair.holders:
            data["promise"] = promise
        else:
            data["share"] = fresh_seed().hex()
        if chair.holders:
            data["player"] = chair.holders[0]
        if not entries:
            data["rematch_of"] = table.header.id
        entries.append(Entry(len(entries) + 1, "sit", now, seat, data=data))
        for more in chair.holders[1:]:
            entries.append(Entry(len(entries) + 1, "claim", now, seat, data={"player": more}))
    return entries
