"""Small positions of the second phase, from games in which rare cases of the rules occur."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.geometry import SPACES
from lutetia.games.lumiere.rules.moves import (
    ACTIVATE,
    ANNEX,
    BUILD,
    ERECT,
    EXCHANGE,
    LAY,
    PASS,
    PLANT,
    PUT,
    TAKE,
)
from lutetia.games.lumiere.rules.names import BUILDING_PHASE
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record, Words

MOST_PLIES = 60
GAVE_UP = 10_000

BOXES = tuple(
    Lumiere.open(options={"postcards": "random", "penseur": penseur}) for penseur in ("any", "own")
)


def pick(game: Lumiere, state: Record, chance: Words) -> int:
    """A legal move: first a random kind, each equally likely, then a random move of that kind.

    Uniformly random moves would soon use up the postcards that have many places.
    """
    kinds: dict[str, list[int]] = defaultdict(list)
    for move in game.legal_moves(state):
        kinds[_kind(int(move))].append(int(move))
    if len(kinds) > 1 and below(chance, 4):
        kinds.pop("undone", None)
    chosen = list(kinds.values())[below(chance, len(kinds))]
    return chosen[below(chance, len(chosen))]


def _kind(move: int) -> str:
    if ACTIVATE <= move < EXCHANGE:
        return "undone"
    starts = (LAY, TAKE, PASS, BUILD, EXCHANGE, PLANT, PUT, ERECT, ANNEX)
    block = max(start for start in starts if start <= move)
    return f"{block} {(move - PUT) // SPACES if block == PUT else 0}"


def small_positions(tokens: int, seed: object) -> Iterator[tuple[Lumiere, Record]]:
    """Endless positions with at most this many tokens left, from both boxes in turn."""
    number = 0
    while True:
        number += 1
        game = BOXES[number % 2]
        chance = generator(derived_seed("small position", seed, number))
        state = game.deal_with(chance)
        while not game.is_over(state):
            state = game.play(state, pick(game, state, chance))
            near = state.phase == BUILDING_PHASE and int(state.tokens.sum()) <= tokens
            if near and below(chance, 3) == 0:
                yield game, state


class BruteForce:
    """Plain minimax over all legal moves."""

    def __init__(self, most_positions: int) -> None:
        self.most_positions = most_positions
        self._loops = specialise("tests.lumiere.solver.brute_force", "lumiere", Lumiere.rules)
        record = np.dtype((np.record, Lumiere.state_type))
        self._states = np.zeros(MOST_PLIES, dtype=record)
        self._moves = np.zeros((MOST_PLIES, Lumiere.move_space), dtype=np.int32)
        self._lines = np.zeros((2, 4), dtype=np.int32)

    def margin(self, game: Lumiere, state: Record) -> int | None:
        """The margin from the mover's view, None if there are too many positions."""
        self._states[0] = state
        found = self._loops.minimax(
            game.box, self._states, self._moves, self._lines, self.most_positions
        )
        if found == GAVE_UP:
            return None
        return int(found) if int(state.to_move) == 0 else -int(found)
