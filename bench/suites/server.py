"""Many tables at once: the time until the other seat sees a move, and the memory of a table.

`make bench-server` runs it in full, in at most ten minutes, and writes its section of
bench/results.md; smaller: `make bench-server ARGS="--tables 50 --seconds 5"`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from bench.load.delays import Delays, delay_within, loop_delays
from bench.load.servers import (
    Server,
    boardgame_server,
    boardgame_version,
    lutetia_server,
    processor_seconds,
)
from bench.load.table import AFTERWARDS
from bench.machine import ROOT
from bench.measure import Missing, Settings, Spread, last_line, progress
from bench.report import figure, spread, table

TITLE = "Server: many tables"
BY_NAME_ONLY = "it takes ten minutes: make bench-server"
ONE_CORE = False
OPTIONS = {"tables": (2000, "open tables"), "moves": (1000, "moves a second, all tables together")}

WARM = 10
"""Tables that are opened before the memory is measured, so that the server has loaded its code."""
SETTLE = 2.0
BOUND = 50.0
"""Milliseconds within which 99 of 100 moves should be seen."""
STEP = 1.25
STEPS = 14
STEP_SECONDS = 6.0
"""The most moves a second are found by steps of a quarter, each of some seconds."""

ABOUT = """\
Every table has two players, each with a socket of their own on loopback, all in one process beside
the server's, on the same cores. Moves are due at a steady pace at one table after the other; the
time of a move runs from the moment it was due until the other seat has received the new position.
Memory is what the server's process grew by while the tables were opened and all players connected,
before the first move. At most 32 tables are being opened at the same time. Games that end are
replaced by new ones. The most moves a second is the fastest pace, raised or lowered by a quarter
every six seconds, at which 99 of 100 moves are still seen within 50 ms. The processor time of a
table and of a move is that of the server and that of the players: it shows who of them is the
limit, and it depends little on other programs."""

NOTES = """\
- Lutetia: `lutetia serve` on SQLite. La Cité with its whole rules; a move is stored on disk before
  anybody hears of it, and each seat gets its own view with all its legal moves.
- boardgame.io: its own server with a game of one number (bench/boardgame/server.js), in memory: a
  move is told before it is kept, and nothing outlives the process."""


FEW, FACTOR = 20, 4
"""Tables and moves a second beside a guest who misbehaves, and the limits of that server: players
who open all tables from one address need more than a person does."""
FLOOD_SECONDS = 20.0
FLOOD_BOUND = 100.0
"""Milliseconds within which 99 of 100 moves of the others should be seen."""
FLOOD = """\
One guest misbehaves: previews of 64 moves without end on twenty sockets, and scores of 90 kB from
eight connections, all from a network address of its own. Meanwhile {tables} other tables play. 99%
of their moves are seen within {beside} ms (without the guest: {alone} ms; the aim is {bound} ms).
The event loop of the server was late by at most {late} ms in 99 of 100 measurements (without the
guest: {late_alone} ms). The guest got {answered} answers and {refused} refusals. Of what the others
did, {lost} was refused, late or lost (without the guest: {lost_alone})."""


@dataclass(frozen=True)
class Play:
    """The moves of one round."""

    asked: int
    seconds: float
    late: int
    refused: int
    lost_sockets: int
    latencies: Sequence[float]

    @classmethod
    def read(cls, asked: int, told: dict[str, Any]) -> Play:
        return cls(
            asked,
            told["seconds"],
            told["late"],
            told["refused"],
            told["lost_sockets"],
            told["latencies"],
        )

    def at(self, share: float) -> float:
        """Milliseconds within which a share of all moves was seen. A lost move is infinite."""
        index = max(0, -(-int(share * 1000) * self.asked // 1000) - 1)
        return self.latencies[index] if index < len(self.latencies) else float("inf")

    @property
    def held(self) -> bool:
        """Whether the server kept this pace: nothing was refused or lost, and 99 of 100 moves were
        seen in time."""
        return self.at(0.99) <= BOUND and self.refused + self.lost_sockets == 0

    @property
    def lost(self) -> int:
        """What was refused, came too late to be sent, or was cut off."""
        return self.refused + self.late + self.lost_sockets

    @property
    def within(self) -> float:
        """The percentage of moves that were seen in time."""
        return 100 * sum(value <= BOUND for value in self.latencies) / self.asked


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor, for one table or for one move."""

    server: float
    players: float

    def __str__(self) -> str:
        return f"{figure(self.server)} / {figure(self.players)}"


