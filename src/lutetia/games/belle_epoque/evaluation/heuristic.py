"""What is known about playing Belle Époque well: tuned weights, and functions that use them."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from lutetia.ai.search.evaluator import outcome
from lutetia.ai.search.view_key import view_key
from lutetia.games.belle_epoque.evaluation.insight_file import SHIPPED, shipped
from lutetia.games.belle_epoque.evaluation.weights import SECTIONS, weights_for
from lutetia.games.belle_epoque.rules.moves import ACTIVATE, BUY
from lutetia.games.belle_epoque.rules.state import FINAL
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Flags, Floats, Moves, Record

WORLDS = 3
"""How many imagined worlds rate the moves at first sight."""
POINTS_A_RATING = 3.0
"""How many points a rating of 1 is worth."""


def functions(game: Game) -> ModuleType:
    """The compiled evaluation."""
    return specialise(
        "lutetia.games.belle_epoque.evaluation.pattern",
        game.id,
        game.rules,
        settle=outcome(game).settle,
    )


class BelleEpoqueHeuristic(Heuristic):
    """A value function over features; a turn has several moves and is planned as a whole."""

    sections = SECTIONS
    plans_turns = True

    def knowledge(self, game: Game) -> Floats:
        """The weights that were refitted to the figures of this box."""
        return weights_for(game)

    def insight(self, game: Game) -> Floats | None:
        """The weights with the shipped network, if it learnt with the components of this box."""
        if not SHIPPED.exists():
            return None
        found = shipped()
        learnt = found.components == game.components_digest
        return found.knowledge(game.seats) if learnt else None

    def functions(self, game: Game) -> ModuleType:
        """The compiled evaluation."""
        return functions(game)

    def ratings(self, game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
        """How good each move looks at first sight: the lead after it, in a few imagined worlds.

        The worlds depend on the view alone, so the same view always gives the same ratings.
        """
        seat = int(view.to_move)
        chance = generator(derived_seed("glance", view_key(game, view)))
        total = np.zeros(len(moves))
        found = np.zeros(len(moves))
        for _ in range(WORLDS):
            world = game.imagine(view, seat, chance)
            functions(game).leads_after(game.box, weights, world, moves, len(moves), found)
            total += found
        return total / (WORLDS * POINTS_A_RATING)

    def turn_name(self, game: Game, view: Record) -> str:
        """The number of the turn, and what the others have: this stays the same during a turn."""
        others = [seat for seat in range(game.seats) if seat != int(view.to_move)]
        held = [(view.points[seat], view.francs[seat], *view.tokens[seat]) for seat in others]
        return f"{game.id} {int(view.turns)} {[[int(number) for number in row] for row in held]}"

    def needless(self, game: Game, view: Record, moves: Moves) -> Flags:
        """Trades that gain nothing, such as buying back what was just sold.

        The weights without flaws decide, so that no two trades of one turn undo each other.
        """
        trades: Flags = (moves >= BUY) & (moves < ACTIVATE)
        if not trades.any():
            return trades
        seat, made, weights = int(view.to_move), functions(game), weights_for(game)
        lines = np.zeros((game.seats, len(game.score_lines)))
        now = made.first_sight(game.box, weights, view, seat, lines)
        after = np.zeros(len(moves))
        made.leads_after(game.box, weights, view, moves[trades], int(trades.sum()), after)
        trades[trades] = after[: int(trades.sum())] <= now
        return trades

    def is_last_turn(self, game: Game, view: Record, seat: int) -> bool:
        """Whether this is the last turn of the game (B8.2): no other seat will move again."""
        last = (int(view.first) - 1) % game.seats
        return int(view.stage) == FINAL and seat == last and int(view.to_move) == seat
