"""How long a game takes to get going: compiled for the first time, and from the cache."""

from __future__ import annotations

import json
import os
import tempfile
import time

from bench.lutetia import lutetia
from bench.measure import Missing, Settings, Spread, output_of, progress
from bench.report import spread, table

TITLE = "Start: first compilation and cache"

GAMES = {"La Cité": "lumiere", "Belle Époque": "belle-epoque"}
PLAYED = 0.1
COLD_ROUNDS = 3

ABOUT = f"""\
The whole command is `lutetia bench GAME --seconds {PLAYED} --json` less the seconds that it played:
interpreter, imports, machine code. The game is what the command tells of making or loading its
machine code."""


def run(settings: Settings) -> str:
    rows, missing = [], []
    for title, game in GAMES.items():
        try:
            rows.extend(_rows(title, game, settings.rounds))
        except Missing as reason:
            missing.append(f"- {title}: **missing**: {reason}")
    head = ["game", "whole command, s", "of it the game, s"]
    return "\n\n".join([table(head, rows), ABOUT, "\n".join(missing)])


def _rows(title: str, game: str, rounds: int) -> list[list[str]]:
    cold: list[tuple[float, float | None]] = []
    cached: list[tuple[float, float | None]] = []
    for number in range(min(rounds, COLD_ROUNDS)):
        progress(f"{title}: compilation {number + 1}")
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_start(game, cache, "compile_cold_s"))
            # Several starts from one cache: they cost little beside the compilation.
            cached.extend(_start(game, cache, "start_cached_s") for _ in range(3))
    return [_row(f"{title}, first time", cold), _row(f"{title}, from the cache", cached)]


def _row(name: str, starts: list[tuple[float, float | None]]) -> list[str]:
    told = [inside for _, inside in starts if inside is not None]
    whole = Spread.of([outside for outside, _ in starts])
    return [name, spread(whole), spread(Spread.of(told)) if told else "not told"]


def _start(game: str, cache: str, field: str) -> tuple[float, float | None]:
    """Seconds of the whole command without its playing, and those that it tells itself."""
    environment = {**os.environ, "LUTETIA_CACHE_DIR": cache}
    start = time.perf_counter()
    answer = output_of(lutetia("bench", game, "--seconds", str(PLAYED), "--json"), environment)
    whole = time.perf_counter() - start
    told = json.loads(answer)
    return whole - told["seconds"], told.get(field)
