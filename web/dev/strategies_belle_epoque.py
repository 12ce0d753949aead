"""Make the strategy lessons of Belle Époque: `python -m web.dev.strategies_belle_epoque`.

It looks through games between quick levels for decisions in which the planner of the highest level
likes one move much better than every other. All moves are followed in the same imagined worlds. The
positions go to `web/src/games/belle_epoque/strategies.json`, with the expected points at the end
after every move.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.ai.levels import LevelPlayer
from lutetia.ai.player import planner_of
from lutetia.ai.search.planner import Planner, Prospect
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.strength import FORESIGHT, INSIGHT
from lutetia.kernel.types import Record
from web.dev.lesson_belle_epoque import ORANGE, Moment, step_of
from web.dev.lesson_parts import results, write

OUT = Path(__file__).parent.parent / "src/games/belle_epoque/strategies.json"
LEADS = {"walk": 2.0, "money": 4.0, "first": 4.0}
"""The strategies, and by how many points the best move must be better than every other."""
POSITIONS = 2
"""For each strategy."""
LEVEL = 4
FIRST_PLY = 20
"""Before this there is little to compare."""
FEWEST_MOVES, MOST_MOVES = 4, 45
LOOKS = ((2, 0), (6, INSIGHT.turns))
"""Cheap looks before the certificate: imagined worlds for each move, and turns beyond this one."""
WORLDS = 40
"""Imagined worlds for the certificate."""
SURE = 3.0
"""The lead must also be so many standard errors of the difference."""


def planner(game: Game, turns: int = INSIGHT.turns) -> Planner:
    """The planner of the certificate. The test uses the same one."""
    return planner_of(game, FORESIGHT, derived_seed("strategies"), 1, INSIGHT._replace(turns=turns))


def lead_of(best: Prospect, other: Prospect) -> tuple[float, float]:
    """The lead of a move over another, and the standard error of this difference."""
    gains = np.array(best.leads) - np.array(other.leads)
    return float(gains.mean()), float(gains.std(ddof=1)) / math.sqrt(len(gains))


def ranked(game: Game, view: Record, worlds: int, turns: int = INSIGHT.turns) -> list[Prospect]:
    """All legal moves, the best expected lead first."""
    moves = [int(move) for move in game.legal_moves(view)]
    found = planner(game, turns).weigh(view, ORANGE, moves, worlds)
    return sorted(found, key=lambda one: -sum(one.leads))


def strategy_of(game: Game, view: Record, best: Prospect) -> str | None:
    """The strategy that the best move shows; None if it is none of ours."""
    text = game.notation(best.move)
    if text.startswith("bonus:"):
        return "walk"
    if text.startswith("sell:"):
        # The money pays for a move that is too dear now.
        plan = [move for move in best.path if game.notation(move).startswith("move:")]
        return "money" if plan and not game.is_legal(view, plan[0]) else None
    if text.startswith("move:") and "with" not in text:
        offer = game.offer(view, best.move, game.play(view, best.move))
        return "first" if offer["scoring"] or becomes_first(game, view, offer["sums"]) else None
    return None


def becomes_first(game: Game, view: Record, sums: Any) -> bool:
    """Whether a move overtakes the rival in a district that counts at the end."""
    scored = game.position(view)["districts"][sums["district"]]["scoring_tile"] is not None
    return scored and any(rival["overtaken"] for rival in sums["rivals"])


def certified(game: Game, view: Record, open_strategies: set[str]) -> tuple[str, list[Prospect]]:
    """The strategy, and all moves, if one move is much better than every other; otherwise none."""
    strategy, found = "", list[Prospect]()
    for worlds, turns in (*LOOKS, (WORLDS, INSIGHT.turns)):
        found = ranked(game, view, worlds, turns)
        strategy = strategy_of(game, view, found[0]) or ""
        if strategy not in open_strategies:
            return "", []
        lead, error = lead_of(found[0], found[1])
        if lead < LEADS[strategy] or (worlds == WORLDS and lead < SURE * error):
            return "", []
    return strategy, found


@dataclass(frozen=True)
class Decision:
    """A decision of orange, and the way to it."""

    deal: bytes
    moves: tuple[int, ...]
    state: Record


def step(game: Game, decision: Decision, strategy: str, number: int, found: list[Prospect]) -> Any:
    """A step in the form of the lesson, with the results of all moves."""
    state = decision.state
    moves = {game.notation(int(move)): int(move) for move in game.legal_moves(state)}
    best = game.notation(found[0].move)
    made, _ = step_of(Moment(game, state, moves), f"{strategy}-{number}", [best], {})
    return {
        **made,
        "text": strategy,
        "deal": decision.deal.hex(),
        "moves": " ".join(game.notation(move) for move in decision.moves),
        "lead": round(lead_of(found[0], found[1])[0], 1),
        "results": results({game.notation(one.move): one.expected().tolist() for one in found}),
    }


def decisions(game: Game, number: int) -> list[Decision]:
    """Decisions of orange in a game between quick levels."""
    players = [
        LevelPlayer(LEVEL, derived_seed("strategies", number, seat), threads=1) for seat in (0, 1)
    ]
    deal = derived_seed("strategies", number)
    state = game.deal(deal)
    found = []
    moves: tuple[int, ...] = ()
    while not game.is_over(state):
        seat = int(state.to_move)
        few = FEWEST_MOVES <= len(game.legal_moves(state)) <= MOST_MOVES
        if seat == ORANGE and few and len(moves) >= FIRST_PLY:
            found.append(Decision(deal, moves, state))
        move = players[seat].choose(game, game.view(state, seat), seat)
        state = game.play(state, move)
        moves = (*moves, int(move))
    return found


def main() -> int:
    """Look until every strategy has its positions; at most one of a strategy from a game."""
    game = BelleEpoque.open(2, {"start": "orange"})
    steps: dict[str, list[Any]] = {strategy: [] for strategy in LEADS}
    number = 0
    while any(len(found) < POSITIONS for found in steps.values()):
        number += 1
        missing = {strategy for strategy, found in steps.items() if len(found) < POSITIONS}
        for decision in decisions(game, number):
            strategy, found = certified(game, game.view(decision.state, ORANGE), missing)
            if not found or game.notation(found[0].move) in asked_for(steps[strategy]):
                continue
            made = step(game, decision, strategy, len(steps[strategy]) + 1, found)
            steps[strategy].append(made)
            missing.remove(strategy)
            sys.stderr.write(f"game {number}: {strategy} {made['wanted']} lead {made['lead']}\n")
    write(OUT, [one for found in steps.values() for one in found])
    return 0


def asked_for(steps: list[Any]) -> list[str]:
    """The moves of the positions that were found. A strategy does not ask for one twice."""
    return [move for step in steps for move in step["wanted"]]


if __name__ == "__main__":
    sys.exit(main())
