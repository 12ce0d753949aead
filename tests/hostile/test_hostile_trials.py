"""A small part of `make hostile`, and that its trials notice what they look for."""

from __future__ import annotations

import json

import pytest

from lutetia.match.table import Table
from lutetia.server.live.live_table import LiveTable
from tests.hostile.clocks import clock_jumps
from tests.hostile.deaths import full_disks
from tests.hostile.fuzz import Mutator, fuzz
from tests.hostile.result import Result, table
from tests.hostile.suite import title


async def test_random_inputs_break_nothing() -> None:
    result = await fuzz(1_500, seed=1)
    assert result.count == 1_500
    assert result.clean, result.examples


async def test_jumps_of_the_clock_lose_no_game() -> None:
    result = await clock_jumps(60, seed=1)
    assert result.count == 60
    assert result.clean, result.examples


@pytest.mark.exhaustive
async def test_full_disks_lose_nothing() -> None:
    result = await full_disks(2, seed=1)
    assert result.count == 2
    assert result.clean, result.examples


async def test_a_leak_and_a_fault_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells the seed, and a parser that fails, do not stay hidden."""
    told = LiveTable.state

    def talkative(self: LiveTable, found: Table, *more: object) -> bytes:
        return told(self, found, *more)[:-1] + b',"seed":"%b"}' % found.header.seed.hex().encode()  # type: ignore[arg-type]

    def broken(_: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(LiveTable, "state", talkative)
    monkeypatch.setattr("tests.hostile.fuzz.loads", broken)
    result = await fuzz(1_500, seed=2)
    assert result.leaked > 0
    assert result.faults > 0


def test_inputs_are_valid_messages_and_nonsense() -> None:
    mutator = Mutator(1)
    readable = 0
    for _ in range(500):
        try:
            readable += isinstance(json.loads(mutator.message({})), dict)
        except ValueError:
            continue
    assert 250 < readable < 500


def test_a_run_that_was_cut_short_is_not_called_full() -> None:
    kills, inputs = Result("a", "kills", count=1_000), Result("b", "inputs", count=1_000_000)
    assert title([kills, inputs], 1.0) == "The last full run"
    assert title([kills, inputs], 0.01) == "The last run at scale 0.01"
    kills.count = 999
    assert "cut short" in title([kills, inputs], 1.0)


def test_the_table_shows_every_trial() -> None:
    result = Result("a trial", "times", count=1_000)
    result.leak("the seed")
    assert table([result]).splitlines()[-1] == "| a trial | 1,000 times | 0 | 1 | 0 |"
    assert not result.clean
