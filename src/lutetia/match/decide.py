"""What a command does to a table: the new log entries, or an error that says why not.

Nothing here changes a table. The keeper first stores the entries and then applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lutetia.kernel.draw import share_commitment
from lutetia.kernel.errors import GameOver, NotYourTurn, StaleMove
from lutetia.match import arranging, questions
from lutetia.match import commands as c
from lutetia.match.clock import Outages, elapsed
from lutetia.match.entry import Entry, EntryKind
from lutetia.match.errors import Closed, NotPossible, NotStarted, NotYourSeat, SeatTaken
from lutetia.match.table import REVEAL_WITHIN, Table
from lutetia.match.undo import reveals

MOST_ENTRIES = 5_000
"""A log of this length gets only moves and what ends the game. Real games need a few hundred."""
GOES_ON = (c.Move, c.Halt, c.Resign, c.Answer, c.Close)
"""Commands that a game needs to come to its end."""
MOST_DEVICES = 8
"""A seat can be open on so many devices."""


class Decision:
    """One command at one table, at one moment."""

    def __init__(self, table: Table, player: str | None, now: int, outages: Outages = ()) -> None:
        self.table = table
        self.player = player
        """None: the server acts, for a computer or because the time is up."""
        self.now = now
        self.outages = outages
        self.entries: list[Entry] = []

    def add(
        self,
        kind: EntryKind,
        seat: int | None = None,
        move: str | None = None,
        data: Mapping[str, Any] | None = None,
        parsed: int | None = None,
    ) -> None:
        """Add an entry."""
        number = self.table.number + len(self.entries) + 1
        self.entries.append(Entry(number, kind, self.now, seat, move, data or {}, parsed))

    def spent(self) -> int:
        """How long the seat to move has been thinking."""
        return elapsed(self.table.turn_started, self.now, self.table.pauses(self.outages))

    def must_hold(self, seat: int) -> None:
        """Refuse a player who does not hold the seat."""
        chairs = self.table.chairs
        if self.player is None:
            return
        self.must_exist(seat)
        if self.player not in chairs[seat].holders:
            raise NotYourSeat("you do not sit on that seat")

    def must_exist(self, seat: int) -> None:
        """Refuse a seat that the table does not have."""
        if seat >= len(self.table.chairs):
            raise NotPossible(f"this table has {len(self.table.chairs)} seats")

    def must_host(self) -> None:
        """Refuse a player who may not arrange the table. The server itself may."""
        if self.player is not None and self.player != self.table.host:
            raise NotYourSeat("only the host of this table can do that")

    def must_wait(self) -> None:
        """Refuse unless the game has not begun."""
        self.refuse_closed()
        if self.table.phase != "waiting":
            raise NotPossible("the game has begun")
        self.refuse_drawing()

    def refuse_drawing(self) -> None:
        """Refuse to change the table while the shares of the seed are being revealed."""
        if self.table.drawing_since is not None:
            raise NotPossible("everybody sits, and the game begins in a moment")

    def refuse_closed(self) -> None:
        """Refuse every command at a closed table."""
        if self.table.phase == "closed":
            raise Closed("this table was closed before the game began")

    def must_play(self) -> None:
        """Refuse unless the game has begun and is not over."""
        self.refuse_closed()
        if self.table.phase == "waiting":
            raise NotStarted("a seat is still open: the game has not begun")
        if self.table.phase == "over":
            raise GameOver("the game is over")


def decide(
    table: Table, player: str | None, command: c.Command, now: int, outages: Outages = ()
) -> list[Entry]:
    """The entries of a command, in order."""
    decision = Decision(table, player, now, outages)
    if table.number >= MOST_ENTRIES and not isinstance(command, GOES_ON):
        raise NotPossible("too much has happened at this table: only moves are possible now")
    HANDLERS[type(command)](decision, command)
    return decision.entries


def _sit(d: Decision, command: c.Sit) -> None:
    d.refuse_closed()
    d.must_exist(command.seat)
    chair = d.table.chairs[command.seat]
    if d.player in chair.holders:
        return
    if d.table.phase != "waiting" or chair.kind != "open":
        raise SeatTaken("that seat is taken")
    if d.player in d.table.excluded:
        raise NotPossible("the player who opened this table has excluded you")
    assert d.player is not None
    data: dict[str, Any] = {"player": d.player, "name": command.name, "kind": command.kind}
    if command.guest:
        data["guest"] = True
    if command.promise is not None:
        data["promise"] = command.promise
    elif command.share is not None:
        data["share"] = command.share.hex()
    d.add("sit", command.seat, data=data)


def _reveal(d: Decision, command: c.Reveal) -> None:
    d.refuse_closed()
    d.must_exist(command.seat)
    d.must_hold(command.seat)
    chair = d.table.chairs[command.seat]
    if chair.promise is None or chair.share is not None:
        return  # there is nothing to reveal, or not any more
    if d.table.drawing_since is None:
        raise NotPossible("a share is revealed when everybody sits, not earlier")
    if share_commitment(command.share) != chair.promise:
        raise NotPossible("this is not the share that was promised for that seat")
    d.add("reveal", command.seat, data={"share": command.share.hex()})


def _exclude(d: Decision, command: c.Exclude) -> None:
    d.refuse_closed()
    d.must_host()
    if d.table.phase != "waiting":
        raise NotPossible("the game has begun: nobody can be sent away")
    d.refuse_drawing()
    d.must_exist(command.seat)
    holders = d.table.chairs[command.seat].holders
    if not holders or d.player in holders:
        raise NotPossible("no other person or bot sits on that seat")
    d.add("exclude", command.seat, data={"who": list(holders)})


def _claim(d: Decision, command: c.Claim) -> None:
    d.refuse_closed()
    if command.seat >= len(d.table.chairs):
        raise NotYourSeat("this key is not for a seat of this table")
    holders = d.table.chairs[command.seat].holders
    if command.key_of not in holders:
        raise NotYourSeat("this key is no longer valid: its player has left the seat")
    if d.player in holders:
        return
    if len(holders) >= MOST_DEVICES:
        raise NotPossible(f"this seat is already open on {MOST_DEVICES} devices")
    d.add("claim", command.seat, data={"player": d.player})


def _move(d: Decision, command: c.Move) -> None:
    d.must_hold(command.seat)
    d.must_play()
    table, game = d.table, d.table.game
    if command.ply != table.ply:
        raise StaleMove(f"the table is at ply {table.ply}, this move answers ply {command.ply}")
    if command.seat != table.to_move:
        raise NotYourTurn("another seat is to move")
    move = game.read(command.move)
    game.check(table.state, move)
    d.add("move", command.seat, command.move, {"spent": d.spent()}, move)


def _halt(d: Decision, command: c.Halt) -> None:
    if d.player is not None:
        raise NotYourSeat("only the server halts a computer")
    d.must_play()
    table = d.table
    if command.ply != table.ply or command.seat != table.computer_to_move():
        raise StaleMove("the computer is not to move in this position any more")
    if not table.halted:
        d.add("halt", command.seat)


def _undo(d: Decision, command: c.Undo) -> None:
    d.must_hold(command.seat)
    d.must_play()
    table = d.table
    keep = last_step(table, command.seat)
    if keep is None:
        raise NotPossible("you have no step to take back")
    questions.refuse_second_question(table)
    waiting = questions.seats_to_ask(table, command.seat)
    own_last = all(made.seat == command.seat for made in table.made[keep:])
    if waiting and own_last and not _revealed(table, keep):
        waiting = ()
    if not waiting:
        _refuse_costly_takeback(d, keep)
    if waiting:
        questions.ask(d, command.seat, "takeback", waiting, about=keep)
    else:
        d.add("takeback", command.seat, data={"keep": keep, "spent": d.spent()})


def _refuse_costly_takeback(d: Decision, keep: int) -> None:
    """Refuse a takeback that would cost a seat all its time: it would lose by it."""
    table, first = d.table, d.table.made[keep]
    left = first.clocks[first.seat]
    if left is None or table.left[first.seat] is None:
        return
    if table.clock.cost(first.used, table.thought_again(keep, d.spent())) > left:
        raise NotPossible("you have too little time left to take this back")


def _revealed(table: Table, keep: int) -> bool:
    """Whether one of the moves after the first `keep` moves showed something hidden."""
    states = [table.state_after(number) for number in range(keep, len(table.made) + 1)]
    return any(
        reveals(table.game, before, made.move, after)
        for before, made, after in zip(states[:-1], table.made[keep:], states[1:], strict=True)
    )


def last_move(table: Table, seat: int) -> int | None:
    """How many moves were made before the seat's last move; None if it made no move here."""
    opening = len(table.header.opening)
    for index in range(len(table.made) - 1, opening - 1, -1):
        if table.made[index].seat == seat:
            return index
    return None