@dataclass(frozen=True)
class Most:
    """The most moves a second that a server holds, as far as it was tried."""

    held: float | None
    """The fastest pace that was held; None: not even the slowest that was tried."""
    failed: float | None
    """The slowest pace that was not held; None: every pace that was tried was held."""

    def __str__(self) -> str:
        if self.held is None:
            return f"fewer than {figure(self.failed or 0.0)}"
        return figure(self.held) if self.failed is not None else f"at least {figure(self.held)}"


@dataclass(frozen=True)
class Found:
    """The measurements of one server."""

    kib: float
    """The memory of an open table."""
    opened: float
    """Tables opened in a second."""
    plays: Sequence[Play]
    most: Most
    table: Cost
    move: Cost


class Crowd:
    """The process of the players."""

    def __init__(self, process: subprocess.Popen[str], last_words: Callable[[], str]) -> None:
        self._process = process
        self._last_words = last_words
        self.pid = process.pid

    def ask(self, line: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (BrokenPipeError, ValueError):
            raise Missing(f"the players stopped: {self._last_words()}") from None
        return answer


@contextmanager
def crowd(language: str, address: str) -> Iterator[Crowd]:
    """Start the players for a server."""
    words = [sys.executable, "-m", "bench.load", language, address]
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as errors:

        def last_words() -> str:
            errors.seek(0)
            return last_line(errors.read())

        process = subprocess.Popen(
            words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=errors, text=True
        )
        try:
            yield Crowd(process, last_words)
        finally:
            process.kill()
            process.communicate()


def run(settings: Settings) -> str:
    rows, missing = [], []
    note = NOTES
    for name, language, server in (
        ("Lutetia", "lutetia", lutetia_server),
        ("boardgame.io", "boardgame", boardgame_server),
    ):
        progress(f"starting {name}")
        try:
            rows.append(_row(name, _measure(language, server, settings)))
            if language == "boardgame":
                note += f"\n- versions: {boardgame_version()}"
        except Missing as reason:
            rows.append([name, "missing", *[""] * (len(HEAD) - 2)])
            missing.append(f"- {name}: **missing**: {reason}")
    tables, moves = settings.options["tables"], settings.options["moves"]
    if not any(line.startswith("- Lutetia") for line in missing):
        missing.append("\n" + _beside_a_flood(settings))
    asked = f"{tables:,} open tables, {moves:,} moves a second for {settings.seconds:g} seconds."
    return "\n\n".join([ABOUT, asked, table(HEAD, rows), "\n".join([note, *missing])])


def _beside_a_flood(settings: Settings) -> str:
    """How long the moves of others take while one guest misbehaves."""
    seconds = min(settings.seconds, FLOOD_SECONDS)
    with lutetia_server(FACTOR) as server, crowd("lutetia", server.address) as players:
        players.ask(f"open {FEW}")
        progress("playing without the guest who misbehaves")
        delays = [loop_delays(server.address)]
        alone = _few_moves(players, seconds)
        delays.append(loop_delays(server.address))
        progress("playing beside a guest who misbehaves")
        words = [
            sys.executable,
            "-m",
            "bench.load.flood",
            server.address,
            str(seconds + 2),
        ]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as flood:
            time.sleep(1.0)
            beside = _few_moves(players, seconds)
            delays.append(loop_delays(server.address))
            told = json.loads(flood.communicate()[0])
    return FLOOD.format(
        tables=FEW,
        alone=_times([alone.at(0.99)]),
        beside=_times([beside.at(0.99)]),
        bound=f"{FLOOD_BOUND:g}",
        late_alone=_late(delays[0], delays[1]),
        late=_late(delays[1], delays[2]),
        lost_alone=alone.lost,
        lost=beside.lost,
        **told,
    )


def _late(before: Delays, after: Delays) -> str:
    found = delay_within(before, after, 0.99)
    return figure(1000 * found) if found < float("inf") else "more than 1,000"


def _few_moves(players: Crowd, seconds: float) -> Play:
    told = players.ask(f"play {FEW} {seconds:g}")
    return Play.read(int(FEW * seconds), told)


def _measure(
    language: str, serving: Callable[[], AbstractContextManager[Server]], settings: Settings
) -> Found:
    tables, moves = settings.options["tables"], settings.options["moves"]
    with serving() as server, crowd(language, server.address) as players:
        players.ask(f"open {WARM}")
        time.sleep(SETTLE)
        before = server.memory
        progress(f"opening {tables:,} tables")
        at_first = _spent(server, players)
        opened = tables / players.ask(f"open {tables}")["seconds"]
        open_now = _spent(server, players)
        time.sleep(SETTLE)
        kib = (server.memory - before) / tables
        plays = []
        before_moves = _spent(server, players)
        for number in range(settings.rounds):
            progress(f"playing, round {number + 1} of {settings.rounds}")
            told = players.ask(f"play {moves} {settings.seconds:g}")
            plays.append(Play.read(int(moves * settings.seconds), told))
        after_moves = _spent(server, players)
        most = _most(players, moves)
    seen = sum(len(play.latencies) for play in plays)
    return Found(
        kib,
        opened,
        plays,
        most,
        _cost(at_first, open_now, tables),
        _cost(before_moves, after_moves, seen),
    )


def _spent(server: Server, players: Crowd) -> tuple[float, float]:
    """The processor time of the server and of the players, in seconds."""
    return processor_seconds(server.pid), processor_seconds(players.pid)


def _cost(before: tuple[float, float], after: tuple[float, float], number: int) -> Cost:
    server, players = (
        1000 * (then - first) / max(1, number) for first, then in zip(before, after, strict=True)
    )
    return Cost(server, players)


def _most(players: Crowd, rate: float) -> Most:
    """Raise the pace step by step until the server no longer holds it; or, if it does not hold the
    first, lower it until it does."""
    held: float | None = None
    failed: float | None = None
    for _ in range(STEPS):
        progress(f"trying {rate:,.0f} moves a second")
        told = players.ask(f"play {rate} {STEP_SECONDS:g}")
        if Play.read(int(rate * STEP_SECONDS), told).held:
            held, rate = rate, rate * STEP
        else:
            failed, rate = rate, rate / STEP
        if held is not None and failed is not None:
            break
    return Most(held, failed)


HEAD = (
    "server",
    "moves a second",
    "median, ms",
    "99%, ms",
    f"within {BOUND:g} ms, %",
    "most moves a second",
    "refused, late or lost",
    "KiB a table",
    "tables opened a second",
    "processor, ms a table, server / players",
    "processor, ms a move, server / players",
)


def _row(name: str, found: Found) -> list[str]:
    plays = found.plays
    return [
        name,
        _over([len(play.latencies) / play.seconds for play in plays]),
        _times([play.at(0.5) for play in plays]),
        _times([play.at(0.99) for play in plays]),
        _over([play.within for play in plays]),
        str(found.most),
        str(sum(play.lost for play in plays)),
        figure(found.kib),
        figure(found.opened),
        str(found.table),
        str(found.move),
    ]


def _over(values: Sequence[float]) -> str:
    return spread(Spread.of(values)) if len(values) > 1 else figure(values[0])


def _times(values: Sequence[float]) -> str:
    """Milliseconds over all rounds. If too many moves were lost to tell, it is known only that the
    players waited so long for them."""
    return _over(values) if max(values) < float("inf") else f"over {figure(1000 * AFTERWARDS)}"
