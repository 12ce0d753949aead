"""Carry out the requests of a player at a table, from the socket and from HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Literal

from lutetia.ai.levels import title_of
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import fresh_seed
from lutetia.kernel.errors import StaleMove
from lutetia.match import commands as c
from lutetia.match.computers import thinking_job
from lutetia.match.errors import Limit, NotPossible, NotStarted, NotYourSeat
from lutetia.match.quotas import Quota, QuotaUsedUp, WaitingSeats
from lutetia.match.table import Table
from lutetia.match.views import figures, past_views, previews, refuse_preview
from lutetia.server import metrics
from lutetia.server.access.identity import Identity, NotSignedIn
from lutetia.server.access.limits import MOST_WAITING_SEATS, MOST_WAITING_SEATS_OF_ADDRESS
from lutetia.server.live import hosting
from lutetia.server.protocol import socket as s
from lutetia.server.services import Services
from lutetia.server.tables import table_json
from lutetia.server.thinking import jobs
from lutetia.server.thinking.process_pool import job_data

MOST_PAST = 200
"""Positions of the past in one answer: more than four players need for one round."""


async def act(
    services: Services, who: Identity, table: str, command: c.Command, quota: Quota | None = None
) -> Table:
    """Carry out a command and measure its time."""
    began = perf_counter()
    done = await services.keeper.act(table, who.player, command, quota)
    metrics.stored_in.observe(perf_counter() - began)
    return done


async def sit(
    services: Services,
    who: Identity,
    address: str,
    table_id: str,
    seat: int,
    name: str | None,
    share: str | None,
    promise: str | None,
) -> Table:
    """Take a seat. An account uses its own name, a guest any name.

    A client that promises no share of the seed, and sends none, gets one from the server.
    """
    await services.limits.take("seats-address", address)
    await services.limits.take("seats", who.player)
    table = await services.keeper.table(table_id)
    if table.header.rated and who.kind == "guest":
        raise NotSignedIn("this game is rated: sign in to sit down")
    if table.header.rated and table.seats_of(who.player):
        raise NotPossible("in a rated game each player has one seat")
    # A second seat of one device is for somebody else: an account stands behind the first only.
    guest = who.kind == "guest" or bool(table.seats_of(who.player))
    shown = name if name and guest else who.name
    kind: Literal["person", "bot"] = "bot" if who.kind == "bot" else "person"
    own = bytes.fromhex(share) if share else fresh_seed()
    sitting = c.Sit(seat, shown, kind, guest, own, promise)
    if table.host == who.player:
        # A host takes nothing from others.
        return await act(services, who, table_id, sitting)
    await hosting.refuse_seat(services, table, who.player)
    if who.kind == "guest" and _is_open(table, seat):
        # Who comes too late takes nothing.
        await services.limits.take("seats-guests", address)
    quota = _quota(services, who, address)
    try:
        return await act(services, who, table_id, sitting, quota)
    except QuotaUsedUp as error:
        if error.by == "player":
            raise Limit(
                "you sit at too many tables that have not begun: leave one of them"
            ) from None
        raise Limit(
            "guests of your network sit at too many tables that have not begun: "
            "sign in, or wait until one of these games begins"
        ) from None


def _quota(services: Services, who: Identity, address: str) -> WaitingSeats:
    """At how many tables of others somebody may wait. A new guest costs nothing, so all guests of
    an address share what they take from others."""
    limits = services.limits
    of_player = None if who.fresh else limits.most(MOST_WAITING_SEATS[who.kind])
    guest = who.kind == "guest"
    whence = services.identities.trace_of(address) if guest else None
    of_address = limits.most(MOST_WAITING_SEATS_OF_ADDRESS) if guest else 0
    return WaitingSeats(who.player, services.now(), of_player, whence, of_address)


def _is_open(table: Table, seat: int) -> bool:
    """Whether somebody can sit down on a seat."""
    chairs = table.chairs
    return table.phase == "waiting" and seat < len(chairs) and chairs[seat].kind == "open"


async def command_of(
    services: Services, who: Identity, table: Table, message: s.Request
) -> c.Command:
    """The command of a socket message."""
    match message:
        case s.MoveRequest():
            return c.Move(message.seat, message.ply, message.move)
        case s.UndoRequest():
            return c.Undo(message.seat)
        case s.ResignRequest():
            return c.Resign(message.seat)
        case s.DrawRequest():
            return c.OfferDraw(message.seat)
        case s.RematchRequest():
            return c.OfferRematch(message.seat, message.promise)
        case s.AnswerRequest():
            return c.Answer(message.seat, message.ask, message.yes, message.promise)
        case s.ReplaceRequest():
            title_of(message.level, GAMES[table.header.game])
            absent = message.absent
            chairs = table.chairs
            holders = chairs[absent].holders if absent < len(chairs) else ()
            away = await services.away_for(table.header.id, holders)
            needed = int(1000 * services.settings.absent_after)
            return c.Replace(message.seat, absent, message.level, away, needed)
        case _:
            return _arranging(who, table, message)


def _arranging(who: Identity, table: Table, message: s.Request) -> c.Command:
    """The command of a socket message about seats."""
    match message:
        case s.RevealRequest():
            return c.Reveal(message.seat, bytes.fromhex(message.share))
        case s.LeaveRequest():
            return c.Leave(message.seat)
        case s.StartRequest():
            return c.Start()
        case s.CloseRequest():
            return c.Close()
        case s.ComputerRequest():
            title = title_of(message.level, GAMES[table.header.game])
            return c.GiveSeat(message.seat, title, message.level, fresh_seed())
        case s.SwapRequest():
            return c.Swap(message.seat, message.other)
        case s.ReturnRequest():
            return c.Return(message.seat, "bot" if who.kind == "bot" else "person")
        case _:
            raise AssertionError(type(message))


def must_hold(table: Table, who: Identity, seat: int) -> None:
    """Refuse a player who does not hold the seat."""
    if seat not in table.seats_of(who.player):
        raise NotYourSeat("you do not sit on that seat")


def must_be_dealt(table: Table) -> None:
    """Refuse a question about the position while there is none."""
    if not table.is_dealt:
        raise NotStarted("a seat is still open: the game has not begun")


def preview(
    services: Services, table: Table, who: Identity, address: str, message: s.PreviewRequest
) -> Callable[[], Awaitable[dict[str, Any]]]:
    """What makes the message `preview`, of the table as it is now. It needs milliseconds for each
    move, so it leaves the event loop."""
    must_hold(table, who, message.seat)
    moves = sum(text.count(" ") + 1 for text in message.moves)
    services.limits.check("previews", who.player, moves)
    refuse_preview(table, message.seat, message.ply)
    job = job_data(thinking_job(table, message.seat))

    async def make() -> dict[str, Any]:
        made = await services.requests.run(
            address, who.player, jobs.preview, job, message.moves, message.then
        )
        return {"type": "preview", "id": message.id, "ply": message.ply, "previews": made}

    return make


def tell_figures(table: Table, who: Identity, message: s.FiguresRequest) -> dict[str, Any]:
    """The message `figures`."""
    must_hold(table, who, message.seat)
    must_be_dealt(table)
    if message.ply != table.ply:
        raise StaleMove(f"the table is at ply {table.ply}")
    return {
        "type": "figures",
        "id": message.id,
        "ply": table.ply,
        "figures": figures(table, message.seat),
    }


def past(table: Table, who: Identity, message: s.PastRequest) -> dict[str, Any]:
    """The message `past`."""
    if message.seat is not None:
        must_hold(table, who, message.seat)
    must_be_dealt(table)
    first = max(min(message.first, len(table.made)), len(table.made) - MOST_PAST)
    return {
        "type": "past",
        "id": message.id,
        "ply": table.ply,
        "first": first,
        "positions": [
            table_json.past_json(table.game, view)
            for view in past_views(table, message.seat, first)
        ],
    }


async def hint(
    services: Services, table: Table, who: Identity, address: str, message: s.HintRequest
) -> dict[str, Any]:
    """The message `hint`."""
    must_hold(table, who, message.seat)
    if message.ply != table.ply:
        raise StaleMove(f"the table is at ply {table.ply}")
    if table.to_move != message.seat:
        raise NotPossible("only the seat to move can ask for a hint")
    if any(
        table.chairs[other].holders
        for other in range(table.header.seats)
        if who.player not in table.chairs[other].holders
    ):
        raise NotPossible("there are no hints in a game against other people")
    await services.limits.take("hints", who.player)
    await services.limits.take("hints-address", address)
    await services.rated_positions.refuse(table.game, [table.state])
    ply = table.ply
    thought = await services.thinker.hint(thinking_job(table, message.seat))
    lines: list[dict[str, Any]] = []
    if table.ply == ply:
        (shown,) = previews(table, message.seat, ply, [thought.move])
        lines = table_json.preview_json(shown)["after"]
    return {
        "type": "hint",
        "id": message.id,
        "ply": ply,
        "hint": {
            "seat": message.seat,
            "move": thought.move,
            "lines": lines,
            "margin": thought.margin,
            "proved": thought.proved,
            "then": list(thought.then),
            "why": thought.why,
        },
    }
