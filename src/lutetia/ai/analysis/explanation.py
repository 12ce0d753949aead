"""Why a move is better than another one: the facts, for words in any language.

Every figure is the difference of two figures that stand beside it, so a reader can check it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lutetia.ai.analysis.outlook import ends_after
from lutetia.ai.analysis.worth import Worth
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Places
from lutetia.kernel.score_parts import PartValue, ScorePart
from lutetia.kernel.types import Floats, Record

SMALLEST_SHARE = 0.25
"""A smaller difference between two shares of imagined games is left out: it may be chance."""
CERTAIN = 0.999
"""A place that a seat holds in every game is left out: the move itself says so."""
MOST_PLACES = 6
CERTAIN_WORLDS = 4
"""A part is told only if it is the same in so many imagined worlds."""


@dataclass(frozen=True)
class LineChange:
    """A scoring line of a seat at the end of the game, after the best move and after the other."""

    seat: str
    line: str
    points: float
    """`best` minus `other`."""
    best: float
    other: float


@dataclass(frozen=True)
class PartChange:
    """A part of a scoring line, with the best move and without it."""

    seat: str
    line: str
    thing: str
    points: int
    """`after` minus `before`."""
    before: int
    after: int
    values: dict[str, PartValue]
    """What the points are for, in notation; those of before if the part is gone."""
    old_values: dict[str, PartValue] | None
    """The values of before; None if the part is new."""
    text: str
    """The values as an English phrase."""


@dataclass(frozen=True)
class PlaceChange:
    """A place at the end of the game: for each seat the share of games in which it holds it."""

    place: str
    best: list[float]
    other: list[float]


@dataclass(frozen=True)
class Explanation:
    """The best move compared with another move."""

    other: str | None
    """The move that the best one is compared with; None: there is no other."""
    gain: float | None
    """How much greater the expected margin is after the best move than after the other."""
    proved: bool
    """Whether the figures are proved. Otherwise they are means over imagined games."""
    lines: list[LineChange]
    """All lines that differ at the end, the largest difference first."""
    at_once: list[PartChange]
    """What the best move and the rest of its turn change at once, the largest change first."""
    at_end: list[PartChange]
    """If proved: what differs between the two ends of the game, the largest difference first."""
    places: list[PlaceChange]
    """Places that the seat holds more often or a rival less often, the largest difference first."""
    games: int
    """How many imagined games the shares of `places` come from; 0 if there are none."""


@dataclass(frozen=True)
class Candidate:
    """A move with the rest of its turn, and what it leads to."""

    move: int
    worth: Worth
    then: Sequence[int] = ()

    @property
    def moves(self) -> list[int]:
        """The known moves: to the end if proved, otherwise to the end of the turn."""
        return list(self.worth.line or (self.move, *self.then))


def explain(
    game: Game,
    view: Record,
    seat: int,
    best: Candidate,
    other: Candidate | None,
    games: int,
    seed: str,
) -> Explanation:
    """Compare two moves of the seat to move. `games` are imagined for the places, if not proved."""
    proved = best.worth.proved and (other is None or other.worth.proved)
    at_end: list[PartChange] = []
    places: list[PlaceChange] = []
    if other is not None and proved:
        ends = [_end(game, view, one.worth.line) for one in (other, best)]
        at_end = _changes(game, _parts(game, ends[0]), _parts(game, ends[1]))
    elif other is not None and games:
        after = [ends_after(game, view, seat, one.move, games, seed) for one in (best, other)]
        places = _place_changes(game, seat, *after)
    return Explanation(
        other=None if other is None else game.notation(other.move),
        gain=None if other is None else best.worth.lead(other.worth, seat),
        proved=proved,
        lines=[] if other is None else line_changes(game, best.worth, other.worth),
        at_once=_at_once(game, view, seat, [best.move, *best.then], seed),
        at_end=at_end,
        places=places,
        games=games if places else 0,
    )


def line_changes(game: Game, best: Worth, other: Worth) -> list[LineChange]:
    """Every line that differs, the largest difference first."""
    changes = []
    for seat in range(game.seats):
        for number, line in enumerate(game.score_lines):
            one, two = (round(float(worth.lines[seat, number]), 1) for worth in (best, other))
            if one != two:
                name = game.seat_name(seat)
                changes.append(LineChange(name, line, round(one - two, 1), one, two))
    return sorted(changes, key=lambda change: -abs(change.points))


def _at_once(
    game: Game, view: Record, seat: int, moves: Sequence[int], seed: str
) -> list[PartChange]:
    """What some moves of one turn change, if it is the same in every imagined world."""
    chance = generator(derived_seed("at once", seed))
    before = _parts(game, view)
    told: list[PartChange] | None = None
    for _ in range(CERTAIN_WORLDS):
        world = game.imagine(view, seat, chance)
        for move in moves:
            if game.is_over(world) or not game.is_legal(world, move):
                break
            world = game.play(world, move)
        changes = _changes(game, before, _parts(game, game.view(world, seat)))
        told = changes if told is None else [one for one in told if one in changes]
    return told or []


_Key = tuple[int, str, str]


def _parts(game: Game, state: Record) -> dict[_Key, ScorePart]:
    """The parts of a score by seat, line and thing."""
    parts_of = package_of(game).score_parts()
    found = () if parts_of is None else parts_of(game, state)
    return {(part.seat, part.line, part.thing): part for part in found}


def _changes(
    game: Game, before: dict[_Key, ScorePart], after: dict[_Key, ScorePart]
) -> list[PartChange]:
    """Every part with other points, the largest change first."""
    changes = []
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        part = new or old
        assert part is not None
        was, now = old.points if old else 0, new.points if new else 0
        if now != was:
            seat = game.seat_name(part.seat)
            changes.append(
                PartChange(
                    seat=seat,
                    line=part.line,
                    thing=part.thing,
                    points=now - was,
                    before=was,
                    after=now,
                    values=dict(part.values),
                    old_values=dict(old.values) if old else None,
                    text=part.text,
                )
            )
    return sorted(changes, key=lambda one: (-abs(one.points), one.seat, one.line, one.thing))


def _end(game: Game, view: Record, line: Sequence[int]) -> Record:
    """The end of a proved line. Nothing that it depends on is hidden."""
    state = view
    for move in line:
        state = game.play(state, move)
    return state


def _place_changes(
    game: Game, seat: int, best: Sequence[Record], other: Sequence[Record]
) -> list[PlaceChange]:
    """The places that speak for the best move, from the ends of some games."""
    places_of = package_of(game).places()
    if places_of is None:
        return []
    with_best, with_other = (_shares(game, places_of, ends) for ends in (best, other))
    nobody = np.zeros(game.seats)
    # What the seat holds more often counts for it, what a rival holds more often against it.
    sides = np.full(game.seats, -1.0)
    sides[seat] = 1.0
    found = []
    for name in with_best.keys() | with_other.keys():
        one, two = with_best.get(name, nobody), with_other.get(name, nobody)
        gain = float((sides * (one - two)).max())
        if gain >= SMALLEST_SHARE and max(one.max(), two.max()) < CERTAIN:
            found.append((gain, PlaceChange(name, _rounded(one), _rounded(two))))
    found.sort(key=lambda pair: (-pair[0], pair[1].place))
    return [change for _, change in found[:MOST_PLACES]]


def _shares(game: Game, places_of: Places, ends: Sequence[Record]) -> dict[str, Floats]:
    """For each place and seat the share of the games in which the seat holds it."""
    shares: dict[str, Floats] = {}
    for end in ends:
        for name, seats, _ in places_of(game, end):
            shares.setdefault(name, np.zeros(game.seats))[seats] += 1 / len(ends)
    return shares


def _rounded(shares: Floats) -> list[float]:
    return [round(float(share), 3) for share in shares]
