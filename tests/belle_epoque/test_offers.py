"""What a page tells a seat about its moves and the bonus tiles: true, and nothing hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.offer_model import Figures, Offer
from lutetia.games.belle_epoque.rules.terms import KINDS, SEATS
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.types import Record, Words, copy_record
from lutetia.match.views import shown_points
from tests.belle_epoque.boards import Board, table
from tests.belle_epoque.playing import boxes, name_of, whole_game

plain = pytest.mark.plain  # the others play whole games


def offered(board: Board, text: str) -> dict[str, Any]:
    """The offer of a move, as the seat to move reads it."""
    game, seat = board.game, int(board.state.to_move)
    move = game.parse_exact(text)
    assert move is not None
    view = game.view(board.state, seat)
    offer = game.offer(view, move, game.view(game.play(board.state, move), seat))
    Offer.model_validate(offer)
    return offer


def figures(board: Board, seat: str = "orange") -> dict[int, dict[str, Any]]:
    index = SEATS.index(seat)
    found = board.game.figures(board.game.view(board.state, index), index)
    Figures.model_validate(found)
    return {figure["tile"]: figure for figure in found["tiles"]}


@plain
def test_the_fourth_key_brings_a_scoring_tile_with_its_value() -> None:
    board = table(
        built="all",
        keys={"orange": ["chaillot:bank", "chaillot:3"], "blue": ["chaillot:4", "chaillot:1"]},
        seats={"orange": {"francs": 20}},
        scoring={"montmartre": 18},
    )
    found = offered(board, "move:chaillot:bank:8")
    assert found["scoring"]["tiles"] == [20, 16, 14, 12, 10]
    # 11 against 5: the second needs half of the first.
    assert found["scoring"]["best"] == {
        "tile": 20,
        "district": "chaillot",
        "points": {"orange": 20, "blue": 0},
    }
    # 5 : 5, and blue has the better property: the tile had better lie where nobody has anything.
    behind = offered(board, "move:chaillot:bank:2")["scoring"]["best"]
    assert behind["district"] != "chaillot"
    assert behind["points"] == {"orange": 0, "blue": 0}
    assert offered(board, "move:chaillot:3:8")["scoring"] is None


@plain
def test_sums_say_who_is_overtaken_and_what_is_left() -> None:
    board = table(
        3,
        built="all",
        keys={"orange": ["chaillot:3"], "blue": ["chaillot:5"], "absinthe": ["chaillot:1"]},
        seats={"orange": {"francs": 20}},
    )
    assert offered(board, "move:chaillot:3:8")["sums"] == {
        "district": "chaillot",
        "before": 3,
        "after": 8,
        "place": 1,
        "rivals": [
            {"seat": "absinthe", "sum": 1, "overtaken": False},
            {"seat": "blue", "sum": 5, "overtaken": True},
        ],
    }
    assert offered(board, "move:chaillot:3:4")["sums"]["place"] == 2
    assert offered(board, "move:chaillot:3:8")["left"] == {"district": "chaillot", "value": 3}
    assert offered(board.with_changes(arc=["orange"]), "move:arc:montmartre:2")["left"] is None
    assert offered(board, "key:arc")["sums"] is None


@plain
def test_equal_sums_are_overtaken_by_the_better_property() -> None:
    board = table(
        built="all",
        keys={"orange": ["chaillot:1", "chaillot:4"], "blue": ["chaillot:2", "chaillot:3"]},
        laid={"chaillot": [9]},
        seats={"orange": {"francs": 9, "tokens": {"marble": 1}}},
    )
    # 5 : 5 with the 4 against the 3: blue was behind already.
    (rival,) = offered(board, "move:chaillot:1:9")["sums"]["rivals"]
    assert rival == {"seat": "blue", "sum": 5, "overtaken": False}


@plain
def test_the_walk_says_its_price_and_the_tiles_in_reach() -> None:
    board = table(
        built="all",
        keys={"orange": ["arc"]},
        seats={"orange": {"francs": 3, "meeple": 27, "used": [29]}},
    )
    assert offered(board, "move:arc:chaillot:1")["walk"] == {
        "price": 0,
        "can_pay": True,
        "tiles": [28, 30],
    }
    assert offered(board, "move:arc:chaillot:3")["walk"] == {
        "price": 2,
        "can_pay": False,
        "tiles": [],
    }
    after = board.play("move:arc:chaillot:1")
    assert offered(after, "bonus:30")["tile"] == figures(after.play("bonus:30"))[30]


@plain
def test_a_landmark_says_what_its_medals_bring() -> None:
    board = table(
        keys={"orange": ["arc"]},
        seats={"orange": {"francs": 9, "tokens": {"marble": 1, "bronze-medal": 2}}},
    )
    found = offered(board, "move:arc:chaillot:9")["medals"]
    assert found == {"kind": "bronze-medal", "most": 2, "points": 6}


@plain
def test_figures_of_the_tiles_that_count_something() -> None:
    board = table(
        built="all",
        keys={
            "orange": ["chaillot:4", "belleville:4", "montmartre:4", "belleville:5"],
            "blue": ["chaillot:8"],
        },
        seats={
            "orange": {
                "francs": 7,
                "unused": [1, 20, 22],
                "tokens": {"wood": 3, "marble": 2, "gold-medal": 4},
            }
        },
    )
    found = figures(board)
    points = {tile: found[tile]["points"] for tile in found}
    assert points[18] == 15
    assert points[20] == 2  # tiles 1 and 22
    assert points[23] == 4  # two pairs of gold medals
    assert points[24] == 4  # a pair of wood, a pair of marble
    assert points[27] == 7
    assert points[29] == 0
    # cafe 4, bakery 4, hotel 4, cafe 5: only three types
    assert points[30] == 0
    assert found[22] == {"tile": 22, "ways": 1, "points": 5, "francs": 5, "sold": []}
    assert found[13]["ways"] == 1
    assert found[29]["ways"] == 0
    assert figures(board, "blue")[28]["points"] == 8


@plain
def test_tiles_that_give_tokens_say_what_these_sell_for() -> None:
    found = figures(table())
    assert found[8]["sold"] == [1, 3]  # a bronze or a gold medal
    assert [found[tile]["sold"] for tile in (2, 3, 4)] == [[2, 2], [3, 3], [4, 4]]
    assert found[10]["sold"] == [2, 4]
    assert found[19]["sold"] == [2, 6]
    assert found[21]["sold"] == [4, 8]
    assert found[17]["sold"] == []
    kept = figures(table(medals="kept"))
    assert (kept[8]["ways"], kept[8]["sold"]) == (3, [])
    assert kept[10]["sold"] == [2, 4]


def test_figures_are_what_the_tile_then_gives() -> None:
    for game in boxes()[::7]:
        states, _ = whole_game(game, generator(derived_seed("figures", name_of(game))))
        for state in states[:-1:9]:
            seat = int(state.to_move)
            found = game.figures(game.view(state, seat), seat)["tiles"]
            for move in map(int, game.legal_moves(state)):
                words = game.notation(move).split(":")
                if words[0] == "activate" and words[1].isdigit():
                    figure = found[int(words[1]) - 1]
                    after = game.play(state, move)
                    assert figure["ways"] > 0
                    assert after.points[seat] - state.points[seat] <= figure["points"]


def with_other_things_behind_the_screens(state: Record, seat: int, chance: Words) -> Record:
    """The same state with other francs, tokens, keys and unused tiles of all other seats."""
    changed = copy_record(state)
    for other in range(len(SEATS)):
        if other == seat:
            continue
        changed.francs[other] = below(chance, 40)
        changed.hand[other] = below(chance, 8)
        for kind in range(len(KINDS)):
            changed.tokens[other, kind] = below(chance, 5)
            changed.from_tiles[other, kind] = 0
        changed.had[other] = _other_tiles(changed.had[other], changed.used[other], chance)
    return changed


def _other_tiles(had: Any, used: Any, chance: Words) -> np.uint64:
    """As many unused tiles as before, but any of them; tile 27 often."""
    unused = int(had & ~used).bit_count()
    free = [tile for tile in range(30) if not int(used) >> tile & 1]
    chosen = [26] if 26 in free and unused and below(chance, 2) else []
    while len(chosen) < unused:
        tile = free[below(chance, len(free))]
        if tile not in chosen:
            chosen.append(tile)
    return np.uint64(int(used) | sum(1 << tile for tile in chosen))


def page_data(game: BelleEpoque, state: Record, viewer: int) -> list[Any]:
    """Everything that the page of a viewer gets about a position."""
    view = game.view(state, viewer)
    found: list[Any] = [game.position(view), game.shown_score(view)]
    if viewer == WATCHER:
        return found
    found.append(game.figures(view, viewer))
    if int(state.to_move) == viewer:
        for move in map(int, game.legal_moves(view)[:12]):
            if game.notation(move).startswith("draw"):
                continue
            after = game.view(game.play(state, move), viewer)
            found += [game.shown_score(after), game.offer(view, move, after)]
    return found


@pytest.mark.parametrize("game", boxes()[::5], ids=name_of)
def test_what_lies_behind_the_others_screens_changes_no_page(game: BelleEpoque) -> None:
    """B2.2: tile 27 in another player's hands must not tell the francs beside it."""
    states, _ = whole_game(game, generator(derived_seed("screens", name_of(game))))
    chance = generator(derived_seed("behind the screens", name_of(game)))
    for state in states[:-1:19]:
        for viewer in (WATCHER, *range(game.seats)):
            told = page_data(game, state, viewer)
            for _ in range(2):
                other = with_other_things_behind_the_screens(state, viewer, chance)
                assert page_data(game, other, viewer) == told


@plain
def test_own_francs_count_with_tile_27_and_all_are_shown_at_the_end() -> None:
    board = table(seats={"orange": {"francs": 9, "unused": [27]}, "blue": {"francs": 5}})
    game = board.game
    seen = [game.shown_score(game.view(board.state, seat)) for seat in (0, 1, WATCHER)]
    assert [scores[0]["tile-27"] for scores in seen] == [9, 0, 0]
    over = copy_record(board.state)
    over.phase, over.to_move = 8, -1
    assert shown_points(game, game.view(over, 1))[0]["tile-27"] == 9
    # Before the end, a preview of the last move does not tell them.
    assert game.shown_score(game.view(over, 1))[0]["tile-27"] == 0
    assert game.shown_score(game.view(over, 0))[0]["tile-27"] == 9
