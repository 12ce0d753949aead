"""Computer players that remember: found by table and seat, few of them, safe after takebacks."""

from __future__ import annotations

import pytest

from lutetia.ai.levels import LevelPlayer
from lutetia.ai.names import player_named
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.types import copy_record
from lutetia.server.thinking.players import Players


def test_a_player_is_kept_for_its_seat_and_level_alone() -> None:
    players = Players()
    one = players.player("table/0", 3, 1)
    assert players.player("table/0", 3, 1) is one
    assert players.player("table/1", 3, 1) is not one
    assert players.player("table/0", 4, 1) is not one
    assert players.player("other/0", 3, 1) is not one


def test_the_players_that_were_asked_last_are_kept() -> None:
    players = Players(most=2)
    first, second = players.player("a/0", 1, 1), players.player("b/0", 1, 1)
    assert players.player("a/0", 1, 1) is first
    players.player("c/0", 1, 1)
    assert players.player("a/0", 1, 1) is first
    assert players.player("b/0", 1, 1) is not second


def test_a_second_question_finds_the_tree_of_the_first() -> None:
    game = open_game("lumiere")
    player = Players().player("table/0", 5, 1)
    assert isinstance(player, LevelPlayer)
    state = game.deal(derived_seed("remember"))
    view = game.view(state, int(state.to_move))
    player.choose(game, view, int(state.to_move))
    search = player._player._search  # type: ignore[union-attr]
    node = search.evaluator.node_of(search.trees[0], view)
    before = int(search.trees[0].node_visits[node])
    player.choose(game, view, int(state.to_move))
    assert int(search.trees[0].node_visits[node]) > before > 0


@pytest.mark.parametrize("level", [5, 7])
def test_a_plan_is_dropped_where_the_others_have_moved_otherwise(level: int) -> None:
    """After a takeback the same ply can be another position: the old plan is not played there."""
    game = open_game("belle_epoque")
    state = game.deal(derived_seed("plan"))
    player = player_named(f"level:{level}", derived_seed("planner"), 1)
    plan: list[int] = []
    followed = 0
    while True:
        seat = int(state.to_move)
        view = game.view(state, seat)
        if len(plan) > 1 and followed >= 3:
            break
        move = player.choose(game, view, seat)
        if plan:
            assert move == plan[0]
            followed += 1
        state = game.play(state, move)
        left = list(player._player._plan)  # type: ignore[attr-defined]
        plan = left if int(state.to_move) == seat else []
    other = copy_record(view)
    other.francs[1 - seat] += 1
    fresh = player_named(f"level:{level}", derived_seed("planner"), 1)
    assert player.choose(game, other, seat) == fresh.choose(game, other, seat)
    plans = [one._player._plan for one in (player, fresh)]  # type: ignore[attr-defined]
    assert plans[0] == plans[1] != plan
