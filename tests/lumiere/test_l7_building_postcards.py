"""L7.1 to L7.4 and L7.7: the postcards that change how a player builds."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import ALL_ORANGE, FIRST_GAME_SET, OTHERS, Table, table

pytestmark = pytest.mark.plain

ALL_BLUE = ALL_ORANGE.replace("o", "b")


def ground_row(row: str) -> str:
    """A board of the rival's colour except for its lowest row."""
    return ALL_BLUE[:-8] + row


def power(board: Table, name: str) -> str:
    found = board.position["powers"][name]
    assert isinstance(found, str)
    return found


def test_l7_1_the_garden_goes_on_two_free_spaces_of_ones_colour_or_mixed() -> None:
    board = table(ground_row("omLomoob"))
    assert board.legal("jardin-des-plantes") == {
        "jardin-des-plantes:undone", "jardin-des-plantes:a1:0", "jardin-des-plantes:d1:0",
        "jardin-des-plantes:e1:0", "jardin-des-plantes:f1:0",
    }  # fmt: skip
    assert board.refused("jardin-des-plantes:b1:0") == "L5.1"
    assert board.refused("jardin-des-plantes:g1:0") == "L5.1"
    assert board.refused("jardin-des-plantes:a1:90") == "L5.1"
    assert board.refused("jardin-des-plantes:a1:180") == "L1.4"


def test_l7_1_the_garden_is_a_building_of_its_owner() -> None:
    board = table(ground_row("oooLbbbb")).play("jardin-des-plantes:b1:0")
    (garden,) = board.position["buildings"]
    assert garden["owner"] == "orange"
    assert garden["spaces"] == ["b1", "c1"]
    # Lit by d1: 2 × 1; a group by itself: 2.
    assert board.score("orange") == {"light": 2, "group": 2, "unbuilt": 0, "postcards": 0}


def test_l7_1_the_garden_is_no_building_of_pool_or_reserve() -> None:
    board = table(orange=["line"])
    assert board.game.parse_exact("build:garden:a1:0") is None
    assert board.game.parse_exact("levitation:line:garden") is None
    assert "garden" not in board.position["pool"]


def test_l7_2_levitation_exchanges_and_builds_at_once() -> None:
    board = table(orange=["smile", "line"], blue=["cross"])
    board = board.play("levitation:smile:square")
    assert board.to_move == "orange"
    assert board.position["pending"] == "square"
    assert "smile" in board.position["pool"]
    assert "square" not in board.position["pool"]
    assert board.legal() == {f"build:square:{c}{r}:0" for c in "abcdefg" for r in "1234567"}
    assert board.refused("build:line:a1:0") == "L7.2"
    assert board.refused("pass") == "L7.2"
    assert board.refused("sacre-coeur") == "L7.2"
    assert board.refused("le-peintre:a1") == "L7.2"
    board = board.play("build:square:a1:0")
    assert board.to_move == "blue"
    assert board.position["reserves"]["orange"] == ["line"]
    assert board.position["pending"] is None
    assert board.position["tokens"]["orange"] == 3


def test_l7_2_only_from_reserve_to_pool() -> None:
    board = table(orange=["smile"], blue=["cross"], buildings=["blue line a1 b1 c1"])
    assert board.refused("levitation:cross:square") == "L7.2"
    assert board.refused("levitation:big-l:square") == "L7.2"
    assert board.refused("levitation:smile:cross") == "L7.2"
    assert board.refused("levitation:smile:line") == "L7.2"
    # A player cannot take the building that they give back.
    assert board.refused("levitation:smile:smile") == "L7.2"


def test_l7_2_no_exchange_without_a_place_for_the_new_building() -> None:
    board = table(ground_row("ooobbbbb"), orange=["smile"])
    assert board.legal("levitation") == {"levitation:undone", "levitation:smile:line"}
    assert board.refused("levitation:smile:corner") == "L7.2"
    assert table(orange=[]).legal("levitation") == {"levitation:undone"}


def test_l7_2_levitations_building_may_use_held_powers() -> None:
    board = table(ground_row("ooLbbbbb"), orange=["smile"], held={"metropolitain": "orange"})
    assert board.allows("levitation:smile:line")
    board = board.play("levitation:smile:line", "build:line:a1:0")
    assert power(board, "metropolitain") == "spent"


def test_l7_3_metropolitain_lets_one_building_cover_one_streetlight_space() -> None:
    row = ground_row("ooLoLooo")
    assert table(row, orange=["line"]).refused("build:line:a1:0") == "L5.1"
    board = table(row, orange=["line"], held={"metropolitain": "orange"})
    assert board.allows("build:line:a1:0")
    assert board.refused("build:line:c1:0") == "L7.3"
    after = board.play("build:line:a1:0")
    assert power(after, "metropolitain") == "spent"
    state = {card["name"]: card["state"] for card in after.position["postcards"]}
    assert state["metropolitain"] == "used"


