"""B8: the end-of-game tiles and the last rounds."""

from __future__ import annotations

import pytest

from lutetia.games.belle_epoque.rules.terms import SEATS
from tests.belle_epoque.boards import Board, dealt, table

pytestmark = pytest.mark.plain

ALL_FACES = [
    "points:4", "points:4", "points:3", "points:3", "francs:6", "francs:6", "francs:5",
    "resources:1", "resources:1", "resources:2", "prestige:1", "prestige:1",
]  # fmt: skip


def late(players: int = 2, *, left: int = 1, **more: str) -> Board:
    """Empty piles and few end-of-game tiles left; the first seat took the other tiles."""
    faces = ALL_FACES[left:]
    return table(players, piles=False, taken=[("orange", face) for face in faces], **more)  # type: ignore[arg-type]


def test_b8_1_taking_one_is_an_action_and_needs_no_draw() -> None:
    board = table(piles=False)
    taken = board.play("take", "choose:points:4")
    assert taken.phase == "end"
    assert taken.seat("orange")["end_tiles"] == 1
    assert taken.position["end_tiles"]["left"] == 11


def test_b8_1_who_takes_one_looks_at_all_that_are_left() -> None:
    board = late(left=2)
    assert board.legal("choose") == set()
    looking = board.play("take")
    assert looking.phase == "choose"
    assert looking.legal("choose") == {"choose:points:4"}
    assert looking.refused("choose:points:3") == "B8.1"
    assert looking.refused("key:arc") == "B8.1"
    assert looking.refused("end") == "B8.1"


def test_b8_1_before_the_look_the_choice_is_not_known() -> None:
    board = late(left=2, to_move="blue")
    game = board.game
    assert game.position(game.view(board.state, 1))["end_tiles"]["faces"] is None
    looking = board.play("take")
    seen = game.position(game.view(looking.state, 1))["end_tiles"]
    assert seen["faces"] == ["points:4", "points:4"]
    assert game.position(game.view(looking.state, 0))["end_tiles"]["faces"] is None


def test_b8_1_the_choice_is_made_in_secret() -> None:
    board = table(piles=False).play("take")
    game = board.game
    move = game.parse_exact("choose:points:4")
    assert move is not None
    assert game.told(board.state, move, 0) == "choose:points:4"
    assert game.told(board.state, move, 1) == "choose"
    assert game.told(board.state, move, -1) == "choose"
    after = game.play(board.state, move)
    told = game.events(game.view(board.state, 1), move, game.view(after, 1))
    assert [(event.kind, event.details) for event in told] == [("choose", {"face": None})]
    own = game.events(board.state, move, after)
    assert own[0].details == {"face": "points:4"}


def test_b8_1_faces_that_are_left_can_be_chosen_once_each() -> None:
    board = table(piles=False).play("take", "choose:francs:5", "end", "take")
    assert board.refused("choose:francs:5") == "B8.1"
    assert "choose:francs:6" in board.legal()


@pytest.mark.parametrize(
    ("face", "use", "field", "amount"),
    [
        ("points:3", "activate:points:3", "points", 3),
        ("francs:5", "activate:francs:5", "francs", 8),
    ],
)
def test_b8_1_a_taken_tile_is_used_in_a_turn_of_ones_own(
    face: str, use: str, field: str, amount: int
) -> None:
    board = table(piles=False, taken=[("orange", face)])
    after = board.play(use)
    assert after.me[field] == amount
    assert after.me["end_tiles"] == 0
    assert after.refused(use) == "B8.1"
    assert table(piles=False, to_move="blue", taken=[("orange", face)]).refused(use) == "B8.1"


def test_b8_1_two_tiles_of_one_face_are_used_one_by_one() -> None:
    board = table(piles=False, taken=[("orange", "points:4"), ("orange", "points:4")])
    once = board.play("activate:points:4")
    assert once.play("activate:points:4").me["points"] == 8


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_b8_2_the_round_is_finished_and_everyone_has_one_more_turn(
    players: int, first: int
) -> None:
    for taker in range(players):
        board = late(players, to_move=SEATS[taker], first=SEATS[first])
        board = board.play("take", "choose:points:4")
        assert board.position["stage"] == "last-round"
        order = []
        board = board.play("end")
        while board.to_move is not None:
            order.append((board.to_move, board.position["stage"]))
            final = board.position["stage"] == "final"
            board = board.play("end") if final else board.play("key:arc", "end")
        last_of_round = (first - 1) % players
        expected = []
        seat = taker
        while seat != last_of_round:
            seat = (seat + 1) % players
            expected.append((SEATS[seat], "last-round"))
        expected += [(SEATS[(first + n) % players], "final") for n in range(players)]
        assert order == expected
        assert board.phase == "over"


def test_b8_2_in_the_rest_of_the_round_the_action_is_a_duty() -> None:
    board = late().play("take", "choose:points:4", "end")
    assert board.position["stage"] == "last-round"
    assert board.refused("end") == "B3.1"
    assert board.refused("take") == "B3.1"


def test_b8_2_in_the_final_turn_the_action_may_be_left_out() -> None:
    board = late(to_move="blue").play("take", "choose:points:4", "end")
    assert (board.to_move, board.position["stage"]) == ("orange", "final")
    assert board.legal("end", "key", "pass") >= {"end", "key:arc"}
    assert board.refused("pass") == "B8.2"
    assert board.play("end").to_move == "blue"
    assert board.play("key:arc").phase == "end"


def test_b8_2_tiles_are_still_used_in_the_final_turn() -> None:
    board = late(to_move="blue").play("take", "choose:points:4", "end")
    assert board.play("activate:points:3").me["points"] == 3


def test_b8_2_a_finished_game_has_no_moves() -> None:
    board = late(to_move="blue").play("take", "choose:points:4", "end", "end", "end")
    assert board.to_move is None
    assert board.legal() == set()
    code = board.game.rules.refusal(board.game.box, board.state, 0)
    assert board.game.refusals[int(code)].rule == "B8.2"


def test_b8_2_no_tile_can_be_used_before_the_game_reaches_it() -> None:
    assert dealt().refused("activate:points:4") == "B8.1"
