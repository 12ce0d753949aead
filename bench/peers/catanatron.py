"""Catanatron: `catanatron.py PLAYERS` plays Catan with its own random players."""

from __future__ import annotations

import sys
from importlib.metadata import version
from itertools import count

from catanatron import Color, Game, RandomPlayer

from bench.peers.worker import serve


def main(players: int) -> None:
    seeds = count(1)
    colors = list(Color)[:players]

    def batch() -> tuple[int, float]:
        game = Game([RandomPlayer(color) for color in colors], seed=next(seeds))
        plies = 0
        # The same as `Game.play`, without two copies of the game that only observers need.
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            plies += 1
        return 1, plies

    serve(batch, f"Catanatron {version('catanatron')}, RandomPlayer, {players} players")


if __name__ == "__main__":
    main(int(sys.argv[1]))
