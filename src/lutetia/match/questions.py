"""Questions of one seat to the others: takebacks, draws, replacing an absent player, rematches.

A table has at most one open question. Computers agree to everything except a draw. People who
play on one device are one player for the server and need not ask each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lutetia.match import commands as c
from lutetia.match.errors import AskOpen, Closed, NotPossible
from lutetia.match.table import AskKind, Table

if TYPE_CHECKING:
    from lutetia.match.decide import Decision

AGREED = "agreed"
"""Used as the id of the next table until the keeper has opened that table."""


def seats_to_ask(table: Table, seat: int, besides: int | None = None) -> tuple[int, ...]:
    """The seats that must agree to what this seat wants."""
    mine = set(table.chairs[seat].holders)
    return tuple(
        other
        for other in table.persons()
        if other not in {seat, besides} and not mine & set(table.chairs[other].holders)
    )


def refuse_second_question(table: Table) -> None:
    """Refuse a question while another one is open."""
    if table.ask is not None:
        raise AskOpen("another question waits for an answer")


def ask(
    d: Decision,
    seat: int,
    kind: AskKind,
    waiting: tuple[int, ...],
    about: int | None = None,
    level: int | None = None,
    promise: str | None = None,
) -> None:
    """Ask some seats a question."""
    data: dict[str, Any] = {"kind": kind, "waiting": list(waiting)}
    if about is not None:
        data["about"] = about
    if level is not None:
        data["level"] = level
    if promise is not None:
        data["promise"] = promise
    d.add("ask", seat, data=data)


def offer_draw(d: Decision, command: c.OfferDraw) -> None:
    """Ask for a draw."""
    d.must_hold(command.seat)
    d.must_play()
    refuse_second_question(d.table)
    if any(chair.kind == "computer" for chair in d.table.chairs):
        raise NotPossible("the computer never agrees to a draw")
    waiting = seats_to_ask(d.table, command.seat)
    if waiting:
        ask(d, command.seat, "draw", waiting)
    else:
        d.add("draw", command.seat)


def replace(d: Decision, command: c.Replace) -> None:
    """Ask to let the computer play for an absent seat."""
    d.must_hold(command.seat)
    d.must_play()
    refuse_second_question(d.table)
    table = d.table
    if command.absent not in table.persons() or command.absent == command.seat:
        raise NotPossible("no other person or bot sits on that seat")
    if table.header.clock.kind == "days":
        raise NotPossible("with days for each turn, only the clock decides who is absent")
    if command.away_for < command.needed:
        seconds = math.ceil(command.needed / 1000)
        raise NotPossible(f"that player is connected, or was less than {seconds} seconds ago")
    waiting = seats_to_ask(table, command.seat, besides=command.absent)
    if waiting:
        ask(d, command.seat, "replace", waiting, command.absent, command.level)
    else:
        d.add("replace", command.absent, data={"level": command.level})


def offer_rematch(d: Decision, command: c.OfferRematch) -> None:
    """Ask for another game, or agree to the one that another seat has asked for.

    Two players may ask at the same moment. The server stores one of the two first and decides the
    other again on what it stored. So the second one is a yes.
    """
    table = d.table
    d.must_hold(command.seat)
    if table.phase == "closed":
        raise Closed("this table was closed")
    if table.phase != "over":
        raise NotPossible("this game is not over yet")
    if table.next_table is not None:
        raise NotPossible("the next game is already open")
    asked = table.ask
    if asked is not None and asked.kind == "rematch":
        if command.seat in asked.waiting:
            answer(d, c.Answer(command.seat, asked.id, yes=True, promise=command.promise))
        return  # who has asked or agreed already only waits for the others
    refuse_second_question(table)
    waiting = seats_to_ask(table, command.seat)
    if waiting:
        ask(d, command.seat, "rematch", waiting, promise=command.promise)
    else:
        d.add("rematch", command.seat, data=_agreed(((command.seat, command.promise),)))


def _agreed(promises: Iterable[tuple[int, str | None]]) -> dict[str, Any]:
    """The data of a rematch. The keeper opens its table, with the promised shares."""
    given = {str(seat): promise for seat, promise in promises if promise is not None}
    return {"table": AGREED, **({"promises": given} if given else {})}


def answer(d: Decision, command: c.Answer) -> None:
    """Answer the open question. After the last yes, the requested thing happens."""
    d.must_hold(command.seat)
    open_ask = d.table.ask
    if open_ask is None or open_ask.id != command.ask:
        raise NotPossible("this question is no longer open")
    withdrawn = command.seat == open_ask.by and not command.yes
    if command.seat not in open_ask.waiting and not withdrawn:
        raise NotPossible("this question is not for your seat")
    data: dict[str, Any] = {"ask": command.ask, "yes": command.yes}
    if command.promise is not None and command.yes and open_ask.kind == "rematch":
        data["promise"] = command.promise
    d.add("answer", command.seat, data=data)
    if not command.yes or len(open_ask.waiting) > 1:
        return
    if open_ask.kind == "takeback":
        d.add("takeback", open_ask.by, data={"keep": open_ask.about, "spent": d.spent()})
    elif open_ask.kind == "draw":
        d.add("draw", open_ask.by)
    elif open_ask.kind == "replace":
        d.add("replace", open_ask.about, data={"level": open_ask.level})
    else:
        promises = (*open_ask.promises, (command.seat, command.promise))
        d.add("rematch", open_ask.by, data=_agreed(promises))