def last_step(table: Table, seat: int) -> int | None:
    """How many moves stay if the seat takes its last decision back; None if it made none here.

    A decision may be two moves, for example the exchange and the placing of a levitation.
    """
    index = last_move(table, seat)
    if index is None:
        return None
    while index > len(table.header.opening) and table.game.continues(table.state_after(index)):
        index -= 1
    return index


def _resign(d: Decision, command: c.Resign) -> None:
    d.must_hold(command.seat)
    d.must_play()
    d.add("resign", command.seat)


def _rest(d: Decision, command: c.Rest) -> None:
    d.must_hold(command.seat)
    d.must_play()
    known = d.table.rests[command.seat]
    if d.table.clock.kind == "days" and (command.begin, command.end) not in known:
        d.add("rest", command.seat, data={"begin": command.begin, "end": command.end})


HANDLERS: dict[type, Callable[[Decision, Any], None]] = {
    c.Sit: _sit,
    c.Reveal: _reveal,
    c.Leave: arranging.leave,
    c.GiveSeat: arranging.give_seat,
    c.Swap: arranging.swap,
    c.Start: arranging.start,
    c.Close: arranging.close,
    c.Return: arranging.take_back,
    c.Rename: arranging.rename,
    c.Exclude: _exclude,
    c.Claim: _claim,
    c.Move: _move,
    c.Halt: _halt,
    c.Undo: _undo,
    c.Resign: _resign,
    c.OfferDraw: questions.offer_draw,
    c.Replace: questions.replace,
    c.OfferRematch: questions.offer_rematch,
    c.Answer: questions.answer,
    c.Rest: _rest,
}


def decide_flag(table: Table, now: int, outages: Outages = ()) -> list[Entry]:
    """The entry `flag` if the time of the seat to move is up, or the entry `deal` if shares were
    not revealed in time; otherwise no entry."""
    if table.drawing_since is not None and now - table.drawing_since > REVEAL_WITHIN:
        decision = Decision(table, None, now, outages)
        decision.add("deal")
        return decision.entries
    seat = table.to_move
    if seat is None or table.chairs[seat].kind == "computer":
        return []
    left = table.left[seat]
    if left is None or table.cost(now, outages) <= left:
        return []
    decision = Decision(table, None, now, outages)
    decision.add("flag", seat)
    return decision.entries
