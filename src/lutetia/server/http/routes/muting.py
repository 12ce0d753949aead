"""Whom a player has muted in the chat. The list of an account is the same on all its devices."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from lutetia.server.access.identity import NotSignedIn
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, Who
from lutetia.server.protocol.people import ChangeMuted, Muted

router = APIRouter(prefix="/api/me/muted", tags=["people"], responses=REFUSALS)


@router.get("", response_model=Muted)
async def muted(services: ServicesDep, who: Who) -> Any:
    """Whom this player has muted."""
    kept = who.kind == "account"
    return {"kept": kept, "muted": await services.mutes.of(who.player) if kept else []}


@router.patch("", response_model=Muted)
async def change(services: ServicesDep, who: Who, wish: ChangeMuted) -> Any:
    """Mute players, and hear others again."""
    if who.kind != "account":
        raise NotSignedIn("sign in to keep this list on the server")
    await services.limits.take("names", who.player)
    found = await services.mutes.change(who.player, wish.add, wish.remove, services.now())
    return {"kept": True, "muted": found}
