"""Features are what the rules say that they are."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.games.belle_epoque.evaluation import features as belle
from lutetia.games.belle_epoque.evaluation.estimate import LINES, REFLECTION, estimate
from lutetia.games.belle_epoque.evaluation.weights import weights_for
from lutetia.games.lumiere.evaluation import building, laying, policy
from lutetia.games.lumiere.evaluation.heuristic import knowledge
from lutetia.games.lumiere.rules.moves import ACTIVATE, BUILD, PUT, TAKE
from lutetia.games.lumiere.rules.names import BUILDING_PHASE, LAYING
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from tests.ai.positions import opened, random_states


def sensible_states(game: Game, seed: str) -> list[Record]:
    """A game in which buildings are taken and built, by the policy of playouts."""
    chance = generator(derived_seed(seed))
    state = game.deal_with(chance)
    states = []
    while not game.is_over(state):
        states.append(state)
        moves = game.legal_moves(state)
        ratings = np.zeros(len(moves))
        policy.rate(game.box, knowledge(), state, moves, len(moves), ratings)
        policy.soften(ratings, len(moves), 0.5)
        state = game.play(state, int(moves[policy.drawn(ratings, len(moves), chance)]))
    return states


def rows_of(game: Game, state: Record) -> tuple[np.ndarray, np.ndarray]:
    moves = game.legal_moves(state)
    rows = np.zeros((len(moves), policy.WIDEST))
    policy.feature_rows(game.box, state, moves, rows)
    return moves, rows


def test_points_of_light_are_what_a_building_scores() -> None:
    game = open_game("lumiere", 2, {"postcards": "random"})
    seen = 0
    for seed in "abcdefgh":
        for state in sensible_states(game, seed):
            if int(state.phase) != BUILDING_PHASE:
                continue
            moves, rows = rows_of(game, state)
            seat = int(state.to_move)
            before = game.score(state)[seat]["light"]
            for move, row in zip(moves, rows, strict=True):
                if BUILD <= move < ACTIVATE and row[building.PUT_OUT] == 0:
                    after = game.play(state, int(move))
                    grown = game.score(after)[seat]["light"] - before
                    # A building may keep the large streetlight from others (L7.12).
                    if grown != row[building.LIGHT]:
                        assert int(state.piece[4]) >= 0
                    seen += 1
    assert seen > 500


def test_points_of_a_piece_are_what_it_scores() -> None:
    game = open_game("lumiere", 2, {"postcards": "random"})
    seen = 0
    for seed in "defgh":
        for state in sensible_states(game, seed):
            moves, rows = rows_of(game, state)
            seat = int(state.to_move)
            for move, row in zip(moves, rows, strict=True):
                # Painter, dancer and fountain; a lamp's points are those of both players.
                if PUT <= move < PUT + 5 * 64 and (move - PUT) // 64 in (0, 2, 3):
                    before = game.score(state)[seat]["postcards"]
                    after = game.score(game.play(state, int(move)))[seat]["postcards"]
                    dancer = int(state.piece[2])
                    if dancer < 0 and int(state.piece[5]) < 0:
                        assert after - before == row[building.CARD_POINTS]
                        seen += 1
    assert seen > 100


def test_every_kind_of_move_is_told_apart() -> None:
    game = open_game("lumiere", 2, {"postcards": "random"})
    phases = set()
    for state in sensible_states(game, "i"):
        moves, rows = rows_of(game, state)
        phases.add(int(state.phase))
        assert (np.abs(rows).sum(axis=1) > 0).all()
        if int(state.phase) == LAYING:
            lays = moves < TAKE
            assert (rows[lays, laying.LAY_MOVE] == 1).all()
            assert (rows[~lays, laying.LAY_MOVE] == 0).all()
    assert phases == {LAYING, BUILDING_PHASE}


def test_a_shortened_list_of_moves_keeps_its_weight() -> None:
    game = opened("lumiere", 2)
    state = random_states("lumiere", 2)[0]
    moves = np.zeros(game.move_space, dtype=np.int32)
    ratings = np.zeros(game.move_space)
    chance = generator(derived_seed("thin"))
    weights = np.zeros(policy.KNOWLEDGE)
    weights[policy.SHARPNESS :] = 1.0
    total = game.rules.legal_moves(game.box, state, moves)
    kept = policy.rate_some(game.box, weights, state, chance, moves, total, ratings)
    assert kept < total
    policy.soften(ratings, kept, 1.0)
    lays = moves[:kept] < TAKE
    # With all weights zero, 64 lays against 12 takes.
    assert ratings[:kept][lays].sum() == pytest.approx(64 / 76)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_left_fall_to_nothing_and_saying_end_changes_nothing(seats: int) -> None:
    game = opened("belle_epoque", seats)
    states = random_states("belle_epoque", seats, "turns")
    last = [np.inf] * seats
    end = game.parse_exact("end")
    assert end is not None
    lines, after_lines = np.zeros((seats, LINES)), np.zeros((seats, LINES))
    turn = -1
    for number, state in enumerate(states):
        # Within a turn the tile it drew is gone before its action is done; so a seat looks when
        # its own turn begins.
        if int(state.turns) > turn:
            turn, seat = int(state.turns), int(state.to_move)
            left = belle.turns_left(game.box, state, seat)
            assert left <= last[seat], number
            last[seat] = left
        if game.is_legal(state, end) and not belle.action_waits(state):
            after = game.play(state, end)
            if not game.is_over(after):
                estimate(game.box, weights_for(game), state, REFLECTION, lines)
                estimate(game.box, weights_for(game), after, REFLECTION, after_lines)
                assert lines == pytest.approx(after_lines)
    assert last == [1.0] * seats


def test_a_game_without_turns_left_is_estimated_as_it_scores() -> None:
    game = opened("belle_epoque", 2)
    chance = generator(derived_seed("over"))
    state = game.deal_with(chance)
    while not game.is_over(state):
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    lines = np.zeros((2, LINES))
    estimate(game.box, weights_for(game), state, REFLECTION, lines)
    assert lines.sum(axis=1) == pytest.approx(np.array(game.totals(state), dtype=float))
