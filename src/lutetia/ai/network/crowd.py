"""Many games of self-play on all cores: the Python side of `selfplay`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np

from lutetia.ai.network.gumbel import visit_plan
from lutetia.ai.network.loops import CANDIDATES, EDGES, MOST_MOVES, search_loops
from lutetia.ai.network.selfplay import (
    NEW,
    OUT,
    TALLIES,
    UNPLAYED,
    Games,
    Samples,
    new_samples,
)
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.trees import LONGEST_GAME, Leaves, new_leaves, new_trees
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

ROOM = 4096
"""The most samples that one worker can return at a time."""

LONGEST_BLIND = 30
"""The first game of each place begins with fewer random moves than this. So not all games end
together."""

Zeros = Callable[..., Any]


def selfplay_loops(subject: Subject, game: Game) -> ModuleType:
    """The compiled self-play of a game."""
    search = search_loops(subject, game)
    names = (
        "choose_candidate", "grow", "improved_policy", "plant_root", "present", "simulate",
    )  # fmt: skip
    return specialise(
        "lutetia.ai.network.selfplay",
        subject.game,
        game.rules,
        ownership=subject.ownership,
        certain=subject.certain,
        seats=game.seats,
        lines=subject.lines,
        **{name: getattr(search, name) for name in names},
    )


class Crowd:
    """Some thousand games that wait for the network together.

    With `paired`, games come in pairs that begin with the same deal.
    """

    def __init__(
        self,
        subject: Subject,
        boxes: Sequence[Game],
        count: int,
        simulations: int,
        seed: bytes,
        pieces: int,
        zeros: Zeros = np.zeros,
        *,
        most_simulations: int | None = None,
        noise: float = 1.0,
        paired: bool = False,
    ) -> None:
        first = boxes[0]
        self.subject = subject
        self.loops = selfplay_loops(subject, first)
        self.boxes = _stacked([game.box for game in boxes])
        self.count = count
        self.paired = paired
        self.leaves: Leaves = new_leaves(count, subject.planes, subject.numbers, MOST_MOVES, zeros)
        most = most_simulations or simulations
        self.plan = np.zeros((CANDIDATES + 1, most), dtype=np.int32)
        self.plan_length = np.zeros(1, dtype=np.int32)
        self.noise = np.full(1, noise)
        self.simulations = simulations
        whole = self._new_games(first, len(boxes), most, seed)
        edges = np.linspace(0, count, pieces + 1).astype(int)
        self.ranges = list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
        self.games = [
            whole._replace(out=self._samples(ROOM), tallies=np.zeros(TALLIES, dtype=np.int64))
            for _ in range(pieces)
        ]
        self.desks = [
            (
                subject.prover(),
                np.zeros(1, dtype=np.dtype((np.record, first.state_type)))[0],
                np.zeros(first.move_space, dtype=np.int32),
                np.zeros(MOST_MOVES, dtype=np.float32),
            )
            for _ in range(pieces)
        ]

    @property
    def simulations(self) -> int:
        """The number of simulations of a move. It may change between two steps."""
        return int(self.plan_length[0])

    @simulations.setter
    def simulations(self, number: int) -> None:
        for width in range(CANDIDATES + 1):
            self.plan[width, :number] = visit_plan(width, number)
        self.plan_length[0] = number

    def _samples(self, *shape: int) -> Samples:
        subject = self.subject
        return new_samples(
            *shape, planes=subject.planes, numbers=subject.numbers, lines=subject.lines
        )

    def _new_games(self, game: Game, boxes: int, simulations: int, seed: bytes) -> Games:
        count = self.count
        record = np.dtype((np.record, game.state_type))
        games = Games(
            states=np.zeros(count, dtype=record),
            box_of=(np.arange(count) // 2 % boxes).astype(np.int32),
            chances=np.array(
                [
                    generator(derived_seed(seed.hex(), number // 2 if self.paired else number))
                    for number in range(count)
                ]
            ),
            waiting=np.full(count, NEW, dtype=np.int8),
            done=np.zeros(count, dtype=np.int32),
            plan=self.plan,
            plan_length=self.plan_length,
            noise=self.noise,
            views=np.zeros(count, dtype=record),
            trees=new_trees(count, simulations + 2, EDGES, MOST_MOVES, game.seats),
            leaves=self.leaves,
            held=self._samples(count, LONGEST_GAME),
            held_mover=np.zeros((count, LONGEST_GAME), dtype=np.int8),
            held_count=np.zeros(count, dtype=np.int32),
            out=self._samples(1),
            tallies=np.zeros(TALLIES, dtype=np.int64),
            first_result=np.full(count, UNPLAYED, dtype=np.int8),
        )
        moves = np.zeros(game.move_space, dtype=np.int32)
        for number in range(count):
            blind = 0 if self.paired else below(games.chances[number], LONGEST_BLIND)
            self.loops.begin(self.boxes, games, number, blind, moves)
        return games

    def advance(self, pool: ThreadPoolExecutor | None) -> None:
        """Continue every game until it waits for the network again."""
        if pool is None:
            for piece in range(len(self.ranges)):
                self._advance(piece)
        else:
            list(pool.map(self._advance, range(len(self.ranges))))

    def _advance(self, piece: int) -> None:
        first, last = self.ranges[piece]
        self.loops.advance(self.boxes, self.games[piece], first, last, *self.desks[piece])

    def harvest(self) -> list[Samples]:
        """The samples of the games that ended since the last call."""
        found = []
        for games in self.games:
            count = int(games.tallies[OUT])
            if count:
                parts: Any = (part[:count].copy() for part in games.out)
                found.append(Samples(*parts))
                games.tallies[OUT] = 0
        return found

    def tallies(self) -> Any:
        """The sums of the counters of all workers."""
        return np.sum([games.tallies for games in self.games], axis=0)


def _stacked(boxes: Sequence[Any]) -> Any:
    """The records of several boxes as one array."""
    made = np.zeros(len(boxes), dtype=boxes[0].dtype)
    for number, box in enumerate(boxes):
        made[number] = box
    return made
