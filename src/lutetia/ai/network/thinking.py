"""One search with a network: sequential halving of candidates, evaluated in small batches.

The candidates of one round are evaluated together. While something is hidden, they lead into
different parts of the tree, so the answer is the same as one by one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lutetia.ai.network.gumbel import VISITS_SEEN, WAITS, visit_plan
from lutetia.ai.network.loops import (
    CANDIDATES,
    MANY_EDGES,
    MOST_CANDIDATES,
    MOST_SIMULATIONS,
    SIMULATIONS_A_CANDIDATE,
    SIMULATIONS_AN_EVALUATION,
    VALUE_SCALE,
    search_loops,
)
from lutetia.ai.network.session import Reals, Session
from lutetia.ai.network.trees import ROOT, clear, new_leaves, new_trees
from lutetia.kernel.chance import generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record, new_record

NO_NOISE = 0.0


@dataclass(frozen=True)
class Considered:
    """The results of a search for one candidate."""

    move: int
    visits: int
    values: Floats
    """The value for each seat, between 0 and 1; the network's own if it was not visited."""
    probability: float
    """The probability by the network alone."""
    lines: Floats
    """The expected points at the end by seat and scoring line: the mean over its simulations."""


class NetworkSearch:
    """Searches positions of one game. Every search begins with an empty tree."""

    def __init__(self, game: Game, session: Session, simulations: int, seed: bytes) -> None:
        subject = session.subject
        self.game = game
        self.session = session
        self.simulations = simulations
        self.loops = search_loops(subject, game)
        self.trees = new_trees(1, simulations + 2, MANY_EDGES, subject.most_moves, subject.seats)
        self.leaves = new_leaves(MOST_CANDIDATES, subject)
        self.chance = generator(seed)
        self.world = new_record(game.state_type)
        self.moves = np.zeros(game.move_space, dtype=np.int32)
        self.lines = np.zeros((MANY_EDGES, game.seats, subject.lines))
        """For each candidate: the sum of the expected points of its simulations."""

    def think(self, view: Record, seat: int) -> list[Considered]:
        """All candidates, the best first."""
        self._plant(view)
        if self.leaves.open[0]:
            self._halve(view, seat)
        else:
            self._keep_to_plan(view, seat)
        return self._found()

    def _halve(self, view: Record, seat: int) -> None:
        """Sequential halving where nothing is hidden.

        Many simulations end in positions that are known, or with the game. They cost little, so
        each round lasts for its share of the evaluations, not of the simulations.
        """
        chosen = self._best(0)
        rounds = max(1, math.ceil(math.log2(len(chosen))))
        evaluated = simulated = 0
        for number in range(1, rounds + 1):
            most_evaluated = self.simulations * number / rounds
            most_simulated = self._most_simulations * number / rounds
            while evaluated < most_evaluated and simulated < most_simulated:
                evaluated += self._round(view, seat, chosen)
                simulated += len(chosen)
            chosen = self._best(self._visits_of(chosen[0]))[: max(2, len(chosen) // 2)]

    @property
    def _most_simulations(self) -> int:
        """The most simulations of a search where nothing is hidden."""
        return min(MOST_SIMULATIONS, SIMULATIONS_AN_EVALUATION * self.simulations)

    def _visits_of(self, edge: int) -> int:
        return int(self.trees.edge_visits[0, ROOT, edge])

    def _keep_to_plan(self, view: Record, seat: int) -> None:
        """Sequential halving with a fixed number of simulations."""
        width = int(self.trees.node_width[0, ROOT])
        plan = visit_plan(width, self.simulations)
        done = 0
        while done < self.simulations:
            wanted = int(plan[done])
            together = int((plan[done : done + width] == wanted).sum())
            self._round(view, seat, self._best(wanted)[:together])
            done += together

    def follow(self, view: Record, seat: int, move: int) -> Floats:
        """The expected points by seat and scoring line after one move. It gets all simulations."""
        self._plant(view)
        edge = self._edge_of(move)
        evaluated = simulated = 0
        most = self._most_simulations if self.trees.node_open[0, ROOT] else self.simulations
        while evaluated < self.simulations and simulated < most:
            evaluated += self._round(view, seat, [edge])
            simulated += 1
        return self.lines[edge] / simulated

    def _edge_of(self, move: int) -> int:
        """The place of a move among the candidates. A move that is none replaces the last one."""
        trees = self.trees
        width = int(trees.node_width[0, ROOT])
        (found,) = np.nonzero(trees.edge_move[0, ROOT, :width] == move)
        if len(found):
            return int(found[0])
        trees.edge_move[0, ROOT, width - 1] = move
        return width - 1

    def _plant(self, view: Record) -> None:
        clear(self.trees, 0)
        self.lines[:] = 0.0
        self.loops.present_root(self.game.box, view, self.leaves, 0, self.moves)
        lines = self.session.answer(self.leaves, 1)
        self._expect(lines[0])
        most = self._candidates()
        self.loops.plant_root(self.trees, 0, self.leaves, 0, most, NO_NOISE, self.chance)

    def _candidates(self) -> int:
        """How many moves of the root are compared."""
        if not self.leaves.open[0]:
            return CANDIDATES
        return max(CANDIDATES, min(MOST_CANDIDATES, self.simulations // SIMULATIONS_A_CANDIDATE))

    def _expect(self, lines: Reals) -> None:
        """Measure leads from what the network expects of the root. Where a game is decided, points
        would hardly change a value otherwise."""
        seats = self.game.seats
        totals = lines.reshape(self.session.subject.seats, -1)[:seats].sum(1)
        totals = np.roll(totals, int(self.leaves.mover[0]))
        for seat in range(seats):
            self.trees.root_lead[0, seat] = totals[seat] - np.delete(totals, seat).max()

    def _best(self, visits: int) -> list[int]:
        """The candidates with this many visits, the most promising first."""
        trees = self.trees
        width = int(trees.node_width[0, ROOT])
        mover = int(trees.node_mover[0, ROOT])
        seen = trees.edge_visits[0, ROOT, :width]
        scale = (VISITS_SEEN + int(seen.max())) * VALUE_SCALE
        values = trees.edge_sum[0, ROOT, :width, mover] / np.maximum(seen, 1)
        scores = trees.edge_logit[0, ROOT, :width] + (scale * values if visits > 0 else 0.0)
        order = np.argsort(-scores, kind="stable")
        return [int(edge) for edge in order if seen[edge] == visits]

    def _round(self, view: Record, seat: int, candidates: list[int]) -> int:
        """One simulation of each of these candidates. Returns the number of evaluations."""
        waiting: list[int] = []
        for candidate in candidates:
            reached = self.loops.simulate(
                self.game.box,
                self.trees,
                0,
                self.leaves,
                len(waiting),
                view,
                seat,
                candidate,
                self.chance,
                self.world,
                self.moves,
            )
            if reached == WAITS:
                waiting.append(candidate)
            else:
                self.lines[candidate] += self._score()
        if waiting:
            lines = self.session.answer(self.leaves, len(waiting), self.trees.root_lead[0])
            for leaf, candidate in enumerate(waiting):
                self.loops.grow(self.trees, 0, self.leaves, leaf)
                mover, seats = int(self.leaves.mover[leaf]), self.game.seats
                by_turn = lines[leaf].reshape(self.session.subject.seats, -1)[:seats]
                self.lines[candidate] += np.roll(by_turn, mover, axis=0)
        return len(waiting)

    def _score(self) -> Floats:
        """The points of the world in which the last simulation ended."""
        return np.array(
            [list(lines.values()) for lines in self.game.score(self.world)], dtype=float
        )

    def _found(self) -> list[Considered]:
        trees = self.trees
        found = []
        most = int(trees.edge_visits[0, ROOT, : trees.node_width[0, ROOT]].max())
        for visits in range(most, -1, -1):
            for edge in self._best(visits):
                values = trees.node_value[0, ROOT].astype(float)
                if visits:
                    values = trees.edge_sum[0, ROOT, edge].astype(float) / visits
                chance = float(np.exp(trees.edge_logit[0, ROOT, edge]))
                lines = self.lines[edge] / max(1, visits)
                move = int(trees.edge_move[0, ROOT, edge])
                values = values[: self.game.seats]
                found.append(Considered(move, visits, values, chance, lines))
        return found
