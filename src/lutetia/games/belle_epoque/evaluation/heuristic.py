"""The tuned weights of Belle Époque, and the evaluator that they make."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.search.evaluator import Compiled, descent, outcome
from lutetia.ai.search.tree import Floats
from lutetia.ai.search.view_key import digest, field_masks
from lutetia.ai.weights import load_weights
from lutetia.games.belle_epoque.evaluation.features import NAMES
from lutetia.games.belle_epoque.rules.moves import ACTIVATE, BUY
from lutetia.games.belle_epoque.rules.state import FINAL
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Moves, Record

SECTIONS = {
    "first sight, play": NAMES,
    "first sight, play, for the time left": NAMES,
    "first sight, districts": NAMES,
    "first sight, districts, for the time left": NAMES,
    "reflection, play": NAMES,
    "reflection, play, for the time left": NAMES,
    "reflection, districts": NAMES,
    "reflection, districts, for the time left": NAMES,
    "play": ("sharpness of priors",),
}

WORLDS = 3
"""So many imagined worlds are looked at to rate moves at first sight."""
POINTS_A_RATING = 3.0
"""A rating of 1 is worth so many points."""


@cache
def knowledge() -> Floats:
    """All weights."""
    return load_weights(__package__, "weights.toml", SECTIONS)


def loops(game: Game) -> ModuleType:
    """The compiled judgement."""
    return specialise(
        "lutetia.games.belle_epoque.evaluation.pattern",
        game.id,
        game.rules,
        settle=outcome(game).settle,
    )


def guided(game: Game, weights: Floats | None = None) -> Compiled:
    """Search guided by the value function."""
    made = loops(game)
    return Compiled(
        descent(game, "guided", made.evaluate, made.rate_moves),
        knowledge() if weights is None else weights,
    )


def ratings(game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
    """How good each move looks at first sight: the lead after it, in a few imagined worlds.

    The worlds follow from the view alone, so that the same view always gives the same ratings.
    """
    seat = int(view.to_move)
    name = digest(view, field_masks(game.state_type), game.state_type.itemsize)
    chance = generator(derived_seed("glance", name))
    total = np.zeros(len(moves))
    found = np.zeros(len(moves))
    for _ in range(WORLDS):
        world = game.imagine(view, seat, chance)
        loops(game).leads_after(game.box, weights, world, moves, len(moves), found)
        total += found
    return total / (WORLDS * POINTS_A_RATING)


def turns(game: Game) -> ModuleType | None:
    """Whole turns, planned by the value function."""
    made = loops(game)
    return specialise(
        "lutetia.ai.search.turn",
        game.id,
        game.rules,
        evaluate=made.evaluate,
        promise=made.promise,
        blind_moves=made.blind_moves,
        undoes=made.undoes,
        masks=field_masks(game.state_type),
        state_size=game.state_type.itemsize,
    )


def turn_name(game: Game, view: Record) -> str:
    """The number of the turn, and what the others have: nothing changes that meanwhile."""
    others = [seat for seat in range(game.seats) if seat != int(view.to_move)]
    held = [(view.points[seat], view.francs[seat], *view.tokens[seat]) for seat in others]
    return f"{game.id} {int(view.turns)} {[[int(number) for number in row] for row in held]}"


def needless(game: Game, view: Record, moves: Moves) -> NDArray[np.bool_]:
    """Trades that gain nothing: who buys what it sold a moment ago does not err, but fidgets.

    The weights without flaws decide, so that no two trades of one turn undo each other.
    """
    trades = (moves >= BUY) & (moves < ACTIVATE)
    if not trades.any():
        return trades
    seat, made = int(view.to_move), loops(game)
    lines = np.zeros((game.seats, len(game.score_lines)))
    now = made.first_sight(game.box, knowledge(), view, seat, lines)
    after = np.zeros(len(moves))
    made.leads_after(game.box, knowledge(), view, moves[trades], int(trades.sum()), after)
    trades[trades] = after[: int(trades.sum())] <= now
    return trades


def is_last_turn(game: Game, view: Record, seat: int) -> bool:
    """The last seat of the final round (B8.2): what others have not used, they never will."""
    last = (int(view.first) - 1) % game.seats
    return int(view.stage) == FINAL and seat == last and int(view.to_move) == seat