def test_l7_3_a_place_without_streetlight_keeps_the_power() -> None:
    board = table(ground_row("ooLoLooo"), orange=["line", "corner"],
                  held={"metropolitain": "orange"})  # fmt: skip
    assert power(board.play("build:line:f1:0"), "metropolitain") == "held"


def test_l7_3_the_power_is_its_holders_alone_and_for_one_building() -> None:
    row = ground_row("ooLoooLo")
    blues = table(row, orange=["line"], held={"metropolitain": "blue"})
    assert blues.refused("build:line:a1:0") == "L5.1"
    board = table(row, orange=["line", "corner"], held={"metropolitain": "orange"})
    after = board.play("build:line:a1:0", "sacre-coeur")
    assert after.legal("build") == set()


def test_l7_3_it_serves_the_garden_too() -> None:
    board = table(ground_row("oLbbbbbb"), held={"metropolitain": "orange"})
    after = board.play("jardin-des-plantes:a1:0")
    assert power(after, "metropolitain") == "spent"


def test_l7_3_neither_lamp_piece_nor_large_streetlight_is_covered() -> None:
    board = table(ground_row("ooooobbb"), orange=["line"], held={"metropolitain": "orange"},
                  pieces={"lamp": "blue c1"})  # fmt: skip
    assert board.legal("build") == set()
    assert board.refused("build:line:a1:0") == "L5.1"
    cards = ["metropolitain", *FIRST_GAME_SET[4:7], *OTHERS]
    board = table(ground_row("ooLoobbb"), orange=["line"], postcards=cards,
                  held={"metropolitain": "orange"}, pieces={"large-lamp": "blue c1"})  # fmt: skip
    assert board.refused("build:line:a1:0") == "L5.1"


def test_l7_3_pieces_do_not_use_it() -> None:
    board = table(ground_row("oLbbbbbb"), held={"metropolitain": "orange"})
    assert board.refused("le-peintre:b1") == "L6.3"
    assert board.refused("lampadaire:b1") == "L6.3"


def test_l7_3_the_covered_streetlight_shines_no_more() -> None:
    board = table(
        ground_row("ooLoobbb"),
        orange=["line"],
        buildings=["orange garden d1 e1"],
        held={"metropolitain": "orange"},
    )
    assert board.score("orange")["light"] == 2
    assert board.play("build:line:a1:0").score("orange")["light"] == 0


def test_l7_4_chartier_lets_one_building_cover_one_rival_space() -> None:
    row = ground_row("oobLbboo")
    board = table(row, orange=["line", "corner"], held={"chartier": "orange"})
    assert board.legal("build:line") == {"build:line:a1:0", "build:line:f1:0"}
    assert board.refused("build:line:e1:0") == "L7.4"
    assert board.refused("build:line:b1:0") == "L5.1"
    assert board.allows("build:corner:a1:0")
    after = board.play("build:line:a1:0")
    assert power(after, "chartier") == "spent"
    after = after.play("sacre-coeur")
    # The corner would need another rival space.
    assert after.legal("build") == set()


def test_l7_4_the_power_is_its_holders_alone() -> None:
    board = table(ground_row("oobLbboo"), orange=["line"], held={"chartier": "blue"})
    assert board.refused("build:line:a1:0") == "L5.1"


def test_l7_4_an_own_or_mixed_place_keeps_the_power() -> None:
    board = table(ground_row("oomLbboo"), orange=["line"], held={"chartier": "orange"})
    assert power(board.play("build:line:a1:0"), "chartier") == "held"


def test_l7_4_it_serves_the_garden_and_levitation() -> None:
    board = table(ground_row("obLLLLLL"), orange=["smile"], held={"chartier": "orange"})
    assert power(board.play("jardin-des-plantes:a1:0"), "chartier") == "spent"
    board = table(ground_row("oobbbbbb"), orange=["smile"], held={"chartier": "orange"})
    after = board.play("levitation:smile:line", "build:line:a1:0")
    assert power(after, "chartier") == "spent"


def test_l7_4_it_serves_the_fountain_when_its_postcard_is_activated() -> None:
    cards = ["chartier", *FIRST_GAME_SET[:3], *OTHERS]
    row = ground_row("omLbbbbb")
    bare = table(row, postcards=cards)
    assert bare.refused("fontaine-des-mers:d1") == "L7.10"
    board = table(row, postcards=cards, held={"chartier": "orange"})
    after = board.play("fontaine-des-mers:d1")
    assert power(after, "chartier") == "spent"
    assert after.position["pieces"]["fountain"] == {"space": "d1", "owner": "orange"}
    assert board.refused("fontaine-des-mers:c1") == "L7.10"
    for space in ("a1", "b1"):
        assert power(board.play(f"fontaine-des-mers:{space}"), "chartier") == "held"


