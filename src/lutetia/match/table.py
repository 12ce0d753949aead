"""The state of a table. It follows from the header and the log entries alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from lutetia.kernel.chance import SEED_BYTES
from lutetia.kernel.contract import NOBODY, Game
from lutetia.kernel.draw import drawn_seed
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.types import Record, copy_record
from lutetia.match.clock import Outages, TimeControl, after, elapsed, merged
from lutetia.match.entry import Entry
from lutetia.match.header import Header
from lutetia.match.outcome import Outcome, ranks_of
from lutetia.match.shared_games import shared_game

ChairKind = Literal["open", "person", "bot", "computer"]
Phase = Literal["waiting", "playing", "over", "closed"]
GivenUp = Literal["resign", "flag", "replace"]
AskKind = Literal["takeback", "draw", "replace", "rematch"]

REVEAL_WITHIN = 15_000
"""When everybody sits, the promised shares must be revealed within so many milliseconds."""
NOT_DEALT = bytes(SEED_BYTES)
"""Stands for the seed until the game begins. Everybody knows it, so it tells nothing."""


@lru_cache(16)
def _undealt(game: Game) -> Record:
    """The state of all tables of a game that has not begun. Nobody sees it."""
    return game.deal(NOT_DEALT)


@dataclass(slots=True)
class Chair:
    """Who sits on a seat."""

    kind: ChairKind = "open"
    name: str | None = None
    level: int | None = None
    holders: tuple[str, ...] = ()
    """The player ids that may act for the seat: one for each device of the same person."""
    given_up: GivenUp | None = None
    former: tuple[str, ...] = ()
    """The holders before the computer replaced them. They may take the seat back."""
    kept: int | None = None
    """The time that they had left then."""
    guest: bool = False
    """The player has no account, so anybody may use this name."""
    share: bytes | None = None
    """What the seat contributes to the seed; None at tables that do not draw one, and until a
    promised share is revealed."""
    promise: str | None = None
    """The hash of the share, if the player has promised it."""


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that was not taken back, with the number of its entry (0: from the opening)."""

    number: int
    seat: int
    move: int
    at: int
    spent: int = 0
    """How long the seat thought about it, in milliseconds."""
    used: int = 0
    """How long its turn had taken before."""
    clocks: tuple[int | None, ...] = ()
    """The times of all seats when this thinking began."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question. Its id is the number of its entry; `waiting` are the seats to answer."""

    id: int
    kind: AskKind
    by: int
    about: int | None
    level: int | None
    waiting: tuple[int, ...]
    promises: tuple[tuple[int, str], ...] = ()
    """At the question for a rematch: seats, and the hashes of their shares for that game."""


