"""The events of a move, for logs and animations."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER
from tests.belle_epoque.boards import Board, dealt, table
from tests.belle_epoque.playing import boxes, whole_game

pytestmark = pytest.mark.plain


def told(board: Board, text: str) -> list[tuple[str, dict[str, Any]]]:
    move = board.game.parse_exact(text)
    assert move is not None
    after = board.game.play(board.state, move)
    return [(e.kind, dict(e.details)) for e in board.game.events(board.state, move, after)]


def test_a_draw() -> None:
    board = dealt()
    tile = board.position["piles"][2]["tiles"][0]
    ((kind, details),) = told(board, "draw:3")
    assert kind == "draw"
    assert details["tile"] == tile
    assert details["district"] == tile.split(":")[0]
    assert (details["pile"], details["leaves_the_game"]) == (3, False)


def test_a_key_and_its_income() -> None:
    assert told(table(), "key:chaillot") == [("key", {"where": "chaillot", "francs": 7})]
    assert told(table(), "key:arc") == [("key", {"where": "arc", "francs": 0})]


def test_a_move_with_its_price_its_token_and_its_points() -> None:
    board = table(
        keys={"orange": ["montmartre:bank"]},
        built={"montmartre": [8]},
        seats={"orange": {"francs": 9, "tokens": {"wood": 1}}},
    )
    assert told(board, "move:montmartre:bank:8") == [
        ("move", {"district": "montmartre", "from": "bank", "to": 8, "laid": False, "tile": None,
                  "francs": -8, "resources": {"wood": 1}}),
        ("token", {"kind": "gold"}),
        ("points", {"points": 2}),
    ]  # fmt: skip


def test_a_landmark_that_is_laid_and_the_fourth_key() -> None:
    board = table(
        keys={"orange": ["arc", "chaillot:1"], "blue": ["chaillot:2", "chaillot:3"]},
        built={"chaillot": [1, 2, 3]},
        seats={"orange": {"francs": 20, "tokens": {"gold": 2, "silver-medal": 1}}},
    )
    kinds = told(board, "move:arc:chaillot:13")
    assert [kind for kind, _ in kinds] == ["move", "four-keys"]
    assert kinds[0][1]["laid"] is True
    assert kinds[0][1]["resources"] == {"gold": 2}
    assert kinds[1][1] == {"district": "chaillot"}
    after = board.play("move:arc:chaillot:13")
    assert told(after, "discard:1") == [("discard", {"tokens": {"silver-medal": -1}, "points": 4})]
    assert told(after, "decline") == [("decline", {"what": "prestige"})]
    scoring = after.play("decline")
    assert told(scoring, "score:16:belleville") == [
        ("score", {"points": [16, 8, 4], "district": "belleville"})
    ]


def test_activations() -> None:
    board = table(seats={"orange": {"meeple": 12, "unused": [17, 22, 25]}})
    details = told(board, "activate:22")[0][1]
    assert (details["tile"], details["francs"], details["points"]) == (22, 5, 5)
    fetched = told(board, "activate:17:2")[0][1]
    assert (fetched["tile"], fetched["taken"], fetched["space"]) == (17, 2, 12)
    back = told(board, "activate:25:10")[0][1]
    assert (back["tile"], back["taken"], back["space"]) == (25, 10, 10)


def test_the_last_rounds_and_the_end() -> None:
    faces = ["points:4", "points:3", "points:3", "francs:6", "francs:6", "francs:5", "resources:1",
             "resources:1", "resources:2", "prestige:1", "prestige:1"]  # fmt: skip
    board = table(piles=False, to_move="blue", taken=[("orange", face) for face in faces])
    board = board.play("take")
    assert [kind for kind, _ in told(board, "choose:points:4")] == ["choose", "last-round"]
    board = board.play("choose:points:4")
    assert [kind for kind, _ in told(board, "end")] == ["end", "final"]
    board = board.play("end", "end")
    assert [kind for kind, _ in told(board, "end")] == ["end", "over"]
    used = board.with_changes(to_move="orange")
    assert told(used, "activate:francs:6") == [
        ("use", {"face": "francs:6", "francs": 6, "points": 0, "tokens": {}})
    ]


def test_everything_told_is_json() -> None:
    for index, game in enumerate(boxes()[::7]):
        states, moves = whole_game(game, generator(derived_seed("told", index)))
        for before, move, after in zip(states, moves, states[1:], strict=False):
            views = game.view(before, WATCHER), game.view(after, WATCHER)
            for events in (game.events(before, move, after), game.events(views[0], move, views[1])):
                json.dumps([dict(event.details) for event in events])
