"""What the host of a table does about those who disturb it, at any time.

The host mutes a player or a watcher in the chat of the table, for everybody, and sends a watcher
away, and takes both back. A seat is never taken away like this: before the game the host empties it
with `exclude` over HTTP, and afterwards nobody but its player gives it up.
"""

from __future__ import annotations

from lutetia.match.errors import NotFound, NotPossible, NotYourSeat
from lutetia.match.table import Table
from lutetia.server.protocol import socket as s
from lutetia.server.services import Services
from lutetia.server.tables.table_json import author_of, authors_of
from lutetia.storage.table_bans import NO_BAN, TableBan


async def bans_of(services: Services, table: str) -> TableBan:
    """Whom the host of a table has muted and excluded. Nobody, if nobody has written there."""
    if services.journal.is_silent(table):
        return NO_BAN
    return await services.table_bans.of(table)


def refuse_sent_away(table: Table, player: str, excluded: frozenset[str]) -> None:
    """Refuse somebody whom the host has excluded. Who has a seat may always come."""
    if player in excluded and not table.seats_of(player):
        raise NotPossible("the player who opened this table has excluded you")


async def refuse_chat(services: Services, table: Table, player: str) -> None:
    """Refuse a line of chat of somebody whom the host has muted or excluded."""
    bans = await bans_of(services, table.header.id)
    refuse_sent_away(table, player, table.excluded | bans.excluded)
    if player in bans.muted:
        raise NotPossible("the host of this table has muted you")


async def refuse_seat(services: Services, table: Table, player: str) -> None:
    """Refuse a seat to somebody whom the host has sent away."""
    refuse_sent_away(table, player, (await bans_of(services, table.header.id)).excluded)


async def carry_out(
    services: Services, table: Table, player: str, message: s.MuteRequest | s.ExcludeRequest
) -> None:
    """Mute or exclude a writer of the chat, or take this back."""
    table_id, bans = table.header.id, services.table_bans
    if player != table.host:
        raise NotYourSeat("only the host of this table can do that")
    await services.limits.take("names", player)
    writers = {author_of(writer): writer for writer in await bans.writers(table_id)}
    whom = writers.get(message.author)
    if whom is None:
        raise NotFound("nobody with this name has written at this table")
    if whom == player:
        raise NotPossible("you cannot mute or send away yourself")
    if isinstance(message, s.ExcludeRequest):
        if not message.excluded:
            await bans.lift(table_id, whom, "exclude")
        elif table.seats_of(whom):
            raise NotPossible("this player has a seat: you can only mute the player")
        else:
            await bans.add(table_id, whom, "exclude", services.now())
    elif message.muted:
        await bans.add(table_id, whom, "mute", services.now())
    else:
        await bans.lift(table_id, whom, "mute")
    found = await bans.of(table_id)
    services.hub.moderated(table_id, authors_of(found.muted), sorted(found.excluded))
