"""Positions that may become puzzles: from games between quick levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lutetia.ai.levels import LevelPlayer
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import NotOffered
from lutetia.kernel.package import Solver
from lutetia.kernel.types import Record

QUICK_LEVELS = (2, 3)
"""These levels play at first sight, so a game takes a moment."""

FEWEST_MOVES, MOST_MOVES = 8, 80
"""With fewer moves a puzzle is a guess. With more its file and its proof become long."""

TRIED_IN_A_GAME = 3


@dataclass(frozen=True)
class Candidate:
    """A position of a game, with the way to it."""

    deal: bytes
    moves: tuple[int, ...]
    state: Record


def solver_of(game: Game) -> Solver:
    """The solver of a game; `NotOffered` if it has none."""
    solver = package_of(game).solver()
    if solver is None:
        raise NotOffered(f"{game.title} has no solver, so it has no puzzles")
    return solver


def candidates(game: Game, seed: str, number: int) -> Iterator[Candidate]:
    """Some positions of the game with this number, in an order that the seed decides."""
    solver = solver_of(game)
    deal = derived_seed("puzzle", seed, number)
    found = [
        one
        for one in _played(game, deal)
        if solver.solvable(game, one.state) is None
        and solver.promising(game, one.state)
        and FEWEST_MOVES <= len(game.legal_moves(one.state)) <= MOST_MOVES
    ]
    chance = generator(derived_seed("puzzle order", deal.hex()))
    for _ in range(min(TRIED_IN_A_GAME, len(found))):
        yield found.pop(below(chance, len(found)))


def _played(game: Game, deal: bytes) -> Iterator[Candidate]:
    """Every position of a game between two quick levels."""
    chance = generator(derived_seed("puzzle levels", deal.hex()))
    players: Sequence[LevelPlayer] = [
        LevelPlayer(
            QUICK_LEVELS[below(chance, len(QUICK_LEVELS))],
            derived_seed("puzzle player", deal.hex(), seat),
            threads=1,
        )
        for seat in range(game.seats)
    ]
    state = game.deal(deal)
    moves: tuple[int, ...] = ()
    while not game.is_over(state):
        yield Candidate(deal, moves, state)
        seat = int(state.to_move)
        move = players[seat].choose(game, game.view(state, seat), seat)
        state = game.play(state, move)
        moves = (*moves, int(move))
