"""Random players that often reach rare cases of the rules."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.kernel.chance import below
from lutetia.kernel.types import Record, Words
from tests.belle_epoque.boards import opened

HOUSE_RULES = {
    "steps": "six",
    "later-francs": "more",
    "tile-27": "two",
    "scoring-key": "third",
    "medals": "kept",
    "second-tiles": "all",
}


def boxes() -> list[BelleEpoque]:
    """Every number of players with every combination of options, and with all house rules."""
    return [opened(players, **HOUSE_RULES) for players in (2, 3, 4)] + [
        opened(players, setup=setup, placement=placement, wood=wood)
        for players, setup, placement, wood in product(
            (2, 3, 4),
            ("basic", "advanced"),
            ("own-district", "any-district"),
            ("residences", "eights"),
        )
    ]


def name_of(game: BelleEpoque) -> str:
    """The name of a box in the tests."""
    return "-".join(map(str, [game.seats, *game.options.values()]))


def pick(game: BelleEpoque, state: Record, chance: Words) -> int:
    """A legal move: sometimes any move, usually a random kind and then a move of that kind.

    Trades, refusals and end-of-game tiles are rare, so that players get landmarks and tiles.
    """
    moves = [int(move) for move in game.legal_moves(state)]
    if below(chance, 4) == 0:
        return moves[below(chance, len(moves))]
    kinds: dict[str, list[int]] = defaultdict(list)
    for move in moves:
        kinds[_kind(game.notation(move))].append(move)
    for dull in ("sell", "decline", "buy", "take"):
        if len(kinds) > 1 and below(chance, 8):
            kinds.pop(dull, None)
    kind = list(kinds)[below(chance, len(kinds))]
    # Short steps of the meeple, so that many tiles are taken.
    chosen = kinds[kind][:6] if kind == "bonus" else kinds[kind]
    return chosen[below(chance, len(chosen))]


def _kind(text: str) -> str:
    words = text.split(":")
    if words[0] == "move":
        return "landmark" if int(words[3]) > 8 else words[-1] if "with" in words[-1] else "move"
    return ":".join(words[:2]) if words[0] == "activate" else words[0]


def whole_game(game: BelleEpoque, chance: Words) -> tuple[list[Record], list[int]]:
    """All states of a game from deal to end, and the moves between them."""
    states, moves = [game.deal_with(chance)], []
    while not game.is_over(states[-1]):
        moves.append(pick(game, states[-1], chance))
        states.append(game.play(states[-1], moves[-1]))
    return states, moves
