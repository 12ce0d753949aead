"""Carry out the requests of a player at a table, from the socket and from HTTP."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from lutetia.ai.levels import title_of
from lutetia.kernel.errors import StaleMove
from lutetia.match import commands as c
from lutetia.match.computers import thinking_job
from lutetia.match.errors import NotPossible, NotYourSeat
from lutetia.match.table import Table
from lutetia.match.views import figures, past_views, previews
from lutetia.server import metrics
from lutetia.server.access.identity import Identity, NotSignedIn
from lutetia.server.protocol import socket as s
from lutetia.server.services import Services
from lutetia.server.tables import table_json

MOST_PAST = 200
"""Positions of the past in one answer: more than four players need for one round."""


async def act(services: Services, who: Identity, table: str, command: c.Command) -> Table:
    """Carry out a command and measure its time."""
    began = perf_counter()
    done = await services.keeper.act(table, who.player, command)
    metrics.stored_in.observe(perf_counter() - began)
    return done


async def sit(
    services: Services, who: Identity, table_id: str, seat: int, name: str | None
) -> Table:
    """Take a seat. An account uses its own name, a guest any name."""
    table = await services.keeper.table(table_id)
    if table.header.rated and who.kind == "guest":
        raise NotSignedIn("this game is rated: sign in to sit down")
    if table.header.rated and table.seats_of(who.player):
        raise NotPossible("in a rated game each player has one seat")
    shown = name if name and who.kind == "guest" else who.name
    sitting = c.Sit(seat, shown, "bot" if who.kind == "bot" else "person")
    return await act(services, who, table_id, sitting)


def command_of(services: Services, who: Identity, table: Table, message: s.Request) -> c.Command:
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
            return c.OfferRematch(message.seat)
        case s.AnswerRequest():
            return c.Answer(message.seat, message.ask, message.yes)
        case s.ReplaceRequest():
            absent = message.absent
            chairs = table.chairs
            holders = chairs[absent].holders if absent < len(chairs) else ()
            away = services.hub.away_for(table.header.id, holders)
            return c.Replace(message.seat, absent, message.level, away)
        case _:
            return _arranging(who, message)


def _arranging(who: Identity, message: s.Request) -> c.Command:
    """The command of a socket message about seats."""
    match message:
        case s.LeaveRequest():
            return c.Leave(message.seat)
        case s.StartRequest():
            return c.Start()
        case s.CloseRequest():
            return c.Close()
        case s.ComputerRequest():
            return c.GiveSeat(message.seat, title_of(message.level), message.level)
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


def preview(table: Table, who: Identity, message: s.PreviewRequest) -> dict[str, Any]:
    """The message `preview`."""
    must_hold(table, who, message.seat)
    found = previews(table, message.seat, message.ply, message.moves, message.then)
    return {
        "type": "preview",
        "id": message.id,
        "ply": table.ply,
        "previews": [table_json.preview_json(one) for one in found],
    }


def tell_figures(table: Table, who: Identity, message: s.FiguresRequest) -> dict[str, Any]:
    """The message `figures`."""
    must_hold(table, who, message.seat)
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
    services: Services, table: Table, who: Identity, message: s.HintRequest
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
