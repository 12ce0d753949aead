"""OpenSpiel: `open_spiel.py GAME python` steps through its Python API; `... rollouts` lets its
C++ play whole games, as the rollout evaluator of its search does.
"""

from __future__ import annotations

import random
import sys
from importlib.metadata import version
from typing import Any

import pyspiel

from bench.peers.worker import serve

ROLLOUTS = 200


def play_in_python(game: Any, rng: random.Random) -> int:
    """Play one game through the Python API. Returns the number of decisions."""
    state = game.new_initial_state()
    plies = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            plies += 1
    state.returns()
    return plies


class Rollouts:
    """Random games inside OpenSpiel's C++.

    Python reaches the evaluator only through the search bot. A search of one simulation
    evaluates its root and nothing else: so many random games from there.
    """

    def __init__(self, game: Any, rng: random.Random) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
        self.root = game.new_initial_state()
        while self.root.is_chance_node():
            self.root.apply_action(self.root.legal_actions()[0])
        # The evaluator does not count decisions, so the mean length comes from Python games.
        self.mean_plies = sum(play_in_python(game, rng) for _ in range(ROLLOUTS)) / ROLLOUTS

    def batch(self) -> tuple[int, float]:
        self.bot.step(self.root)
        return ROLLOUTS, ROLLOUTS * self.mean_plies


def main(name: str, way: str) -> None:
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    engine = f"OpenSpiel {version('open_spiel')}"
    if way == "python":
        serve(lambda: (1, play_in_python(game, rng)), f"{engine}, Python API")
    else:
        serve(Rollouts(game, rng).batch, f"{engine}, C++ rollouts; plies from the mean length")


if __name__ == "__main__":
    main(*sys.argv[1:])
