"""The solver's benchmark: honest shares, and losses that are those of the proof."""

from __future__ import annotations

import pytest

from bench.measure import Settings
from bench.suites import solver as suite
from bench.suites.solver import Attempt, attempt, judged_positions, points_lost
from lutetia.ai.names import player_named
from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.solver import solve
from lutetia.games.lumiere.solver.positions import positions, tokens_left
from lutetia.kernel.package import Solution
from lutetia.kernel.types import Record

GAME = Lumiere.open(options={"postcards": "random"})


def made_up(*, proved: bool, seconds: float) -> Attempt:
    return Attempt(3, 4, Solution(proved, 0, 0, 0, [], 1000, seconds), 2 * seconds)


def test_only_what_is_proved_in_time_counts() -> None:
    assert made_up(proved=True, seconds=0.9).within(1)
    assert not made_up(proved=True, seconds=1.1).within(1)
    assert not made_up(proved=False, seconds=0.9).within(1)
    assert made_up(proved=True, seconds=0.9).within_processor(2)
    assert not made_up(proved=True, seconds=1.1).within_processor(2)


def test_the_tables_show_shares_by_tokens_and_by_buildings() -> None:
    attempts = [made_up(proved=True, seconds=0.5), made_up(proved=True, seconds=5.0)]
    row = suite._by_tokens(attempts).splitlines()[-1]
    assert row == "| 3 | 2 | 50% | 100% | 100% | 50% | 100% | 100% | 1,000 | 364 | 5.5 | 10 |"
    assert suite._by_buildings(attempts).splitlines()[-1] == "| 3 tokens |  | 50% of 2 |  |  |"


def test_a_position_is_solved_and_described() -> None:
    (state,) = positions(GAME, 1, 1, "bench test")
    found = attempt(GAME, state, seconds=30)
    assert found.found.proved
    assert found.tokens == 1
    assert found.buildings == sum(int(reserve).bit_count() for reserve in state.reserve)
    assert found.processor > 0


@pytest.mark.long
def test_judged_positions_come_evenly_from_all_numbers_of_tokens() -> None:
    assert [tokens_left(state) for state in judged_positions(GAME, 6)] == [1, 1, 2, 2, 3, 4]


@pytest.mark.long
def test_losses_are_never_negative_and_the_best_move_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Perfect:
        name = "perfect"

        def choose(self, game: Lumiere, view: Record, seat: int) -> int:  # noqa: ARG002
            return solve(game, view).best_line[0]

    def player(name: str, seed: bytes, threads: int) -> object:
        return Perfect() if name == "perfect" else player_named(name, seed, threads)

    monkeypatch.setattr(suite, "player_named", player)
    states = positions(GAME, 1, 8, "bench test")
    losses = points_lost(GAME, states, ["perfect", "random"])
    assert losses["perfect"] == [0] * len(states)
    assert len(losses["random"]) == len(states)
    assert min(losses["random"]) >= 0
    assert sum(losses["random"]) > 0


@pytest.mark.long
def test_the_whole_suite_writes_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "TOKENS", (1, 2))
    monkeypatch.setattr(suite, "DEEP", 2)
    monkeypatch.setattr(suite, "PLAYERS", ("random", "greedy"))
    body = suite.run(Settings(1, 1.0, {"positions": 2, "deep": 1, "judged": 4}))
    assert "| 1 | 2 | " in body
    assert "| 2 | 1 | " in body
    assert "| random | 4 | " in body
    assert "| greedy | 4 | " in body
