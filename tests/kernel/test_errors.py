"""Errors: a stable code for programs, one line for people."""

from __future__ import annotations

import pickle

import pytest

from lutetia.kernel import errors
from lutetia.kernel.errors import (
    LONGEST_MESSAGE,
    AmbiguousMove,
    BadOption,
    IllegalMove,
    LutetiaError,
    MoveError,
)
from lutetia.kernel.faults import ImpossibleTable, fault

pytestmark = pytest.mark.plain

FAMILY = [
    found
    for found in vars(errors).values()
    if isinstance(found, type) and issubclass(found, LutetiaError)
]


def test_every_error_has_a_code_of_its_own() -> None:
    assert len({found.code for found in FAMILY}) == len(FAMILY)
    assert all(found.__doc__ for found in FAMILY)


def test_the_family_of_moves() -> None:
    names = {found.code for found in FAMILY if issubclass(found, MoveError)}
    assert names == {
        "move", "unparsable", "ambiguous", "illegal", "not-your-turn", "stale", "game-over",
    }  # fmt: skip


def test_an_illegal_move_tells_move_reason_and_rule() -> None:
    error = IllegalMove("pass", "L4.3", "you may not pass")
    assert (error.text, error.rule, error.reason) == ("pass", "L4.3", "you may not pass")
    assert str(error) == "pass: you may not pass (L4.3)"


def test_an_ambiguous_move_names_some_of_the_moves_it_fits() -> None:
    error = AmbiguousMove("l", [f"move-{number}" for number in range(8)])
    assert len(error.candidates) == 8
    assert str(error) == ("“l” fits 8 moves: move-0, move-1, move-2, move-3, move-4, move-5, …")
    assert str(AmbiguousMove("l", ["a", "b"])) == "“l” fits 2 moves: a, b"


@pytest.mark.parametrize(
    "broken", ["a\nb", "a\r\nb", "a\x1b[31mb", "a\x00b", "a\ud800b", "a\u2028b"]
)
def test_a_message_is_one_line_whatever_it_quotes(broken: str) -> None:
    """A record or an option could break the line, or send commands to the terminal."""
    shown = str(BadOption(f"{broken}: no such option"))
    assert shown.isprintable()
    assert shown.encode()
    assert shown.endswith("b: no such option")


def test_a_message_is_never_endless() -> None:
    assert len(str(BadOption("x" * LONGEST_MESSAGE))) == LONGEST_MESSAGE
    shown = str(BadOption("x" * 100_000))
    assert len(shown) == LONGEST_MESSAGE
    assert shown.endswith("x…")


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("pass", "L4.3", "you may not pass"),
        AmbiguousMove("l", ["a", "b"]),
        BadOption("x"),
        ImpossibleTable("two faults", [fault("twice", "L1.1", "a tile lies twice", tile=3)]),
    ],
    ids=lambda error: error.code,
)
def test_an_error_comes_unchanged_from_another_process(error: LutetiaError) -> None:
    """An error that cannot be unpickled ends the whole pool of processes."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
