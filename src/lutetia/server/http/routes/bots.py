"""Bots: tokens, the stream of events, and moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import StreamingResponse

from lutetia.match.commands import Move
from lutetia.match.errors import CANNOT_OPEN, Limit, NotPossible, NotYourSeat
from lutetia.match.quotas import QuotaUsedUp
from lutetia.match.table import Table
from lutetia.match.views import legal, view_for
from lutetia.server.access.identity import NotSignedIn, fresh_player, fresh_token, token_hash
from lutetia.server.access.limits import MOST_BOTS
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, TableIdPath, Who
from lutetia.server.live import actions
from lutetia.server.live.hub import END
from lutetia.server.protocol.people import BotEvent, Bots, BotToken, NewBot
from lutetia.server.protocol.rest import BotDone, BotMove
from lutetia.server.services import Services
from lutetia.storage.people import Player

router = APIRouter(prefix="/api", tags=["bots"], responses=REFUSALS)
MOST_STREAMS = 4
"""Streams of one bot to one process."""
SIGN_OF_LIFE = 15.0
"""After so many seconds without an event, the stream sends a comment."""


def _bot_json(bot: Player) -> dict[str, Any]:
    return {"id": bot.id, "name": bot.name, "created": bot.created}


@router.get("/bots", response_model=Bots)
async def bots(services: ServicesDep, who: Who) -> Any:
    """The bots of this player."""
    return {"bots": [_bot_json(bot) for bot in await services.people.bots_of(who.player)]}


@router.post("/bots", response_model=BotToken, status_code=201)
async def new_bot(services: ServicesDep, who: Who, wish: NewBot) -> Any:
    """Register a bot. Its token is shown only once."""
    if who.kind != "account":
        raise NotSignedIn("sign in to register a bot")
    most = services.limits.most(MOST_BOTS)
    token = fresh_token()
    bot = Player(fresh_player(), "bot", wish.name, 0, services.now(), owner=who.player)
    try:
        await services.people.add_bot(bot, token_hash(token), most)
    except QuotaUsedUp:
        raise Limit(f"one person may have {most} bots") from None
    return {"bot": _bot_json(bot), "token": token}


@router.delete("/bots/{bot_id}", status_code=204)
async def remove_bot(
    services: ServicesDep, who: Who, bot_id: Annotated[str, Path(pattern=r"^p[0-9a-f]{30}$")]
) -> Response:
    """Delete a bot and its token."""
    await services.people.remove_bot(who.player, bot_id)
    services.end_access(bot_id, erased=True)
    return Response(status_code=204)


@router.post("/bot/tables/{table_id}/moves", response_model=BotDone)
async def move(services: ServicesDep, who: Who, table_id: TableIdPath, wish: BotMove) -> Any:
    """Play a move."""
    table = await services.keeper.table(table_id)
    seats = table.seats_of(who.player)
    if not seats:
        raise NotYourSeat("you do not sit at this table")
    seat = wish.seat
    if seat is None:
        if len(seats) > 1:
            raise NotPossible("you have several seats at this table: name the seat that moves")
        seat = seats[0]
    done = await actions.act(services, who, table_id, Move(seat, wish.ply, wish.move))
    return {"ply": done.ply}


@router.get(
    "/bot/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def events(services: ServicesDep, who: Who) -> Response:
    """The events of a bot, as they happen. The stream begins with the turns that wait."""
    if who.kind != "bot":
        raise NotSignedIn("this stream is for bots: send your token")
    if len(services.hub.streams.get(who.player, ())) >= MOST_STREAMS:
        raise Limit("this bot has too many open streams")
    return StreamingResponse(_events(services, who.player), media_type="text/event-stream")


async def _events(services: Services, player: str) -> AsyncIterator[str]:
    queue: asyncio.Queue[str] = asyncio.Queue()
    wake = queue.put_nowait
    services.hub.streams.setdefault(player, set()).add(wake)
    told: dict[str, int] = {}
    try:
        yield _line(BotEvent(type="hello"))
        for table_id in await services.lists.of_player(player, 200, None):
            queue.put_nowait(table_id)
        while not services.stopping:
            try:
                table_id = await asyncio.wait_for(queue.get(), SIGN_OF_LIFE)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if table_id == END:
                return
            try:
                await services.keeper.table(table_id)
                await services.keeper.refresh(table_id)
                table = await services.keeper.table(table_id)
            except CANNOT_OPEN:
                continue  # the other tables are not affected
            if told.get(table_id) == table.number:
                continue
            told[table_id] = table.number
            for event in _events_of(table, player):
                yield _line(event)
    finally:
        services.hub.streams[player].discard(wake)
        if not services.hub.streams[player]:
            del services.hub.streams[player]


def _events_of(table: Table, player: str) -> list[BotEvent]:
    id_ = table.header.id
    seats = table.seats_of(player)
    if table.outcome is not None:
        ranks = list(table.outcome.ranks)
        return [BotEvent(type="over", table=id_, seat=seat, ranks=ranks) for seat in seats]
    if table.to_move is None or table.to_move not in seats:
        return []
    view = view_for(table, table.to_move)
    return [
        BotEvent(
            type="turn",
            table=id_,
            seat=table.to_move,
            ply=table.ply,
            position=table.game.position(view),
            legal=legal(table, table.to_move, view),
        )
    ]


def _line(event: BotEvent) -> str:
    return f"data: {event.model_dump_json()}\n\n"
