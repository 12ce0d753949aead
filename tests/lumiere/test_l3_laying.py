"""L3: phase one."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import BUILDINGS, SQUARES, Table, dealt, lay_all, table

pytestmark = pytest.mark.plain


def orange_lays_eight() -> Table:
    """Orange has laid all tiles while blue took eight buildings; blue to move."""
    board = dealt()
    for number in range(8):
        board = lay_all(board, [SQUARES[number]])
        if number < 7:
            board = board.play(f"take:{BUILDINGS[number]}")
    return board


def test_l3_1_a_held_tile_goes_on_any_empty_square_in_four_turns() -> None:
    board = dealt([4, 1, 2, 3, 5, 6, 7, 8])
    expected = {f"lay:4:{square}:{turn}" for square in SQUARES for turn in (0, 90, 180, 270)}
    assert board.legal("lay") == expected


def test_l3_1_or_any_building_is_taken_from_the_pool() -> None:
    board = dealt()
    assert board.legal("take") == {f"take:{building}" for building in BUILDINGS}
    after = board.play("take:cross")
    assert after.position["reserves"] == {"orange": ["cross"], "blue": []}
    assert "cross" not in after.position["pool"]
    assert after.to_move == "blue"
    assert after.position["hands"] == board.position["hands"]


def test_l3_1_after_laying_the_next_tile_is_drawn() -> None:
    board = dealt([4, 7, 1, 2, 3, 5, 6, 8]).play("lay:4:e3:90")
    assert board.position["hands"]["orange"] == [7]
    assert board.position["piles"]["orange"] == [1, 2, 3, 5, 6, 8]
    assert board.position["squares"]["e3"] == {"owner": "orange", "tile": 4, "turned": 90}
    assert board.to_move == "blue"


def test_l3_1_what_is_not_held_taken_or_empty_is_refused() -> None:
    board = dealt([4, 7, 1, 2, 3, 5, 6, 8]).play("lay:4:e3:90", "take:line")
    assert board.refused("lay:4:a1:0") == "L3.1"
    assert board.refused("lay:1:a1:0") == "L3.1"
    assert board.refused("lay:7:e3:0") == "L3.1"
    assert board.refused("take:line") == "L3.1"


def test_l3_1_phase_one_moves_are_refused_in_phase_two() -> None:
    assert table().refused("lay:1:a1:0") == "L3.1"
    assert table().refused("take:line") == "L3.1"


def test_l3_1_phase_two_moves_are_refused_in_phase_one() -> None:
    board = dealt().play("take:line", "take:corner")
    for text in ("build:line:a1:0", "chartier", "le-peintre:a1", "levitation:line:square"):
        assert board.refused(text) == "L4.2"


def test_l3_2_a_player_with_tiles_left_may_not_pass() -> None:
    assert dealt().refused("pass") == "L3.2"
    blue = orange_lays_eight()
    assert blue.to_move == "blue"
    assert blue.refused("pass") == "L3.2"


def test_l3_2_with_all_tiles_laid_one_passes_or_takes_each_turn_anew() -> None:
    board = orange_lays_eight().play("lay:1:a5:0")
    assert board.to_move == "orange"
    assert board.legal() == {"pass", *(f"take:{building}" for building in BUILDINGS[7:])}
    assert board.refused("lay:1:a7:0") == "L3.1"
    board = board.play("pass", "lay:2:c5:0", "take:smile", "lay:3:e5:0", "pass")
    assert board.position["reserves"]["orange"] == ["smile"]
    assert board.to_move == "blue"


def test_l3_2_with_an_empty_pool_only_passing_is_left() -> None:
    board = orange_lays_eight()
    for building in BUILDINGS[7:]:
        board = board.play(f"take:{building}")
        if board.to_move == "orange":
            board = board.play("pass")
    assert board.position["pool"] == []
    board = board.play("lay:1:a5:0")
    assert board.legal() == {"pass"}


def test_l3_2_passes_of_phase_one_end_nothing() -> None:
    board = orange_lays_eight()
    for square in SQUARES[8:15]:
        board = lay_all(board, [square]).play("pass")
    assert board.position["phase"] == "laying"
    assert board.position["passes"] == 0


def test_l3_3_the_phase_ends_at_once_with_the_sixteenth_tile() -> None:
    board = lay_all(dealt(), SQUARES[:15])
    assert board.position["phase"] == "laying"
    board = lay_all(board, SQUARES[15:])
    assert board.position["phase"] == "building"
    assert board.legal("take") == board.legal("lay") == set()
    assert board.position["hands"] == {"orange": [], "blue": []}