class Table:
    """The present state of one table. Only `take` changes it, with entries that are stored."""

    __slots__ = (
        "ask",
        "chairs",
        "drawing_since",
        "excluded",
        "game",
        "given_up",
        "halted_at",
        "header",
        "host",
        "left",
        "made",
        "mover",
        "next_table",
        "number",
        "outcome",
        "phase",
        "ply",
        "previous",
        "rematch_of",
        "rests",
        "second",
        "seed",
        "shares",
        "sitters",
        "state",
        "turn_started",
        "updated",
        "used",
    )

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        self.header = header
        self.game: Game = shared_game(
            header.game, header.seats, header.options, header.pieces, header.rules_version
        )
        self.host = header.host
        """The player who may arrange and close the table before the game."""
        self.chairs = [Chair() for _ in range(header.seats)]
        self.sitters: list[str | None] = [None] * header.seats
        """The player who sat down on each seat, even if the seat was given up later."""
        self.seed = header.seed if header.opening else NOT_DEALT
        """The seed of the deal. It is drawn when the game begins: before that nobody knows it."""
        self.shares: tuple[bytes, ...] = ()
        """What the seats contributed to the seed. It is empty at tables of release 0.1.0 and at
        tables that continue from a record: these have a seed from the beginning."""
        self.drawing_since: int | None = None
        """When the last seat was taken, as long as promised shares are not revealed."""
        self.excluded: frozenset[str] = frozenset()
        """Players whom the host has sent away."""
        self.state: Record = self.game.deal(self.seed) if header.opening else _undealt(self.game)
        self.mover = int(self.state.to_move)
        """A copy of `state.to_move`, because reading the field of a record is slow."""
        self.previous: Record | None = None
        """The state before the last move; None after a takeback."""
        self.made: list[MadeMove] = []
        self.ply = 0
        self.number = 0
        self.phase: Phase = "waiting"
        self.ask: Ask | None = None
        self.outcome: Outcome | None = None
        self.next_table: str | None = None
        self.second: str | None = None
        """At the first game of a duplicate match: the table of the second."""
        self.rematch_of: str | None = None
        """The table whose players play again here; its loser starts if that is an option."""
        self.given_up: list[int] = []
        self.halted_at: int | None = None
        """The ply that a computer last did not want to answer."""
        self.left: list[int | None] = [header.clock.at_start()] * header.seats
        self.used = 0
        """How long this turn took before `turn_started`: the sum of its earlier moves."""
        self.rests: list[list[tuple[int, int]]] = [[] for _ in range(header.seats)]
        """The holidays of each seat's player."""
        self.turn_started = header.created
        self.updated = header.created
        for text in header.opening:
            # These moves come from a record and were not checked by `decide`.
            move = self._read(text)
            self.game.check(self.state, move)
            self._play(MadeMove(0, self.mover, move, header.created))
        for entry in entries:
            self.take(entry)

    def copy(self) -> Table:
        """An independent copy. States are never changed, so both share them."""
        other = Table.__new__(Table)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.chairs = [replace(chair) for chair in self.chairs]
        other.sitters = self.sitters.copy()
        other.made = self.made.copy()
        other.given_up = self.given_up.copy()
        other.left = self.left.copy()
        other.rests = [rests.copy() for rests in self.rests]
        return other

    def become(self, other: Table) -> None:
        """Take over the state of a newer copy."""
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    # Reading

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if no game is being played."""
        return self.mover if self.phase == "playing" else None

    @property
    def is_dealt(self) -> bool:
        """Whether there is a position that somebody may see."""
        return self.phase in {"playing", "over"}

    def seats_of(self, player: str) -> list[int]:
        """The seats that a player may act for."""
        return [seat for seat, chair in enumerate(self.chairs) if player in chair.holders]

    def is_full(self) -> bool:
        """Whether somebody sits on every seat."""
        return all(chair.kind != "open" for chair in self.chairs)

    def persons(self) -> list[int]:
        """Seats of persons and bots: the ones that can answer questions."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind in {"person", "bot"}]

    def computer_to_move(self) -> int | None:
        """The seat to move, if a computer sits on it."""
        seat = self.to_move
        return seat if seat is not None and self.chairs[seat].kind == "computer" else None

    @property
    def halted(self) -> bool:
        """Whether the computer to move waits: somebody plays a rated game in its position."""
        return self.halted_at == self.ply and self.computer_to_move() is not None

    def is_arranged(self, seat: int) -> bool:
        """Whether people chose the position that the computer on a seat got: the table continues
        from a record, or the computer came into a game that people had begun. A rated game is a
        question of its own."""
        header = self.header
        if header.rated:
            return False
        from_record = header.branch_of is not None or bool(header.opening)
        return from_record or self.chairs[seat].given_up is not None

    def deadline(self) -> int | None:
        """When the time of the seat to move is up; None without a clock."""
        seat = self.to_move
        if seat is None or self.chairs[seat].kind == "computer":
            return None
        left = self.left[seat]
        if left is None:
            return None
        return after(self.turn_started, left + self.clock.free(self.used), self.rests[seat])

    @property
    def clock(self) -> TimeControl:
        """The clock of this table."""
        return self.header.clock

    def pauses(self, outages: Outages = ()) -> Outages:
        """Periods in which the clock of the seat to move does not run."""
        seat = self.to_move
        rests = self.rests[seat] if seat is not None else []
        return merged(outages, rests) if rests else outages

    def cost(self, now: int, outages: Outages = ()) -> int:
        """What the time since the last move costs the seat to move."""
        spent = elapsed(self.turn_started, now, self.pauses(outages))
        return self.clock.cost(self.used, spent)

    def state_after(self, moves: int) -> Record:
        """The state after the first `moves` moves."""
        if moves == len(self.made):
            return self.state
        if moves == len(self.made) - 1 and self.previous is not None:
            return self.previous
        state = self.game.deal(self.seed)
        for made in self.made[:moves]:
            self.game.rules.apply(self.game.box, state, made.move)
        return state

    def notations(self) -> list[str]:
        """The moves in notation."""
        return [self.game.notation(made.move) for made in self.made]

    # Applying the entries of the log

    def take(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        if entry.number != self.number + 1:
            raise BadRecord(f"log of {self.header.id}: entry {self.number + 1} is missing")
        getattr(self, f"_{entry.kind}")(entry)
        self.number = entry.number
        self.updated = entry.at

    def _sit(self, entry: Entry) -> None:
        chair = self.chairs[_seat(entry)]
        chair.kind = entry.data["kind"]
        chair.name = entry.data["name"]
        chair.level = entry.data.get("level")
        player = entry.data.get("player")
        chair.holders = (player,) if player else ()
        chair.guest = bool(entry.data.get("guest"))
        share = entry.data.get("share")
        chair.share = None if share is None else bytes.fromhex(share)
        chair.promise = entry.data.get("promise")
        self.sitters[_seat(entry)] = player
        self.rematch_of = entry.data.get("rematch_of", self.rematch_of)
        if self.phase == "waiting" and self.is_full() and not entry.data.get("waits"):
            self._draw_seed(entry.at)

    def _leave(self, entry: Entry) -> None:
        left = self.chairs[_seat(entry)].holders
        self.chairs[_seat(entry)] = Chair()
        self.sitters[_seat(entry)] = None
        holders = [chair.holders[0] for chair in self.chairs if chair.holders]
        if self.host in left and holders and self.host not in holders:
            self.host = holders[0]

    def _swap(self, entry: Entry) -> None:
        one, other = _seat(entry), int(entry.data["other"])
        rows: tuple[list[Any], ...] = (self.chairs, self.sitters, self.rests)
        for row in rows:
            row[one], row[other] = row[other], row[one]

    def _start(self, entry: Entry) -> None:
        self._draw_seed(entry.at)

    def _reveal(self, entry: Entry) -> None:
        self.chairs[_seat(entry)].share = bytes.fromhex(entry.data["share"])
        self._draw_seed(entry.at)

    def _deal(self, entry: Entry) -> None:
        for chair in self._unrevealed():
            assert chair.promise is not None
            chair.share = bytes.fromhex(chair.promise)
        self._draw_seed(entry.at)

    def _rename(self, entry: Entry) -> None:
        self.chairs[_seat(entry)].name = entry.data["name"]

    def _exclude(self, entry: Entry) -> None:
        self.excluded |= set(entry.data["who"])
        self._leave(entry)

    def _claim(self, entry: Entry) -> None:
        chair = self.chairs[_seat(entry)]
        chair.holders = (*chair.holders, entry.data["player"])

    def _move(self, entry: Entry) -> None:
        assert entry.move is not None
        seat = _seat(entry)
        made = MadeMove(
            entry.number,
            seat,
            self._read(entry.move) if entry.parsed is None else entry.parsed,
            entry.at,
            int(entry.data.get("spent", 0)),
            self.used,
            tuple(self.left),
        )
        self._charge(entry)
        self._play(made)
        self.ply += 1
        # A move ends these questions: they were about the position before it.
        if self.ask is not None and self.ask.kind in {"takeback", "draw"}:
            self.ask = None
        left = self.left[seat]
        if self.mover != seat:
            if left is not None:
                self.left[seat] = self.clock.after_turn(left, self.used)
            self.used = 0
        if self.mover == NOBODY:
            self._end("played")

    def _halt(self, entry: Entry) -> None:
        del entry
        self.halted_at = self.ply

    def _takeback(self, entry: Entry) -> None:
        keep = int(entry.data["keep"])
        self._turn_clocks_back(keep, int(entry.data.get("spent", 0)))
        self.turn_started = entry.at
        self.previous, self.state = None, self.state_after(keep)
        self.mover = int(self.state.to_move)
        del self.made[keep:]
        self.ply += 1
        self.ask = None

    def _ask(self, entry: Entry) -> None:
        data = entry.data
        self.ask = Ask(
            entry.number,
            data["kind"],
            _seat(entry),
            data.get("about"),
            data.get("level"),
            tuple(data["waiting"]),
            ((_seat(entry), data["promise"]),) if "promise" in data else (),
        )

    def _answer(self, entry: Entry) -> None:
        assert self.ask is not None
        if not entry.data["yes"]:
            self.ask = None
            return
        ask = self.ask
        waiting = tuple(seat for seat in ask.waiting if seat != entry.seat)
        promises = ask.promises
        if "promise" in entry.data:
            promises = (*promises, (_seat(entry), entry.data["promise"]))
        self.ask = replace(ask, waiting=waiting, promises=promises)

    def _resign(self, entry: Entry) -> None:
        self._give_up(_seat(entry), "resign")

    def _flag(self, entry: Entry) -> None:
        self.left[_seat(entry)] = 0
        self._give_up(_seat(entry), "flag")
        self.turn_started = entry.at

    def _replace(self, entry: Entry) -> None:
        seat = _seat(entry)
        self.given_up.append(seat)
        chair = self.chairs[seat]
        chair.given_up = "replace"
        chair.kind, chair.level = "computer", entry.data["level"]
        chair.former, chair.holders = chair.holders, ()
        chair.kept, self.left[seat] = self.left[seat], None
        self.turn_started = entry.at
        self.ask = None

    def _return(self, entry: Entry) -> None:
        seat = _seat(entry)
        self.given_up.remove(seat)
        chair = self.chairs[seat]
        chair.given_up, chair.level = None, None
        chair.kind = entry.data["kind"]
        chair.holders, chair.former = chair.former, ()
        self.left[seat] = chair.kept
        self.turn_started = entry.at
        self.ask = None

    def _draw(self, entry: Entry) -> None:
        del entry
        self.ask = None
        self.phase = "over"
        self.outcome = Outcome("draw", (1,) * self.header.seats)

    def _rematch(self, entry: Entry) -> None:
        self.ask = None
        self.next_table = entry.data["table"]

    def _second(self, entry: Entry) -> None:
        self.second = entry.data["table"]

    def _close(self, entry: Entry) -> None:
        del entry
        self.phase = "closed"

    def _rest(self, entry: Entry) -> None:
        begin, end = int(entry.data["begin"]), int(entry.data["end"])
        rests = self.rests[_seat(entry)]
        rests[:] = [rest for rest in rests if rest[0] != begin]
        rests.append((begin, end))
        rests.sort()

    # Steps that several entries share

    def _unrevealed(self) -> list[Chair]:
        return [c for c in self.chairs if c.promise is not None and c.share is None]

    def _draw_seed(self, at: int) -> None:
        """Everybody sits: begin, or wait until all promised shares are revealed."""
        if self.header.branch_of is None and self._unrevealed():
            if self.drawing_since is None:
                self.drawing_since = at
        else:
            self.drawing_since = None
            self._begin(at)

    def _begin(self, at: int) -> None:
        """Everybody sits, and every share is known: draw the seed and deal."""
        self.phase = "playing"
        self.turn_started = at
        if self.header.opening:
            return
        shares = tuple(chair.share for chair in self.chairs if chair.share is not None)
        if self.header.branch_of is None and len(shares) == self.header.seats:
            self.shares = shares
            self.seed = drawn_seed(self.header.seed, shares)
        else:
            self.seed = self.header.seed
        self.state = self.game.deal(self.seed)
        self.mover = int(self.state.to_move)

    def _read(self, text: str) -> int:
        move = self.game.parse_exact(text)
        if move is None:
            raise BadRecord(f"log of {self.header.id}: “{text[:40]}” is not a move")
        return move

    def _play(self, made: MadeMove) -> None:
        after = copy_record(self.state)
        self.game.rules.apply(self.game.box, after, made.move)
        self.made.append(made)
        self.previous, self.state = self.state, after
        self.mover = int(after.to_move)

    def thought_again(self, keep: int, since: int) -> int:
        """How long the seat has thought in its turn if only `keep` moves stay, after the others
        played or waited for `since` milliseconds.

        It pays for its own thinking, and also for the time since the last move, unless the others
        were asked: then they decided how long that was.
        """
        asked = self.ask is not None and self.ask.kind == "takeback"
        seat = self.made[keep].seat
        own = sum(made.spent for made in self.made[keep:] if made.seat == seat)
        return own + (0 if asked else since)

    def _turn_clocks_back(self, keep: int, since: int) -> None:
        """The clocks follow from the moves that stand: nobody keeps what a turn added that is taken
        back, and nobody else pays for it."""
        first = self.made[keep]
        thought = self.thought_again(keep, since)
        for seat, (now, then) in enumerate(zip(self.left, first.clocks, strict=True)):
            if now is None or then is None:
                continue
            cost = self.clock.cost(first.used, thought) if seat == first.seat else 0
            self.left[seat] = then - cost
        self.used = first.used + thought

    def _charge(self, entry: Entry) -> None:
        seat = self.to_move
        if seat is not None:
            left, spent = self.left[seat], int(entry.data.get("spent", 0))
            if left is not None:
                self.left[seat] = left - self.clock.cost(self.used, spent)
            self.used += spent
        self.turn_started = entry.at

    def _give_up(self, seat: int, how: GivenUp) -> None:
        chair = self.chairs[seat]
        chair.given_up = how
        self.given_up.append(seat)
        self.ask = None
        others = [other for other in range(self.header.seats) if other not in self.given_up]
        if len(others) <= 1 or all(self.chairs[other].kind == "computer" for other in others):
            self._end("time" if how == "flag" else "resigned")
            return
        chair.kind, chair.level = "computer", self.header.plays_on
        chair.holders = ()
        self.left[seat] = None

    def _end(self, reason: Literal["played", "resigned", "time"]) -> None:
        last = [seat for seat in self.given_up if self.chairs[seat].given_up != "replace"]
        self.phase = "over"
        self.ask = None
        self.outcome = Outcome(reason, ranks_of(self.game, self.state, last))


def _seat(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


def summary(table: Table) -> dict[str, Any]:
    """What a list shows about a table. It is stored, so that a list needs no logs."""
    deadline = table.deadline()
    if table.drawing_since is not None:
        deadline = table.drawing_since + REVEAL_WITHIN
    return {
        "phase": table.phase,
        "to_move": table.to_move,
        "thinking": table.computer_to_move() is not None and not table.halted,
        "halted": table.halted,
        "deadline": deadline,
        "moves": len(table.made),
        "updated": table.updated,
        "ranks": list(table.outcome.ranks) if table.outcome else None,
        "holders": [list(chair.holders) for chair in table.chairs],
    }
