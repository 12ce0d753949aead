"""L8: the lines of the score and who wins."""

from __future__ import annotations

import pytest

from tests.lumiere.boards import FIRST_GAME_SET, OTHERS, table
from tests.lumiere.test_l7_pieces import CARDS, points, spotted

pytestmark = pytest.mark.plain


def test_l8_1_size_times_the_number_of_streetlights_beside_it() -> None:
    # The line a1 b1 c1: lights on a2 and d1 count, the one on d2 touches a corner only.
    board = table(spotted(L="a2 d1 d2"), buildings=["orange line a1 b1 c1"])
    assert board.score("orange")["light"] == 6


def test_l8_1_a_streetlight_counts_once_for_each_building_it_touches() -> None:
    # b2 lights the corner twice and the line once.
    board = table(
        spotted(L="b2"),
        buildings=["orange corner a2 a3 b3", "orange line b1 c1 d1", "blue square c2 d2 c3 d3"],
    )
    assert board.score("orange")["light"] == 3 + 3
    assert board.score("blue")["light"] == 4


def test_l8_1_no_light_no_points_and_no_light_around_the_edge() -> None:
    board = table(spotted(L="h1 a3 h2"), buildings=["orange garden a1 a2", "blue line a4 a5 a6"])
    # a3 lights a2 and a4; h1 and h2 lie at the other edge of the rows of a1 and a2.
    assert board.score("orange")["light"] == 2
    assert board.score("blue")["light"] == 3
    assert table(buildings=["orange line a1 b1 c1"]).score("orange")["light"] == 0


def test_l8_1_printed_placed_and_large_streetlights_add_up() -> None:
    board = table(
        spotted(L="a2 d3"), postcards=CARDS, buildings=["orange line a1 b1 c1"],
        pieces={"lamp": "blue d1", "large-lamp": "blue d3"},
    )  # fmt: skip
    # a2 and the lamp on d1 touch it; the large one on d3 reaches neither c1 nor b1.
    assert board.score("orange")["light"] == 6
    nearer = table(
        spotted(L="a2 c3"), postcards=CARDS, buildings=["orange line a1 b1 c1"],
        pieces={"lamp": "blue d1", "large-lamp": "blue c3"},
    )  # fmt: skip
    assert nearer.score("orange")["light"] == 9


def test_l8_2_the_largest_group_is_the_sum_of_touching_buildings() -> None:
    board = table(
        buildings=[
            "orange line a1 b1 c1", "orange corner d1 d2 e2",  # 6 together
            "orange square g7 h7 g8 h8",  # 4 alone
            "blue cross f2 f3 f4 e3 g3",  # between, the rival's
            "orange small-t g4 h4 h5 h3",  # touches only the rival
        ]
    )  # fmt: skip
    assert board.score("orange")["group"] == 6
    assert board.score("blue")["group"] == 5


def test_l8_2_corners_do_not_join_and_rows_do_not_wrap() -> None:
    board = table(
        buildings=[
            "orange line a1 b1 c1", "orange corner d2 e2 e3",  # corner contact c1–d2
            "orange garden h1 h2",  # h1 and a2 are neighbours only in a list
            "orange square a3 a4 b3 b4",
        ]
    )  # fmt: skip
    assert board.score("orange")["group"] == 4


def test_l8_2_garden_and_annex_belong_to_groups() -> None:
    board = table(
        buildings=["orange garden a1 a2", "orange line b1 c1 d1 +e1", "orange square f1 g1 f2 g2"]
    )
    assert board.score("orange")["group"] == 2 + 4 + 4
    assert table().score("orange")["group"] == 0


def test_l8_3_three_points_less_for_each_building_in_reserve() -> None:
    board = table(orange=["line", "corner", "smile"], blue=["cross"])
    assert board.score("orange")["unbuilt"] == -9
    assert board.score("blue")["unbuilt"] == -3


def test_l8_3_a_building_given_back_does_not_count() -> None:
    board = table(orange=["line", "smile"]).play("levitation:smile:cross", "build:cross:e5:0")
    assert board.score("orange")["unbuilt"] == -3


def test_l8_4_pieces_score_for_whoever_activated_the_postcard() -> None:
    cards = ("jardin-des-plantes", "bouquinistes", "le-peintre", "sacre-coeur", *OTHERS)
    board = table(
        spotted(L="a8"), postcards=cards, buildings=["orange line a1 b1 c1"],
        pieces={"painter": "blue h8", "fountain": "blue a2", "dancer": "orange e5"},
    )  # fmt: skip
    # The fountain is blue's and touches only orange's line.
    assert points(board, "blue") == 2
    # All 64 spaces but the line, painter, fountain and streetlight.
    assert points(board, "orange") == 64 - 3 - 1 - 1 - 1


def test_l8_4_undone_postcards_score_nothing() -> None:
    board = table(postcards=(*FIRST_GAME_SET[4:], *OTHERS)).play(
        "le-peintre:undone",
        "lampadaire:undone",
        "moulin-rouge:undone",
        "chartier",
        "fontaine-des-mers:undone",
        "bouquinistes:undone",
        "le-penseur:undone",
        "la-grande-lumiere:undone",
    )
    assert board.is_over
    assert points(board, "orange") == points(board, "blue") == 0


