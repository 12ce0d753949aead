"""Many games of self-play on all cores: the Python side of `selfplay`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from lutetia.ai.network.gumbel import visit_plan
from lutetia.ai.network.loops import CANDIDATES, EDGES, search_loops
from lutetia.ai.network.proving import Proofs
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
from lutetia.ai.network.threads import Threads
from lutetia.ai.network.trees import Leaves, new_leaves, new_trees
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

ROOM = 4096
"""The most samples that one piece of a crowd can return at a time."""

Zeros = Callable[..., Any]


def selfplay_loops(subject: Subject, game: Game) -> ModuleType:
    """The compiled self-play of a game."""
    search = search_loops(subject, game)
    names = (
        "choose_candidate", "grow", "improved_policy", "plant_root", "present", "present_root",
        "simulate",
    )  # fmt: skip
    return specialise(
        "lutetia.ai.network.selfplay",
        subject.game,
        game.rules,
        ownership=subject.ownership,
        hidden=subject.hidden,
        provable=subject.provable,
        certain=subject.certain,
        players=subject.players,
        seats=subject.seats,
        lines=subject.lines,
        **{name: getattr(search, name) for name in names},
    )


class Crowd:
    """Some thousand games that wait for the network together, in pieces for the threads.

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
        quick: int = 0,
        noise: float = 1.0,
        paired: bool = False,
    ) -> None:
        first = boxes[0]
        self.subject = subject
        self.loops = selfplay_loops(subject, first)
        self.boxes = _stacked([game.box for game in boxes])
        self.count = count
        self.paired = paired
        self.leaves: Leaves = new_leaves(count, subject, zeros)
        most = most_simulations or simulations
        self.plan = np.zeros((CANDIDATES + 1, most), dtype=np.int32)
        self.plan_length = np.zeros(1, dtype=np.int32)
        self.quick_plan = _plan(quick, max(1, quick))
        self.quick_length = np.full(1, quick, dtype=np.int32)
        self.noise = np.full(1, noise)
        self.simulations = simulations
        self.pieces = pieces
        self.begun = np.zeros(1, dtype=np.int64)
        self.games = self._new_games(first, len(boxes), most, seed)
        record = np.dtype((np.record, first.state_type))
        self.desks = [
            (
                np.zeros(1, dtype=record)[0],
                np.zeros(first.move_space, dtype=np.int32),
                np.zeros(subject.most_moves, dtype=np.float32),
            )
            for _ in range(pieces)
        ]
        self.proofs = Proofs(self.loops.prove, self.boxes, subject.prover)

    @property
    def simulations(self) -> int:
        """The number of simulations of a move. It may change between two steps."""
        return int(self.plan_length[0])

    @simulations.setter
    def simulations(self, number: int) -> None:
        self.plan[:] = _plan(number, self.plan.shape[1])
        self.plan_length[0] = number

    def _new_games(self, game: Game, boxes: int, simulations: int, seed: bytes) -> Games:
        count, subject, pieces = self.count, self.subject, self.pieces
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
            certain_move=np.zeros(count, dtype=np.int32),
            done=np.zeros(count, dtype=np.int32),
            plan=self.plan,
            plan_length=self.plan_length,
            quick_plan=self.quick_plan,
            quick_length=self.quick_length,
            is_quick=np.zeros(count, dtype=np.int8),
            noise=self.noise,
            views=np.zeros(count, dtype=record),
            trees=new_trees(count, simulations + 2, EDGES, subject.most_moves, subject.seats),
            leaves=self.leaves,
            held=new_samples(subject, count, subject.longest),
            held_mover=np.zeros((count, subject.longest), dtype=np.int8),
            held_count=np.zeros(count, dtype=np.int32),
            out=new_samples(subject, pieces, ROOM),
            tallies=np.zeros((pieces, TALLIES), dtype=np.int64),
            first_result=np.full(count, UNPLAYED, dtype=np.int8),
        )
        moves = np.zeros(game.move_space, dtype=np.int32)
        for number in range(count):
            blind = 0 if self.paired else below(games.chances[number], subject.blind)
            self.loops.begin(self.boxes, games, number, blind, moves)
        return games

    def prepare_proofs(self) -> None:
        """Compile the proofs before the games begin."""
        self.proofs.prepare(self.games)

    def advance(self, threads: Threads | None) -> None:
        """Continue every game until it waits for the network again, or for a proof."""
        pieces = range(self.pieces)
        self.begun[0] = 0
        if threads is None:
            for piece in pieces:
                self._advance(piece)
        else:
            list(threads.games.map(self._advance, pieces))
        self.proofs.begin(self.games, None if threads is None else threads.proofs)

    def _advance(self, piece: int) -> None:
        self.loops.advance(self.boxes, self.games, self.begun, piece, *self.desks[piece])

    def harvest(self) -> list[Samples]:
        """The samples of the games that ended since the last call."""
        found = []
        tallies = self.games.tallies
        for piece, count in enumerate(tallies[:, OUT].tolist()):
            if count:
                parts: Any = (part[piece, :count].copy() for part in self.games.out)
                found.append(Samples(*parts))
        tallies[:, OUT] = 0
        return found

    def tallies(self) -> Any:
        """The sums of the counters of all pieces."""
        return self.games.tallies.sum(0)


def _plan(simulations: int, most: int) -> Any:
    """The visit plans of a search, one for each number of candidates."""
    made = np.zeros((CANDIDATES + 1, most), dtype=np.int32)
    for width in range(CANDIDATES + 1):
        made[width, :simulations] = visit_plan(width, simulations)
    return made


def _stacked(boxes: Sequence[Any]) -> Any:
    """The records of several boxes as one array."""
    made = np.zeros(len(boxes), dtype=boxes[0].dtype)
    for number, box in enumerate(boxes):
        made[number] = box
    return made
