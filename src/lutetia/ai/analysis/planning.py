"""Planning for analyses, in games whose turns are planned. The best level plans the same way."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.ai.finishing import LAST_TURN_NODES, LastTurnFinisher
from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.player import planner_of
from lutetia.ai.search.planner import Planner, Prospect
from lutetia.kernel.contract import Game
from lutetia.kernel.strength import FORESIGHT, INSIGHT
from lutetia.kernel.types import Record

PLAYOUTS_A_WORLD = 20
PLAYOUTS_AN_INSIGHT = 33
"""This many playouts of a tree search take about as long as one imagined world, without and with a
network."""
FEWEST_WORLDS = 6


def planner_for(game: Game, playouts: int, seed: bytes, threads: int) -> Planner | None:
    """A planner of about this effort; None if a turn is a single move."""
    if not heuristic_of(game).plans_turns:
        return None
    effort = FORESIGHT._replace(worlds=max(FEWEST_WORLDS, playouts // PLAYOUTS_A_WORLD))
    insight = INSIGHT._replace(worlds=max(FEWEST_WORLDS, playouts // PLAYOUTS_AN_INSIGHT))
    return planner_of(game, effort, seed, threads, insight)


def next_best(found: Sequence[Prospect], best: Prospect) -> Prospect | None:
    """The best move whose turn ends in another position; None if all turns end in the same one."""
    return next((one for one in found if one.end != best.end), None)


def prospects(planner: Planner, view: Record, seat: int) -> list[Prospect]:
    """All moves, the best first. In a last turn the best move is certain."""
    found = planner.consider(view, seat)
    best = LastTurnFinisher(LAST_TURN_NODES).best_move(planner.game, view, seat)
    if best is not None:
        found.sort(key=lambda one: one.move != best)
    return found