def test_l7_4_no_other_piece_uses_it() -> None:
    cards = ["chartier", "le-peintre", "lampadaire", "bouquinistes", *OTHERS]
    board = table(postcards=cards, picture=ground_row("ooobbbbb"), held={"chartier": "orange"},
                  buildings=["orange line a1 b1 c1"])  # fmt: skip
    for text in ("le-peintre:d1", "lampadaire:d1", "moulin-rouge:d1", "le-penseur:d1:north",
                 "bouquinistes:d1:line"):  # fmt: skip
        assert board.refused(text) == "L6.3"


def test_l7_4_it_is_combined_with_metropolitain_in_one_placement() -> None:
    held = {"chartier": "orange", "metropolitain": "orange"}
    board = table(ground_row("obLbLoLo"), orange=["line"], held=held)
    after = board.play("build:line:a1:0")
    assert power(after, "chartier") == power(after, "metropolitain") == "spent"
    assert board.refused("build:line:b1:0") == "L7.4"
    assert board.refused("build:line:e1:0") == "L7.3"


def test_l7_7_the_annex_goes_beside_ones_own_building() -> None:
    board = table(buildings=["orange line a1 b1 c1", "blue corner f1 g1 g2",
                             "orange garden a4 b4"])  # fmt: skip
    assert board.legal("bouquinistes") == {
        "bouquinistes:undone", "bouquinistes:a2:line", "bouquinistes:b2:line",
        "bouquinistes:c2:line", "bouquinistes:d1:line", "bouquinistes:a3:garden",
        "bouquinistes:b3:garden", "bouquinistes:c4:garden", "bouquinistes:a5:garden",
        "bouquinistes:b5:garden",
    }  # fmt: skip
    assert board.refused("bouquinistes:d2:line") == "L7.7"
    assert board.refused("bouquinistes:e1:corner") == "L7.7"
    assert board.refused("bouquinistes:a2:garden") == "L7.7"
    assert board.refused("bouquinistes:d1:square") == "L7.7"


def test_l7_7_only_on_free_spaces_of_ones_colour() -> None:
    board = table(ground_row("ooombbbb").replace("bbbbbbbb\nooo", "Lmobbbbb\nooo"),
                  buildings=["orange line a1 b1 c1"])  # fmt: skip
    assert board.legal("bouquinistes:") == {"bouquinistes:undone", "bouquinistes:c2:line"}
    for space in ("a2", "b2", "d1"):
        assert board.refused(f"bouquinistes:{space}:line") == "L6.3"
    taken = table(buildings=["orange line a1 b1 c1"], pieces={"painter": "blue a2"})
    assert taken.refused("bouquinistes:a2:line") == "L6.3"


def test_l7_7_it_belongs_to_the_building_of_ones_choice() -> None:
    picture = ALL_ORANGE[:-8] + "ooooLooo"
    board = table(picture, buildings=["orange line a1 b1 c1", "orange corner d2 c3 d3"])
    assert board.legal("bouquinistes:c2") == {"bouquinistes:c2:line", "bouquinistes:c2:corner"}
    to_line = board.play("bouquinistes:d1:line")
    assert to_line.position["buildings"][0]["spaces"] == ["a1", "b1", "c1", "d1"]
    assert to_line.position["buildings"][0]["annex"] == "d1"
    # The annex brings the line to the streetlight on e1: 4 × 1.
    assert board.score("orange")["light"] == 0
    assert to_line.score("orange")["light"] == 4
    # If the corner gets the annex, it has four spaces and the light.
    assert board.play("bouquinistes:d1:corner").score("orange")["light"] == 4


def test_l7_7_it_joins_groups_and_blocks() -> None:
    board = table(buildings=["orange line a1 b1 c1", "orange corner e1 e2 f1"], blue=["cross"])
    assert board.score("orange")["group"] == 3
    joined = board.play("bouquinistes:d1:line")
    assert joined.score("orange")["group"] == 7
    assert joined.position["spaces"]["d1"] == {
        "kind": "orange", "piece": "annex", "owner": "orange",
    }  # fmt: skip


def test_l7_7_beside_both_players_buildings_it_joins_only_ones_own() -> None:
    board = table(buildings=["orange line a1 b1 c1", "blue corner d2 e2 e1"])
    assert board.legal("bouquinistes:d1") == {"bouquinistes:d1:line"}
    assert board.refused("bouquinistes:d1:corner") == "L7.7"


def test_l7_7_without_a_building_only_undone() -> None:
    board = table(buildings=["blue corner f1 g1 g2"])
    assert board.legal("bouquinistes") == {"bouquinistes:undone"}
