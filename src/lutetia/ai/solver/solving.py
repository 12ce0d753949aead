"""Asking for a proof: budgets, threads, and the line of best play."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Timer
from typing import Any

import numpy as np

from lutetia.ai.solver.context import Memory, Tables, new_memory, new_tables
from lutetia.ai.solver.keys import salt_of
from lutetia.ai.solver.search import evaluate, search
from lutetia.ai.solver.table import FAR, NO_MOVE
from lutetia.games.lumiere.names import BUILDING_PHASE
from lutetia.kernel.compiled import compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

MOST_NODES = 1 << 60


@dataclass(frozen=True)
class Solution:
    """What is known of a position, from the view of the seat to move."""

    proved: bool
    margin: int
    """Points of the mover less the rival's with best play; of no meaning if not proved."""
    lower: int
    upper: int
    best_line: tuple[int, ...]
    """Best play by both to the end; empty if not proved."""
    nodes: int
    seconds: float


def solve(
    game: Game,
    state: Record,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    cores: int = 1,
) -> Solution:
    """Prove the margin of a position of phase two, or give up within the budget.

    One core and a number of nodes give the same answer every time. With more cores the
    threads search the same position and share what they find; the first to finish ends all.
    """
    if game.id != "lumiere" or int(state.phase) != BUILDING_PHASE:
        raise ValueError("only positions of La Cité's second phase can be solved")
    stop = np.zeros(1, dtype=np.int64)
    tables = new_tables()
    _warm(game, state, tables)
    started = time.perf_counter()
    memories = [_prepared(game, state, tables, stop, nodes) for _ in range(max(1, cores))]
    timer = Timer(seconds, _raise_flag, [stop]) if seconds is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        lower, upper = _bounds(game, memories[0])
        margin, proved = _race(game, memories, stop)
        if nodes is not None:
            memories[0].scratch.node_limit = 2 * nodes
        line = _best_line(game, state, margin, memories[0], stop) if proved else ()
    finally:
        if timer is not None:
            timer.cancel()
    # The line is part of a proof: whoever asks for best play gets all of it or nothing.
    proved = proved and bool(line)
    return Solution(
        proved=proved,
        margin=margin if proved else 0,
        lower=margin if proved else lower,
        upper=margin if proved else upper,
        best_line=line if proved else (),
        nodes=sum(int(memory.scratch.nodes) for memory in memories),
        seconds=time.perf_counter() - started,
    )


def points_lost(game: Game, state: Record, move: int, **budget: Any) -> int | None:
    """How many points of margin a move gives away against best play; None if not proved."""
    best = solve(game, state, **budget)
    after = game.play(state, move)
    if not best.proved:
        return None
    if game.is_over(after):
        totals = game.totals(after)
        seat = int(state.to_move)
        return best.margin - (totals[seat] - totals[1 - seat])
    played = solve(game, after, **budget)
    if not played.proved:
        return None
    same = int(after.to_move) == int(state.to_move)
    return best.margin - (played.margin if same else -played.margin)


def _warm(game: Game, state: Record, tables: Tables) -> None:
    """Compile before the clock runs: a search that may look at nothing is enough."""
    with compiling("the solver", search.__module__):
        memory = _prepared(game, state, tables, np.zeros(1, dtype=np.int64), 0)
        search(game.box, memory, -FAR, FAR)


def _raise_flag(stop: Any) -> None:
    stop[0] = 1


def _prepared(game: Game, state: Record, tables: Tables, stop: Any, nodes: int | None) -> Memory:
    memory = new_memory(tables, stop)
    memory.states[0] = state
    memory.scratch.salt = salt_of(game.box, state)
    memory.scratch.nodes = 0
    memory.scratch.node_limit = MOST_NODES if nodes is None else nodes
    memory.scratch.killer[:] = NO_MOVE
    return memory


def _bounds(game: Game, memory: Memory) -> tuple[int, int]:
    evaluate(game.box, memory, np.int64(0))
    return int(memory.scratch.lower), int(memory.scratch.upper)


def _race(game: Game, memories: list[Memory], stop: Any) -> tuple[int, bool]:
    """The margin, and whether it was proved before the budget ran out."""
    if len(memories) == 1:
        margin = int(search(game.box, memories[0], -FAR, FAR))
        return margin, stop[0] == 0
    finished: list[int] = []

    def run(memory: Memory) -> None:
        margin = int(search(game.box, memory, -FAR, FAR))
        if stop[0] == 0:
            finished.append(margin)
            stop[0] = 1

    with ThreadPoolExecutor(len(memories)) as pool:
        wait([pool.submit(run, memory) for memory in memories], return_when=FIRST_COMPLETED)
    if finished:
        stop[0] = 0
    return (finished[0], True) if finished else (0, False)


def _best_line(
    game: Game, state: Record, margin: int, memory: Memory, stop: Any
) -> tuple[int, ...]:
    """Play the first move that keeps the margin, again and again; the table knows most of it."""
    line: list[int] = []
    mover = int(state.to_move)
    value = margin if mover == 0 else -margin
    while not game.is_over(state):
        move = _keeping_move(game, state, value, memory)
        if move is None or stop[0] != 0:
            return ()
        line.append(move)
        state = game.play(state, move)
    return tuple(line)


def _keeping_move(game: Game, state: Record, value: int, memory: Memory) -> int | None:
    """The first move after which the mover can still reach a value (seat 0's margin)."""
    mover = int(state.to_move)
    for move in game.legal_moves(state):
        after = game.play(state, int(move))
        if game.is_over(after):
            totals = game.totals(after)
            if totals[0] - totals[1] == value:
                return int(move)
            continue
        # A window one wide only asks whether the position is worth at least the value.
        memory.states[0] = after
        sign = 1 if int(after.to_move) == 0 else -1
        wanted = value * sign
        if int(after.to_move) == mover:
            found = int(search(game.box, memory, wanted - 1, wanted))
            keeps = found >= wanted
        else:
            found = int(search(game.box, memory, wanted, wanted + 1))
            keeps = found <= wanted
        if keeps and memory.stop[0] == 0:
            return int(move)
        if memory.stop[0] != 0:
            return None
    return None
