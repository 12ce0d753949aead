"""New tables: the header and the first entries, from a checked request."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from lutetia.ai.levels import title_of
from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.chance import fresh_seed
from lutetia.kernel.components import OwnFile
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption, BadRecord
from lutetia.kernel.record import GameRecord, loads
from lutetia.match.clock import TimeControl
from lutetia.match.entry import Entry
from lutetia.match.errors import NotPossible
from lutetia.match.header import Header, Pair
from lutetia.match.pairs import SEATS, has_second_game
from lutetia.match.records import record_of
from lutetia.match.shared_games import shared_game
from lutetia.match.table import Table
from lutetia.server.access.identity import Identity, NotSignedIn
from lutetia.server.protocol.rest import BranchTable, NewTable
from lutetia.server.protocol.table import SeatWish
from lutetia.server.services import Services, fresh_id
from lutetia.server.tables.replay import read_state, state_at


def new_header(wish: NewTable, who: Identity, now: int) -> Header:
    """The header of a new table."""
    name = find_game(wish.game).id
    own = None if wish.component_file is None else OwnFile(wish.component_file)
    game = shared_game(name, len(wish.seats), wish.options, own)
    if wish.rated:
        if who.kind == "guest":
            raise NotSignedIn("sign in to open a rated table")
        if any(seat.kind == "computer" for seat in wish.seats):
            raise BadOption("rated: computers have no rating")
        if sum(seat.kind == "me" for seat in wish.seats) > 1:
            raise BadOption("rated: each player has one seat")
        if game.own_components is not None:
            raise BadOption("rated: a rated game needs the components of this server")
    title_of(wish.plays_on, GAMES[name])
    if wish.duplicate and len(wish.seats) != SEATS:
        raise BadOption("duplicate: such a match is for two players")
    if wish.duplicate and wish.rated:
        raise BadOption("duplicate: such a match does not change ratings")
    return _header(
        game,
        fresh_seed(),
        who,
        now,
        plays_on=wish.plays_on,
        pair=Pair(1) if wish.duplicate else None,
        clock=TimeControl.from_json(wish.clock.model_dump()),
        listed=wish.listed,
        rated=wish.rated,
    )


def _header(game: Game, seed: bytes, who: Identity, now: int, **more: Any) -> Header:
    fields: dict[str, Any] = {"clock": TimeControl(), "listed": False, "rated": False, **more}
    return Header(
        id=fresh_id(),
        game=game.id,
        rules_version=game.rules_version,
        components=game.components_digest,
        seats=game.seats,
        options=dict(game.options),
        seed=seed,
        host=who.player,
        created=now,
        component_file=game.own_components,
        **fields,
    )


def seating(wishes: Sequence[SeatWish], header: Header, who: Identity) -> list[Entry]:
    """The first entries: the players and computers that sit down at once."""
    if len(wishes) != header.seats:
        raise BadOption(f"seats: {len(wishes)} are given, but the table has {header.seats}")
    entries: list[Entry] = []
    for seat, wish in enumerate(wishes):
        if wish.kind == "open":
            continue
        data: dict[str, Any]
        if wish.kind == "computer":
            level = wish.level or 1
            name = title_of(level, GAMES[header.game])
            data = {"kind": "computer", "name": name, "level": level}
        else:
            kind = "bot" if who.kind == "bot" else "person"
            # Several people may share one device. The first is the player of its account.
            guest = who.kind == "guest" or any(e.data.get("player") for e in entries)
            name = wish.name if wish.name and guest else who.name
            data = {"kind": kind, "name": name, "player": who.player}
            if guest:
                data["guest"] = True
        if wish.kind == "me" and wish.promise is not None:
            data["promise"] = wish.promise
        else:
            data["share"] = wish.share or fresh_seed().hex()
        entries.append(Entry(len(entries) + 1, "sit", header.created, seat, data=data))
    return entries


async def branch_header(
    services: Services, wish: BranchTable, who: Identity, address: str
) -> Header:
    """The header of a table that continues from a record."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    opening = (*record.moves[: wish.ply], *wish.moves)
    found = await services.requests.run(address, who.player, state_at, record, wish.ply)
    game, state = read_state(record, found)
    for text in wish.moves:
        state = game.play(state, game.read(text))
    if game.is_over(state):
        raise NotPossible("the game is over at this move: choose an earlier one")
    assert record.seed is not None
    return _header(
        game,
        bytes.fromhex(record.seed),
        who,
        services.now(),
        opening=opening,
        branch_of=record.computed_digest(),
    )


async def requested_record(
    services: Services, record: Mapping[str, Any] | None, table: str | None
) -> GameRecord:
    """The record in the request, or a stored record by its id."""
    if (record is None) == (table is None):
        raise BadOption("give either a record or a table")
    return read_record(record) if table is None else await stored_record(services, table)


def read_record(content: Any) -> GameRecord:
    """A record from a request."""
    try:
        text = json.dumps(content)
    except (RecursionError, ValueError):
        raise BadRecord("record: it is nested too deeply") from None
    return loads(text)


async def stored_record(services: Services, id_: str) -> GameRecord:
    """A shared record, or the record of a finished table. Both have ids of the same form."""
    text = await services.shared_records.text_of(id_)
    if text is not None:
        return loads(text)
    return await finished_record(services, await services.keeper.table(id_))


async def finished_record(services: Services, table: Table) -> GameRecord:
    """The record of a finished table. It tells the shuffle, so the record of the first game of a
    match waits for the end of the second."""
    pair = table.header.pair
    if pair is not None and pair.game == 1 and has_second_game(table):
        assert table.second is not None
        second = await services.keeper.table(table.second)
        if second.phase in {"waiting", "playing"}:
            raise NotPossible("the record is available when both games of the match are over")
    return record_of(table)


async def ending_json(services: Services, id_: str) -> dict[str, Any] | None:
    """`Ending`, if the id is that of a table whose game was not played to its last move."""
    if await services.shared_records.text_of(id_) is not None:
        return None
    outcome = (await services.keeper.table(id_)).outcome
    if outcome is None or outcome.reason == "played":
        return None
    return {"reason": outcome.reason, "ranks": outcome.ranks}
