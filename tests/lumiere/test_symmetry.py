"""Symmetry as a property: a game and its twin agree on every move and every point."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.match.position_key import all_keys, position_key
from tests.lumiere.playing import POSTCARDS, pick
from tests.lumiere.symmetry import Twin, mirrored_components

pytestmark = pytest.mark.plain

OPTIONS: list[dict[str, Any]] = [
    {},
    {"postcards": list(POSTCARDS[4:]), "two-tile-hand": True},
    {"postcards": [*POSTCARDS[:3], POSTCARDS[5], *POSTCARDS[8:]], "penseur": "own"},
]


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A component file of mirrored pieces."""
    path = tmp_path_factory.mktemp("components") / "mirrored.toml"
    path.write_text(mirrored_components(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def opened(mirrored: Path) -> dict[tuple[int, bool], Lumiere]:
    """Every box that the test needs, opened once. The key: options, and whether it is mirrored."""
    return {
        (number, flipped): Lumiere.open(options=options, components=mirrored if flipped else None)
        for number, options in enumerate(OPTIONS)
        for flipped in (False, True)
    }


@settings(max_examples=60 if JIT else 6)
@given(
    quarters=st.integers(0, 3),
    reflected=st.booleans(),
    swapped=st.booleans(),
    options=st.integers(0, len(OPTIONS) - 1),
    seed=st.integers(0, 10**6),
)
def test_a_game_and_its_twin_agree(
    mirrored: Path,
    opened: dict[tuple[int, bool], Lumiere],
    quarters: int,
    reflected: bool,
    swapped: bool,
    options: int,
    seed: int,
) -> None:
    twin = Twin(quarters, reflected, swapped, None, mirrored if reflected else None)
    game, other = opened[options, False], opened[options, reflected]
    chance = generator(derived_seed("symmetry", seed))
    state = game.deal_with(chance)
    state_of_twin = twin.deal(game, state, other)
    while not game.is_over(state):
        moves = {game.notation(int(move)) for move in game.legal_moves(state)}
        answers = {other.notation(int(move)) for move in other.legal_moves(state_of_twin)}
        assert {twin.move(text) for text in moves} == answers
        assert len(moves) == len(answers)
        move = pick(game, state, chance)
        found = other.parse_exact(twin.move(game.notation(move)))
        assert found is not None
        state, state_of_twin = game.play(state, move), other.play(state_of_twin, found)
        scores = other.score(state_of_twin)
        assert game.score(state) == (scores[::-1] if swapped else scores)
        if int(state.ply) % 8 == 0:  # the same question: the computer helps in both or in none
            assert position_key(other, state_of_twin) in all_keys(game, state)
    assert other.is_over(state_of_twin)
    ranks = other.ranks(state_of_twin)
    assert game.ranks(state) == (ranks[::-1] if swapped else ranks)


def test_the_mirrored_pieces_are_others_and_twice_mirrored_the_same(mirrored: Path) -> None:
    assert Lumiere.open(components=mirrored).components_digest != Lumiere.open().components_digest
    twin = Twin(0, True, False, None, mirrored)
    back = Twin(0, True, False, mirrored, None)
    for text in ("build:big-l:a1:90", "lay:3:c5:90", "le-penseur:a1:east", "pass",
                 "bouquinistes:h8:garden", "jardin-des-plantes:a3:90"):  # fmt: skip
        assert back.move(twin.move(text)) == text


def test_a_quarter_turn_of_known_moves() -> None:
    """Clockwise: a piece at the left edge moves to the top edge."""
    turn = Twin(1, False, False, None, None)
    assert turn.space("a1") == "a8"
    assert turn.square("c1") == "a5"
    assert turn.move("lay:2:a1:270") == "lay:2:a7:0"
    assert turn.move("build:line:a1:0") == "build:line:a6:90"
    assert turn.move("le-penseur:a1:north") == "le-penseur:a8:east"
    assert turn.move("le-peintre:h1") == "le-peintre:a1"
