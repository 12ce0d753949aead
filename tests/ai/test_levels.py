"""Names of players, and the levels."""

from __future__ import annotations

import pytest

from lutetia.ai.greedy import GreedyPlayer, seen_through
from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.levels import TITLES, LevelPlayer, NoSuchLevel, title_of, titles_of
from lutetia.ai.names import UnknownPlayer, player_named
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.strength import MOST_LEVELS, Flaws
from tests.ai.positions import BOXES, decisions, opened

SEED = derived_seed("levels")


def test_the_levels_of_every_game_have_names_and_rise() -> None:
    assert len(set(TITLES)) == MOST_LEVELS
    assert {name: len(titles_of(package)) for name, package in GAMES.items()} == {
        "lumiere": 9,
        "belle_epoque": 9,
    }
    for package in GAMES.values():
        levels = package.levels()
        simulations = [level.simulations for level in levels]
        assert simulations == sorted(simulations)
        efforts = [
            (0, 0, level.playouts)
            if level.effort is None
            else (level.effort.worlds, level.effort.looks, level.effort.width)
            for level in levels
        ]
        assert efforts == sorted(efforts)
        assert max(efforts[-1]) > 0


@pytest.mark.parametrize(
    ("game", "number"), [("lumiere", 0), ("lumiere", 10), ("belle_epoque", 10)]
)
def test_other_levels_do_not_exist(game: str, number: int) -> None:
    most = len(GAMES[game].levels())
    with pytest.raises(NoSuchLevel, match=f"{GAMES[game].game().title} has the levels 1 to {most}"):
        title_of(number, GAMES[game])
    opened_game = opened(game, 2)
    (state,) = decisions(game, 2, 1)
    seat = int(state.to_move)
    with pytest.raises(NoSuchLevel):
        LevelPlayer(number, SEED, 1).choose(opened_game, opened_game.view(state, seat), seat)


@pytest.mark.parametrize(
    "name",
    ["random", "greedy", "mcts:7", "guided:9", "planned:4", "foreseen:8", "insight:8",
     "level:3", "LEVEL:3", "level:9", "classic:8", "net:64"],
)  # fmt: skip
def test_names_of_players_are_understood(name: str) -> None:
    assert player_named(name, SEED).name == name.lower()


@pytest.mark.parametrize(
    "name",
    ["", "deep blue", "random:1", "mcts", "mcts:", "mcts:x", "mcts:-1", "mcts:1e9",
     "level:0", "level:10", "classic:0", "level:²", "greedy:2",
     "guided:99999999999", "planned:0", "foreseen", "insight:0"],
)  # fmt: skip
def test_unknown_names_of_players_are_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player_named(name, SEED)


@pytest.mark.parametrize(("name", "seats"), BOXES)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_low_levels_answer_with_legal_moves(name: str, seats: int, level: int) -> None:
    game = opened(name, seats)
    player = player_named(f"level:{level}", SEED)
    for state in decisions(name, seats, 8):
        seat = int(state.to_move)
        assert game.is_legal(state, player.choose(game, game.view(state, seat), seat))


def test_a_player_without_flaws_takes_the_best_rated_move_and_flaws_change_weights() -> None:
    game = opened("lumiere", 2)
    heuristic = heuristic_of(game)
    weights = heuristic.knowledge(game)
    for state in decisions("lumiere", 2, 5):
        seat = int(state.to_move)
        view = game.view(state, seat)
        moves = game.legal_moves(view)
        chosen = GreedyPlayer("x", SEED).choose(game, view, seat)
        ratings = heuristic.ratings(game, view, moves, weights)
        assert chosen == int(moves[ratings.argmax()])
    assert seen_through(weights, Flaws(), generator(SEED)) is weights
    flawed = seen_through(weights, Flaws(overlooked=0.5), generator(SEED))
    forgotten = ((flawed == 0) & (weights != 0)).sum() / (weights != 0).sum()
    assert 0.3 < forgotten < 0.7
    assert ((flawed == weights) | (flawed == 0)).all()
    misjudged = seen_through(weights, Flaws(misjudged=0.3), generator(SEED))
    assert (misjudged * weights >= 0).all()
    assert (misjudged != weights).any()
