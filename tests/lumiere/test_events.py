"""The events of a move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lumiere.boards import ALL_ORANGE, FIRST_GAME_SET, SQUARES, Table, dealt, lay_all, table

pytestmark = pytest.mark.plain

ALL_BLUE = ALL_ORANGE.replace("o", "b")


def told(board: Table, text: str) -> dict[str, dict[str, Any]]:
    """The events of a move by kind. Their details include the seat."""
    move = board.game.parse_exact(text)
    assert move is not None
    after = board.play(text)
    events = board.game.events(board.state, move, after.state)
    return {event.kind: {"seat": event.seat, **event.details} for event in events}


def test_laying_tells_the_tile_and_the_draw() -> None:
    found = told(dealt([3, 5, 1, 2, 4, 6, 7, 8]), "lay:3:a1:90")
    assert found == {
        "lay": {"seat": 0, "words": ["3", "a1", "90"]},
        "draw": {"seat": 0, "tiles": [5]},
    }


def test_the_last_tile_begins_phase_two() -> None:
    board = lay_all(dealt(), SQUARES[:15])
    found = told(board, "lay:8:g7:0")
    assert found["phase-two"] == {"seat": 0}
    assert "draw" not in found


def test_a_build_tells_the_points_it_brought() -> None:
    rows = ALL_ORANGE.split("\n")
    rows[-1] = "oooLoooo"
    board = table("\n".join(rows), orange=["line"])
    found = told(board, "build:line:a1:0")
    # Light from d1: 3. Group: 3. One unbuilt building less.
    assert found["points"]["lines"] == {"light": 3, "group": 3, "unbuilt": 3}
    assert found["points"]["seat"] == "orange"


def test_a_spent_power_is_told() -> None:
    board = table(ALL_BLUE[:-8] + "ooLbbbbb", orange=["line"], held={"metropolitain": "orange"})
    assert told(board, "build:line:a1:0")["spend"] == {"seat": 0, "power": "metropolitain"}
    assert "spend" not in told(board, "sacre-coeur")


def test_levitation_is_told_in_its_two_steps() -> None:
    board = table(orange=["smile"])
    assert told(board, "levitation:smile:line")["levitation"]["words"] == ["smile", "line"]
    pending = board.play("levitation:smile:line")
    assert told(pending, "build:line:a1:0")["levitated"] == {"seat": 0, "building": "line"}


def test_the_end_tells_the_ranks() -> None:
    cards = dict.fromkeys(FIRST_GAME_SET[4:], "blue") | dict.fromkeys(FIRST_GAME_SET[:3], "orange")
    board = table(used=cards, blue=["line"])
    found = told(board, "sacre-coeur")
    assert found["over"]["ranks"] == [1, 2]
