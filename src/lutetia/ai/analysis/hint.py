"""Advice for one position, from what its player can see, and the reason for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from lutetia.ai.analysis.explanation import Candidate, Explanation, explain
from lutetia.ai.analysis.planning import next_best, prospects
from lutetia.ai.analysis.weigh import Scales
from lutetia.ai.analysis.worth import Worth
from lutetia.ai.finishing import EndProver
from lutetia.ai.search.planner import Planner, Prospect
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

PROOF_NODES = 1_000_000
"""This takes a few seconds if there is no proof. Nearly all proofs need far fewer nodes."""
PLACE_GAMES = 40
"""The imagined games after each of the two moves that show who holds which place."""


@dataclass(frozen=True)
class Suggestion:
    """A move worth considering."""

    move: str
    margin: float
    """The expected lead over the best of the others at the end."""
    share: float
    """The share of the search's playouts that began with this move."""
    proved: bool
    then: list[str]
    """The rest of the turn, if it has more moves and no chance in them."""


@dataclass(frozen=True)
class Advice:
    """The best moves that were found, the best first."""

    seat: str
    moves: list[Suggestion]
    why: Explanation
    """Why the first move is better than the next one."""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def advise(
    game: Game,
    state: Record,
    playouts: int,
    seed: str,
    threads: int,
    most: int,
    budget: Callable[[], None] = lambda: None,
) -> Advice:
    """Advice for the seat to move. `budget` is called between the steps; it raises an error when
    nobody waits for the advice any more."""
    prover = EndProver(game, PROOF_NODES, threads)
    return _Adviser(Scales(game, playouts, seed, threads, prover), state, budget).advise(most)


class _Adviser:
    """Advises in one position."""

    def __init__(self, scales: Scales, state: Record, budget: Callable[[], None]) -> None:
        self.scales = scales
        self.budget = budget
        self.game = scales.game
        self.state = state
        self.seat = int(state.to_move)
        self.view = self.game.view(state, self.seat)

    def advise(self, most: int) -> Advice:
        proof = self.scales.prover.prove(self.state)
        self.budget()
        if proof is not None:
            best = Candidate(proof.line[0], Worth(proof.lines, proved=True, line=proof.line))
            other = self.scales.other_proved(self.state, self.seat, best.move)
            return self._advice([self._suggestion(best)], best, other)
        planner = self.scales.planner()
        if planner is not None:
            return self._planned(planner, most)
        return self._searched(most)

    def _planned(self, planner: Planner, most: int) -> Advice:
        """The best moves of a planned turn, each with the rest of its turn."""
        found = prospects(planner, self.view, self.seat)
        self.budget()
        worlds = sum(one.worlds for one in found)
        rival = next_best(found[1:], found[0])
        chosen = found[:1] if rival is None else [found[0], rival]
        followed = self.scales.together(planner, self.view, self.seat, chosen)
        candidates = [
            Candidate(one.move, Worth.estimated(one.expected()), one.path) for one in followed
        ]
        suggestions = [self._prospect(one, worlds) for one in found[:most]]
        return self._advice(suggestions, *candidates)

    def _prospect(self, one: Prospect, worlds: int) -> Suggestion:
        return Suggestion(
            self.game.notation(one.move),
            round(sum(one.leads) / len(one.leads), 2),
            round(one.worlds / worlds, 4),
            proved=False,
            then=[self.game.notation(move) for move in one.path],
        )

    def _searched(self, most: int) -> Advice:
        moves = self.game.legal_moves(self.view)
        if len(moves) == 1:
            best = self.scales.follow(self.view, self.seat, int(moves[0]))
            return self._advice([self._suggestion(best)], best)
        found = [one for one in self.scales.ranked(self.view, self.seat) if one.visits > 0]
        visits = sum(one.visits for one in found)
        suggestions = [
            Suggestion(
                self.game.notation(one.move),
                round(float(one.points[self.seat] - max(np.delete(one.points, self.seat))), 2),
                round(one.visits / visits, 4),
                proved=False,
                then=[],
            )
            for one in found[: max(most, 2)]
        ]
        followed = []
        for one in found[:2]:
            self.budget()
            followed.append(self.scales.follow(self.view, self.seat, one.move))
        # All playouts went to these two moves, so this comparison is better than the first one.
        followed.sort(key=lambda one: -one.worth.margin(self.seat))
        first = self.game.notation(followed[0].move)
        suggestions.sort(key=lambda one: one.move != first)
        return self._advice(suggestions[:most], *followed)

    def _suggestion(self, only: Candidate) -> Suggestion:
        move, worth = self.game.notation(only.move), only.worth
        return Suggestion(move, worth.margin(self.seat), 1.0, worth.proved, [])

    def _advice(
        self, suggestions: list[Suggestion], best: Candidate, other: Candidate | None = None
    ) -> Advice:
        self.budget()
        why = explain(self.game, self.view, self.seat, best, other, PLACE_GAMES, self.scales.seed)
        suggestions[0] = replace(suggestions[0], margin=best.worth.margin(self.seat))
        return Advice(self.game.seat_name(self.seat), suggestions, why)
