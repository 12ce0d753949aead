"""A small part of `make hostile`, and that its trials notice what they look for."""

from __future__ import annotations

import asyncio
import json
import re
import time
from concurrent.futures import Future
from math import inf
from pathlib import Path

import httpx
import pytest

from lutetia.match.table import Table
from lutetia.server.live.live_table import LiveTable
from tests.hostile.clocks import clock_jumps
from tests.hostile.deaths import cluster_failures, full_disks, kills, stopped_processes
from tests.hostile.floods import floods
from tests.hostile.fuzz import Attack, Mutator, fuzz
from tests.hostile.overheard import Overheard, secrets_of, written
from tests.hostile.result import Result, table
from tests.hostile.silence import ask, silence
from tests.hostile.suite import bounded, gathered, provenance, title
from tests.server.in_process import living
from tests.server.test_play import two_at_a_table


async def test_random_inputs_break_nothing() -> None:
    result = await fuzz(1_500, seed=1)
    assert result.count == 1_500
    assert result.clean, result.examples


async def test_jumps_of_the_clock_lose_no_game() -> None:
    result = await clock_jumps(60, seed=1)
    assert result.count == 60
    assert result.clean, result.examples


async def test_kills_lose_nothing() -> None:
    result = await kills(3, seed=1)
    assert result.count == 3
    assert result.clean, result.examples


async def test_a_full_disk_loses_nothing() -> None:
    result = await full_disks(1, seed=1)
    assert result.count == 1
    assert result.clean, result.examples


async def test_a_flood_disturbs_no_game() -> None:
    result = await floods(1, seed=1)
    assert result.count > 0
    assert result.clean, result.examples


async def test_silent_connections_keep_nobody_waiting() -> None:
    result = await silence(60, seed=1)
    assert result.count == 60
    assert result.clean, result.examples


async def test_an_honest_client_that_is_not_served_is_a_fault() -> None:
    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/away":
            raise httpx.ReadError("cut off")
        return httpx.Response(503)

    result = Result("a trial", "requests")
    transport = httpx.MockTransport(answer)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        await ask(client, "/busy", result)
        await ask(client, "/away", result)
    assert result.faults == 2
    assert "503 instead of [200]" in result.examples[0]


@pytest.mark.services
async def test_a_cut_network_loses_nothing() -> None:
    dead, cut = await cluster_failures(1, seed=1, only_cuts=True)
    assert cut.count == 2
    assert cut.clean, cut.examples
    assert dead.clean, dead.examples


@pytest.mark.long
@pytest.mark.services
async def test_computers_move_after_the_death_of_every_part_of_a_cluster() -> None:
    dead, cut = await cluster_failures(1, seed=1)
    assert (dead.count, cut.count) == (5, 2)
    assert dead.clean, dead.examples
    assert cut.clean, cut.examples


@pytest.mark.long
@pytest.mark.parametrize("seconds", [5.0, pytest.param(65.0, marks=pytest.mark.exhaustive)])
async def test_a_stopped_process_costs_no_player_time(seconds: float) -> None:
    result = await stopped_processes(1, seed=1, seconds=seconds)
    assert result.count == 1
    assert result.clean, result.examples


async def test_a_trial_that_hangs_is_ended_and_what_it_found_counts() -> None:
    async def hangs() -> None:
        result = Result("a trial that hangs", "times", count=7)
        await asyncio.Event().wait()
        result.count = 8

    async def never_begins() -> None:
        Result("a late trial", "times")
        await asyncio.sleep(0)

    found = await bounded([hangs, never_begins], hard=time.monotonic() + 0.1)
    assert [(one.trial, one.count, one.stopped) for one in found] == [
        ("a trial that hangs", 7, True),
        ("a late trial", 0, True),
    ]
    assert not any(one.clean for one in found)
    assert title(found, 1.0).startswith("The last run, cut short")


def test_parts_that_do_not_answer_do_not_hold_up_the_others() -> None:
    finished, hanging = Future[list[Result]](), Future[list[Result]]()
    finished.set_result([Result("a", "kills", count=3)])
    found = gathered([hanging, finished], end=time.monotonic() + 0.1)
    assert [(one.trial, one.count) for one in found] == [
        ("a", 3),
        ("parts that did not end in time", 1),
    ]
    assert not all(one.clean for one in found)


async def test_the_secrets_of_a_table_are_all_that_its_deal_follows_from(
    tmp_path: Path,
) -> None:
    async with living(tmp_path) as server:
        table, *_ = await two_at_a_table(server.person("Anna"), server.person("Bert"))
        found = await server.services.keeper.table(table)
    secrets = secrets_of(found)
    for one in (found.header.seed, found.seed, *found.shares):
        assert {one, one.hex().encode()} <= secrets
    assert len(secrets) == 8


async def test_a_secret_that_a_player_of_a_cluster_hears_is_a_leak(tmp_path: Path) -> None:
    async with living(tmp_path) as server:
        table, *_ = await two_at_a_table(server.person("Anna"), server.person("Bert"))
        found = await server.services.keeper.table(table)
    secrets = (found.header.seed, found.seed, *found.shares)
    for secret in secrets:
        for form in written(secret):
            result, heard = Result("a trial", "times", looks_for_leaks=True), Overheard()
            heard.hear(json.dumps({"type": "state", "odd": f"x{form}"}))
            heard.search(found, result)
            assert result.leaked >= 1, form
    silent, heard = Result("a trial", "times", looks_for_leaks=True), Overheard()
    heard.hear(f'{{"phase":"over","seed":"{found.seed.hex()}"}}')
    heard.hear(json.dumps({"promises": [chair.promise for chair in found.chairs], "x": "a" * 64}))
    heard.search(found, silent)
    assert heard.words
    assert silent.clean


async def test_messages_that_the_server_did_not_read_are_no_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closes a socket after forty messages of nonsense."""
    monkeypatch.setattr("tests.hostile.fuzz.SHARES", (("socket", 1.0),))
    monkeypatch.setattr("tests.hostile.fuzz.PING_EVERY", 200)
    monkeypatch.setattr(Mutator, "message", lambda *_: "nonsense")
    result = Result("a trial", "inputs", looks_for_leaks=True)
    opened = 0
    again = Attack._open

    async def open_again(self: Attack) -> None:
        nonlocal opened
        opened += 1
        await again(self)

    async with living(tmp_path, limit_factor=1e9) as server:
        attack = Attack(server, result, seed=1)
        texts = await attack.prepare()
        monkeypatch.setattr(Attack, "_open", open_again)
        await attack.run(200, texts, inf)
        await attack.finish()
    assert result.count == 200
    assert opened >= 4


async def test_a_leak_and_a_fault_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells a share or the seed of the deal, and a parser that fails, do not stay
    hidden."""
    told = LiveTable.state

    def talkative(self: LiveTable, found: Table, *more: object) -> bytes:
        secret = found.seed if found.ply % 2 else found.shares[0]
        return told(self, found, *more)[:-1] + b',"seed":"%b"}' % secret.hex().encode()  # type: ignore[arg-type]

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
    result = Result("a trial", "times", count=1_000, looks_for_leaks=True)
    result.leak("the seed")
    assert table([result]).splitlines()[-1] == "| a trial | 1,000 times | 0 | 1 | 0 |"
    assert not result.clean
    blind = Result("another", "times", count=2, stopped=True)
    assert blind.row() == "| another | 2 times, then stopped | 0 | – | 0 |"


def test_the_table_names_its_date_and_commit() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\d, commit .+", provenance())
