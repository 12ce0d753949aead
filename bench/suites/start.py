"""The time to start a game: compiled for the first time, and loaded from the cache."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.lutetia import lutetia
from bench.measure import Missing, Settings, Spread, output_of, progress
from bench.report import spread, table

TITLE = "Start: first compilation and cache"

GAMES = {"La Cité": "lumiere", "Belle Époque": "belle-epoque"}
PLAYED = 0.1
COLD_ROUNDS = 3
CACHED_STARTS = 3

ABOUT = f"""\
Seconds of `lutetia bench GAME --seconds {PLAYED} --json`, with an empty cache folder and again with
the folder so filled. The game: opening it and making or loading its machine code, as the command
itself tells. Whole command: also the interpreter and its imports, without the games that it played.
Processor: of the whole command, whatever else the machine did meanwhile."""


@dataclass(frozen=True)
class Start:
    """The seconds of one start."""

    game: float
    whole: float
    processor: float


def run(settings: Settings) -> str:
    rows, missing = [], []
    for title, game in GAMES.items():
        try:
            rows.extend(_rows(title, game, min(settings.rounds, COLD_ROUNDS)))
        except Missing as reason:
            missing.append(f"- {title}: **missing**: {reason}")
    head = ["start", "the game", "whole command", "processor"]
    return "\n\n".join(filter(None, [ABOUT, table(head, rows), "\n".join(missing)]))


def _rows(title: str, game: str, rounds: int) -> list[list[str]]:
    cold: list[Start] = []
    cached: list[Start] = []
    for number in range(rounds):
        progress(f"{title}: compilation {number + 1} of {rounds}")
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_start(game, cache))
            cached.extend(_start(game, cache) for _ in range(CACHED_STARTS))
    return [_row(f"{title}, first time", cold), _row(f"{title}, from the cache", cached)]


def _row(name: str, starts: Sequence[Start]) -> list[str]:
    columns = zip(*[(start.game, start.whole, start.processor) for start in starts], strict=True)
    return [name, *(spread(Spread.of(column)) for column in columns)]


def _start(game: str, cache: str) -> Start:
    environment = {**os.environ, "LUTETIA_CACHE_DIR": cache}
    wall, processor = time.perf_counter(), _processor_of_children()
    answer = output_of(lutetia("bench", game, "--seconds", str(PLAYED), "--json"), environment)
    whole = time.perf_counter() - wall
    try:
        told = json.loads(answer)
        played, inside = float(told["seconds"]), float(told["start_s"]) + float(told["compile_s"])
    except (ValueError, KeyError, TypeError):
        raise Missing(f"the answer cannot be read: {answer.strip()[:80]!r}") from None
    return Start(inside, whole - played, _processor_of_children() - processor - played)


def _processor_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
