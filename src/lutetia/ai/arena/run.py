"""Plays a schedule on all cores. Any free process takes the next game."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from typing import Any

from lutetia.ai.arena.match import Box, Played, play, warm_up
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.schedule import Meeting, schedule, seated
from lutetia.kernel.contract import Game

Told = Callable[[int, int], None]
"""Called after each game with the number of finished games and of all games."""

_box: Box | None = None


def _enter(box: Box) -> None:
    global _box  # noqa: PLW0603  what a worker was started for
    _box = box


@cache
def _opened() -> Game:
    assert _box is not None
    return _box.open()


@cache
def _warm(name: str) -> None:
    warm_up(_opened(), name)


def _play(names: list[str], seed: str, shuffle: int) -> Played:
    for name in names:
        _warm(name)
    return play(_opened(), names, seed, shuffle)


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def run(
    box: Box,
    names: Sequence[str],
    shuffles: int,
    seed: str,
    results: Results,
    workers: int,
    told: Told,
    ladder: bool = False,
) -> None:
    """Play every meeting that is not yet in the results."""
    game = box.open()
    for name in names:
        warm_up(game, name)
    meetings = list(schedule(len(names), game.seats, shuffles, ladder))
    left = [meeting for meeting in meetings if meeting.key not in results.games]
    told(len(meetings) - len(left), len(meetings))
    if workers == 1:
        for meeting in left:
            results.add(meeting.key, play(game, seated(names, meeting), seed, meeting.shuffle))
            told(len(results.games), len(meetings))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _enter, (box,)) as pool:
        try:
            _drain(pool, left, names, seed, results, lambda done: told(done, len(meetings)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _drain(
    pool: ProcessPoolExecutor,
    left: Sequence[Meeting],
    names: Sequence[str],
    seed: str,
    results: Results,
    told: Callable[[int], None],
) -> None:
    """Play all games in the pool. Add the results in the order in which games end."""
    waiting: dict[Future[Any], Meeting] = {
        pool.submit(_play, seated(names, meeting), seed, meeting.shuffle): meeting
        for meeting in left
    }
    while waiting:
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for job in done:
            results.add(waiting.pop(job).key, job.result())
            told(len(results.games))
