"""The public Python API: matches."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.ai.names import UnknownPlayer
from lutetia.kernel.errors import BadOption


def test_a_match_tells_who_is_stronger() -> None:
    told: list[tuple[int, int]] = []
    match = lutetia.play_match(
        "greedy", "random", games=9, told=lambda done, all_games: told.append((done, all_games))
    )
    assert match.games == 10, "every shuffle is played from both seats"
    assert told[-1] == (10, 10)
    assert match.share > 0.5
    low, high = match.interval
    assert low <= match.share <= high
    assert match.margin > 0
    assert len(match.played) == 10
    assert str(match).startswith("greedy – random: ")


def test_bad_matches_are_refused() -> None:
    with pytest.raises(BadOption, match="two players"):
        lutetia.play_match("random")
    with pytest.raises(BadOption, match="0 games"):
        lutetia.play_match("random", "greedy", games=0)
    with pytest.raises(UnknownPlayer):
        lutetia.play_match("random", "somebody", games=2)
