"""B3: the order of a turn, free actions, tokens that tiles give."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.games.belle_epoque.rules.terms import KINDS
from tests.belle_epoque.boards import dealt, table

pytestmark = pytest.mark.plain


def test_b3_1_first_a_tile_is_drawn() -> None:
    board = dealt()
    assert board.legal() == {"draw:1", "draw:2", "draw:3"}
    assert board.refused("key:arc") == "B3.1"
    assert board.refused("move:arc:montmartre:1") == "B3.1"
    assert board.refused("end") == "B3.1"


def test_b3_1_one_tile_a_turn() -> None:
    board = dealt().play("draw:1")
    assert board.position["piles"][0]["left"] == 10
    assert board.refused("draw:2") == "B3.1"


def test_b3_1_an_empty_pile_gives_none() -> None:
    board = dealt()
    found = board.position
    found["piles"][1] = {"left": 0, "back": None, "tiles": []}
    board = board.with_changes(piles=found["piles"])
    assert board.legal("draw") == {"draw:1", "draw:3"}
    assert board.refused("draw:2") == "B3.1"


def test_b3_1_with_empty_piles_the_turn_begins_with_the_action() -> None:
    board = table(piles=False, phase="end").play("end")
    assert board.phase == "act"
    assert board.refused("draw:1") == "B3.1"


def test_b3_1_exactly_one_action() -> None:
    board = dealt().play("draw:1", "key:belleville")
    assert board.phase == "end"
    assert board.legal() == {"end"}
    assert board.refused("key:arc") == "B3.1"
    assert board.refused("move:belleville:bank:1") == "B3.1"
    assert board.refused("take") == "B3.1"
    assert board.refused("pass") == "B3.1"


def test_b3_1_the_action_is_a_duty() -> None:
    board = dealt().play("draw:1")
    assert board.refused("end") == "B3.1"
    assert board.refused("pass") == "B3.1"


def test_b3_1_end_of_game_tiles_only_when_all_piles_are_empty() -> None:
    assert dealt().play("draw:1").refused("take") == "B3.1"
    board = table(piles=False)
    assert "take" in board.legal()


def test_b3_1_end_of_game_tiles_in_the_turn_that_draws_the_last_tile() -> None:
    board = dealt()
    found = board.position
    last = found["piles"][0]["tiles"][0]
    piles: list[Any] = [{"left": 0, "back": None, "tiles": []} for _ in range(3)]
    piles[2] = {"left": 1, "back": last.split(":")[0], "tiles": [last]}
    board = board.with_changes(piles=piles)
    assert board.refused("take") == "B3.1"
    assert "take" in board.play("draw:3").legal()


def test_b3_1_who_has_no_legal_action_passes() -> None:
    nothing: Any = {"orange": {"hand": 0, "francs": 0}}
    board = table(seats=nothing, keys={"orange": ["arc"]}, built={"montmartre": [1]})
    assert board.legal() == {"pass"}
    passed = board.play("pass")
    assert passed.phase == "end"
    assert passed.to_move == "orange"
    assert passed.play("end").to_move == "blue"
    rich = table(
        seats={"orange": {"hand": 0, "francs": 1}},
        keys={"orange": ["arc"]},
        built={"montmartre": [1]},
    )
    assert rich.refused("pass") == "B3.1"


def test_b3_1_a_sale_that_would_make_an_action_possible_is_no_duty() -> None:
    board = table(
        seats={"orange": {"hand": 0, "francs": 0, "tokens": {"wood": 1}}},
        keys={"orange": ["arc"]},
        built={"montmartre": [1]},
    )
    assert board.legal() == {"pass", "sell:wood"}
    assert board.play("sell:wood").refused("pass") == "B3.1"


def test_b3_1_nobody_passes_while_end_of_game_tiles_can_be_taken() -> None:
    board = table(piles=False, seats={"orange": {"hand": 0, "francs": 0}})
    assert board.refused("pass") == "B3.1"
    assert board.legal() == {"take"}


FREE = {"buy:wood", "sell:gold", "activate:1", "activate:francs:6"}


@pytest.mark.parametrize("phase", ["draw", "act", "end"])
def test_b3_2_free_actions_at_any_moment_of_the_own_turn(phase: str) -> None:
    board = table(
        phase=phase,
        supply={"wood": 1},
        seats={"orange": {"francs": 9, "tokens": {"gold": 1}, "unused": [1]}},
        taken=[("orange", "francs:6")],
    )
    assert board.legal() >= FREE
    for text in FREE:
        assert board.play(text).phase == phase


def test_b3_2_also_while_a_follow_up_waits_and_while_choosing() -> None:
    board = table(
        keys={"orange": ["arc"]},
        built={"montmartre": [1]},
        piles=False,
        supply={"wood": 1},
        seats={"orange": {"francs": 9, "tokens": {"gold": 1}, "unused": [1]}},
        taken=[("orange", "francs:6")],
    )
    assert board.play("move:arc:montmartre:1").phase == "bonus"
    assert board.play("move:arc:montmartre:1").legal() >= FREE
    assert board.play("take").legal() >= FREE


def test_b3_2_as_often_as_one_likes() -> None:
    board = table(supply={"wood": 3}, seats={"orange": {"francs": 12}})
    after = board.play("buy:wood", "buy:wood", "buy:wood")
    assert (after.me["francs"], after.me["tokens"]["wood"]) == (0, 3)


def test_b3_2_the_supply_starts_empty() -> None:
    board = table(seats={"orange": {"francs": 30}})
    assert board.legal("buy") == set()
    assert board.refused("buy:wood") == "B3.2"


def test_b3_2_who_lacks_the_francs_does_not_buy() -> None:
    board = table(supply={"marble": 2}, seats={"orange": {"francs": 4}})
    assert board.refused("buy:marble") == "B3.2"


def test_b3_2_who_lacks_the_token_does_not_sell() -> None:
    for kind in KINDS:
        assert table().refused(f"sell:{kind}") == "B3.2"


def test_b3_2_resources_that_were_spent_or_sold_go_to_the_supply() -> None:
    board = table(
        keys={"orange": ["la-villette:bank"]},
        built={"la-villette": [4]},
        seats={"orange": {"francs": 9, "tokens": {"wood": 1, "marble": 1}}},
        tokens_on_board=False,
    )
    assert board.play("sell:marble").position["supply"] == {"wood": 0, "marble": 1, "gold": 0}
    spent = board.play("move:la-villette:bank:4").position["supply"]
    assert spent == {"wood": 1, "marble": 0, "gold": 0}


def test_b3_2_prestige_that_was_sold_leaves_the_game() -> None:
    board = table(seats={"orange": {"tokens": {"silver-medal": 2}}})
    after = board.play("sell:silver-medal")
    assert after.me["tokens"]["silver-medal"] == 1
    assert after.position["supply"] == board.position["supply"]


def test_b3_2_a_tile_that_would_do_nothing_is_not_activated() -> None:
    board = table(seats={"orange": {"unused": [6, 20, 24, 29, 30]}})
    assert board.legal("activate") == {"activate:20"}
    for text in ("activate:6", "activate:24:0:0:0", "activate:29", "activate:30"):
        assert board.refused(text) == "B3.2"


def test_b3_2_the_turn_ends_when_its_player_says_so() -> None:
    board = dealt(start="orange").play("draw:1", "key:chaillot")
    assert board.to_move == "orange"
    assert board.play("end").to_move == "blue"
    assert board.play("end").phase == "draw"


def test_b3_2_only_on_the_own_turn() -> None:
    board = table(seats={"blue": {"unused": [1]}})
    assert "activate:1" not in board.legal()
    assert board.refused("activate:1") == "B7.2"


def test_b3_3_a_token_from_a_tile_never_enters_the_supply() -> None:
    board = table(seats={"orange": {"unused": [2]}})
    given = board.play("activate:2")
    assert given.me["tokens"]["wood"] == given.me["from_tiles"]["wood"] == 1
    sold = given.play("sell:wood")
    assert sold.position["supply"]["wood"] == 0
    assert sold.me["tokens"]["wood"] == sold.me["from_tiles"]["wood"] == 0


def test_b3_3_a_spent_token_from_a_tile_never_enters_the_supply() -> None:
    board = table(
        keys={"orange": ["la-villette:bank"]},
        built={"la-villette": [4]},
        seats={"orange": {"francs": 9, "unused": [10]}},
    )
    after = board.play("activate:10:wood", "move:la-villette:bank:4")
    assert after.position["supply"]["wood"] == 0


def test_b3_3_the_tiles_token_is_used_first() -> None:
    board = table(seats={"orange": {"tokens": {"gold": 1}, "unused": [4]}}).play("activate:4")
    once = board.play("sell:gold")
    assert once.position["supply"]["gold"] == 0
    assert once.play("sell:gold").position["supply"]["gold"] == 1


def test_b3_3_pairs_given_up_use_the_tiles_tokens_first() -> None:
    board = table(
        seats={"orange": {"tokens": {"wood": 3}, "from_tiles": {"wood": 1}, "unused": [24]}}
    )
    after = board.play("activate:24:1:0:0")
    assert after.position["supply"]["wood"] == 1
    assert (after.me["tokens"]["wood"], after.me["from_tiles"]["wood"]) == (1, 0)


def test_b3_3_the_kind_is_chosen_on_activation() -> None:
    board = table(taken=[("orange", "resources:2"), ("orange", "prestige:1")])
    assert board.legal("activate:resources:2") == {
        f"activate:resources:2:{kinds}"
        for kinds in ("wood:wood", "wood:marble", "wood:gold", "marble:marble", "marble:gold",
                      "gold:gold")
    }  # fmt: skip
    after = board.play("activate:resources:2:wood:gold", "activate:prestige:1:silver-medal")
    held = {kind: amount for kind, amount in after.me["tokens"].items() if amount}
    assert (
        held
        == {"wood": 1, "gold": 1, "silver-medal": 1}
        == {kind: amount for kind, amount in after.me["from_tiles"].items() if amount}
    )
