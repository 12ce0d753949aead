"""Make the strategy lessons of Belle Époque: `python -m web.dev.strategies_belle_epoque`.

It looks through games between quick levels for decisions in which the planner likes one move much
better than every other. All moves are followed in the same imagined worlds. The positions go to
`web/src/games/belle_epoque/strategies.json`, with the expected points at the end after every move.
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
from lutetia.kernel.strength import FORESIGHT
from lutetia.kernel.types import Record
from web.dev.lesson_belle_epoque import ORANGE, Moment, preview, step_of
from web.dev.lesson_parts import results, write

OUT = Path(__file__).parent.parent / "src/games/belle_epoque/strategies.json"
STRATEGIES = {"scoring": "where", "bonus": "walk", "act": "majority"}
"""The phase of the decision, and the strategy that it teaches."""
STARTS = {"where": "score:", "walk": "bonus:", "majority": "move:"}
POSITIONS = 2
"""For each strategy."""
LEVEL = 4
MOST_MOVES = 70
FIRST_LOOK, WORLDS = 6, 60
"""Imagined worlds for each move: at a first look, and for the certificate."""
LEADS = {"where": 0.9, "walk": 3.0, "majority": 4.0}
"""By how many points the best move must be better than every other. The next scoring tile on the
same district is worth 1 or 2 points less, so there the lead is small."""
SURE = 3.0
"""And by how many standard errors of the difference."""


def planner(game: Game, turns: int = FORESIGHT.turns) -> Planner:
    """The planner of the certificate. The test uses the same one."""
    return planner_of(game, FORESIGHT._replace(turns=turns), derived_seed("strategies"), 1)


def lead_of(ranked: list[Prospect]) -> tuple[float, float]:
    """The lead of the best move over the second, and the standard error of this difference."""
    gains = np.array(ranked[0].leads) - np.array(ranked[1].leads)
    return float(gains.mean()), float(gains.std(ddof=1)) / math.sqrt(len(gains))


def ranked(game: Game, view: Record, worlds: int, turns: int = FORESIGHT.turns) -> list[Prospect]:
    """All legal moves, the best expected lead first."""
    moves = [int(move) for move in game.legal_moves(view)]
    found = planner(game, turns).weigh(view, ORANGE, moves, worlds)
    return sorted(found, key=lambda one: -sum(one.leads))


def certified(game: Game, view: Record, strategy: str) -> list[Prospect] | None:
    """All moves, if one of the wanted kind is much better than every other."""
    chosen = None
    # A cheap look at the end of the turn, and a look further, before the certificate.
    for worlds, turns in ((2, 0), (FIRST_LOOK, FORESIGHT.turns), (WORLDS, FORESIGHT.turns)):
        found = ranked(game, view, worlds, turns)
        lead, error = lead_of(found)
        wanted = game.notation(found[0].move).startswith(STARTS[strategy])
        if not wanted or lead < LEADS[strategy]:
            return None
        if worlds == WORLDS:
            return found if found[0].move == chosen and lead >= SURE * error else None
        chosen = found[0].move
    return None


@dataclass(frozen=True)
class Decision:
    """A decision of orange, and the way to it."""

    phase: str
    deal: bytes
    moves: tuple[int, ...]
    state: Record


def step(game: Game, decision: Decision, strategy: str, number: int, found: list[Prospect]) -> Any:
    """A step in the form of the lesson, with the results of all moves."""
    state = decision.state
    moves = {game.notation(int(move)): int(move) for move in game.legal_moves(state)}
    moment = Moment(game, state, moves)
    best = game.notation(found[0].move)
    made, _ = step_of(moment, f"{strategy}-{number}", [best], {})
    previews = [preview(moment, text) for text in moves]
    return {
        **made,
        "text": strategy,
        "deal": decision.deal.hex(),
        "moves": " ".join(game.notation(move) for move in decision.moves),
        "lead": round(lead_of(found)[0], 1),
        "previews": [
            [one["move"], [list(seat["lines"].values()) for seat in one["after"]], one["events"]]
            for one in previews
        ],
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
        phase = str(game.position(state)["phase"])
        few = 3 <= len(game.legal_moves(state)) <= MOST_MOVES
        if seat == ORANGE and phase in STRATEGIES and few:
            found.append(Decision(phase, deal, moves, state))
        move = players[seat].choose(game, game.view(state, seat), seat)
        state = game.play(state, move)
        moves = (*moves, int(move))
    return found


def known(steps: list[Any]) -> list[str]:
    """The moves of the positions that were found. A strategy does not ask for one twice."""
    return [move for step in steps for move in step["wanted"]]


def main() -> int:
    """Look until every strategy has its positions."""
    game = BelleEpoque.open(2, {"start": "orange"})
    steps: dict[str, list[Any]] = {strategy: [] for strategy in STRATEGIES.values()}
    number = 0
    while any(len(found) < POSITIONS for found in steps.values()):
        number += 1
        for decision in decisions(game, number):
            strategy = STRATEGIES[decision.phase]
            if len(steps[strategy]) == POSITIONS:
                continue
            found = certified(game, game.view(decision.state, ORANGE), strategy)
            if found is None or game.notation(found[0].move) in known(steps[strategy]):
                continue
            made = step(game, decision, strategy, len(steps[strategy]) + 1, found)
            steps[strategy].append(made)
            sys.stderr.write(f"game {number}: {strategy} {made['wanted']} lead {made['lead']}\n")
    write(OUT, [one for strategy in STRATEGIES.values() for one in steps[strategy]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
