"""The proofs that the games of a crowd wait for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from lutetia.ai.network.selfplay import IN_PROOF, PROVED_OR_NOT, TO_PROVE, Games

TOGETHER = 4
"""The positions that a thread takes at a time."""


class Proofs:
    """Proves positions, in turn with the games or beside them."""

    def __init__(self, prove: Callable[..., None], boxes: Any, desk: Callable[[], Any]) -> None:
        self._prove = prove
        self._boxes = boxes
        self._new_desk = desk
        self._desks: SimpleQueue[Any] = SimpleQueue()
        self._faults: SimpleQueue[BaseException] = SimpleQueue()

    def begin(self, games: Games, pool: ThreadPoolExecutor | None) -> None:
        """Prove what the games wait for: here, or in the threads of a pool while they go on."""
        if not self._faults.empty():
            raise self._faults.get()
        (found,) = np.nonzero(games.waiting == TO_PROVE)
        if not len(found):
            return
        games.waiting[found] = IN_PROOF
        chosen = found.astype(np.int32)
        if pool is None:
            self._prove_some(games, chosen)
            return
        for start in range(0, len(chosen), TOGETHER):
            part = chosen[start : start + TOGETHER]
            pool.submit(self._prove_some, games, part).add_done_callback(self._note)

    def _note(self, ended: Future[None]) -> None:
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
