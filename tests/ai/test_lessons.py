"""The strategy lessons of the client: solver and planner like the wanted moves best.

`web/dev/strategies_lumiere.py` and `web/dev/strategies_belle_epoque.py` make these positions.
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
from web.dev.strategies_belle_epoque import LEADS, SURE, WORLDS, lead_of, planner

GAMES = Path(__file__).parents[2] / "web/src/games"
ORANGE = 0
STRATEGIES = 3
LEAD = 3
"""In points: so much better is a wanted move of La Cité than every other."""


def steps(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GAMES / game / "strategies.json").read_text("utf-8"))
    return found


def best_first(step: dict[str, Any]) -> list[str]:
    """The moves by their stored results."""
    results = step["results"]
    return sorted(results, key=lambda move: sum(results[move][1]) - sum(results[move][0]))


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
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


def planned(step: dict[str, Any], moves: list[str], worlds: int) -> None:
    """The wanted move leads the other moves in the same imagined worlds."""
    game = open_game("belle_epoque", 2, {"start": "orange"})
    state = game.deal(bytes.fromhex(step["deal"]))
    for text in step["moves"].split():
        state = game.play(state, game.read(text))
    view = game.view(state, ORANGE)
    assert step["view"]["position"] == json.loads(json.dumps(game.position(view), default=int))
    [wanted] = step["wanted"]
    numbers = [game.read(move) for move in (wanted, *moves)]
    best, *others = planner(game).weigh(view, ORANGE, numbers, worlds)
    assert others
    for other in others:
        lead, error = lead_of(best, other)
        if worlds == WORLDS:
            # The file keeps the lead to a tenth of a point.
            assert lead >= max(LEADS[step["text"]], step["lead"] - 0.06, SURE * error)
        else:
            assert lead > 0


def test_the_planner_likes_the_wanted_moves_of_belle_epoque_best() -> None:
    for step in steps("belle_epoque"):
        planned(step, best_first(step)[1:2], WORLDS // 4)


@pytest.mark.exhaustive
def test_the_planner_agrees_with_every_lead_of_belle_epoque() -> None:
    for step in steps("belle_epoque"):
        planned(step, best_first(step)[1:], WORLDS)
