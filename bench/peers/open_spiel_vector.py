"""OpenSpiel: `open_spiel_vector.py GAME GAMES` steps its vectorised environment."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

from open_spiel.python import rl_environment
from open_spiel.python.vector_env import SyncVectorEnv

from bench.peers.worker import serve


class Games:
    """Random moves in every game; games that end begin anew."""

    def __init__(self, name: str, size: int) -> None:
        self._random = random.Random(1)
        self._env = SyncVectorEnv([rl_environment.Environment(name) for _ in range(size)])
        self._now = self._env.reset()

    def batch(self) -> tuple[int, float]:
        """One step of all games. Returns the number of finished games and of decisions."""
        moves = [SimpleNamespace(action=self._choose(now)) for now in self._now]
        self._now, _, done, _ = self._env.step(moves, reset_if_done=True)
        return sum(done), len(moves)

    def _choose(self, now: Any) -> int:
        seat = now.observations["current_player"]
        return int(self._random.choice(now.observations["legal_actions"][seat]))


def main(name: str, size: str) -> None:
    games = Games(name, int(size))
    serve(games.batch, f"OpenSpiel {version('open_spiel')}, SyncVectorEnv, {size} games at once")


if __name__ == "__main__":
    main(*sys.argv[1:])
