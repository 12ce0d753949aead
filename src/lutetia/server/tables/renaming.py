"""A new name of a player: at every table, in every list and in the chat, at once."""

from __future__ import annotations

from typing import Literal

from lutetia.match.commands import Rename
from lutetia.match.errors import CANNOT_OPEN
from lutetia.server.access.identity import Identity
from lutetia.server.services import Services, report


async def rename(
    services: Services, who: Identity, kind: Literal["guest", "account"], name: str
) -> None:
    """Give a person another name."""
    before = who.name
    changed = await services.people.rename(who.player, kind, before, name, services.now())
    services.identities.forget(who.player)
    for table in await services.lists.unfinished_of(who.player):
        try:
            await services.keeper.act(table, who.player, Rename(before, name))
        except CANNOT_OPEN as error:
            report("renaming-failed", table, error)
    services.hub.has_new_name(who.player, changed)
