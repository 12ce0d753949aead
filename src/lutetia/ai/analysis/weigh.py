"""What a move is worth: proved by the solver where it can be, estimated by search elsewhere."""

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
"""A loss is told where it exceeds so many standard errors of its estimate."""


@dataclass(frozen=True)
class Worth:
    """The end that a move leads to, if all go on as well as we know."""

    lines: Floats
    """For each seat and scoring line its points."""
    proved: bool

    def margin(self, seat: int) -> float:
        """The lead of a seat over the best of the others."""
        totals = self.lines.sum(axis=1)
        return float(totals[seat] - max(np.delete(totals, seat)))


@dataclass(frozen=True)
class Weighed:
    """A decision: the move that was played beside the best one that we know."""

    played: Worth
    best: Worth
    best_move: int
    loss: float
    """Points of margin that the seat gave away."""

    @property
    def proved(self) -> bool:
        """Whether both ends are proved."""
        return self.played.proved and self.best.proved


class Scales:
    """Weighs the decisions of one game."""

    def __init__(self, game: Game, playouts: int, seed: str, threads: int, prover: Prover) -> None:
        self.game = game
        self.prover = prover
        self.playouts = playouts
        self.seed = seed
        self.threads = threads

    def weigh(self, state: Record, seat: int, move: int) -> Weighed:
        """The move of a seat that is to move; of the state only what the seat sees is used."""
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
        """Both moves in the same worlds; a difference that may be chance is none."""
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
        """What is expected after a move."""
        search = self._search()
        search.think(view, seat, only=move)
        return Worth(search.expected_lines(), proved=False)

    def _search(self) -> Search:
        # The same seed for both moves: they meet the same imagined worlds.
        return guided_search(self.game, self.playouts, self._seed(), self.threads)

    def _seed(self) -> bytes:
        return derived_seed("analysis", self.seed)
