"""One game between computer players, and its result."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game


@dataclass(frozen=True)
class Box:
    """The game, seats, options and components of all games of an arena."""

    game: str
    seats: int
    options: Mapping[str, Any]
    components: Path | None = None

    def open(self) -> Game:
        """Open the game."""
        return open_game(self.game, self.seats, self.options, self.components)


@dataclass(frozen=True)
class Played:
    """How a game ended."""

    points: list[int]
    ranks: list[int]
    plies: int
    slowest: list[float]
    """For each seat: the longest time of one choice, in seconds."""
    spent: list[float]
    """For each seat: the time of all its choices together."""
    worked: list[float] | None = None
    """For each seat: the processor time of all its choices in this process. Results of older
    programs do not have it."""


def warm_up(game: Game, name: str) -> None:
    """Let a player compile what it needs, so that no measured time includes compiling."""
    state = game.deal(derived_seed("warm-up"))
    seat = int(state.to_move)
    player_named(name, derived_seed("warm-up"), threads=1).choose(
        game, game.view(state, seat), seat
    )


def play(game: Game, names: Sequence[str], seed: str, shuffle: int) -> Played:
    """Play one game between named players. It depends only on the names and the seeds."""
    players = [
        player_named(name, derived_seed("player", seed, shuffle, seat, name), threads=1)
        for seat, name in enumerate(names)
    ]
    return play_with(game, players, derived_seed("arena", seed, shuffle))


def play_with(game: Game, players: Sequence[Player], shuffle: bytes) -> Played:
    """Play one game between the given players, in the order of their seats."""
    state = game.deal(shuffle)
    slowest = [0.0] * game.seats
    spent = [0.0] * game.seats
    worked = [0.0] * game.seats
    while not game.is_over(state):
        seat = int(state.to_move)
        started, before = time.perf_counter(), time.process_time()
        move = players[seat].choose(game, game.view(state, seat), seat)
        taken = time.perf_counter() - started
        slowest[seat] = max(slowest[seat], taken)
        spent[seat] += taken
        worked[seat] += time.process_time() - before
        state = game.play(state, move)
    return Played(
        points=game.totals(state),
        ranks=game.ranks(state),
        plies=int(state.ply),
        slowest=[round(seconds, 4) for seconds in slowest],
        spent=[round(seconds, 3) for seconds in spent],
        worked=[round(seconds, 3) for seconds in worked],
    )
