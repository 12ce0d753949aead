"""The value of a move: proved by the solver if possible, otherwise estimated by search."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lutetia.ai.analysis.planning import planner_for, prospects, worlds_for
from lutetia.ai.heuristic import guided_search
from lutetia.ai.proof import Prover
from lutetia.ai.search.planner import Planner
from lutetia.ai.search.search import Search
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record

SURE = 2.0
"""A loss is reported if it exceeds this many standard errors of its estimate."""


@dataclass(frozen=True)
class Worth:
    """The result that a move leads to, if all seats then play the best known moves."""

    lines: Floats
    """The points of each seat in each scoring line."""
    proved: bool

    def margin(self, seat: int) -> float:
        """The lead of a seat over the best of the others."""
        totals = self.lines.sum(axis=1)
        return float(totals[seat] - max(np.delete(totals, seat)))


@dataclass(frozen=True)
class Weighed:
    """A decision: the played move compared with the best known move."""

    played: Worth
    best: Worth
    best_move: int
    loss: float
    """The points of margin that the seat lost by this move."""

    @property
    def proved(self) -> bool:
        """Whether both results are proved."""
        return self.played.proved and self.best.proved


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
            best = Worth(proof.lines, proved=True)
            if move == proof.line[0]:
                return Weighed(best, best, move, 0.0)
            answer = self.prover.prove_after(state, move)
            if answer is not None:
                played = Worth(answer.lines, proved=True)
                loss = best.margin(seat) - played.margin(seat)
                if loss <= 0.0:
                    return Weighed(played, played, move, 0.0)
                return Weighed(played, best, proof.line[0], loss)
        return self._estimate(self.game.view(state, seat), seat, move)

    def _estimate(self, view: Record, seat: int, move: int) -> Weighed:
        planner = planner_for(self.game, self.playouts, self._seed(), self.threads)
        if planner is not None:
            return self._planned(planner, view, seat, move)
        best_move = self._search().think(view, seat)[0].move
        played = self.follow(view, seat, move)
        if best_move == move:
            return Weighed(played, played, move, 0.0)
        best = self.follow(view, seat, best_move)
        loss = best.margin(seat) - played.margin(seat)
        if loss <= 0.0:
            return Weighed(played, played, move, 0.0)
        return Weighed(played, best, best_move, loss)

    def _planned(self, planner: Planner, view: Record, seat: int, move: int) -> Weighed:
        """Both moves in the same worlds. A difference that may be chance counts as no loss."""
        best_move = prospects(planner, view, seat)[0].move
        worlds = worlds_for(self.playouts)
        if best_move == move:
            (one,) = planner.weigh(view, seat, [move], worlds)
            played = Worth(one.expected(), proved=False)
            return Weighed(played, played, move, 0.0)
        one, other = planner.weigh(view, seat, [move, best_move], worlds)
        played, best = Worth(one.expected(), proved=False), Worth(other.expected(), proved=False)
        gains = np.array(other.leads) - np.array(one.leads)
        chance = float(gains.std(ddof=1)) / math.sqrt(worlds)
        loss = best.margin(seat) - played.margin(seat)
        if loss <= SURE * chance:
            return Weighed(played, played, move, 0.0)
        return Weighed(played, best, best_move, loss)

    def follow(self, view: Record, seat: int, move: int) -> Worth:
        """The expected result after a move."""
        search = self._search()
        search.think(view, seat, only=move)
        return Worth(search.expected_lines(), proved=False)

    def _search(self) -> Search:
        # Both moves get the same seed, so they are searched in the same imagined worlds.
        return guided_search(self.game, self.playouts, self._seed(), self.threads)

    def _seed(self) -> bytes:
        return derived_seed("analysis", self.seed)
