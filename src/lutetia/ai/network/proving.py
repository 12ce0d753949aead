"""The proofs that the games of a crowd wait for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

import numpy as np

from lutetia.ai.network.selfplay import (
    IN_PROOF,
    NOT_PROVED,
    PROVED_OR_NOT,
    TO_PROVE,
    Games,
)

TOGETHER = 4
"""The positions that a thread takes at a time."""
MOST_WAITING = 512
"""The most positions of a crowd that wait for threads. If there are more, their games go on without
a proof: a game that waits needs its place, and proofs get only the time that the games leave."""


class Proofs:
    """Proves positions, in turn with the games or beside them."""

    def __init__(self, prove: Callable[..., None], boxes: Any, desk: Callable[[], Any]) -> None:
        self._prove = prove
        self._boxes = boxes
        self._new_desk = desk
        self._desks: SimpleQueue[Any] = SimpleQueue()
        self._faults: SimpleQueue[BaseException] = SimpleQueue()
        self._waiting = 0
        self._counting = Lock()

    def prepare(self, games: Games) -> None:
        """Compile the proofs now. Otherwise the first ones would compile beside the games, for a
        minute or two, and slow them down."""
        self._prove_some(games, np.zeros(0, dtype=np.int32))

    def begin(self, games: Games, pool: ThreadPoolExecutor | None) -> None:
        """Prove what the games wait for: here, or in the threads of a pool while they go on."""
        if not self._faults.empty():
            raise self._faults.get()
        (found,) = np.nonzero(games.waiting == TO_PROVE)
        if not len(found):
            return
        if pool is None:
            self._prove_some(games, found.astype(np.int32))
            return
        room = max(0, MOST_WAITING - self._waiting)
        # Always the first places: so a game is mostly proved in all its positions or in none.
        chosen, others = found[:room].astype(np.int32), found[room:]
        games.certain_move[others] = NOT_PROVED
        games.waiting[others] = PROVED_OR_NOT
        games.waiting[chosen] = IN_PROOF
        for start in range(0, len(chosen), TOGETHER):
            part = chosen[start : start + TOGETHER]
            self._count(len(part))
            pool.submit(self._prove_some, games, part).add_done_callback(
                partial(self._note, len(part))
            )

    def _count(self, more: int) -> None:
        with self._counting:
            self._waiting += more

    def _note(self, positions: int, ended: Future[None]) -> None:
        self._count(-positions)
        fault = ended.exception()
        if fault is not None:
            self._faults.put(fault)

    def _prove_some(self, games: Games, chosen: Any) -> None:
        desk = self._desk()
        self._prove(self._boxes, games.states, games.box_of, chosen, desk, games.certain_move)
        games.waiting[chosen] = PROVED_OR_NOT
        self._desks.put(desk)

    def _desk(self) -> Any:
        """The working space of a thread. There are as many as threads that ever proved at once."""
        try:
            return self._desks.get_nowait()
        except Empty:
            return self._new_desk()
