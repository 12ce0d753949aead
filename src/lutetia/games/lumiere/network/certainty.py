"""Plays the end of a training game of La Cité exactly."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.names import BUILDING_PHASE
from lutetia.games.lumiere.solver.context import Memory, new_memory, new_tables
from lutetia.games.lumiere.solver.keys import salt_of
from lutetia.games.lumiere.solver.search import name_root, search
from lutetia.games.lumiere.solver.transpositions import FAR, NO_MOVE
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.types import Record

NOTHING = -1
MOST_NODES = (300, 300, 300, 2_000, 6_000)
"""For each number of action tokens left: the nodes that a proof may use."""
MOST_TOKENS = len(MOST_NODES) - 1
RARE = (1, 1, 1, 2, 4)
"""For each number of tokens: one game in so many is proved. With three and four tokens a proof
costs more time than the games that it replaces, but their ends must be learnt, too."""
TABLE_BITS = 15


def new_prover() -> Memory:
    """The memory of the solver, for one thread."""
    return new_memory(new_tables(TABLE_BITS), np.zeros(1, dtype=np.int64))


@compiled
def provable(box: Record, state: Record) -> bool:
    """Whether a proof is tried: near the end, and in some of the games.

    It depends on the board, so a game is proved at every number of tokens or not at all.
    """
    tokens = np.int64(state.tokens[0]) + np.int64(state.tokens[1])
    if state.phase != BUILDING_PHASE or tokens > MOST_TOKENS:
        return False
    share = (np.uint64(salt_of(box, state)) >> np.uint64(40)) % np.uint64(RARE[tokens])
    return share == np.uint64(0)


@compiled
def certain(box: Record, state: Record, prover: Memory) -> int:
    """A move that keeps the proved margin, or −1 if the proof takes too long.

    The memory may still hold other positions. That does no harm: their keys differ.
    """
    tokens = np.int64(state.tokens[0]) + np.int64(state.tokens[1])
    scratch = prover.scratch
    copy_into(state, prover.states[0])
    scratch.salt = salt_of(box, state)
    scratch.node_limit = MOST_NODES[tokens]
    scratch.nodes = 0
    scratch.second = 0
    prover.stop[0] = 0
    name_root(prover)
    scratch.killer[:] = NO_MOVE
    root = prover.frames[0]
    root.best_move = NO_MOVE
    root.low = -FAR
    root.high = FAR
    search(box, prover, -FAR, FAR)
    lower = np.int64(root.low)
    if root.best_move != NO_MOVE:
        lower = max(lower, np.int64(root.best))
    if lower != np.int64(root.high) or root.best_move == NO_MOVE:
        return NOTHING
    return np.int64(root.best_move)  # type: ignore[return-value]
