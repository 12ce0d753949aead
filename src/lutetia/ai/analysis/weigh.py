"""The values of moves: proved if possible, otherwise estimated by search.

A decision always compares two moves: the best known move, and another one. The other move is the
played one, if that is worse. Otherwise it is the next best move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lutetia.ai.analysis.estimating import Estimator, estimator_for
from lutetia.ai.analysis.explanation import Candidate
from lutetia.ai.analysis.planning import next_best, planner_for, prospects
from lutetia.ai.analysis.worth import Worth
from lutetia.ai.proof import Proof, Prover
from lutetia.ai.search.planner import Planner, Prospect
from lutetia.ai.search.search import Found
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

SURE = 2.0
"""A difference is reported if it exceeds this many standard errors of its estimate."""
FEW_PLAYOUTS = 200
"""Enough to find a second good move where the best one is proved."""


@dataclass(frozen=True)
class Weighed:
    """A decision: the best known move compared with another move."""

    played: Worth
    best: Candidate
    other: Candidate | None
    """The played move if it is worse, otherwise the next best move; None if there is no other."""
    loss: float
    """The points of margin that the seat lost by the played move."""
    sure: bool = True
    """Whether the difference between the two moves is more than chance."""

    @property
    def proved(self) -> bool:
        """Whether the played move and the best one are proved."""
        return self.played.proved and self.best.worth.proved


class Scales:
    """Compares the decisions of one game with the best known moves."""

    def __init__(self, game: Game, playouts: int, seed: str, threads: int, prover: Prover) -> None:
        self.game = game
        self.prover = prover
        self.playouts = playouts
        self.seed = seed
        self.threads = threads

    def weigh(self, state: Record, seat: int, move: int) -> Weighed:
        """Compare a move of the seat to move. Only the seat's view of the state is used."""
        proof = self.prover.prove(state)
        if proof is not None:
            found = self._proved(state, seat, move, proof)
            if found is not None:
                return found
        return self._estimate(self.game.view(state, seat), seat, move)

    def _proved(self, state: Record, seat: int, move: int, proof: Proof) -> Weighed | None:
        best = _proved(proof)
        if move == best.move:
            return Weighed(best.worth, best, self.other_proved(state, seat, best.move), 0.0)
        answer = self.prover.prove_after(state, move)
        if answer is None:
            return None
        played = _proved(answer)
        loss = best.worth.lead(played.worth, seat)
        if loss <= 0.0:
            return Weighed(played.worth, played, best, 0.0)
        return Weighed(played.worth, best, played, loss)

    def other_proved(self, state: Record, seat: int, best: int) -> Candidate | None:
        """A good move beside the best one, if its value can be proved."""
        view, planner = self.game.view(state, seat), self.planner()
        if planner is not None:
            ranked = [one.move for one in planner.consider(view, seat)]
        else:
            ranked = [one.move for one in self._estimator(FEW_PLAYOUTS).ranked(view, seat)]
        others = [move for move in ranked if move != best]
        proof = self.prover.prove_after(state, others[0]) if others else None
        return None if proof is None else _proved(proof)

    def _estimate(self, view: Record, seat: int, move: int) -> Weighed:
        planner = self.planner()
        if planner is not None:
            return self._planned(planner, view, seat, move)
        found = self.ranked(view, seat)
        best_move = found[0].move
        played = self.follow(view, seat, move)
        if best_move == move:
            others = [one.move for one in found if one.move != move]
            other = self.follow(view, seat, others[0]) if others else None
            return Weighed(played.worth, played, other, 0.0)
        best = self.follow(view, seat, best_move)
        loss = best.worth.lead(played.worth, seat)
        if loss <= 0.0:
            return Weighed(played.worth, played, best, 0.0)
        return Weighed(played.worth, best, played, loss)

    def _planned(self, planner: Planner, view: Record, seat: int, move: int) -> Weighed:
        """Both moves in the same worlds. A difference that may be chance counts as no loss."""
        found = prospects(planner, view, seat)
        rival = found[0] if found[0].move != move else next_best(found[1:], found[0])
        if rival is None:
            (one,) = self.together(planner, view, seat, [found[0]])
            played = _planned(one)
            return Weighed(played.worth, played, None, 0.0)
        mine = next(one for one in found if one.move == move)
        one, other = self.together(planner, view, seat, [mine, rival])
        played, better = _planned(one), _planned(other)
        gain = better.worth.lead(played.worth, seat)
        sure = abs(gain) > SURE * _chance(one, other)
        if gain <= 0.0 or not sure:
            return Weighed(played.worth, played, better, 0.0, sure)
        return Weighed(played.worth, better, played, gain)

    def together(
        self, planner: Planner, view: Record, seat: int, chosen: Sequence[Prospect]
    ) -> list[Prospect]:
        """The chosen moves, followed in the same fresh worlds."""
        moves = [one.move for one in chosen]
        found = planner.weigh(view, seat, moves, planner.effort.worlds)
        for one, plan in zip(found, chosen, strict=True):
            one.path = plan.path
        return found

    def follow(self, view: Record, seat: int, move: int) -> Candidate:
        """The expected result after a move."""
        lines = self._estimator(self.playouts).follow(view, seat, move)
        return Candidate(move, Worth.estimated(lines))

    def ranked(self, view: Record, seat: int) -> list[Found]:
        """All moves that a search looked at, the best first."""
        return self._estimator(self.playouts).ranked(view, seat)

    def planner(self) -> Planner | None:
        """The planner of a game whose turns are planned."""
        return planner_for(self.game, self.playouts, self._seed(), self.threads)

    def _estimator(self, playouts: int) -> Estimator:
        """All moves get the same seed, so they are estimated in the same worlds."""
        return estimator_for(self.game, playouts, self._seed(), self.threads)

    def _seed(self) -> bytes:
        return derived_seed("analysis", self.seed)


def _proved(proof: Proof) -> Candidate:
    return Candidate(proof.line[0], Worth(proof.lines, proved=True, line=proof.line))


def _planned(one: Prospect) -> Candidate:
    return Candidate(one.move, Worth.estimated(one.expected()), one.path)


def _chance(one: Prospect, other: Prospect) -> float:
    """The standard error of the difference between two moves in the same worlds."""
    gains = np.array(other.leads) - np.array(one.leads)
    return float(gains.std(ddof=1)) / math.sqrt(len(gains))
