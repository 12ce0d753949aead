"""Hidden tiles: they are imagined fairly, and views and events never show them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER
from tests.lumiere.boards import PLAYERS, SQUARES, Table, dealt, lay_all

pytestmark = pytest.mark.plain

WORLDS = 800
# Chi-square of 6, 7, 14 and 27 degrees of freedom stays below this in 9,999 of 10,000 samples.
LIMITS = {7: 27.9, 8: 29.9, 15: 42.6, 28: 63.2}


def worlds(board: Table, seat: int, count: int = WORLDS) -> list[dict[str, dict[str, list[int]]]]:
    """Hands and piles of many imagined states. To read two fields is faster than to read all."""
    chance = generator(derived_seed("imagined", seat))
    view = board.game.view(board.state, seat)
    found = []
    for _ in range(count):
        state = board.game.imagine(view, seat, chance)
        held, pile, drawn = state.held.tolist(), state.pile.tolist(), state.drawn.tolist()
        found.append(
            {
                "hands": {
                    player: [tile for tile in range(1, 9) if held[number] >> (tile - 1) & 1]
                    for number, player in enumerate(PLAYERS)
                },
                "piles": {
                    player: [tile + 1 for tile in pile[number][drawn[number] :]]
                    for number, player in enumerate(PLAYERS)
                },
            }
        )
    return found


def test_the_fields_read_here_are_those_of_the_position() -> None:
    board = lay_all(dealt(), SQUARES[:3])
    (world,) = worlds(board, 0, count=1)
    chance = generator(derived_seed("imagined", 0))
    state = board.game.imagine(board.game.view(board.state, 0), 0, chance)
    position = board.game.position(state)
    assert world == {"hands": position["hands"], "piles": position["piles"]}


def test_viewers_share_all_but_hands_and_piles() -> None:
    """Whoever is asked first, nobody sees the hand of another."""
    board = lay_all(dealt([3, 1, 2, 4, 5, 6, 7, 8], [7, 1, 2, 3, 4, 5, 6, 8]), SQUARES[:2])
    shown = [board.game.position(board.game.view(board.state, seat)) for seat in (0, 1, WATCHER)]
    hidden = {"hands", "piles"}
    assert [found["hands"] for found in shown] == [
        {"orange": [1], "blue": None},
        {"orange": None, "blue": [1]},
        {"orange": None, "blue": None},
    ]
    public = [{key: found[key] for key in found.keys() - hidden} for found in shown]
    assert public[0] == public[1] == public[2]
    whole = board.game.position(board.state)
    assert board.game.state_from(whole).tobytes() == board.state.tobytes()
    assert whole["piles"]["blue"] == [2, 3, 4, 5, 6, 8]


def is_even(counts: Counter[object], outcomes: int) -> bool:
    """Whether all outcomes are equally likely, by a chi-square test."""
    expected = sum(counts.values()) / outcomes
    assert len(counts) == outcomes
    return sum((n - expected) ** 2 / expected for n in counts.values()) < LIMITS[outcomes]


def test_the_rivals_hand_is_any_tile_not_yet_seen_equally_often() -> None:
    board = dealt([3, 1, 2, 4, 5, 6, 7, 8], [7, 1, 2, 3, 4, 5, 6, 8])
    found = worlds(board, 0)
    assert {tuple(world["hands"]["orange"]) for world in found} == {(3,)}
    assert is_even(Counter(world["hands"]["blue"][0] for world in found), 8)


def test_ones_own_next_tile_is_any_other_equally_often() -> None:
    board = dealt([3, 1, 2, 4, 5, 6, 7, 8])
    found = worlds(board, 0)
    assert is_even(Counter(world["piles"]["orange"][0] for world in found), 7)
    assert is_even(Counter(world["piles"]["orange"][-1] for world in found), 7)
    for world in found:
        assert sorted(world["piles"]["orange"]) == [1, 2, 4, 5, 6, 7, 8]


def test_tiles_on_the_board_are_in_no_hand_or_pile() -> None:
    board = lay_all(dealt([3, 1, 2, 4, 5, 6, 7, 8], [7, 1, 2, 3, 4, 5, 6, 8]), SQUARES[:4])
    for seat in (0, 1, WATCHER):
        for world in worlds(board, seat, 100):
            orange = [*world["hands"]["orange"], *world["piles"]["orange"]]
            blue = [*world["hands"]["blue"], *world["piles"]["blue"]]
            assert sorted(orange) == [2, 4, 5, 6, 7, 8]
            assert sorted(blue) == [2, 3, 4, 5, 6, 8]


def test_two_hidden_tiles_are_any_pair_equally_often() -> None:
    board = dealt(two_tile_hand=True)
    found = worlds(board, 0)
    pairs = Counter(tuple(world["hands"]["blue"]) for world in found)
    assert set(pairs) == set(combinations(range(1, 9), 2))
    assert is_even(Counter(world["hands"]["blue"][0] * 9 + world["hands"]["blue"][1]
                           for world in found), 28)  # fmt: skip


def test_the_watcher_imagines_both_hands() -> None:
    found = worlds(dealt(), WATCHER)
    for player in ("orange", "blue"):
        assert is_even(Counter(world["hands"][player][0] for world in found), 8)


def test_with_all_tiles_laid_nothing_is_hidden() -> None:
    board = lay_all(dealt(), SQUARES)
    for seat in (0, 1, WATCHER):
        assert board.game.view(board.state, seat).tobytes() == board.state.tobytes()


def test_the_draw_is_told_to_its_player_only() -> None:
    before = dealt([3, 5, 1, 2, 4, 6, 7, 8])
    after = before.play("lay:3:a1:90")
    move = before.game.parse_exact("lay:3:a1:90")
    assert move is not None
    drawn = {}
    for seat in (0, 1, WATCHER):
        views = [before.game.view(board.state, seat) for board in (before, after)]
        events = before.game.events(views[0], move, views[1])
        assert [event.kind for event in events] == ["lay", "draw"]
        drawn[seat] = events[1].details["tiles"]
    assert drawn == {0: [5], 1: None, WATCHER: None}
