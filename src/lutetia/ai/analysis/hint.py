"""Advice for one position, from what its player can see."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.analysis.planning import planner_for, prospects
from lutetia.ai.heuristic import guided_search
from lutetia.ai.proof import Prover
from lutetia.ai.search.planner import Planner
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

PROOF_NODES = 1_000_000
"""This takes a few seconds if there is no proof. Nearly all proofs need far fewer nodes."""


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

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def advise(game: Game, state: Record, playouts: int, seed: str, threads: int, most: int) -> Advice:
    """Advice for the seat to move."""
    seat = int(state.to_move)
    view = game.view(state, seat)
    name = game.seat_name(seat)
    proof = Prover(game, PROOF_NODES, threads).prove(state)
    if proof is not None:
        totals = proof.lines.sum(axis=1)
        margin = float(totals[seat] - max(np.delete(totals, seat)))
        return Advice(name, [Suggestion(game.notation(proof.line[0]), margin, 1.0, True, [])])
    planner = planner_for(game, playouts, derived_seed("hint", seed), threads)
    if planner is not None:
        return Advice(name, _planned(planner, view, seat, most))
    moves = game.legal_moves(view)
    search = guided_search(game, playouts, derived_seed("hint", seed), threads)
    if len(moves) == 1:
        search.think(view, seat, only=int(moves[0]))
        totals = search.expected_lines().sum(axis=1)
        margin = float(totals[seat] - max(np.delete(totals, seat)))
        return Advice(
            name, [Suggestion(game.notation(int(moves[0])), round(margin, 2), 1.0, False, [])]
        )
    found = search.think(view, seat)
    visits = sum(one.visits for one in found)
    return Advice(
        name,
        [
            Suggestion(
                game.notation(one.move),
                round(float(one.points[seat] - max(np.delete(one.points, seat))), 2),
                round(one.visits / visits, 4),
                proved=False,
                then=[],
            )
            for one in found[:most]
            if one.visits > 0
        ],
    )


def _planned(planner: Planner, view: Record, seat: int, most: int) -> list[Suggestion]:
    """The best moves of a planned turn, each with the rest of its turn."""
    found = prospects(planner, view, seat)
    worlds = sum(one.worlds for one in found)
    notation = planner.game.notation
    return [
        Suggestion(
            notation(one.move),
            round(sum(one.leads) / len(one.leads), 2),
            round(one.worlds / worlds, 4),
            proved=False,
            then=[notation(move) for move in one.path],
        )
        for one in found[:most]
    ]
