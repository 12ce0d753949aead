"""Play now with a person."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from lutetia.kernel.catalogue import find_game
from lutetia.server.access.identity import NotSignedIn
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, Who, address_of
from lutetia.server.protocol.people import Pairing, Seek
from lutetia.server.tables.pairing import PRESENT, seek
from lutetia.storage.seekers import Seeker

router = APIRouter(prefix="/api/pairing", tags=["pairing"], responses=REFUSALS)


@router.post("", response_model=Pairing)
async def look(services: ServicesDep, who: Who, request: Request, wish: Seek) -> Any:
    """Look for somebody to play with. Ask every two seconds until there is a table."""
    await services.limits.take("pairing", who.player)
    game = find_game(wish.game).id
    services.warmup.admit(game)
    if wish.rated and who.kind != "account":
        raise NotSignedIn("sign in to play a rated game")
    now = services.now()
    rating = (await services.ratings_of(game, 2, [who.player])).get(who.player)
    name = wish.name if wish.name and who.kind == "guest" else who.name
    mine = Seeker(
        who.player,
        name,
        game,
        wish.rated,
        rating,
        now,
        now,
        promise=wish.promise,
        kind=who.kind,
    )
    table = await seek(services, mine, address_of(request))
    return {"table": table, "looking": await services.seekers.count(game, now - PRESENT)}


@router.delete("", status_code=204)
async def stop(services: ServicesDep, who: Who) -> Response:
    """Stop looking."""
    await services.seekers.leave(who.player)
    return Response(status_code=204)
