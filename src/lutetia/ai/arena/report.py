"""The results of an arena: a table of strength, and the results of each pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.arena.match import Played
from lutetia.ai.arena.ratings import (
    Comparison,
    Verdict,
    elo_table,
    sequential_test,
    share_interval,
)
from lutetia.ai.arena.schedule import Meeting, schedule

TWO = 2


@dataclass(frozen=True)
class Line:
    """One player's strength."""

    player: str
    elo: float
    error: float
    games: int
    share: float
    """The share of wins against all other players at its tables; draws count half."""
    points: float
    slowest: float
    """The longest choice, in seconds of one core."""
    seconds_a_move: float
    processor_a_move: float | None
    """Processor seconds, which do not depend on what else the machine does. A program of somebody
    else runs in another process, so only its seconds count."""


@dataclass(frozen=True)
class Duel:
    """One player against another."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    margin: float
    """The mean lead in points."""
    verdict: str
    ratio: float


@dataclass(frozen=True)
class FirstPlaces:
    """How often a player that sits once at a table of several seats comes first there."""

    player: str
    others: list[str]
    games: int
    share: float
    """Shared first places count in parts."""
    low: float
    high: float
    chance: float
    """The share if all were equally strong."""


@dataclass(frozen=True)
class Report:
    """All results."""

    lines: list[Line]
    duels: list[Duel]
    firsts: list[FirstPlaces]
    """For tables of more than two seats."""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


@dataclass
class _Pair:
    """The collected results of two players: a share and a margin for each shuffle."""

    wins: dict[tuple[int, int], float]
    games: dict[tuple[int, int], int]
    margins: list[float]


def report(
    names: Sequence[str],
    seats: int,
    shuffles: int,
    games: Mapping[str, Played],
    elo_0: float = 0.0,
    elo_1: float = 30.0,
    ladder: bool = False,
) -> Report:
    """Summarise the finished games."""
    done = [
        (meeting, games[meeting.key])
        for meeting in schedule(len(names), seats, shuffles, ladder)
        if meeting.key in games
    ]
    pairs = _collect(done)
    comparisons = [
        Comparison(one, other, pair.wins[key], pair.games[key])
        for (one, other), pair in pairs.items()
        for key in pair.wins
    ]
    elo, error = elo_table(comparisons, len(names))
    return Report(
        sorted(
            (_line(player, names, done, elo, error) for player in range(len(names))),
            key=lambda line: -line.elo,
        ),
        [_duel(names, one, other, pair, elo_0, elo_1) for (one, other), pair in pairs.items()],
        _first_places(names, done) if seats > TWO else [],
    )


def _collect(done: Sequence[tuple[Meeting, Played]]) -> dict[tuple[int, int], _Pair]:
    pairs: dict[tuple[int, int], _Pair] = {}
    for meeting, played in done:
        for seat, one in enumerate(meeting.seating):
            for rival, other in enumerate(meeting.seating):
                if one >= other:
                    continue
                pair = pairs.setdefault(
                    (one, other), _Pair(defaultdict(float), defaultdict(int), [])
                )
                key = (meeting.table, meeting.shuffle)
                pair.wins[key] += _win(played, seat, rival)
                pair.games[key] += 1
                pair.margins.append(played.points[seat] - played.points[rival])
    return pairs


def _first_places(
    names: Sequence[str], done: Sequence[tuple[Meeting, Played]]
) -> list[FirstPlaces]:
    shares: dict[tuple[int, int], dict[int, list[float]]] = {}
    others: dict[tuple[int, int], list[str]] = {}
    for meeting, played in done:
        for seat, player in enumerate(meeting.seating):
            if meeting.seating.count(player) > 1:
                continue
            key = (meeting.table, player)
            shares.setdefault(key, defaultdict(list))[meeting.shuffle].append(_first(played, seat))
            others[key] = sorted(names[other] for other in meeting.seating if other != player)
    found = []
    for (table, player), by_shuffle in sorted(shares.items()):
        games = sum(len(parts) for parts in by_shuffle.values())
        means = [_mean(parts) for parts in by_shuffle.values()]
        share, low, high = share_interval(means, max(1, round(games / len(means))))
        rivals = others[table, player]
        found.append(
            FirstPlaces(
                player=names[player],
                others=rivals,
                games=games,
                share=round(share, 4),
                low=round(low, 4),
                high=round(high, 4),
                chance=round(1.0 / (len(rivals) + 1), 4),
            )
        )
    return found


def _first(played: Played, seat: int) -> float:
    """The part of the first place that a seat has."""
    best = min(played.ranks)
    return 1.0 / played.ranks.count(best) if played.ranks[seat] == best else 0.0


def _win(played: Played, seat: int, rival: int) -> float:
    if played.ranks[seat] == played.ranks[rival]:
        return 0.5
    return 1.0 if played.ranks[seat] < played.ranks[rival] else 0.0


def _line(
    player: int,
    names: Sequence[str],
    done: Sequence[tuple[Meeting, Played]],
    elo: Sequence[float],
    error: Sequence[float],
) -> Line:
    mine = [
        (seat, meeting, played)
        for meeting, played in done
        for seat, found in enumerate(meeting.seating)
        if found == player
    ]
    wins = [
        _win(played, seat, rival)
        for seat, meeting, played in mine
        for rival, other in enumerate(meeting.seating)
        if other != player
    ]
    plies = sum(played.plies / len(played.points) for _, _, played in mine)
    return Line(
        player=names[player],
        elo=round(elo[player], 1),
        error=round(error[player], 1),
        games=len(mine),
        share=round(_mean(wins), 4),
        points=round(_mean([played.points[seat] for seat, _, played in mine]), 2),
        slowest=round(max((played.slowest[seat] for seat, _, played in mine), default=0.0), 3),
        seconds_a_move=round(
            sum(played.spent[seat] for seat, _, played in mine) / max(1.0, plies), 4
        ),
        processor_a_move=_processor(mine),
    )


def _processor(mine: Sequence[tuple[int, Meeting, Played]]) -> float | None:
    """The processor time of a move, of the games that measured it."""
    measured = [
        (played.worked[seat], played.plies / len(played.points))
        for seat, _, played in mine
        if played.worked is not None
    ]
    if not measured:
        return None
    return round(sum(one for one, _ in measured) / max(1.0, sum(n for _, n in measured)), 4)


def _duel(
    names: Sequence[str], one: int, other: int, pair: _Pair, elo_0: float, elo_1: float
) -> Duel:
    shares = [pair.wins[key] / pair.games[key] for key in pair.wins]
    games = sum(pair.games.values())
    share, low, high = share_interval(shares, max(1, round(games / max(1, len(shares)))))
    verdict: Verdict = sequential_test(shares, elo_0, elo_1)
    return Duel(
        one=names[one],
        other=names[other],
        games=games,
        share=round(share, 4),
        low=round(low, 4),
        high=round(high, 4),
        margin=round(_mean(pair.margins), 2),
        verdict=verdict.text,
        ratio=round(verdict.ratio, 3),
    )


def _mean(numbers: Sequence[float]) -> float:
    return float(np.mean(numbers)) if numbers else 0.0
