"""Elo, intervals and the sequential test against values worked out elsewhere."""

from __future__ import annotations

import math

import pytest

from lutetia.ai.arena.ratings import (
    Comparison,
    elo_of,
    elo_table,
    expected,
    sequential_test,
    share_interval,
)


def test_a_lead_of_400_wins_ten_of_eleven() -> None:
    assert expected(400.0) == pytest.approx(10 / 11)
    assert expected(0.0) == 0.5
    assert elo_of(0.75) == pytest.approx(190.8485, abs=1e-3)
    assert elo_of(expected(123.0)) == pytest.approx(123.0)


def test_the_table_gives_back_the_strengths_that_made_it() -> None:
    strengths = [120.0, 0.0, -120.0]
    comparisons = [
        Comparison(one, other, 1000 * expected(strengths[one] - strengths[other]), 1000)
        for one in range(3)
        for other in range(one + 1, 3)
    ]
    elo, error = elo_table(comparisons, 3)
    assert elo == pytest.approx(strengths, abs=1.0)
    assert sum(elo) == pytest.approx(0.0, abs=1e-6)
    assert all(0 < one < 40 for one in error)


def test_two_players_with_three_quarters_are_191_apart() -> None:
    comparisons = [Comparison(0, 1, wins, 2) for wins in (2.0, 1.0) * 200]
    elo, _ = elo_table(comparisons, 2)
    assert elo[0] - elo[1] == pytest.approx(190.8, abs=1.0)


def test_a_player_who_won_every_game_still_has_an_elo() -> None:
    elo, error = elo_table([Comparison(0, 1, 2.0, 2)] * 10, 2)
    assert 400 < elo[0] - elo[1] < 1000
    assert all(math.isfinite(one) and one > 50 for one in error)


def test_the_error_halves_when_evidence_quadruples() -> None:
    some = [Comparison(0, 1, wins, 2) for wins in (0.0, 1.0, 2.0, 1.0) * 25]
    _, error = elo_table(some, 2)
    _, smaller = elo_table(some * 4, 2)
    assert smaller[0] == pytest.approx(error[0] / 2, rel=0.02)


def test_the_interval_is_wilsons() -> None:
    # 60 of 100 independent games: 0.5020 to 0.6906 (Wilson 1927).
    shares = [1.0] * 60 + [0.0] * 40
    mean, low, high = share_interval(shares, 1)
    assert mean == pytest.approx(0.6)
    assert low == pytest.approx(0.5020, abs=2e-3)
    assert high == pytest.approx(0.6906, abs=2e-3)


def test_the_interval_of_a_clean_sweep_is_one_sided() -> None:
    mean, low, high = share_interval([1.0] * 10, 2)
    assert mean == 1.0
    assert high == 1.0
    assert 0.8 < low < 0.9
    assert share_interval([], 2) == (0.5, 0.0, 1.0)


def test_the_sequential_test_answers_yes_no_and_not_yet() -> None:
    better, worse, alike = [1.0, 0.5] * 100, [0.0, 0.5] * 100, [0.5, 1.0, 0.0] * 2
    assert sequential_test(better, 0.0, 30.0).text == "yes"
    assert sequential_test(worse, 0.0, 30.0).text == "no"
    assert sequential_test(alike, 0.0, 30.0).text == "undecided"
    assert sequential_test([1.0], 0.0, 30.0).text == "undecided"


def test_the_bounds_are_walds() -> None:
    verdict = sequential_test([0.5, 0.5], 0.0, 30.0, alpha=0.05, beta=0.05)
    assert verdict.upper == pytest.approx(2.9444, abs=1e-4)
    assert verdict.lower == pytest.approx(-2.9444, abs=1e-4)
    # n (s1 − s0)(2 mean − s0 − s1) / (2 variance), with the two imagined shuffles in the variance.
    lead = expected(30.0)
    assert verdict.ratio == pytest.approx(2 * (lead - 0.5) * (0.5 - lead) / (2 * 0.125))
