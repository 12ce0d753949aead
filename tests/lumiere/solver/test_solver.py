"""The solver against plain minimax, and what it promises about lines, budgets and threads."""

from __future__ import annotations

import threading
from itertools import islice

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.moves import ACTIVATE, BUILD
from lutetia.games.lumiere.rules.names import POSTCARDS
from lutetia.games.lumiere.solver import NotSolvable, Solver, points_lost, solve
from lutetia.games.lumiere.solver.positions import positions
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.types import Record
from tests.lumiere.solver.bounding import bounds_ahead_of, bounds_of, fresh_bounds_of
from tests.lumiere.solver.small_positions import BOXES, BruteForce, pick, small_positions

pytestmark = pytest.mark.slow
DRAWN = BOXES[0]


def margin_of_line(game: Lumiere, state: Record, line: list[int]) -> int:
    mover = int(state.to_move)
    for move in line:
        state = game.play(state, move)
    assert game.is_over(state)
    totals = game.totals(state)
    return totals[mover] - totals[1 - mover]


@pytest.mark.parametrize(
    ("tokens", "number", "most_positions"),
    [
        (0, 80, 100_000),
        (2, 250, 60_000),
        (3, 15, 400_000),
        pytest.param(0, 600, 100_000, marks=pytest.mark.exhaustive),
        pytest.param(2, 1500, 60_000, marks=pytest.mark.exhaustive),
        pytest.param(3, 150, 400_000, marks=pytest.mark.exhaustive),
    ],
)
def test_the_proved_margin_is_that_of_plain_minimax(
    tokens: int, number: int, most_positions: int
) -> None:
    brute = BruteForce(most_positions)
    compared = 0
    open_postcards = 0
    for game, state in small_positions(tokens, "against minimax"):
        margin = brute.margin(game, state)
        if margin is None:
            continue
        lower, upper = bounds_of(game, state)
        assert lower <= margin <= upper, game.position(state)
        # Inside a window the bounds are the same. Outside it they are still correct.
        for low, high, above in ((margin - 3, margin + 3, True), (margin, margin + 1, False)):
            hasty_lower, hasty_upper = bounds_of(game, state, low, high, above=above)
            assert hasty_lower <= margin <= hasty_upper
            if hasty_lower < high and hasty_upper > low:
                assert (hasty_lower, hasty_upper) == (lower, upper)
        found = solve(game, state, nodes=20_000)
        assert found.proved
        assert found.margin == margin, game.position(state)
        assert margin_of_line(game, state, found.best_line) == margin
        for card in range(len(POSTCARDS)):
            if state.in_play >> card & 1 and state.used_by[card] < 0:
                open_postcards |= 1 << card
        compared += 1
        if compared == number:
            break
    if tokens == 2 and number > 1_000:  # a large sample has every postcard
        assert open_postcards == (1 << len(POSTCARDS)) - 1


@pytest.mark.plain
def test_a_few_margins_in_either_mode() -> None:
    brute = BruteForce(300)
    compared = 0
    for game, state in small_positions(1, "either mode"):
        margin = brute.margin(game, state)
        if margin is None:
            continue
        assert solve(game, state, nodes=2_000).margin == margin, game.position(state)
        compared += 1
        if compared == 8:
            break
    assert compared == 8


