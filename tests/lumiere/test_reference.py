"""The program against the plain reference, at every ply of whole games."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import derived_seed, generator
from tests.lumiere.playing import POSTCARDS, pick, whole_game
from tests.lumiere.reference import from_deal

GAMES_EACH = 40

OPTIONS: list[dict[str, Any]] = [
    {},
    {"postcards": "random"},
    {"postcards": "random", "penseur": "own", "two-tile-hand": True},
    {"postcards": list(POSTCARDS[4:]), "start": "blue"},
    {"postcards": [*POSTCARDS[:3], POSTCARDS[5], *POSTCARDS[8:]], "penseur": "own"},
    {"two-tile-hand": True, "start": "orange"},
]


@cache
def opened(number: int) -> Lumiere:
    """A box with the options of this number."""
    return Lumiere.open(options=OPTIONS[number])


def compare(game: Lumiere, seed: bytes) -> None:
    """Play one game on both and stop at the first difference."""
    chance = generator(seed)
    state = game.deal_with(chance)
    reference = from_deal(game.position(state), game.options)
    played: list[str] = []
    while not game.is_over(state):
        assert game.seat_name(int(state.to_move)) == reference.turn, played
        ours = {game.notation(int(move)) for move in game.legal_moves(state)}
        assert ours == reference.legal(), played
        move = pick(game, state, chance)
        played.append(game.notation(move))
        state = game.play(state, move)
        reference.play(played[-1])
        lines = game.score(state)
        assert lines == [reference.score("orange"), reference.score("blue")], played
    assert reference.turn is None, played
    assert reference.legal() == set()
    assert game.ranks(state) == reference.ranks(), played


@pytest.mark.parametrize("options", range(len(OPTIONS)))
@pytest.mark.parametrize("batch", range(4))
def test_every_ply_and_every_line_agree(options: int, batch: int) -> None:
    for number in range(GAMES_EACH // 4):
        compare(opened(options), derived_seed("reference", options, batch, number))


@pytest.mark.plain
@pytest.mark.parametrize("options", range(1, 4))
def test_the_plain_program_agrees_too(options: int) -> None:
    compare(opened(options), derived_seed("plain reference", options))


def corners(game: Lumiere, seed: bytes) -> set[str]:
    """The rare cases that occur in one of these games."""
    states, moves = whole_game(game, generator(seed))
    found = set()
    for before, move, after in zip(states, moves, states[1:], strict=False):
        words = game.notation(move).split(":")
        spent = (before.power != after.power) & (after.power == 2)
        if spent.all():
            found.add("both powers in one placement")
        for power, name in enumerate(("metropolitain", "chartier")):
            if spent[power]:
                found.add(f"{name} for {'build' if before.pending < 0 else 'levitation'}"
                          if words[0] == "build" else f"{name} for {words[0]}")  # fmt: skip
        if words[0] == "pass":
            found.add(f"pass in phase {int(before.phase)}")
        if after.to_move == before.to_move and words[0] != "levitation":
            found.add("passed over")
        if words[0] in POSTCARDS and words[-1] != "undone":
            found.add(words[0] + (":garden" if words[-1] == "garden" else ""))
    return found


def test_the_random_games_visit_the_rare_corners_of_the_rules() -> None:
    """Without these cases the comparison above would prove little."""
    seen = set()
    for options, batch in product(range(len(OPTIONS)), range(4)):
        for number in range(GAMES_EACH // 4):
            seen |= corners(opened(options), derived_seed("reference", options, batch, number))
    assert seen >= {
        "both powers in one placement",
        "metropolitain for build", "metropolitain for jardin-des-plantes",
        "chartier for build", "chartier for jardin-des-plantes", "chartier for fontaine-des-mers",
        "pass in phase 1", "pass in phase 2", "passed over", "bouquinistes:garden", *POSTCARDS,
    }  # fmt: skip
