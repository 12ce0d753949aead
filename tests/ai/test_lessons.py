"""The strategy lessons of the client: the solver likes the wanted moves best.

`web/dev/strategies_lumiere.py` makes these positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lutetia.ai.puzzles.answers import answer
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

GAMES = Path(__file__).parents[2] / "web/src/games"
STRATEGIES = 3
LEAD = 3
"""In points: so much better is the wanted move than every other."""


def steps(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GAMES / game / "strategies.json").read_text("utf-8"))
    return found


def best_first(step: dict[str, Any]) -> list[str]:
    """The moves by their stored results."""
    results = step["results"]
    return sorted(results, key=lambda move: sum(results[move][1]) - sum(results[move][0]))


@pytest.mark.parametrize("game", ["lumiere"])
def test_each_game_teaches_three_strategies(game: str) -> None:
    assert len({step["text"] for step in steps(game)}) == STRATEGIES
    for step in steps(game):
        ranked, wanted = best_first(step), step["wanted"]
        assert ranked[0] == wanted[0]
        assert sorted(ranked[: len(wanted)]) == sorted(wanted)


def solved(game: Game, state: Record, step: dict[str, Any], moves: list[str]) -> None:
    """The stored ends are those of the solver."""
    for move in moves:
        found = answer(game, state, game.read(move))
        assert found is not None
        own, rival = (sum(lines) for lines in step["results"][move])
        assert found.margin == own - rival, move


def test_the_solver_likes_the_wanted_moves_of_la_cite_best() -> None:
    game = open_game("lumiere", options={"start": "orange"})
    for step in steps("lumiere"):
        state = game.state_from(step["position"])
        ranked = best_first(step)
        # The wanted move, the second-best and the worst.
        solved(game, state, step, [*ranked[:2], ranked[-1]])
        (own, rival), (other, its) = (
            [sum(lines) for lines in step["results"][move]] for move in ranked[:2]
        )
        assert (own - rival) - (other - its) == step["lead"] >= LEAD


@pytest.mark.exhaustive
def test_the_solver_agrees_with_every_result_of_la_cite() -> None:
    game = open_game("lumiere", options={"start": "orange"})
    for step in steps("lumiere"):
        state = game.state_from(step["position"])
        legal = [game.notation(int(move)) for move in game.legal_moves(state)]
        assert sorted(legal) == sorted(step["results"])
        solved(game, state, step, legal)
