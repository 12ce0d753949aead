"""Lessons before self-play: games of planners, from which a network learns how a turn is played.

In a game with long turns random play teaches little: nearly all games of a new network look alike,
and it takes long until one of them shows what a good turn is. So the network first learns the moves
and the results of players that plan each turn in a beam (`search/turn.py`). Each player has its own
random factors on all weights, so that the games show more than one way to play.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from lutetia.ai.heuristic import heuristic_of, turn_functions
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.selfplay import (
    NO_MOVE,
    OWNED,
    SURE,
    TARGETS,
    WHOLE_WIN,
    Samples,
    new_samples,
)
from lutetia.ai.network.subject import Subject
from lutetia.ai.search.beam_buffers import new_beam_buffers
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record

WIDTH = 4
"""The width of the beam of each turn."""
VARIETY = 0.15
"""The spread of the players' weights: the standard deviation of the logarithms of their factors."""
KEPT = 0.5
"""This share of the positions becomes samples. The positions of one game are much alike."""
STRAYED = 0.04
"""This share of the turns begins with a random move, which nobody learns."""
LONGEST = 3000
"""A game with more moves than this is stopped."""


class _Notes:
    """The samples of one game, while it is played."""

    def __init__(self, subject: Subject, game: Game) -> None:
        self.subject, self.game = subject, game
        self.rows = new_samples(subject, 4 * subject.longest)
        self.movers: list[int] = []
        self.moves = np.zeros(game.move_space, dtype=np.int32)

    def note(self, state: Record, move: int) -> None:
        """A position, and the move that was played there."""
        count = self.game.rules.legal_moves(self.game.box, state, self.moves)
        row = len(self.movers)
        if count == 1 or row == len(self.rows.proved):
            return
        rows, seat = self.rows, int(state.to_move)
        self.subject.observe(self.game.box, state, rows.planes[row], rows.numbers[row])
        self.subject.hidden(self.game.box, state, seat, rows.ownership[row, OWNED:])
        listed = self.moves[:count]
        if count > TARGETS:
            listed = np.append(listed[listed != move][: TARGETS - 1], move)
        rows.moves[row] = NO_MOVE
        rows.moves[row, : len(listed)] = listed
        rows.probabilities[row, : len(listed)] = np.where(listed == move, SURE, 0)
        self.movers.append(seat)

    def ended(self, state: Record) -> Samples:
        """All samples, with the result of the game in them."""
        game, seats = self.game, self.game.seats
        order = np.zeros(self.subject.seats, dtype=np.int64)
        lines = np.zeros((self.subject.seats, self.subject.lines), dtype=np.int32)
        game.rules.standing(game.box, state, order)
        game.rules.score(game.box, state, lines)
        won = order[:seats] == order[:seats].max()
        for row, mover in enumerate(self.movers):
            turn = (np.arange(seats) + mover) % seats
            self.rows.result[row, :seats] = np.where(won[turn], WHOLE_WIN // won.sum(), 0)
            self.rows.lines[row, : seats * self.subject.lines] = lines[turn].ravel()
            self.subject.ownership(state, mover, self.rows.ownership[row, :OWNED])
        parts: Any = (part[: len(self.movers)].copy() for part in self.rows)
        return Samples(*parts)


def planned_game(name: str, number: int, seed: str) -> Samples:
    """The samples of one game of planners, in one of the boxes of practice."""
    subject = subject_of(name)
    boxes = subject.practice()
    game = boxes[number % len(boxes)]
    plans, weights = turn_functions(game), heuristic_of(game).knowledge(game)
    assert plans is not None
    numbers = np.random.default_rng(list(derived_seed("lessons", seed, number)))
    chance = generator(derived_seed("planned game", seed, number))
    players = [_varied(weights, numbers) for _ in range(game.seats)]
    beam, notes = new_beam_buffers(game, WIDTH), _Notes(subject, game)
    beam.worlds[0] = game.deal_with(chance)
    world = beam.worlds[0]
    while not game.is_over(world) and world.ply < LONGEST:
        seat = int(world.to_move)
        plans.turn_up(game.box, world, seat, chance, beam)
        if numbers.random() < STRAYED and int(world.to_move) == seat:
            strays = game.legal_moves(world)
            game.rules.apply(game.box, world, int(strays[numbers.integers(len(strays))]))
            continue
        within = world.copy()
        plans.plan_turn(game.box, players[seat], chance, beam, seat, WIDTH)
        for move in beam.path[beam.path != plans.NONE]:
            if numbers.random() < KEPT:
                notes.note(within, int(move))
            game.rules.apply(game.box, within, int(move))
    return notes.ended(world)


def _varied(weights: Floats, numbers: np.random.Generator) -> Floats:
    return np.asarray(weights * np.exp(VARIETY * numbers.normal(size=len(weights))))


def lessons(name: str, games: int, seed: str, processes: int) -> Iterator[Samples]:
    """The samples of many games, on several processes. The order does not depend on their speed."""
    yield planned_game(name, 0, seed)  # It fills the cache of machine code for the processes.
    if processes == 1:
        for number in range(1, games):
            yield planned_game(name, number, seed)
        return
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        wanted = range(1, games)
        yield from pool.map(
            planned_game, [name] * len(wanted), wanted, [seed] * len(wanted), chunksize=4
        )
