"""Quick pairing: two people who look for the same game get a table."""

from __future__ import annotations

from typing import Any

from lutetia.kernel.chance import fresh_seed
from lutetia.match.clock import TimeControl
from lutetia.match.entry import Entry
from lutetia.match.header import Header
from lutetia.match.shared_games import shared_game
from lutetia.server.services import Services, fresh_id
from lutetia.storage.seekers import Seeker

PRESENT = 10_000
"""Who has not asked for so many milliseconds has gone away."""
NEAR, WIDER = 150, 15
"""Two ratings fit if they differ by `NEAR`, and by `WIDER` more for each second of waiting."""
CLOCK = TimeControl("minutes", minutes=25, increment=15)


def fits(one: Seeker, other: Seeker, now: int) -> bool:
    """Whether the ratings of two players are near enough. Who has none plays with everybody."""
    if one.rating is None or other.rating is None:
        return True
    waited = (now - min(one.since, other.since)) / 1000
    return abs(one.rating - other.rating) <= NEAR + WIDER * waited


async def seek(services: Services, mine: Seeker, address: str) -> str | None:
    """Look once; the id of the table if somebody was found."""
    now = services.now()
    known = await services.seekers.find(mine.player)
    if known is not None and known.table_id is not None:
        if await services.journal.load(known.table_id) is not None:
            await services.seekers.leave(mine.player)
            return known.table_id
        if now - known.seen > PRESENT:
            # The process that paired these two has crashed before it opened the table.
            await services.seekers.leave(mine.player)
    if known is None and mine.kind == "guest":
        # A new guest costs nothing, and everybody who is found by one gets an empty table.
        await services.limits.take("pairing-guests", address)
    await services.seekers.look(mine)
    mine = await services.seekers.find(mine.player) or mine
    if mine.table_id is not None:
        return None  # another process opens the table at this moment
    for other in await services.seekers.others(mine, now - PRESENT):
        if not fits(mine, other, now):
            continue
        table = fresh_id()
        if await services.seekers.pair([mine.player, other.player], table):
            await _open(services, table, other, mine, now)
            await services.seekers.leave(mine.player)
            return table
    return None


async def _open(services: Services, table: str, first: Seeker, second: Seeker, now: int) -> None:
    game = shared_game(first.game, 2, {})
    header = Header(
        id=table,
        game=game.id,
        rules_version=game.rules_version,
        components=game.components_digest,
        seats=2,
        options=dict(game.options),
        clock=CLOCK,
        listed=True,
        rated=first.rated,
        seed=fresh_seed(),
        host=first.player,
        created=now,
    )
    seating = [
        Entry(number, "sit", now, number - 1, data=_sitter(who))
        for number, who in enumerate((first, second), 1)
    ]
    await services.keeper.open(header, seating)


def _sitter(who: Seeker) -> dict[str, Any]:
    """The data of the first entry of a seat."""
    data: dict[str, Any] = {
        "kind": "bot" if who.kind == "bot" else "person",
        "name": who.name,
        "player": who.player,
    }
    if who.kind == "guest":
        data["guest"] = True
    # A client that promises nothing lets the server draw its share.
    return data | ({"promise": who.promise} if who.promise else {"share": fresh_seed().hex()})
