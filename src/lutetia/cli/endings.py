"""Many finished games as arrays, for statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.run import play_all
from lutetia.ai.learnt import learnt
from lutetia.ai.names import player_named
from lutetia.ai.search.search import TREES
from lutetia.cli.automatic import play_game
from lutetia.cli.screen import progress
from lutetia.cli.warm import PLAYOUT
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile
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


@dataclass(frozen=True)
class PlayedGame:
    """The moves of a game of one computer player at all seats, in notation."""

    moves: list[str]


def games_header(game: Game, player: str, seed: str) -> dict[str, Any]:
    """What the games of a file of results have in common."""
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": game.seats,
        "options": dict(game.options),
        "components": game.components_digest,
        "learnt": learnt(game),
        "player": player,
        "seed": seed,
    }


def played_game(game: Game, player: str, seed: str, number: int, threads: int) -> PlayedGame:
    """One game. It depends only on the player, the seed and the number."""
    players = [
        player_named(player, derived_seed("balance player", seed, number, seat), threads)
        for seat in range(game.seats)
    ]
    record, _ = play_game(game, derived_seed("balance", seed, number), players)
    return PlayedGame(record.moves)


def played_endings(
    box: Box, player: str, games: int, seed: str, results: Results[PlayedGame], processes: int = 1
) -> Endings:
    """Games of any computer player; those that are in the results are not played again."""
    # Several processes leave no core for threads.
    threads = TREES if processes == 1 else 1
    jobs = {str(number): (player, seed, number, threads) for number in range(games)}
    with progress() as bar:
        task = bar.add_task("Playing")
        play_all(
            box,
            played_game,
            jobs,
            results,
            processes,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    return endings_of(box.open(), range(games), seed, results)


def endings_of(
    game: Game, numbers: Sequence[int], seed: str, results: Results[PlayedGame]
) -> Endings:
    """The ends of the played games with these numbers, and what their moves brought."""
    found = empty(game, len(numbers))
    ledger = package_of(game).ledger()
    columns = 0 if ledger is None else ledger.columns
    accounts = np.zeros((len(numbers), game.seats, columns), dtype=np.int64)
    for place, number in enumerate(numbers):
        state = game.deal(derived_seed("balance", seed, number))
        found.firsts[place] = state.to_move
        for text in results.games[str(number)].moves:
            move = game.read(text)
            game.check(state, move)
            if ledger is None:
                game.rules.apply(game.box, state, move)
            else:
                ledger.account(game, state, move, accounts[place])
        if not game.is_over(state):
            raise BadFile(f"{results.path}: game {number} is not over")
        found.states[place] = state
        game.rules.score(game.box, state, found.lines[place])
        game.rules.standing(game.box, state, found.standings[place])
    return found if ledger is None else found._replace(accounts=accounts)
