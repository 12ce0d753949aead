"""L4: whose turn it is in phase two, who passes and when the game ends."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import ALL_ORANGE, FIRST_GAME_SET, SQUARES, dealt, lay_all, table
from tests.lumiere.test_l3_laying import orange_lays_eight

pytestmark = pytest.mark.plain

ALL_BLUE = ALL_ORANGE.replace("o", "b")
ONE_ROW_ORANGE = ALL_BLUE[:-8] + "oooobbbb"
"""Only a1 to d1 are orange."""

ALL_USED = {card: "orange" if number < 4 else "blue" for number, card in enumerate(FIRST_GAME_SET)}
"""Orange used levitation, Métropolitain, the garden and Sacré-Cœur. Blue used the others."""


def used(**held: str) -> dict[str, str]:
    return {card: player for card, player in ALL_USED.items() if card not in held}


@pytest.mark.parametrize("start", ["orange", "blue"])
def test_l4_1_who_first_laid_all_eight_starts_phase_two(start: str) -> None:
    board = lay_all(dealt(start=start), SQUARES)
    assert board.position["phase"] == "building"
    assert board.to_move == start


def test_l4_1_even_when_the_rival_started_the_game() -> None:
    """Orange starts but spends turns on buildings, so blue is the first to lay all eight."""
    board = dealt(start="orange").play("take:line")
    blue_squares, orange_squares = iter(SQUARES[:8]), iter(SQUARES[8:])
    while board.position["phase"] == "laying":
        if board.to_move == "blue" and not board.position["hands"]["blue"]:
            board = board.play("pass")
        else:
            squares = blue_squares if board.to_move == "blue" else orange_squares
            board = lay_all(board, [next(squares)])
    assert board.to_move == "blue"


def test_l4_1_after_the_last_tile_the_waiting_player_moves_not_the_one_who_laid_it() -> None:
    board = orange_lays_eight()
    for square in SQUARES[8:]:
        board = lay_all(board, [square])
        if board.position["phase"] == "laying":
            board = board.play("pass")
    assert board.to_move == "orange"


def test_l4_1_the_players_alternate() -> None:
    board = table(orange=["line", "corner"], blue=["square"])
    order = [board.to_move]
    for text in ("build:line:a1:0", "chartier", "build:corner:a3:0", "sacre-coeur"):
        board = board.play(text)
        order.append(board.to_move)
    assert order == ["orange", "blue", "orange", "blue", "orange"]


def test_l4_2_a_turn_is_one_build_or_one_postcard() -> None:
    board = table(orange=["line"])
    kinds = {text.split(":")[0] for text in board.legal()}
    # Bouquinistes can only be undone. Levitation has its exchange.
    assert kinds == {"build", *FIRST_GAME_SET}
    assert board.play("build:line:a1:0").to_move == "blue"
    assert board.play("metropolitain").to_move == "blue"


def test_l4_2_without_a_token_no_postcard_is_activated() -> None:
    board = table(orange=["line"], used=dict.fromkeys(FIRST_GAME_SET[:4], "orange"))
    assert {text.split(":")[0] for text in board.legal()} == {"build"}
    assert board.refused("chartier") == "L4.2"
    assert board.refused("le-peintre:a1") == "L4.2"


def test_l4_3_a_player_with_a_token_never_passes() -> None:
    board = table(ALL_BLUE, used=dict.fromkeys(FIRST_GAME_SET[:3], "orange"))
    assert board.refused("pass") == "L4.3"
    assert {text.split(":")[1] for text in board.legal() if ":" in text} == {"undone"}


def test_l4_3_a_player_without_tokens_who_can_build_must() -> None:
    board = table(orange=["line"], used=ALL_USED)
    assert board.refused("pass") == "L4.3"
    assert board.legal() == board.legal("build")


def test_l4_3_who_must_build_may_use_a_held_power_in_doing_so() -> None:
    picture = ALL_BLUE[:-8] + "ooLoobbb"
    board = table(picture, orange=["line"], used=used(metropolitain="orange"),
                  held={"metropolitain": "orange"})  # fmt: skip
    assert board.legal() == {f"build:line:{corner}:0" for corner in ("a1", "b1", "c1")} | {"pass"}
    board = table(ALL_BLUE[:-8] + "ooLooobb", orange=["line"], used=used(metropolitain="orange"),
                  held={"metropolitain": "orange"})  # fmt: skip
    # d1 e1 f1 needs no power, so a pass is not legal. Builds with the power are still legal.
    assert board.legal() == {f"build:line:{corner}:0" for corner in ("a1", "b1", "c1", "d1")}
    assert board.refused("pass") == "L4.3"


@pytest.mark.parametrize(("row", "card"), [("ooLbbbbb", "metropolitain"), ("oobLbbbb", "chartier")])
def test_l4_3_who_builds_only_by_a_held_power_may_pass(row: str, card: str) -> None:
    exchanged = {"chartier": {"levitation": "blue"}}.get(card, {})
    cards = {**ALL_USED, **exchanged, card: "orange"}
    board = table(ALL_BLUE[:-8] + row, orange=["line"], used=cards, held={card: "orange"})
    assert board.position["tokens"] == {"orange": 0, "blue": 0}
    assert board.legal() == {"build:line:a1:0", "pass"}
    assert board.play("build:line:a1:0").is_over


def test_l4_3_a_spent_power_helps_no_more() -> None:
    board = table(ALL_BLUE[:-8] + "ooLbbbbb", blue=["corner", "line"], orange=["square"],
                  used=ALL_USED, spent=["metropolitain"], to_move="blue")  # fmt: skip
    after = board.play("build:corner:a4:0")
    assert after.to_move == "blue"


def test_l4_3_who_cannot_build_at_all_is_passed_over() -> None:
    board = table(ONE_ROW_ORANGE, orange=["square", "line"], blue=["corner", "cross"],
                  used=ALL_USED)  # fmt: skip
    board = board.play("build:line:a1:0")
    assert board.to_move == "blue"
    # Orange still has the square but no place for it. So blue moves again.
    board = board.play("build:corner:a3:0")
    assert board.to_move == "blue"
    assert board.position["passes"] == 1
    board = board.play("build:cross:e3:0")
    assert board.is_over


def test_l4_3_a_player_with_an_empty_reserve_is_passed_over() -> None:
    board = table(ALL_BLUE, to_move="blue", blue=["line", "corner"], used=ALL_USED)
    assert board.play("build:line:a1:0").to_move == "blue"


def test_l4_3_a_player_with_a_token_is_not_passed_over_though_nothing_fits() -> None:
    cards = {card: player for card, player in ALL_USED.items() if card != "sacre-coeur"}
    board = table(ALL_BLUE, to_move="blue", blue=["line", "corner"], used=cards)
    after = board.play("build:line:a1:0")
    assert after.to_move == "orange"
    assert after.legal() == {"sacre-coeur"}


def test_l4_4_the_game_ends_when_all_tokens_are_used_and_nobody_builds() -> None:
    cards = {card: player for card, player in ALL_USED.items() if card != "sacre-coeur"}
    board = table(ALL_BLUE, used=cards)
    assert not board.is_over
    after = board.play("sacre-coeur")
    assert after.is_over
    assert after.position["phase"] == "over"
    assert after.to_move is None
    assert after.legal() == set()


def test_l4_4_tokens_left_keep_the_game_going() -> None:
    cards = {card: player for card, player in ALL_USED.items() if card != "lampadaire"}
    board = table(ALL_ORANGE, orange=["line"], used=cards)
    after = board.play("build:line:a1:0")
    assert after.to_move == "blue"
    assert after.legal() == {"lampadaire:undone"}
    assert after.play("lampadaire:undone").is_over


def test_l4_4_a_declined_build_by_a_held_power_does_not_keep_the_game_going() -> None:
    board = table(ALL_BLUE[:-8] + "ooLbbbbb", orange=["line"], used=used(metropolitain="orange"),
                  held={"metropolitain": "orange"}, blue=["smile"], passes=0)  # fmt: skip
    passed = board.play("pass")
    assert passed.to_move == "blue"
    assert passed.position["passes"] == 1
    built = passed.play("build:smile:a4:0")
    # Blue has nothing left. Orange may decline once more. Then neither player has moved.
    assert built.to_move == "orange"
    assert built.position["passes"] == 0
    assert built.play("pass").is_over


def test_l4_4_two_declining_players_end_the_game() -> None:
    picture = ALL_BLUE.replace("b", "L")[:-8] + "ooLLbboL"
    held = {"metropolitain": "orange", "chartier": "blue"}
    board = table(picture, orange=["corner"], blue=["line"], used=used(**held), held=held)
    assert board.allows("pass")
    passed = board.play("pass")
    assert passed.to_move == "blue"
    assert passed.legal() == {"build:line:e1:0", "pass"}
    assert passed.play("pass").is_over
    built = passed.play("build:line:e1:0")
    assert built.to_move == "orange"
    assert built.play("pass").is_over


def test_l4_4_a_finished_game_refuses_everything_with_its_rule() -> None:
    board = table(ALL_BLUE, to_move=None, used=ALL_USED)
    refusal = board.game.rules.refusal(board.game.box, board.state, 0)
    assert board.game.refusals[refusal].rule == "L4.4"
