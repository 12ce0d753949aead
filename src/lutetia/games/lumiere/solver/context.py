"""The memory of a solver: tables for several positions, and the scratch memory of one thread."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lutetia.games.lumiere.rules.moves import MOVE_SPACE
from lutetia.games.lumiere.rules.state import STATE
from lutetia.games.lumiere.solver.problem import PROBLEM
from lutetia.games.lumiere.solver.sides import REACH, SIDE, TABLEAU
from lutetia.kernel.types import Record, new_record

DEPTH = 48
"""More plies than phase two can have: 8 activations, 1 second step, 12 builds, and passes."""

ENTRY = np.dtype([("check", np.uint64), ("content", np.uint64)])
"""One word of data, and the key mixed with it. So a half-written entry is recognised."""

SCRATCH = np.dtype(
    [
        ("salt", np.uint64),
        ("second", np.int64),  # whether this belongs to a second thread
        ("nodes", np.int64),  # positions whose bounds were computed
        ("evaluations", np.int64),
        ("solos", np.int64),
        ("packings", np.int64),
        ("stopped", np.int64),
        ("visits", np.int64),
        ("node_limit", np.int64),
        ("lower", np.int64),
        ("upper", np.int64),
        ("cards", np.int64),
        ("card", np.int64, 12),
        # for each way (`packings`), each seat and each set of open postcards: an interval of the
        # points, and the number of the evaluation that computed it
        ("least", np.int64, (3, 2, 256)),
        ("most", np.int64, (3, 2, 256)),
        ("points_at", np.int64, (3, 2, 256)),
        ("packed_least", np.int64),
        ("packed_most", np.int64),
        ("answer", np.int64),  # the open postcard that is best for the rival
        ("choice", np.int64, 14),  # see `bounds.bound_choices`
        ("killer", np.int64, (DEPTH, 2)),
    ],
    align=True,
)

FRAME = np.dtype(
    [
        ("move", np.int32, MOVE_SPACE),
        ("lower", np.int16, MOVE_SPACE),
        ("upper", np.int16, MOVE_SPACE),
        ("later", np.int8, MOVE_SPACE),  # whether another thread searches this child
        ("moves_key", np.uint64),  # key of the set of moves that led here
        ("key", np.uint64),  # the same and whose turn it is
        ("alpha", np.int64),
        ("beta", np.int64),
        ("low", np.int64),  # bounds of the value
        ("high", np.int64),
        ("best", np.int64),  # what the mover has for sure, or alpha
        ("goal", np.int64),  # a value that is enough
        ("ceiling", np.int64),  # an upper bound of the children so far
        ("best_move", np.int64),
        ("remembered", np.int64),
        ("number", np.int64),  # of moves
        ("index", np.int64),
        ("searched", np.int64),
        ("tried", np.int64),
        ("looked", np.int64),
        ("tried_best", np.int64),  # the window of the child that is searched
        ("window", np.int64),
        ("sign", np.int64),
        ("started", np.int64),
    ],
    align=True,
)


class Memory(NamedTuple):
    """What the compiled search works with. Threads may share the tables."""

    scratch: Record
    shared: Record
    sides: Any
    problem: Record
    solos: Any
    reaches: Any
    table: Any
    states: Any
    frames: Any
    busy: Any
    stop: Any


class Tables(NamedTuple):
    """What positions of one game and threads may share."""

    solos: Any
    reaches: Any
    table: Any


def new_tables(bits: int = 20) -> Tables:
    """Empty tables with 2 to the power of `bits` entries each."""
    return Tables(
        solos=_records(1 << bits, ENTRY),
        reaches=_records(1 << bits - 4, REACH),
        table=_records(1 << bits, ENTRY),
    )


def _records(number: int, dtype: np.dtype) -> Any:
    return np.zeros(number, dtype=np.dtype((np.record, dtype)))


def new_memory(tables: Tables, stop: Any, busy: Any | None = None) -> Memory:
    """The memory of one thread."""
    return Memory(
        scratch=new_record(SCRATCH),
        shared=new_record(TABLEAU),
        sides=_records(2, SIDE),
        problem=new_record(PROBLEM),
        solos=tables.solos,
        reaches=tables.reaches,
        table=tables.table,
        states=_records(DEPTH, STATE),
        frames=_records(DEPTH, FRAME),
        busy=np.zeros(1, dtype=np.uint64) if busy is None else busy,
        stop=stop,
    )
