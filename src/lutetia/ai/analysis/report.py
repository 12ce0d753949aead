"""The analysis of a whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from lutetia.ai.analysis.explanation import Explanation, explain
from lutetia.ai.analysis.weigh import Scales, Weighed
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, replay
from lutetia.kernel.types import Record

MISTAKE, BLUNDER, STRONG = 2.0, 5.0, 2.0
"""The points of margin that make a mark (docs/analysis.md, "Marks")."""
PLACE_GAMES = 24
"""The imagined games after each of two moves that show who holds which place."""

Mark = Literal["?", "??", "!"]
Told = Callable[[int, int], None]
"""Called after each move with the number of finished moves and of all moves."""


@dataclass(frozen=True)
class Judged:
    """One move of the record."""

    ply: int
    """The number of the move, from 1."""
    seat: str
    player: str
    move: str
    loss: float
    mark: Mark | None
    """A mistake, a blunder, or a strong move; see `mark_of`."""
    best: str
    """The better move, or the played move if there is no better one."""
    line: list[str]
    """The best move and those after it: the rest of its turn, or to the end if it is proved."""
    proved: bool
    forced: bool
    """Whether no other move was legal."""
    margins: list[float]
    """For each seat: its expected lead over the best of the others after this move."""
    explanation: Explanation | None
    """Why the best move is better than the played one, or than the next best; None if forced."""


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
    seats: int
    seat_names: list[str]
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
        number = len(judged) + 1
        explanation = None if weighed is None else _explained(scales, ply.before, seat, weighed)
        judged.append(_judged(game, record, ply.move, number, seat, margins, weighed, explanation))
        told(len(judged), len(record.moves))
        state = ply.after
    final = None
    if state is not None and game.is_over(state):
        final = game.totals(state)
        last = [float(final[one] - max(np.delete(final, one))) for one in range(game.seats)]
        judged[-1].margins[:] = last
    names = [game.seat_name(seat) for seat in range(game.seats)]
    summaries = [_summary(seat, record.players[n], judged) for n, seat in enumerate(names)]
    return Analysis(game.id, game.seats, names, judged, summaries, final)


def mark_of(loss: float, gain: float | None, sure: bool) -> Mark | None:
    """The mark of a move. `gain` is what the played best move gains over the next best one."""
    if loss >= BLUNDER:
        return "??"
    if loss >= MISTAKE:
        return "?"
    return "!" if loss == 0 and sure and gain is not None and gain >= STRONG else None


def _explained(scales: Scales, state: Record, seat: int, weighed: Weighed) -> Explanation:
    view = scales.game.view(state, seat)
    # To imagine games takes time, so the places are told only where a move was costly.
    games = PLACE_GAMES if weighed.loss >= MISTAKE else 0
    return explain(scales.game, view, seat, weighed.best, weighed.other, games, scales.seed)


def _judged(
    game: Game,
    record: GameRecord,
    move: int,
    ply: int,
    seat: int,
    margins: list[float],
    weighed: Weighed | None,
    explanation: Explanation | None,
) -> Judged:
    best = None if weighed is None else weighed.best
    loss = 0.0 if weighed is None else weighed.loss
    gain = None if explanation is None else explanation.gain
    return Judged(
        ply=ply,
        seat=game.seat_name(seat),
        player=record.players[seat],
        move=game.notation(move),
        loss=loss,
        mark=mark_of(loss, gain, weighed is not None and weighed.sure),
        best=game.notation(move if best is None else best.move),
        line=[] if best is None else [game.notation(one) for one in best.moves],
        proved=weighed is not None and weighed.proved,
        forced=weighed is None,
        margins=list(margins),
        explanation=explanation,
    )


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
