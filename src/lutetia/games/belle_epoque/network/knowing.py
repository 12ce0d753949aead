"""What a seat knows of a position of Belle Époque besides the moves, and what it does not know."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Word, Words

ONE = np.uint64(1)
RIVALS = s.SEATS - 1
HIDDEN_SETS = RIVALS + terms.PILES
LOOKS = 16
"""More looks at the end-of-game tiles than a seat can have."""


@compiled
def fingerprint(box: Box, state: State) -> int:
    """Tiles and postcards are hidden up to the end."""
    return np.uint64(0)  # type: ignore[return-value]


@compiled
def told(move: int) -> int:
    """What everybody reads of a move: that an end-of-game tile was chosen, not which one (B8.1)."""
    if m.CHOOSE <= move < m.BONUS:
        return whole(m.CHOOSE)
    return move


@compiled
def _mixed(number: int) -> Word:
    found = (np.uint64(number) + ONE) * np.uint64(0x9E3779B97F4A7C15)
    found ^= found >> np.uint64(31)
    return found * np.uint64(0xBF58476D1CE4E5B9)


@compiled
def secret(state: State, seat: int) -> int:
    """A hash of the tiles that were turned up, and of the end-of-game tiles that the seat knows.

    It knows its own ones and, from its looks, which faces others took before (B8.1).
    """
    found = _mixed(whole(state.turned))
    for pile in range(terms.PILES):
        found = (found ^ _mixed(whole(state.backs[pile]) + 1)) * np.uint64(0x94D049BB133111EB)
    looked = whole(0)
    if state.phase == s.CHOOSE and state.to_move == seat:
        looked = whole(state.end_taken)
    for index in range(state.end_taken):
        if state.end_taker[index] == seat:
            looked = max(looked, whole(index) + 1)
    look = whole(0)
    for index in range(looked):
        face = whole(state.end_face[index])
        if state.end_taker[index] == seat:
            look += 1
            found += _mixed(1000 + face * LOOKS + look)
        else:
            # The sum does not depend on the order: a look does not tell who took which one.
            found += _mixed(2000 + face * LOOKS + look)
    return np.int64(found >> ONE)  # type: ignore[return-value]


@compiled
def hidden(box: Box, state: State, seat: int, out: Words) -> None:
    """The unused end-of-game tiles of each rival, and the next tile of each pile."""
    players = whole(box.players)
    for turn in range(1, s.SEATS):
        faces = np.uint64(0)
        if turn < players:
            rival = (seat + turn) % players
            for index in range(state.end_taken):
                if state.end_taker[index] == rival and state.end_spent[index] == 0:
                    faces |= ONE << np.uint64(state.end_face[index])
        out[turn - 1] = faces
    for pile in range(terms.PILES):
        left = whole(state.pile_left[pile])
        out[RIVALS + pile] = (
            ONE << np.uint64(state.piles[pile, left - 1]) if left > 0 else np.uint64(0)
        )
