"""The solver against plain minimax, which plays every move of every position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from lutetia.ai.solver import points_lost, solve
from lutetia.games.catalogue import open_game
from lutetia.games.lumiere.names import BUILDING_PHASE
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record

POSITIONS = 800
DEEPEST = 60
SMALL = 30_000
"""Positions that plain minimax may visit for one answer."""


@cache
def box(penseur: str) -> Game:
    return open_game("lumiere", options={"postcards": "random", "penseur": penseur})


@cache
def plain() -> Any:
    return specialise("tests.ai.solver.brute_force", "lumiere", box("any").rules)


def brute_margin(game: Game, state: Record) -> int | None:
    """The mover's margin by plain minimax, None where that takes too long."""
    states = np.zeros(DEEPEST, dtype=np.dtype((np.record, game.state_type)))
    moves = np.zeros((DEEPEST, game.move_space), dtype=np.int32)
    states[0] = state
    margin = int(plain().minimax(game.box, states, moves, np.zeros((2, 4), np.int32), SMALL))
    if margin == plain().GAVE_UP:
        return None
    return margin if int(state.to_move) == 0 else -margin


def endings(seed: object, tokens: int) -> Iterator[tuple[Game, Record]]:
    """Positions near the end of random games with eight postcards of all twelve."""
    number = 0
    while True:
        number += 1
        game = box("own" if number % 2 else "any")
        chance = generator(derived_seed("solver", seed, number))
        state = game.deal_with(chance)
        while not game.is_over(state):
            near = int(state.phase) == BUILDING_PHASE and int(state.tokens.sum()) <= tokens
            if near and below(chance, 3) == 0:
                yield game, state
            moves = game.legal_moves(state)
            state = game.play(state, moves[below(chance, len(moves))])


@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_margins_equal_plain_minimax(tokens: int) -> None:
    compared = 0
    for game, state in endings(tokens, tokens):
        expected = brute_margin(game, state)
        if expected is None:
            continue
        found = solve(game, state)
        assert found.proved
        assert found.margin == expected, game.position(state)
        compared += 1
        if compared == POSITIONS:
            return


def test_the_best_line_is_legal_and_ends_in_the_margin() -> None:
    for number, (game, state) in enumerate(endings("line", 3)):
        found = solve(game, state, nodes=50_000)
        if found.proved:
            seat, after = int(state.to_move), state
            for move in found.best_line:
                after = game.play(after, move)
            totals = game.totals(after)
            assert game.is_over(after)
            assert totals[seat] - totals[1 - seat] == found.margin
        else:
            assert found.best_line == ()
        if number == 60:
            return


def test_bounds_hold_the_margin_when_the_budget_is_spent() -> None:
    for number, (game, state) in enumerate(endings("bounds", 2)):
        expected = brute_margin(game, state)
        if expected is not None:
            given_up = solve(game, state, nodes=1)
            assert given_up.lower <= expected <= given_up.upper
        if number == 150:
            return


def test_a_number_of_nodes_gives_the_same_answer_and_threads_agree() -> None:
    for number, (game, state) in enumerate(endings("again", 3)):
        once, again = (solve(game, state, nodes=20_000) for _ in range(2))
        assert (once.proved, once.margin, once.best_line, once.nodes) == (
            again.proved, again.margin, again.best_line, again.nodes,
        )  # fmt: skip
        together = solve(game, state, nodes=20_000, cores=2)
        if once.proved and together.proved:
            assert together.margin == once.margin
        if number == 40:
            return


def test_best_moves_lose_nothing_and_others_never_win() -> None:
    for number, (game, state) in enumerate(endings("lost", 2)):
        best = solve(game, state, nodes=20_000)
        if best.proved:
            assert points_lost(game, state, best.best_line[0], nodes=20_000) in (0, None)
            for move in game.legal_moves(state)[:5]:
                lost = points_lost(game, state, int(move), nodes=20_000)
                assert lost is None or lost >= 0
        if number == 15:
            return


def test_only_phase_two_is_solved() -> None:
    game = box("any")
    with pytest.raises(ValueError, match="second phase"):
        solve(game, game.deal(derived_seed("start")))
