"""Contestants, and rounds in which each contestant plays once.

This makes the comparison fair on a busy machine: a slow minute slows all contestants of a round,
and ratios are computed within a round.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO, Any, Protocol

from bench.machine import ROOT


@dataclass(frozen=True)
class Settings:
    """How long and how often to measure."""

    rounds: int
    seconds: float
    options: Mapping[str, int] = field(default_factory=dict)
    """The options of one benchmark."""


class Missing(Exception):
    """A contestant cannot run. The text is the reason, for the results."""


@dataclass(frozen=True)
class Sample:
    """Whole games played in one measurement."""

    games: int
    plies: float
    seconds: float

    @classmethod
    def read(cls, text: str) -> Sample:
        try:
            found: Mapping[str, Any] = json.loads(text)
            return cls(int(found["games"]), float(found["plies"]), float(found["seconds"]))
        except (ValueError, KeyError, TypeError):
            raise Missing(f"the answer cannot be read: {text.strip()[:80]!r}") from None

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def plies_per_second(self) -> float:
        return self.plies / self.seconds


@dataclass(frozen=True)
class Spread:
    """The median of several measurements, with the lowest and the highest."""

    middle: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(median(values), min(values), max(values))


Words = Callable[[], Sequence[str]]
"""Returns a command line, after it has built or installed the program; may raise `Missing`."""


class Contestant(Protocol):
    """A program that plays random games."""

    name: str
    note: str

    def start(self, stack: ExitStack) -> None:
        """Start and warm up. The stack ends what must be ended."""

    def measure(self, seconds: float) -> Sample:
        """Play whole games for about this time."""


class Command:
    """A contestant that starts for each measurement: `COMMAND --seconds S`."""

    def __init__(self, name: str, words: Words, note: str) -> None:
        self.name = name
        self.note = note
        self.words = words
        self._command: Sequence[str] = ()

    def start(self, stack: ExitStack) -> None:  # noqa: ARG002
        self._command = self.words()
        self.measure(0.1)

    def measure(self, seconds: float) -> Sample:
        return Sample.read(output_of([*self._command, "--seconds", f"{seconds:g}"]))


class Worker:
    """A contestant that keeps running: it reads seconds line by line and answers with JSON lines.

    When it is ready, it writes its first line: `{"note": ...}`.
    """

    def __init__(self, name: str, words: Words) -> None:
        self.name = name
        self.note = ""
        self.words = words
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[str] | None = None

    def start(self, stack: ExitStack) -> None:
        command = self.words()
        self._errors = stack.enter_context(tempfile.TemporaryFile("w+"))  # noqa: SIM115
        self._process = stack.enter_context(_running(command, self._errors))
        try:
            self.note = str(json.loads(self._answer())["note"])
        except (ValueError, KeyError, TypeError):
            raise Missing("the first line cannot be read") from None
        self.measure(0.1)

    def measure(self, seconds: float) -> Sample:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{seconds:g}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise Missing(self._last_words()) from None
        return Sample.read(self._answer())

    def _answer(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Missing(self._last_words())
        return line

    def _last_words(self) -> str:
        assert self._errors is not None
        self._errors.seek(0)
        return last_line(self._errors.read())


@contextmanager
def _running(command: Sequence[str], errors: IO[str]) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True, cwd=ROOT)
    # Closing the pipe flushes it, which fails if the process has ended.
    with suppress(BrokenPipeError), process:
        try:
            yield process
        finally:
            process.kill()


def output_of(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """The output of a command; `Missing` with its last error line if it fails."""
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True, env=environment
        )
    except OSError as error:
        raise Missing(f"{Path(command[0]).name}: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise Missing(last_line(error.stderr)) from None
    return done.stdout


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it ended without a message"


@dataclass(frozen=True)
class Outcome:
    """The samples of one contestant, one for each round. A missing one has a reason instead."""

    name: str
    note: str
    samples: tuple[Sample, ...]
    missing: str = ""


def compete(contestants: Sequence[Contestant], settings: Settings) -> list[Outcome]:
    """Start all contestants. Each plays once in a round; every second round is in reverse order."""
    missing: dict[str, str] = {}
    samples: dict[str, list[Sample]] = {each.name: [] for each in contestants}
    with ExitStack() as stack:
        for each in contestants:
            progress(f"starting {each.name}")
            try:
                each.start(stack)
            except Missing as reason:
                missing[each.name] = str(reason)
        for number in range(settings.rounds):
            progress(f"round {number + 1} of {settings.rounds}")
            order = contestants if number % 2 == 0 else tuple(reversed(contestants))
            for each in order:
                if each.name in missing:
                    continue
                try:
                    samples[each.name].append(each.measure(settings.seconds))
                except Missing as reason:
                    missing[each.name] = str(reason)
    return [
        Outcome(
            each.name,
            each.note,
            () if each.name in missing else tuple(samples[each.name]),
            missing.get(each.name, ""),
        )
        for each in contestants
    ]


def progress(text: str) -> None:
    """Show the progress in the terminal."""
    print(f"  {text}", file=sys.stderr, flush=True)
