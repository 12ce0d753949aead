"""Make the strategy lessons of La Cité: `python -m web.dev.strategies_lumiere`.

It looks through games between quick levels for positions with one proved best move. The move that
brings most at once is the tempting one. What it loses at the end decides to which strategy the
position belongs. The positions go to `web/src/games/lumiere/strategies.json`, with the proved end
of the game after every move.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from lutetia.ai.puzzles.answers import Answer, only_best
from lutetia.ai.puzzles.candidates import candidates
from lutetia.ai.puzzles.grading import levels_that_find
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from web.dev.lesson_lumiere import ORANGE, Moment, step_of
from web.dev.lesson_parts import results, write

OUT = Path(__file__).parent.parent / "src/games/lumiere/strategies.json"
STRATEGIES = ("bright", "rival", "reserve")
POSITIONS = 2
"""For each strategy."""
LEAD = 3
MOST_MOVES = 70
CLOSE = 20
BLUE = 1 - ORANGE
UNBUILT = 3
"""What a building in the reserve costs at the end (L8)."""
QUICK_LEVELS = {1, 2, 3, 4, 5}
"""At least one of these finds the move: it is no riddle."""


def strategy_of(game: Game, state: Record, answers: list[Answer]) -> str | None:
    """The strategy that a position teaches; None if it is none of ours."""
    best = answers[0]
    tempting = max(answers, key=lambda one: gain(game, state, one.move))
    greedy_is_best = tempting.move == best.move
    if greedy_is_best:
        tempting = answers[1]
    lines = game.score_lines
    own = [b - t for b, t in zip(best.points[ORANGE], tempting.points[ORANGE], strict=True)]
    rival = sum(tempting.points[BLUE]) - sum(best.points[BLUE])
    loss = best.margin - tempting.margin
    builds = game.notation(best.move).startswith("build:")
    if builds and own[lines.index("unbuilt")] >= UNBUILT:
        return "reserve"
    if builds and own[lines.index("light")] >= 0.75 * loss:
        return "bright"
    if not greedy_is_best and rival >= 0.75 * loss:
        return "rival"
    return None


def gain(game: Game, state: Record, move: int) -> int:
    """What a move brings at once."""
    totals: list[int] = game.totals(game.play(state, move))
    return totals[ORANGE] - totals[BLUE]


def step(game: Game, state: Record, strategy: str, number: int, answers: list[Answer]) -> Any:
    """A step in the form of the lesson, with the results of all moves."""
    moment = Moment(game, state, [int(move) for move in game.legal_moves(state)])
    return {
        **step_of(moment, f"{strategy}-{number}", [answers[0].move]),
        "text": strategy,
        "lead": answers[0].margin - answers[1].margin,
        "results": results({game.notation(one.move): one.points for one in answers}),
    }


def main() -> int:
    """Look until every strategy has its positions; at most one from a game."""
    game = open_game("lumiere", options={"start": "orange"})
    found: dict[str, list[Any]] = {strategy: [] for strategy in STRATEGIES}
    number = 0
    while any(len(steps) < POSITIONS for steps in found.values()):
        number += 1
        for one in candidates(game, "strategies", number):
            if int(one.state.to_move) != ORANGE or len(game.legal_moves(one.state)) > MOST_MOVES:
                continue
            answers = only_best(game, one.state, LEAD)
            if answers is None or abs(answers[0].margin) > CLOSE:
                continue
            strategy = strategy_of(game, one.state, answers)
            if strategy is None or len(found[strategy]) == POSITIONS:
                continue
            levels = levels_that_find(game, one.state, answers[0].move, f"strategies {number}")
            if not QUICK_LEVELS & set(levels):
                continue
            found[strategy].append(
                step(game, one.state, strategy, len(found[strategy]) + 1, answers)
            )
            best = game.notation(answers[0].move)
            sys.stderr.write(f"game {number}: {strategy}, {best}, levels {levels}\n")
            break
    write(OUT, [step for strategy in STRATEGIES for step in found[strategy]])
    return 0


if __name__ == "__main__":
    sys.exit(main())
