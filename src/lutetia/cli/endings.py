"""Many finished games as arrays, for statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.player import Player
from lutetia.cli.automatic import play_game
from lutetia.cli.screen import progress
from lutetia.cli.warm import PLAYOUT
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

CHUNK = 2_000


class Endings(NamedTuple):
    """One row for each game."""

    states: NDArray[Any]
    firsts: NDArray[np.int64]
    """The seat that made the first move."""
    lines: NDArray[np.int32]
    """Points: game, seat, line."""
    standings: NDArray[np.int64]
    """Game, seat."""
    accounts: NDArray[np.int64] | None = None
    """What moves brought: game, seat, column of the game's ledger."""

    @property
    def totals(self) -> NDArray[np.int64]:
        """Points: game, seat."""
        found: NDArray[np.int64] = self.lines.sum(axis=2, dtype=np.int64)
        return found

    @property
    def wins(self) -> NDArray[np.float64]:
        """Game, seat: 1 for a win, equal parts of 1 for a shared win."""
        first = self.standings == self.standings.max(axis=1, keepdims=True)
        found: NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
        return found


def empty(game: Game, games: int) -> Endings:
    """Empty arrays for this many games."""
    return Endings(
        np.zeros(games, dtype=np.dtype((np.record, game.state_type))),
        np.zeros(games, dtype=np.int64),
        np.zeros((games, game.seats, len(game.score_lines)), dtype=np.int32),
        np.zeros((games, game.seats), dtype=np.int64),
    )


def random_endings(game: Game, games: int, seed: str) -> Endings:
    """Games of random players; they run in compiled code only."""
    playout = specialise(PLAYOUT, game.id, game.rules)
    found = empty(game, games)
    chance = generator(derived_seed("balance", seed))
    moves = np.empty(game.move_space, dtype=np.int32)
    with compiling(f"{game.title}, finished games", playout.__name__):
        playout.endings(game.box, chance.copy(), moves, *empty(game, 1)[:4])
    with progress() as bar:
        for start in bar.track(range(0, games, CHUNK), description="Playing"):
            part = (array[start : start + CHUNK] for array in found[:4])
            playout.endings(game.box, chance, moves, *part)
    return found


def played_endings(game: Game, games: int, seed: str, make: Callable[[bytes], Player]) -> Endings:
    """Games of any computer players."""
    found = empty(game, games)
    ledger = package_of(game).ledger()
    columns = 0 if ledger is None else ledger.columns
    accounts = np.zeros((games, game.seats, columns), dtype=np.int64)
    with progress() as bar:
        for number in bar.track(range(games), description="Playing"):
            players = [
                make(derived_seed("balance player", seed, number, seat))
                for seat in range(game.seats)
            ]
            dealt = derived_seed("balance", seed, number)
            found.firsts[number] = game.deal(dealt).to_move
            record, state = play_game(game, dealt, players)
            if ledger is not None:
                replayed = game.deal(dealt)
                for text in record.moves:
                    ledger.account(game, replayed, game.parse(replayed, text), accounts[number])
            found.states[number] = state
            game.rules.score(game.box, state, found.lines[number])
            game.rules.standing(game.box, state, found.standings[number])
    return found if ledger is None else found._replace(accounts=accounts)
