"""Limits that a class behind one address can live with, and that say how long they last."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from lutetia.match.errors import Limit
from lutetia.server.access.limits import RATES, Limits, Rate
from tests.server.in_process import LocalServer, living
from tests.server.test_fair_play import made_up_record

CLASS = 40


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """A server with the limits of a real one."""
    async with living(tmp_path, limit_factor=1.0) as found:
        yield found


@pytest.mark.parametrize(
    "name", ["accounts", "analyses", "records", "notify", "passwords-address", "heavy", "sockets"]
)
def test_the_limit_of_an_address_has_room_for_a_class(name: str) -> None:
    assert RATES[name].burst >= CLASS


def test_a_fixed_limit_is_never_zero() -> None:
    """The fault: with a factor below one nobody could ask for a long analysis."""
    assert Limits(lambda: 0.0, factor=0.25).most(1) == 1
    assert Limits(lambda: 0.0, factor=0.5).most(40) == 20


async def test_only_new_analyses_count(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: pupils who looked at the analysis of one game waited for minutes."""
    monkeypatch.setitem(RATES, "analyses", Rate(2, 0.0001))
    record = made_up_record({"start": "orange"}, ["take:line"])
    other = made_up_record({"start": "orange"}, ["take:line", "take:corner"])
    for _ in range(4):
        await strict.person().ask("POST", "/api/analyses", {"record": record})
    await strict.person().ask("POST", "/api/analyses", {"record": other})
    third = made_up_record({"start": "orange"}, ["take:line", "take:square"])
    await strict.person().ask("POST", "/api/analyses", {"record": third}, expect=429)


async def test_hints_at_tables_are_counted_for_each_player(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: replays of the others in the room used up the hints of a player."""
    monkeypatch.setitem(RATES, "heavy", Rate(1, 0.0001))
    monkeypatch.setitem(RATES, "hints", Rate(1, 0.0001))
    await strict.person().ask("POST", "/api/score", {"text": "game lumiere"})
    await strict.person().ask("POST", "/api/score", {"text": "game lumiere"}, expect=429)
    answers = []
    for name in ("Anna", "Bert"):
        person = strict.person(name)
        socket = await person.socket(await person.open("me", 1))
        while socket.state["to_move"] != 0:
            await socket.message()
        for _ in range(2):
            asked = await socket.ask("hint", seat=0, ply=socket.state["ply"])
            answers.append(asked.get("error", {}).get("code", asked["type"]))
    assert answers == ["hint", "limit"] * 2


async def test_a_refusal_says_after_how_many_seconds_to_ask_again(
    strict: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = strict.services.limits._now()
    monkeypatch.setattr(strict.services.limits, "_now", lambda: stopped)
    monkeypatch.setitem(RATES, "accounts", Rate(1, 0.02))
    wish = {"name": "Anna", "password": "a long password"}
    await strict.person().ask("POST", "/api/accounts", wish)
    refused = await strict.person().http.post("/api/accounts", json={**wish, "name": "Bert"})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "50")
    assert refused.json()["message"] == "too many requests: try again in 50 s"


def test_the_wait_is_until_there_are_enough_tokens() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    rate = RATES["chat"]
    for _ in range(int(rate.burst)):
        limits.check("chat", "anna")
    with pytest.raises(Limit) as refused:
        limits.check("chat", "anna", 3)
    assert refused.value.seconds == 3 / rate.per_second
    now[0] += 3 / rate.per_second
    limits.check("chat", "anna", 3)