@pytest.mark.parametrize(
    ("wall", "lights"),
    [
        ("blue big-l d1 d2 d3 a3 b3 c3", 1),
        ("orange big-l d1 d2 d3 a3 b3 c3", 1),
        ("orange line b3 c3 d3 +a3", 3),  # open at d1 and d2
    ],
)
def test_l8_5_buildings_of_both_players_garden_and_annex_wall_the_painter(
    wall: str, lights: int
) -> None:
    board = table(spotted(L="a1 h8 f6"), buildings=[wall], pieces={"painter": "blue b1"})
    assert points(board, "blue") == 2 * lights


def test_l8_5_garden_and_annex_close_the_painters_area() -> None:
    board = table(
        spotted(L="a1 h8"),
        buildings=["orange garden c1 c2", "blue line a3 b3 c3"],
        pieces={"painter": "blue b1"},
    )
    assert points(board, "blue") == 2
    board = table(
        spotted(L="a1 h8"),
        buildings=["orange small-t b2 c2 d2 c3 +c1", "blue corner a3 b3 a4"],
        pieces={"painter": "blue b1"},
    )
    assert points(board, "blue") == 2


def test_l8_5_the_painter_walks_by_sides_over_streetlights_and_other_pieces() -> None:
    cards = ("jardin-des-plantes", "le-peintre", "lampadaire", "sacre-coeur", *OTHERS)
    # b1 (a lamp piece) and a2 (the fountain) enclose a1. The painter walks over both. The printed
    # light b2 and the large one on h8 count like the piece on b1.
    board = table(
        spotted(L="b2 h8"), postcards=cards,
        pieces={"painter": "blue a1", "lamp": "orange b1", "fountain": "orange a2",
                "large-lamp": "orange h8"},
    )  # fmt: skip
    assert points(board, "blue") == 2 * 3


def test_l8_5_no_corner_lets_the_painter_through() -> None:
    board = table(
        spotted(L="a1 h8"), buildings=["blue garden a2 a3", "orange line b1 c1 d1"],
        pieces={"painter": "blue e5"},
    )  # fmt: skip
    assert points(board, "blue") == 2


def test_l8_5_a_streetlight_that_is_built_over_does_not_count() -> None:
    board = table(
        spotted(L="c1 h8"), buildings=["orange line a1 b1 c1"], used={"metropolitain": "orange"},
        spent=["metropolitain"], pieces={"painter": "blue e5"},
    )  # fmt: skip
    assert points(board, "blue") == 2


def test_l8_5_the_dancers_area_ends_at_streetlights_and_at_every_piece() -> None:
    cards = ("le-peintre", "lampadaire", "sacre-coeur", "chartier", *OTHERS)
    board = table(
        spotted(L="b1"), postcards=cards,
        pieces={"dancer": "blue a1", "painter": "orange a3", "fountain": "orange b2"},
    )  # fmt: skip
    # The dancer's own space and a2.
    assert points(board, "blue") == 2


def test_l8_5_a_dancer_without_free_neighbours_still_counts_her_own_space() -> None:
    board = table(spotted(L="b1 a2"), postcards=CARDS).play("moulin-rouge:a1")
    assert points(board) == 1


def test_l8_5_the_dancer_walks_over_any_colour() -> None:
    board = table(
        spotted(b="b1", m="a2", L="c1 b2 a3"), postcards=CARDS,
    ).play("moulin-rouge:a1")  # fmt: skip
    assert points(board) == 3


def test_l8_6_more_points_win() -> None:
    board = table(spotted(L="d1"), to_move=None, buildings=["blue line a1 b1 c1"])
    assert board.winner == "blue"


HALVES = "\n".join(["oooobbbb"] * 8)


def test_l8_6_tied_more_uncovered_spaces_of_ones_own_printed_colour_win() -> None:
    # 3 points each; orange built on its own colour, blue on two mixed spaces.
    picture = HALVES[:-8] + "oooobmmb"
    board = table(picture, to_move=None, buildings=["orange line a1 b1 c1", "blue corner f1 g1 g2"])
    assert board.game.totals(board.state) == [3, 3]
    # Orange has 32 − 3 left, blue 32 − 2 − 1.
    assert board.winner is None
    board = table(
        picture, to_move=None, buildings=["orange line a1 b1 c1", "blue corner f1 g1 f2"],
        pieces={"painter": "blue h8"},
    )  # fmt: skip
    assert board.game.totals(board.state) == [3, 3]
    assert board.winner == "orange"


def test_l8_6_mixed_streetlight_and_the_dancers_spaces_do_not_count() -> None:
    cards = ("le-peintre", "lampadaire", "sacre-coeur", "chartier", *OTHERS)
    even = table(HALVES.replace("o", "m", 1).replace("b", "L", 1), to_move=None, postcards=cards)
    assert even.winner is None
    board = table(
        HALVES, to_move=None, postcards=cards, orange=["line"],
        pieces={"dancer": "orange a1", "fountain": "blue a2", "lamp": "blue b1"},
    )  # fmt: skip
    # One point for the dancer's own space, three less for the line: −2 against 0.
    assert board.game.totals(board.state) == [-2, 0]
    assert board.winner == "blue"


def test_l8_6_still_tied_is_a_draw() -> None:
    board = table(HALVES, to_move=None)
    assert board.winner is None
    assert board.game.ranks(board.state) == [1, 1]


def test_l8_6_points_come_before_uncovered_spaces_even_when_negative() -> None:
    board = table(
        "\n".join(["oooooooo"] * 8), to_move=None, orange=["line"], blue=[],
    )  # fmt: skip
    assert board.game.totals(board.state) == [-3, 0]
    assert board.winner == "blue"
