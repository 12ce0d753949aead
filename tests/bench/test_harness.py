"""The benchmark's own machinery: fair rounds, plain reports of what is missing, kept sections."""

from __future__ import annotations

import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

from bench.__main__ import main, measure
from bench.environment import REQUIREMENTS, packages
from bench.measure import Command, Missing, Sample, Settings, Spread, Worker, compete
from bench.report import figure, spread, write_section
from bench.suites import engine

ANSWER = json.dumps({"games": 10, "plies": 300, "seconds": 2.0})


class Player:
    """A contestant that writes down when it played."""

    note = "made up"

    def __init__(self, name: str, log: list[str], fails_at: int = -1) -> None:
        self.name = name
        self.log = log
        self.fails_at = fails_at

    def start(self, stack: ExitStack) -> None:  # noqa: ARG002
        self.log.append(f"start {self.name}")

    def measure(self, seconds: float) -> Sample:
        self.log.append(self.name)
        if self.log.count(self.name) == self.fails_at:
            raise Missing("fell over")
        return Sample(int(100 * seconds), 3000 * seconds, seconds)


def test_rounds_are_interleaved_and_turn_about() -> None:
    log: list[str] = []
    outcomes = compete([Player("a", log), Player("b", log)], Settings(rounds=3, seconds=0.5))
    assert log == ["start a", "start b", "a", "b", "b", "a", "a", "b"]
    assert [len(each.samples) for each in outcomes] == [3, 3]
    assert outcomes[0].samples[0].games_per_second == 100
    assert outcomes[0].samples[0].plies_per_second == 3000


def test_a_contestant_that_fails_is_not_measured_again() -> None:
    log: list[str] = []
    outcomes = compete([Player("a", log, fails_at=2), Player("b", log)], Settings(4, 1.0))
    assert log.count("a") == 2
    assert (outcomes[0].samples, outcomes[0].missing) == ((), "fell over")
    assert len(outcomes[1].samples) == 4


def test_command_answers_are_read() -> None:
    words = [sys.executable, "-c", f"print({ANSWER!r})"]
    with ExitStack() as stack:
        contestant = Command("made up", lambda: words, "")
        contestant.start(stack)
        assert contestant.measure(1.0) == Sample(10, 300.0, 2.0)


def test_worker_is_asked_line_by_line() -> None:
    program = f'print(\'{{"note": "hello"}}\')\nwhile input(): print({ANSWER!r})'
    with ExitStack() as stack:
        worker = Worker("made up", lambda: [sys.executable, "-uc", program])
        worker.start(stack)
        assert worker.note == "hello"
        assert worker.measure(1.0) == worker.measure(2.0) == Sample(10, 300.0, 2.0)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import no_such_engine", "ModuleNotFoundError: No module named 'no_such_engine'"),
        ("print('{}')", "the first line cannot be read"),
        (
            "print('{\"note\": \"\"}'); input(); print('nonsense')",
            "the answer cannot be read: 'nonsense'",
        ),
    ],
)
def test_worker_that_cannot_play_is_missing_with_the_reason(program: str, reason: str) -> None:
    worker = Worker("made up", lambda: [sys.executable, "-uc", program])
    (outcome,) = compete([worker], Settings(1, 1.0))
    assert outcome.missing == reason


def test_missing_engines_stand_in_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []
    ours, other = Player(engine.LA_CITE, log), Player("Peer: game", log)
    gone = Player("Gone: game", log, fails_at=1)
    monkeypatch.setattr(engine, "contestants", lambda: [ours, other, gone])
    body = engine.run(Settings(2, 1.0))
    assert "| Gone: game | missing |" in body
    assert "- Gone: game: **missing**: fell over" in body
    assert "| Peer: game | 1 (1–1) | 1 (1–1) |" in body


def test_sections_are_replaced_and_the_others_kept(tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    write_section(file, "First", "- commit: a", "old")
    write_section(file, "Second", "- commit: b", "kept")
    before = file.read_text()
    write_section(file, "First", "- commit: a", "old")
    assert file.read_text() == before
    write_section(file, "First", "- commit: c", "new")
    assert file.read_text() == before.replace("commit: a", "commit: c").replace("old", "new")


def test_figures() -> None:
    assert [figure(x) for x in (123456.7, 234.56, 12.345, 0.61234)] == [
        "123,457",
        "235",
        "12.3",
        "0.612",
    ]
    assert spread(Spread.of([3.0, 1.0, 2.0])) == "2 (1–3)"


def test_peers_are_pinned_by_hash_and_without_addresses() -> None:
    text = REQUIREMENTS.read_text()
    names = [package.split("==")[0] for package in packages(text)]
    assert {"open-spiel", "pgx", "catanatron", "jax", "numpy"} <= set(names)
    assert len(names) == text.count("==") - text.count("python_full_version ==")
    assert "://" not in text
    assert "--find-links" not in text


def test_only_a_benchmark_with_a_reason_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    left_out = "(without a name: all but server (it takes ten minutes: make bench-server))"
    assert f"start, web {left_out}" in told


def test_the_command_accepts_its_own_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun = []
    monkeypatch.setattr("bench.__main__.measure", lambda *given: begun.append(given))
    main(["start", "--out", str(tmp_path / "results.md")])
    assert len(begun) == 1


@pytest.mark.parametrize("words", [["no-such-suite"], ["--rounds", "0"], ["--seconds", "-1"]])
def test_bad_words_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert "python -m bench: error:" in capsys.readouterr().err


def test_a_suite_says_whether_it_wants_one_core(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cores = len(os.sched_getaffinity(0))
    for name, wish, expected in (("one", True, 1), ("all", False, cores)):
        suite = ModuleType(name)
        found: list[int] = []

        def run(settings: Settings, found: list[int] = found) -> str:
            found.append(len(os.sched_getaffinity(0)))
            return f"{settings.rounds} rounds"

        suite.__dict__.update(TITLE=name, ONE_CORE=wish, run=run)
        measure(suite, "python -m bench made-up", Settings(3, 1.0), tmp_path / "results.md")
        assert found == [expected]
    assert len(os.sched_getaffinity(0)) == cores
    assert "3 rounds" in capsys.readouterr().out
    text = (tmp_path / "results.md").read_text()
    assert text.count("- command: `python -m bench made-up`") == 2
    assert "all on one core" in text
    assert "on all cores" in text