@pytest.mark.parametrize("number", [60, pytest.param(300, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("tokens", [0, 2])
def test_no_move_leads_to_more_than_its_upper_bound(tokens: int, number: int) -> None:
    brute = BruteForce(20_000)
    compared = 0
    builds, others = 0, 0
    for game, state in small_positions(tokens, "ahead"):
        margin = brute.margin(game, state)
        if margin is None:
            continue
        values = {move: _value_of(brute, game, state, move) for move in _legal(game, state)}
        for enough in (margin - 6, margin - 1, margin):
            for move, most in bounds_ahead_of(game, state, enough).items():
                assert values[move] <= most, (game.position(state), game.notation(move))
                if most <= enough:
                    builds += BUILD <= move < ACTIVATE
                    others += not BUILD <= move < ACTIVATE
        compared += 1
        if compared == number:
            break
    assert builds > 3 * number  # with fewer the bounds would be useless
    assert others > (number // 3 if tokens else -1)


def _legal(game: Lumiere, state: Record) -> list[int]:
    return [int(move) for move in game.legal_moves(state)]


def _value_of(brute: BruteForce, game: Lumiere, state: Record, move: int) -> int:
    """The margin after a move, from its mover's view."""
    mover = int(state.to_move)
    after = game.play(state, move)
    if game.is_over(after):
        totals = game.totals(after)
        return totals[mover] - totals[1 - mover]
    found = brute.margin(game, after)
    assert found is not None
    return found if int(after.to_move) == mover else -found


@pytest.mark.parametrize("number", [20, pytest.param(200, marks=pytest.mark.exhaustive)])
def test_two_threads_prove_the_margin_of_plain_minimax(number: int) -> None:
    brute = BruteForce(60_000)
    compared = 0
    for game, state in small_positions(3, "two threads"):
        margin = brute.margin(game, state)
        if margin is None:
            continue
        found = solve(game, state, cores=2)
        assert found.proved
        assert found.margin == margin, game.position(state)
        assert margin_of_line(game, state, found.best_line) == margin
        compared += 1
        if compared == number:
            break


def test_bounds_from_full_tables_are_those_from_empty_tables() -> None:
    compared = 0
    for number, start in enumerate(positions(DRAWN, 5, 4, "remembered")):
        chance = generator(derived_seed("remembered", number))
        for _ in range(8):
            state = start
            while not DRAWN.is_over(state):
                assert bounds_of(DRAWN, state) == fresh_bounds_of(DRAWN, state)
                state = DRAWN.play(state, pick(DRAWN, state, chance))
                compared += 1
    assert compared > 160


def test_the_answer_does_not_depend_on_table_or_threads() -> None:
    for state in positions(DRAWN, 3, 2, "same answer"):
        one = solve(DRAWN, state)
        assert one.proved
        assert one.lower == one.margin == one.upper
        two = solve(DRAWN, state, cores=2)
        tiny = solve(DRAWN, state, nodes=400_000)
        assert two.proved
        assert two.margin == one.margin
        assert margin_of_line(DRAWN, state, two.best_line) == one.margin
        assert not tiny.proved or tiny.margin == one.margin


def test_a_number_of_nodes_always_gives_the_same_answer() -> None:
    for state in positions(DRAWN, 4, 4, "budget"):
        first = solve(DRAWN, state, nodes=300, cores=2)
        second = solve(DRAWN, state, nodes=300)
        assert first.nodes == second.nodes
        assert (first.lower, first.upper) == (second.lower, second.upper)
        assert first.best_line == second.best_line
        assert first.lower <= first.upper


def test_an_interrupted_solver_answers_with_true_bounds() -> None:
    (state,) = positions(DRAWN, 6, 1, "interrupted")
    solver = Solver(DRAWN)
    timer = threading.Timer(0.2, solver.interrupt)
    timer.start()
    found = solver.solve(state)
    timer.join()
    assert found.lower <= found.upper


def test_the_best_move_loses_nothing_and_others_lose_what_the_proof_says() -> None:
    brute = BruteForce(60_000)
    compared = 0
    for game, state in small_positions(1, "lost points"):
        best = brute.margin(game, state)
        moves = [int(move) for move in game.legal_moves(state)]
        if best is None or len(moves) < 2:
            continue
        losses = [points_lost(game, state, move) for move in moves[:12]]
        line = solve(game, state).best_line
        assert points_lost(game, state, line[0]) == 0
        assert all(loss is not None and loss >= 0 for loss in losses)
        compared += 1
        if compared == 25:
            break


def test_only_the_second_phase_of_la_cite_is_solved() -> None:
    with pytest.raises(NotSolvable, match="second phase"):
        solve(DRAWN, DRAWN.deal(derived_seed("start")))
    other = BelleEpoque.open(2)
    with pytest.raises(NotSolvable, match="cannot be solved"):
        solve(other, other.deal(derived_seed("start")))


def test_positions_are_the_same_for_the_same_seed() -> None:
    once = positions(DRAWN, 2, 3, "repeat")
    again = positions(DRAWN, 2, 3, "repeat")
    assert [state.tobytes() for state in once] == [state.tobytes() for state in again]
    assert all(int(state.tokens.sum()) == 2 for state in islice(once, 3))
