"""A planned turn: legal, the same for the same view, and as good as the beam promises."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.names import player_named
from lutetia.ai.player import NothingToPlan, planner_of
from lutetia.ai.search.planner import Planner
from lutetia.games.belle_epoque.rules.moves import ACTIVATE, BUY, SELL
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.strength import Effort
from lutetia.kernel.types import Record
from tests.ai.positions import decisions, opened

SEED = derived_seed("planning")
SMALL = Effort(width=4, looks=1, candidates=3, worlds=9, turns=2, replies=1)


def planner(game: Game, effort: Effort = SMALL, threads: int = 1) -> Planner:
    return planner_of(game, effort, SEED, threads)


def settled(game: Game, seats: int, count: int) -> list[Record]:
    """Decisions after the draw: what was planned is what will be."""
    found = decisions("belle_epoque", seats, count)
    return [
        state
        for state in found
        if not game.notation(int(game.legal_moves(state)[0])).startswith("draw")
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_plan_is_legal_to_the_end_of_the_turn(seats: int) -> None:
    game = opened("belle_epoque", seats)
    followed = 0
    for before in settled(game, seats, 14):
        state, seat = before, int(before.to_move)
        best = planner(game).consider(game.view(state, seat), seat)[0]
        for move in [best.move, *best.path]:
            if not game.is_legal(state, move):
                # An end-of-game tile that was imagined may not be there.
                assert game.notation(move).startswith("choose")
                break
            state = game.play(state, move)
        else:
            assert int(state.to_move) != seat
            followed += 1
    assert followed >= 4


def test_threads_change_nothing_and_all_moves_meet_the_same_worlds() -> None:
    game = opened("belle_epoque", 2)
    for state in decisions("belle_epoque", 2, 5):
        seat = int(state.to_move)
        view = game.view(state, seat)
        alone, together = (planner(game, threads=n).consider(view, seat) for n in (1, 2))
        assert [one.move for one in alone] == [one.move for one in together]
        assert [one.leads for one in alone] == [one.leads for one in together]
        twice = planner(game).weigh(view, seat, [alone[0].move, alone[0].move], 3)
        assert twice[0].leads == twice[1].leads


def test_the_last_turn_is_valued_as_it_will_score() -> None:
    game = opened("belle_epoque", 2)
    for before in reversed(decisions("belle_epoque", 2, 60)):
        state, seat = before, int(before.to_move)
        if not heuristic_of(game).is_last_turn(game, state, seat):
            break
        best = planner(game).consider(game.view(state, seat), seat)[0]
        for move in [best.move, *best.path]:
            state = game.play(state, move)
        totals = game.totals(state)
        assert game.is_over(state)
        assert best.leads[0] == pytest.approx(totals[seat] - totals[1 - seat])
        assert best.expected().sum(axis=1) == pytest.approx(np.array(totals, dtype=float))


def test_a_wider_beam_never_promises_less_at_the_end() -> None:
    """Not a law of beams, but so it is on these positions: the width is worth its time."""
    game = opened("belle_epoque", 2)
    narrow, wide = list[float](), list[float]()
    for state in settled(game, 2, 20):
        seat = int(state.to_move)
        view = game.view(state, seat)
        for found, width in ((narrow, 1), (wide, 12)):
            effort = Effort(width=width, looks=1)
            found.append(planner(game, effort).consider(view, seat)[0].value(seat))
    assert np.mean(wide) >= np.mean(narrow)


def test_a_game_of_single_moves_has_nothing_to_plan() -> None:
    game = opened("lumiere", 2)
    state = decisions("lumiere", 2, 1)[0]
    seat = int(state.to_move)
    with pytest.raises(NothingToPlan, match="nothing to plan"):
        player_named("planned:4", SEED).choose(game, game.view(state, seat), seat)


@pytest.mark.parametrize("level", [1, 3, 5, 6, 7])
def test_no_level_buys_and_sells_the_same_thing_in_one_turn(level: int) -> None:
    game = opened("belle_epoque", 2)
    players = [player_named(f"level:{level}", derived_seed("trade", n), 1) for n in range(2)]
    state = game.deal(derived_seed("trades", level))
    turn, traded, trades = -1, set[tuple[str, int]](), 0
    while not game.is_over(state):
        seat = int(state.to_move)
        if int(state.turns) != turn:
            turn, traded = int(state.turns), set()
        move = players[seat].choose(game, game.view(state, seat), seat)
        if BUY <= move < ACTIVATE:
            way, kind = ("buy", move - BUY) if move < SELL else ("sell", move - SELL)
            other = "sell" if way == "buy" else "buy"
            assert (other, kind) not in traded, game.notation(move)
            traded.add((way, kind))
            trades += 1
        after = game.play(state, move)
        if not BUY <= move < ACTIVATE:
            # Who paid wood for a house may sell the wood that lies beside it.
            changed = np.flatnonzero(after.tokens[seat] != state.tokens[seat])
            traded = {trade for trade in traded if trade[1] not in changed}
        state = after
    assert trades < 2 * int(state.turns)
