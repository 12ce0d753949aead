"""Random games of La Cité in which rare cases of the rules occur often."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import below
from lutetia.kernel.types import Record, Words

POSTCARDS = (
    "levitation", "metropolitain", "jardin-des-plantes", "sacre-coeur",
    "le-peintre", "chartier", "bouquinistes", "lampadaire",
    "moulin-rouge", "fontaine-des-mers", "le-penseur", "la-grande-lumiere",
)  # fmt: skip


def pick(game: Lumiere, state: Record, chance: Words) -> int:
    """A legal move: first a random kind, each equally likely, then a random move of that kind.

    Uniformly random moves seldom take a building. These moves take many, and few actions are
    undone.
    """
    kinds: dict[str, list[int]] = defaultdict(list)
    for move in game.legal_moves(state):
        words = game.notation(int(move)).split(":")
        kinds[words[0] if words[-1] != "undone" else "undone"].append(int(move))
    chosen = list(kinds.values())[below(chance, len(kinds))]
    return chosen[below(chance, len(chosen))]


def whole_game(game: Lumiere, chance: Words) -> tuple[list[Record], list[int]]:
    """All states of a game from deal to end, and the moves between them."""
    states, moves = [game.deal_with(chance)], []
    while not game.is_over(states[-1]):
        moves.append(pick(game, states[-1], chance))
        states.append(game.play(states[-1], moves[-1]))
    assert all(int(a.ply) + 1 == int(b.ply) for a, b in pairwise(states))
    return states, moves
