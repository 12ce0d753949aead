"""Plays the end of a game exactly: by the solver, or by all orders of the moves of a last turn."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.proof import Proof, Prover
from lutetia.ai.search.evaluator import outcome
from lutetia.ai.search.view_key import field_masks
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record

LONGEST_TURN = 40
SLOTS = 1 << 17
LAST_TURN_NODES = 50_000
"""The nodes for the last turn of a game, in hints and analyses."""


class Finisher(Protocol):
    """Something that may know the best move of a position for certain."""

    def best_move(self, game: Game, view: Record, seat: int) -> int | None:
        """The best move; None if it is not known."""


class SolverFinisher:
    """Asks the solver if nothing is hidden."""

    def __init__(self, nodes: int, cores: int) -> None:
        self.nodes = nodes
        self.cores = cores

    def best_move(self, game: Game, view: Record, seat: int) -> int | None:  # noqa: ARG002
        """The first move of a proved line."""
        proof = Prover(game, self.nodes, self.cores).prove(view)
        return None if proof is None else proof.line[0]


class LastTurnFinisher:
    """Tries all orders of the moves of a game's very last turn."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def best_move(self, game: Game, view: Record, seat: int) -> int | None:
        """The first move of the best order; None if there are too many orders."""
        if not heuristic_of(game).is_last_turn(game, view, seat):
            return None
        loops = specialise(
            "lutetia.ai.search.ending",
            game.id,
            game.rules,
            settle=outcome(game).settle,
            masks=field_masks(game.state_type),
            state_size=game.state_type.itemsize,
        )
        worlds = np.zeros(LONGEST_TURN, dtype=np.dtype((np.record, game.state_type)))
        worlds[0] = view
        found = loops.finish(
            game.box,
            worlds,
            seat,
            np.zeros(game.move_space, dtype=np.int32),
            np.zeros(SLOTS, dtype=np.uint64),
            np.zeros(SLOTS),
            np.array([self.nodes], dtype=np.int32),
            np.zeros((game.seats, len(game.score_lines))),
        )
        return int(found) if found >= 0 else None


class EndProver(Prover):
    """Proves what the solver can prove, and the very last turn of a game."""

    def prove(self, state: Record) -> Proof | None:
        """The best line of a position, if it is proved."""
        return super().prove(state) or self._last_turn(state)

    def _last_turn(self, state: Record) -> Proof | None:
        seat = int(state.to_move)
        if self.nodes == 0 or seat < 0:
            return None
        finisher = LastTurnFinisher(LAST_TURN_NODES)
        view, line = self.game.view(state, seat), list[int]()
        while not self.game.is_over(view) and len(line) < LONGEST_TURN:
            move = finisher.best_move(self.game, view, seat)
            if move is None:
                return None
            line.append(move)
            view = self.game.play(view, move)
        return self._followed(state, tuple(line)) if self.game.is_over(view) else None
