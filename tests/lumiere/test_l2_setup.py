"""L2: which postcards are in play, who holds what and who starts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.errors import BadOption
from tests.lumiere.boards import BUILDINGS, FIRST_GAME_SET, OTHERS, dealt, opened_to_deal

DEALS = 240


@cache
def deals(postcards: str = "first-game", start: str = "drawn") -> list[dict[str, Any]]:
    """Many starting positions."""
    game = Lumiere.open(options={"postcards": postcards, "start": start})
    return [game.position(game.deal(derived_seed("deal", n))) for n in range(DEALS)]


def names(position: dict[str, Any]) -> list[str]:
    return [card["name"] for card in position["postcards"]]


@pytest.mark.plain
def test_l2_1_the_first_game_set_is_the_default() -> None:
    assert Lumiere.open().options["postcards"] == "first-game"
    assert all(names(position) == list(FIRST_GAME_SET) for position in deals())


def test_l2_1_eight_are_drawn_from_all_twelve_equally_often() -> None:
    drawn = [names(position) for position in deals(postcards="random")]
    assert all(len(set(cards)) == 8 for cards in drawn)
    times = Counter(card for cards in drawn for card in cards)
    assert set(times) == {*FIRST_GAME_SET, *OTHERS}
    # 8/12 of 240 deals is 160. The standard deviation is 7.3. The limits are four of them away.
    assert all(abs(count - DEALS * 8 / 12) < 30 for count in times.values())


def test_l2_1_players_name_eight_in_any_order() -> None:
    chosen = [*OTHERS, *FIRST_GAME_SET[:4]]
    game = Lumiere.open(options={"postcards": chosen})
    assert names(game.position(game.deal(bytes(32)))) == [*FIRST_GAME_SET[:4], *OTHERS]
    assert game.options["postcards"] == [*FIRST_GAME_SET[:4], *OTHERS]


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (FIRST_GAME_SET[:7], "7 different names, not 8"),
        ([*FIRST_GAME_SET, "le-penseur"], "9 different names, not 8"),
        ([*FIRST_GAME_SET[:7], "levitation"], "7 different names, not 8"),
        ([*FIRST_GAME_SET[:7], "tour-eiffel"], "no postcard is called 'tour-eiffel'"),
        ([*FIRST_GAME_SET[:7], ["nested"]], r"no postcard is called \['nested'\]"),
        ([], "0 different names, not 8"),
        ("all", "'all' is not possible; choose first-game, random"),
        (None, "None is not possible"),
    ],
)
def test_l2_1_other_choices_of_postcards_are_refused(chosen: Any, reason: str) -> None:
    with pytest.raises(BadOption, match=f"^postcards: {reason}"):
        Lumiere.open(options={"postcards": chosen})


@pytest.mark.plain
def test_l2_1_a_postcard_not_in_play_is_refused() -> None:
    start = dealt()
    board = start
    squares = iter([c + r for r in "1357" for c in "aceg"])
    while board.position["phase"] == "laying":
        tile = board.position["hands"][board.to_move][0]
        board = board.play(f"lay:{tile}:{next(squares)}:0")
    assert board.refused("moulin-rouge:undone") == "L2.1"
    assert board.refused("le-penseur:a1:north") == "L2.1"


@pytest.mark.plain
def test_l2_2_each_player_holds_the_top_tile_of_eight() -> None:
    for position in deals()[:50]:
        for player in ("orange", "blue"):
            hand, pile = position["hands"][player], position["piles"][player]
            assert len(hand) == 1
            assert sorted([*hand, *pile]) == [1, 2, 3, 4, 5, 6, 7, 8]
        assert position["pool"] == list(BUILDINGS)
        assert position["reserves"] == {"orange": [], "blue": []}


def test_l2_2_every_tile_is_on_top_equally_often() -> None:
    for player in ("orange", "blue"):
        tops = Counter(position["hands"][player][0] for position in deals())
        # Chi-square with 7 degrees of freedom stays below 24.3 in 999 of 1000 samples.
        assert sum((tops[t] - DEALS / 8) ** 2 / (DEALS / 8) for t in range(1, 9)) < 24.3


@pytest.mark.plain
def test_l2_2_nobody_sees_the_rivals_hand_or_any_pile() -> None:
    board = dealt([3, 1, 2, 4, 5, 6, 7, 8], [7, 1, 2, 3, 4, 5, 6, 8])
    for seat, hands in (
        (0, {"orange": [3], "blue": None}),
        (1, {"orange": None, "blue": [7]}),
        (WATCHER, {"orange": None, "blue": None}),
    ):
        seen = board.game.position(board.game.view(board.state, seat))
        assert seen["hands"] == hands
        assert seen["piles"] == {"orange": None, "blue": None}
        assert seen["hand_counts"] == {"orange": 1, "blue": 1}
        assert seen["pile_counts"] == {"orange": 7, "blue": 7}
        open_parts = {k: v for k, v in seen.items() if k not in ("hands", "piles")}
        truth = board.position
        assert open_parts == {k: v for k, v in truth.items() if k not in ("hands", "piles")}


def test_l2_2_exchanging_hidden_tiles_changes_no_bit_of_a_view() -> None:
    one = dealt([3, 1, 2, 4, 5, 6, 7, 8], [7, 1, 2, 3, 4, 5, 6, 8])
    other = dealt([3, 8, 7, 6, 5, 4, 2, 1], [2, 8, 1, 3, 7, 5, 6, 4])
    for board in (0, 1):
        views = [t.game.view(t.state, board).tobytes() for t in (one, other)]
        assert (views[0] == views[1]) == (board == 0)
    watched = [t.game.view(t.state, WATCHER).tobytes() for t in (one, other)]
    assert watched[0] == watched[1]


@pytest.mark.plain
def test_l2_3_the_start_is_drawn_or_given() -> None:
    drawn = Counter(position["to_move"] for position in deals())
    assert abs(drawn["orange"] - DEALS / 2) < 31
    assert drawn["orange"] + drawn["blue"] == DEALS
    for player in ("orange", "blue"):
        game = opened_to_deal(player, two_tile_hand=False)
        starts = [int(game.deal(derived_seed("start", n)).to_move) for n in range(20)]
        assert {game.seat_name(seat) for seat in starts} == {player}
    with pytest.raises(BadOption, match="start: 'green' is not possible"):
        Lumiere.open(options={"start": "green"})


@pytest.mark.plain
def test_l2_4_with_two_tile_hand_either_tile_is_laid_and_the_hand_filled_up() -> None:
    board = dealt([5, 2, 8, 1, 3, 4, 6, 7], two_tile_hand=True)
    assert board.position["hands"]["orange"] == [2, 5]
    assert {text.split(":")[1] for text in board.legal("lay")} == {"2", "5"}
    assert board.refused("lay:8:a1:0") == "L3.1"
    after = board.play("lay:5:a1:0")
    assert after.position["hands"]["orange"] == [2, 8]
    assert after.position["pile_counts"]["orange"] == 5


def test_l2_4_the_hand_shrinks_when_the_pile_is_empty() -> None:
    board = dealt(two_tile_hand=True)
    for number in range(7):
        tile = board.position["hands"]["orange"][-1]
        square = [c + r for r in "1357" for c in "aceg"][number]
        board = board.play(f"lay:{tile}:{square}:0", f"take:{BUILDINGS[number]}")
    assert board.position["hand_counts"]["orange"] == 1
    assert board.position["pile_counts"]["orange"] == 0
    assert board.refused("pass") == "L3.2"
    assert {text.split(":")[1] for text in board.legal("lay")} == {"1"}


def test_l2_4_a_view_shows_two_tiles_to_their_owner_only() -> None:
    board = dealt([5, 2, 8, 1, 3, 4, 6, 7], two_tile_hand=True)
    assert board.game.position(board.game.view(board.state, 0))["hands"] == {
        "orange": [2, 5],
        "blue": None,
    }
