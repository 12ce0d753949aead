"""Arranging a table: who sits where before the game, who comes back, and what they are called.

The host is the player who opened the table. If the host leaves, the next person is the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lutetia.match import commands as c
from lutetia.match.errors import NotPossible, NotYourSeat

if TYPE_CHECKING:
    from lutetia.match.decide import Decision


def leave(d: Decision, command: c.Leave) -> None:
    """Leave a seat; or, as the host, send a computer away."""
    d.refuse_closed()
    d.must_exist(command.seat)
    if d.table.phase == "waiting" and d.table.chairs[command.seat].kind == "computer":
        d.must_host()
    else:
        d.must_hold(command.seat)
    # After the game has begun the seat waits for its player: only resigning gives it up.
    if d.table.phase == "waiting":
        d.refuse_drawing()
        _refuse_second_game(d)
        d.add("leave", command.seat)


def give_seat(d: Decision, command: c.GiveSeat) -> None:
    """Give an open seat to a computer. The host starts the game after that."""
    d.must_wait()
    d.must_host()
    d.must_exist(command.seat)
    if d.table.header.rated:
        raise NotPossible("this game is rated, and computers have no rating")
    _refuse_second_game(d)
    chair = d.table.chairs[command.seat]
    if chair.kind not in {"open", "computer"}:
        raise NotPossible("somebody sits on that seat")
    if chair.level != command.level:
        data: dict[str, Any] = {"kind": "computer", "name": command.name, "level": command.level}
        data["waits"] = True
        if command.share is not None:
            data["share"] = command.share.hex()
        d.add("sit", command.seat, data=data)


def swap(d: Decision, command: c.Swap) -> None:
    """Let two seats change places."""
    d.must_wait()
    d.must_host()
    _refuse_second_game(d)
    d.must_exist(command.seat)
    d.must_exist(command.other)
    if command.seat == command.other:
        raise NotPossible("choose two different seats")
    d.add("swap", command.seat, data={"other": command.other})


def start(d: Decision, command: c.Start) -> None:
    """Begin the game. Either player may begin the second game of a match."""
    del command
    d.must_wait()
    if not (_is_second_game(d) and d.player is not None and d.table.seats_of(d.player)):
        d.must_host()
    if not d.table.is_full():
        raise NotPossible("a seat is still open: give it to a computer, or wait for somebody")
    d.add("start")


def _is_second_game(d: Decision) -> bool:
    pair = d.table.header.pair
    return pair is not None and pair.game == 2


def _refuse_second_game(d: Decision) -> None:
    if _is_second_game(d):
        raise NotPossible("the seats of the second game of a match are fixed")


def close(d: Decision, command: c.Close) -> None:
    """Close a table that has not begun."""
    del command
    d.refuse_closed()
    d.must_host()
    if d.table.phase != "waiting":
        raise NotPossible("the game has begun: resign instead")
    d.refuse_drawing()
    if d.player is not None:
        _refuse_second_game(d)
    d.add("close")


def take_back(d: Decision, command: c.Return) -> None:
    """Take a seat back from the computer that replaced this player."""
    d.must_play()
    d.must_exist(command.seat)
    chair = d.table.chairs[command.seat]
    if d.player in chair.holders:
        return
    if d.player not in chair.former:
        raise NotYourSeat("no computer plays for you on that seat")
    d.add("return", command.seat, data={"kind": command.kind})


def rename(d: Decision, command: c.Rename) -> None:
    """Show the new name of a player. On a shared screen the others keep their own names."""
    assert d.player is not None
    chairs = d.table.chairs
    theirs = [
        seat
        for seat, chair in enumerate(chairs)
        if d.player in chair.holders or d.player in chair.former
    ]
    for seat in theirs:
        if len(theirs) == 1 or chairs[seat].name == command.before:
            d.add("rename", seat, data={"name": command.name, "player": d.player})
