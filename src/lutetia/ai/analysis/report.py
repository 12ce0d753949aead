"""The analysis of a whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.analysis.weigh import Scales, Weighed
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, replay

SMALLEST = 0.05
"""Smaller differences are not reported."""

Told = Callable[[int, int], None]
"""Called after each move with the number of finished moves and of all moves."""


@dataclass(frozen=True)
class Reason:
    """How much the better move would have changed one scoring line of one seat."""

    seat: str
    line: str
    points: float
    """The points with the better move minus the points with the played move."""


@dataclass(frozen=True)
class Judged:
    """One move of the record."""

    ply: int
    """The number of the move, from 1."""
    seat: str
    player: str
    move: str
    loss: float
    best: str
    """The better move, or the played move if there is no better one."""
    proved: bool
    forced: bool
    """Whether no other move was legal."""
    margins: list[float]
    """For each seat: its expected lead over the best of the others after this move."""
    why: list[Reason]


@dataclass(frozen=True)
class Summary:
    """One seat's play."""

    seat: str
    player: str
    decisions: int
    mean_loss: float
    worst: int | None
    """The ply of the costliest move."""


@dataclass(frozen=True)
class Analysis:
    """The analysis of a record."""

    game: str
    seats: list[str]
    moves: list[Judged]
    summaries: list[Summary]
    final: list[int] | None
    """The points of each seat, if the game was played to its end."""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def analyse(game: Game, record: GameRecord, scales: Scales, told: Told) -> Analysis:
    """Judge every move of a record."""
    judged: list[Judged] = []
    margins = [0.0] * game.seats
    state = None
    for ply in replay(game, record):
        seat = int(ply.before.to_move)
        forced = len(game.legal_moves(ply.before)) == 1
        weighed = None if forced else scales.weigh(ply.before, seat, ply.move)
        if weighed is not None:
            margins = [weighed.played.margin(one) for one in range(game.seats)]
        judged.append(_judged(game, record, ply.move, len(judged) + 1, seat, margins, weighed))
        told(len(judged), len(record.moves))
        state = ply.after
    final = None
    if state is not None and game.is_over(state):
        final = game.totals(state)
        last = [float(final[one] - max(np.delete(final, one))) for one in range(game.seats)]
        judged[-1].margins[:] = last
    names = [game.seat_name(seat) for seat in range(game.seats)]
    summaries = [_summary(seat, record.players[n], judged) for n, seat in enumerate(names)]
    return Analysis(game.id, names, judged, summaries, final)


def _judged(
    game: Game,
    record: GameRecord,
    move: int,
    ply: int,
    seat: int,
    margins: list[float],
    weighed: Weighed | None,
) -> Judged:
    return Judged(
        ply=ply,
        seat=game.seat_name(seat),
        player=record.players[seat],
        move=game.notation(move),
        loss=0.0 if weighed is None else round(weighed.loss, 2),
        best=game.notation(move if weighed is None else weighed.best_move),
        proved=weighed is not None and weighed.proved,
        forced=weighed is None,
        margins=[round(margin, 2) for margin in margins],
        why=[] if weighed is None else _reasons(game, weighed),
    )


def _reasons(game: Game, weighed: Weighed) -> list[Reason]:
    """Every line that differs, the largest difference first."""
    difference = weighed.best.lines - weighed.played.lines
    reasons = [
        Reason(game.seat_name(seat), line, round(float(difference[seat, number]), 2))
        for seat in range(game.seats)
        for number, line in enumerate(game.score_lines)
        if abs(difference[seat, number]) >= SMALLEST
    ]
    return sorted(reasons, key=lambda reason: -abs(reason.points))


def _summary(seat: str, player: str, judged: list[Judged]) -> Summary:
    mine = [one for one in judged if one.seat == seat and not one.forced]
    worst = max(mine, key=lambda one: one.loss, default=None)
    return Summary(
        seat=seat,
        player=player,
        decisions=len(mine),
        mean_loss=round(sum(one.loss for one in mine) / max(1, len(mine)), 2),
        worst=worst.ply if worst is not None and worst.loss > 0 else None,
    )
