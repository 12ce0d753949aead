"""Games that a network plays to the end at first sight, all of them at once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lutetia.ai.network.best_moves import STEPS
from lutetia.ai.network.catalogue import session_of
from lutetia.ai.network.loops import search_loops
from lutetia.ai.network.trees import Leaves, new_leaves
from lutetia.kernel.chance import next_word
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, Words


def network_ends(game: Game, worlds: Iterable[Record], chance: Words) -> list[Record]:
    """The end of each world. The network draws every move with its own probability."""
    session = session_of(game)
    subject = session.subject
    loops = search_loops(subject, game)
    states = list(worlds)
    leaves = new_leaves(len(states), subject)
    moves = np.zeros(game.move_space, dtype=np.int32)
    while True:
        open_ones = [number for number, state in enumerate(states) if not game.is_over(state)]
        if not open_ones:
            return states
        for leaf, number in enumerate(open_ones):
            loops.present(game.box, states[number], leaves, leaf, moves)
        session.answer(leaves, len(open_ones))
        for leaf, number in enumerate(open_ones):
            states[number] = game.play(states[number], drawn_move(leaves, leaf, chance))


def drawn_move(leaves: Leaves, leaf: int, chance: Words) -> int:
    """A move of a position, drawn with the probability that the network gives it."""
    count = int(leaves.counts[leaf])
    logits = leaves.logits[leaf, :count] / STEPS
    weights = np.exp(logits - logits.max()).cumsum()
    drawn = float(int(next_word(chance)) >> 11) / 2.0**53 * weights[-1]
    return int(leaves.moves[leaf, min(int(np.searchsorted(weights, drawn)), count - 1)])
