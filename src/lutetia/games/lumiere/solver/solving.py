"""Solves a position of La Cité's second phase from Python: budgets, threads, the best line."""

from __future__ import annotations

import threading
import time
from typing import ClassVar

import numpy as np

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.names import BUILDING_PHASE
from lutetia.games.lumiere.solver.context import Memory, new_memory, new_tables
from lutetia.games.lumiere.solver.keys import salt_of
from lutetia.games.lumiere.solver.search import name_child, name_root, search
from lutetia.games.lumiere.solver.transpositions import FAR, NO_MOVE
from lutetia.kernel.compiled import compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.package import Solution
from lutetia.kernel.types import Record

UNLIMITED = 1 << 62
MOST_CORES = 2
SMALLEST_TABLE, PLAYERS_TABLE = 12, 21
"""Sizes of tables as powers of two, for a number of nodes. A small number of nodes is not worth the
time to clear a large table. Many such players may also run on one machine."""

TABLES = (16, 16, 17, 19, 21, 22, 24, 24, 24)
"""The same without a number of nodes, by the action tokens left: at most half a gigabyte."""

BUSY = 1 << 12


class NotSolvable(LutetiaError, ValueError):
    """The solver proves only positions of La Cité's second phase."""

    code: ClassVar[str] = "not-solvable"


def solve(
    game: Game,
    state: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    cores: int = 1,
) -> Solution:
    """Prove the margin of a position, or say what is sure when the budget is spent.

    With a number of nodes it runs on one core, so the answer is always the same.
    """
    return Solver(game, nodes, cores).solve(state, seconds)


def points_lost(
    game: Game, state: Record, move: int, *, seconds: float | None = None, nodes: int | None = None
) -> int | None:
    """How many points of the proved margin a move loses; None if that is not proved."""
    before = solve(game, state, seconds=seconds, nodes=nodes)
    after = game.play(state, move)
    if not before.proved:
        return None
    mover = int(state.to_move)
    if game.is_over(after):
        totals = game.totals(after)
        return before.margin - (totals[mover] - totals[1 - mover])
    found = solve(game, after, seconds=seconds, nodes=nodes)
    if not found.proved:
        return None
    sign = 1 if int(after.to_move) == mover else -1
    return before.margin - sign * found.margin


class Solver:
    """One run of the solver: its tables, its threads and the flag that ends them."""

    def __init__(self, game: Game, nodes: int | None = None, cores: int = 1) -> None:
        if not isinstance(game, Lumiere):
            raise NotSolvable(f"{game.title} cannot be solved, only La Cité's second phase")
        self.game = game
        self.node_limit = UNLIMITED if nodes is None else nodes
        self._stop = np.zeros(1, dtype=np.int64)
        self._threads = 1 if nodes is not None else max(1, min(cores, MOST_CORES))
        self._memories: list[Memory] = []

    def interrupt(self) -> None:
        """End a running `solve` from another thread. It then returns what it has found."""
        self._stop[0] = 1

    def solve(self, state: Record, seconds: float | None = None) -> Solution:
        """Prove the margin of a position, or say what is sure when the budget is spent."""
        if int(state.phase) != BUILDING_PHASE:
            raise NotSolvable("only positions of La Cité's second phase can be solved")
        self._memories = self._new_memories(state)
        self._load(state)
        started = time.perf_counter()
        self._search_all(state, seconds)
        lower, upper = self._bounds()
        nodes = sum(int(memory.scratch.nodes) for memory in self._memories)
        line = self._line(state, lower) if lower == upper else self._best_moves()
        return Solution(
            proved=lower == upper,
            margin=lower,
            lower=lower,
            upper=upper,
            best_line=line,
            nodes=nodes,
            seconds=time.perf_counter() - started,
        )

    def _new_memories(self, state: Record) -> list[Memory]:
        """Tables for all threads, and a memory for each."""
        if self.node_limit == UNLIMITED:
            bits = TABLES[int(state.tokens.sum())]
        else:
            bits = min(int(self.node_limit).bit_length() + 2, PLAYERS_TABLE)
        tables = new_tables(max(SMALLEST_TABLE, bits))
        busy = np.zeros(BUSY if self._threads > 1 else 1, dtype=np.uint64)
        return [new_memory(tables, self._stop, busy) for _ in range(self._threads)]

    def _load(self, state: Record) -> None:
        """Compile or load the machine code before the time starts."""
        with compiling("the solver", __name__):
            self._prepare(self._memories[0], state, 0)
            search(self.game.box, self._memories[0], -FAR, FAR)
        self._stop[0] = 0

    def _search_all(self, state: Record, seconds: float | None) -> None:
        """Search with every thread until the first one is done or the time is over."""
        for number, memory in enumerate(self._memories):
            self._prepare(memory, state, self.node_limit)
            memory.scratch.second = number % 2
        done = threading.Event()

        def work(memory: Memory) -> None:
            try:
                search(self.game.box, memory, -FAR, FAR)
            finally:
                done.set()

        threads = [
            threading.Thread(target=work, args=(memory,), daemon=True) for memory in self._memories
        ]
        for thread in threads:
            thread.start()
        try:
            done.wait(seconds)
        finally:
            self._stop[0] = 1
            for thread in threads:
                thread.join()

    def _prepare(self, memory: Memory, state: Record, limit: int) -> None:
        memory.states[0] = state
        memory.scratch.salt = salt_of(self.game.box, state)
        memory.scratch.node_limit = limit
        memory.scratch.nodes = 0
        name_root(memory)
        memory.scratch.killer[:] = NO_MOVE
        memory.frames[0].best_move = NO_MOVE
        memory.frames[0].low = -FAR
        memory.frames[0].high = FAR

    def _bounds(self) -> tuple[int, int]:
        """The best bounds of the root from all threads."""
        lower, upper = -FAR, FAR
        for memory in self._memories:
            root = memory.frames[0]
            lower = max(lower, int(root.low))
            upper = min(upper, int(root.high))
            if int(root.best_move) != NO_MOVE:
                lower = max(lower, int(root.best))
        return lower, upper

    def _best_moves(self) -> list[int]:
        found = [m.frames[0] for m in self._memories if int(m.frames[0].best_move) != NO_MOVE]
        return [int(max(found, key=lambda root: int(root.best)).best_move)] if found else []

    def _line(self, state: Record, margin: int) -> list[int]:
        """Best play to the end: at every ply a move that keeps the proved margin."""
        line: list[int] = []
        memory = self._memories[0]
        while not self.game.is_over(state):
            if line:
                self._stop[0] = 0
                named = memory.frames[1].moves_key, memory.frames[1].key
                self._prepare(memory, state, UNLIMITED)
                memory.frames[0].moves_key, memory.frames[0].key = named
                search(self.game.box, memory, margin - 1, margin)
                move = int(memory.frames[0].best_move)
            else:
                move = self._best_moves()[0]
            line.append(move)
            # The table finds a position by the key of the moves that led to it.
            name_child(memory, 0, move)
            mover = int(state.to_move)
            state = self.game.play(state, move)
            if int(state.to_move) != mover:
                margin = -margin
        return line
