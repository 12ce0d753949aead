"""The program against the plain reference, at every ply of whole games."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.games.lumiere import Lumiere
from lutetia.kernel.chance import derived_seed, generator
from tests.lumiere.playing import POSTCARDS, pick
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


def compare(options: dict[str, Any], seed: bytes) -> None:
    """Play one game on both and stop at the first difference."""
    game = Lumiere.open(options=options)
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


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("batch", range(4))
def test_every_ply_and_every_line_agree(options: dict[str, Any], batch: int) -> None:
    for number in range(GAMES_EACH // 4):
        compare(options, derived_seed("reference", str(options), batch, number))


@pytest.mark.plain
@pytest.mark.parametrize("options", OPTIONS[1:4], ids=str)
def test_the_plain_program_agrees_too(options: dict[str, Any]) -> None:
    compare(options, derived_seed("plain reference", str(options)))
