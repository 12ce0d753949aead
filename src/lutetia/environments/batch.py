"""Thousands of games that step together: the fastest way to play from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption, IllegalMove, UnparsableMove
from lutetia.kernel.observation import SPACES, Observation
from lutetia.kernel.specialise import specialise

PATTERN = "lutetia.environments.loops"
MOST_GAMES = 1_000_000
LISTED = 512
"""A position with more legal moves than this is cleared as a whole, which is slower."""


class Step(NamedTuple):
    """What one step of all games gave."""

    rewards: NDArray[np.float32]
    """(game, seat): 0 during a game; at its end from 1 for the first seat to −1 for the last."""
    done: NDArray[np.bool_]
    """Whether the game has ended with this step. A new game was dealt in its place."""


class Batch:
    """Many games of one kind. The arrays are reused: copy what you want to keep.

    After the making and after every step: `mask[i]` marks the legal moves of game i, `to_move[i]`
    is the seat that moves, `planes[i]` and `numbers[i]` are what it may know.
    """

    def __init__(
        self,
        game: str,
        size: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | Path | None = None,
        seed: str = "1",
        workers: int = 1,
        observe: bool = True,
    ) -> None:
        if not 1 <= size <= MOST_GAMES:
            raise BadOption(f"size: from 1 to {MOST_GAMES} games can step together, not {size}")
        if workers < 1:
            raise BadOption(f"workers: {workers} threads cannot play")
        path = Path(components) if components is not None else None
        self.game: Game = open_game(game, seats, options, path)
        self.size = size
        self.observation: Observation | None = package_of(self.game).observation()
        """The game's own observation. Without one, `numbers` has the bytes of the mover's view."""
        self._loops = loops_of(self.game, self.observation)
        self._observe = observe
        self._workers = min(workers, size)
        self._pool = ThreadPoolExecutor(self._workers) if self._workers > 1 else None
        edges = np.linspace(0, size, self._workers + 1).astype(int).tolist()
        self._ranges = list(pairwise(edges))

        self.states: NDArray[Any] = np.zeros(size, np.dtype((np.record, self.game.state_type)))
        self.mask = np.zeros((size, self.game.move_space), dtype=np.bool_)
        self._listed = np.zeros((size, min(LISTED, self.game.move_space)), dtype=np.int32)
        self._counts = np.zeros(size, dtype=np.int32)
        self._rewards = np.zeros((size, self.game.seats), dtype=np.float32)
        self._done = np.zeros(size, dtype=np.bool_)
        self._standings = np.zeros((self._workers, self.game.seats), dtype=np.int64)
        self._found = np.zeros((self._workers, self.game.move_space), dtype=np.int32)
        self._random = np.zeros(size, dtype=np.int32)
        if self.observation is None:
            self._views = np.zeros_like(self.states)
            self.planes = np.zeros((size, 0), dtype=np.uint64)
            self.numbers = self._views.view(np.uint8).reshape(size, -1)
        else:
            self.planes = np.zeros((size, self.observation.planes), dtype=np.uint64)
            self.numbers = np.zeros((size, self.observation.numbers), dtype=np.int8)
        self.reset(seed)

    def reset(self, seed: str = "1") -> None:
        """Deal every game anew. The same seed gives the same games."""
        self._chances = self._generators("deals", seed)
        self._luck = self._generators("random moves", seed)
        self._share(lambda _, start, stop: self._loops.deal_games(
            self.game.box, self._chances, self.states, start, stop
        ))  # fmt: skip
        self._share(self._look)

    def _generators(self, purpose: str, seed: str) -> NDArray[np.uint64]:
        """One generator for each game, so that a game does not depend on the number of threads."""
        return np.array(
            [generator(derived_seed("batch", purpose, seed, n)) for n in range(self.size)]
        )

    def step(self, moves: ArrayLike, learners: NDArray[np.int8] | None = None) -> Step:
        """Play one move in every game. If one of them is not legal, no game changes.

        With `learners`, a seat for each game, random players make the moves of all other seats:
        after the step it is the learner's turn again, in this game or in a new one.
        """
        given = np.ascontiguousarray(moves, dtype=np.int32)
        if given.shape != (self.size,):
            raise BadOption(f"moves: {given.shape} is no move for each of {self.size} games")
        wrong = self._loops.first_illegal(self.mask, given, 0, self.size)
        if wrong >= 0:
            self._refuse(wrong, int(given[wrong]))
        self._share(lambda worker, start, stop: self._advance(given, worker, start, stop))
        if learners is not None:
            self.wait_for(learners)
        return Step(self._rewards, self._done)

    def wait_for(self, learners: NDArray[np.int8]) -> None:
        """Let random players move until it is the learner's turn in every game."""
        self._share(lambda worker, start, stop: self._reply(learners, worker, start, stop))

    def random_moves(self) -> NDArray[np.int32]:
        """One legal move for each game; all legal moves of a game are equally likely."""
        self._share(lambda _, start, stop: self._loops.random_moves(
            self.mask, self._listed, self._counts, self._luck, self._random, start, stop
        ))  # fmt: skip
        return self._random

    @property
    def to_move(self) -> NDArray[np.int8]:
        """For each game the seat that moves."""
        found: NDArray[np.int8] = self.states["to_move"]
        return found

    def boards(self) -> NDArray[np.int8]:
        """The planes as boards of 8×8: (game, plane, row, column), row 0 is rank 1."""
        return unpacked_planes(self.planes)

    def _reply(self, learners: NDArray[np.int8], worker: int, start: int, stop: int) -> None:
        self._loops.reply_games(
            self.game.box,
            self._chances,
            self._luck,
            self.states,
            learners,
            self._rewards,
            self._done,
            self._standings[worker],
            self._found[worker],
            start,
            stop,
        )
        self._look(worker, start, stop)

    def _advance(self, moves: NDArray[np.int32], worker: int, start: int, stop: int) -> None:
        self._loops.step_games(
            self.game.box,
            self._chances,
            self.states,
            moves,
            self._rewards,
            self._done,
            self._standings[worker],
            start,
            stop,
        )
        self._look(worker, start, stop)

    def _look(self, worker: int, start: int, stop: int) -> None:
        """List the legal moves, and fill in what the movers see."""
        self._loops.list_moves(
            self.game.box,
            self.states,
            self.mask,
            self._listed,
            self._counts,
            self._found[worker],
            start,
            stop,
        )
        if not self._observe:
            return
        if self.observation is None:
            self._loops.view_games(self.game.box, self.states, self._views, start, stop)
        else:
            self._loops.observe_games(
                self.game.box, self.states, self.planes, self.numbers, start, stop
            )

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Do the work of all games, divided between the threads."""
        if self._pool is None:
            work(0, 0, self.size)
            return
        jobs = [
            self._pool.submit(work, worker, start, stop)
            for worker, (start, stop) in enumerate(self._ranges)
        ]
        for job in jobs:
            job.result()

    def _refuse(self, index: int, move: int) -> None:
        try:
            self.game.check(self.states[index], move)
        except IllegalMove as error:
            raise IllegalMove(f"game {index}: {error.text}", error.rule, error.reason) from None
        except UnparsableMove as error:
            raise UnparsableMove(f"game {index}: {error}") from None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def loops_of(game: Game, observation: Observation | None) -> Any:
    """The compiled loops of a game."""
    observe = game.rules.score if observation is None else observation.observe
    return specialise(PATTERN, game.id, game.rules, observe=observe)


def unpacked_planes(planes: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Sets of spaces as boards of zeros and ones: (…, plane, row, column)."""
    bits = np.unpackbits(
        planes.astype("<u8", copy=False)[..., None].view(np.uint8), axis=-1, bitorder="little"
    )
    return bits.reshape(*planes.shape, 8, SPACES // 8).view(np.int8)
