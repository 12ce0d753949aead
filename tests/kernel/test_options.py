"""Options and numbers of players."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.kernel.errors import BadOption
from lutetia.kernel.options import Option, checked_options, checked_seats

pytestmark = pytest.mark.plain

OFFERED = (
    Option("start", "drawn", ("drawn", "orange"), "L2.3", "who starts"),
    Option("two", False, (False, True), "L2.4", "two tiles"),
    Option("rounds", 1, (1, 2), "B1", "how long"),
)


def test_defaults_fill_what_is_not_given_in_the_order_offered() -> None:
    found = checked_options(OFFERED, {"rounds": 2})
    assert list(found.items()) == [("start", "drawn"), ("two", False), ("rounds", 2)]


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(BadOption) as caught:
        checked_options(OFFERED, {"color": "red"})
    assert str(caught.value) == "color: no such option; there are start, two, rounds"


@pytest.mark.parametrize(
    ("name", "value"),
    [("start", "blue"), ("start", None), ("two", 2), ("two", "maybe"), ("rounds", True),
     ("rounds", 1.0), ("rounds", "1"), ("start", ["drawn"])],
)  # fmt: skip
def test_a_value_must_be_one_of_the_choices_and_of_their_type(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=f"^{name}: .* is not possible; choose "):
        checked_options(OFFERED, {name: value})


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        *[(spelt, True) for spelt in ("true", "Yes", " on ", 1, "1")],
        *[(spelt, False) for spelt in ("FALSE", "no", "off", 0)],
    ],
)
def test_true_and_false_may_be_spelt_as_people_do(value: Any, meant: bool) -> None:
    assert checked_options(OFFERED, {"two": value})["two"] is meant


def test_a_game_may_allow_more_values() -> None:
    more = {"start": (["a", "b"],)}
    assert checked_options(OFFERED, {"start": ["a", "b"]}, more)["start"] == ["a", "b"]
    with pytest.raises(BadOption):
        checked_options(OFFERED, {"start": ["a"]}, more)


def test_numbers_of_players() -> None:
    assert checked_seats((2, 3, 4), None) == 2
    assert checked_seats((2, 3, 4), 4) == 4
    with pytest.raises(BadOption) as caught:
        checked_seats((2, 3, 4), 5)
    assert str(caught.value) == "players: 5 cannot play, 2 or 3 or 4 can"
