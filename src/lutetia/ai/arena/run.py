"""Plays many games on all cores. Any free process takes the next game."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from typing import Any, TypeVar

from lutetia.ai.arena.match import Box, Played, play, warm_up
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.schedule import schedule, seated
from lutetia.kernel.contract import Game

R = TypeVar("R")
Job = tuple[Any, ...]
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


def _do(work: Callable[..., R], job: Job) -> R:
    return work(_opened(), *job)


@cache
def _warm(game: Game, name: str) -> None:
    warm_up(game, name)


def _play(game: Game, names: list[str], seed: str, shuffle: int) -> Played:
    for name in names:
        _warm(game, name)
    return play(game, names, seed, shuffle)


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def run(
    box: Box,
    names: Sequence[str],
    shuffles: int,
    seed: str,
    results: Results[Played],
    workers: int,
    told: Told,
    ladder: bool = False,
) -> None:
    """Play every meeting that is not yet in the results."""
    game = box.open()
    for name in names:
        warm_up(game, name)
    jobs = {
        meeting.key: (seated(names, meeting), seed, meeting.shuffle)
        for meeting in schedule(len(names), game.seats, shuffles, ladder)
    }
    play_all(box, _play, jobs, results, workers, told)


def play_all(
    box: Box,
    work: Callable[..., R],
    jobs: Mapping[str, Job],
    results: Results[R],
    workers: int,
    told: Told,
) -> None:
    """Add the results of `work(game, *job)` for all jobs whose keys are not yet in the results."""
    left = [key for key in jobs if key not in results.games]
    done = len(jobs) - len(left)
    told(done, len(jobs))
    if workers == 1:
        game = box.open()
        for key in left:
            results.add(key, work(game, *jobs[key]))
            done += 1
            told(done, len(jobs))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _enter, (box,)) as pool:
        try:
            waiting: dict[Future[R], str] = {pool.submit(_do, work, jobs[key]): key for key in left}
            while waiting:
                ended, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for job in ended:
                    results.add(waiting.pop(job), job.result())
                    done += 1
                    told(done, len(jobs))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
