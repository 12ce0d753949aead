"""Compares the program with the plain reference, at every ply of whole games."""

from __future__ import annotations

from collections import Counter

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.terms import KINDS
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Record
from tests.belle_epoque.playing import boxes, name_of, pick, whole_game
from tests.belle_epoque.reference import Reference

GAMES_EACH = 2 if JIT else 1
RARE = (
    "activate:17", "activate:25", "activate:23", "activate:24", "activate:13", "activate:14",
    "activate:29", "activate:30", "activate:20", "take", "score", "discard",
)  # fmt: skip


def compare_seats(game: BelleEpoque, state: Record, reference: Reference) -> None:
    """All numbers of a seat."""
    found = game.position(state)
    for seat, player in reference.seats.items():
        told = found["seats"][seat]
        assert told["francs"] == player.francs
        assert told["points"] == player.points
        assert told["meeple"] == player.meeple
        assert told["tokens"] == {kind: player.has(kind) for kind in KINDS}
        assert told["bonus"]["unused"] == sorted(player.unused)
        assert told["bonus"]["used"] == sorted(player.used)
        assert told["end_tiles"] == len(player.end_tiles)
        assert told["hand"] == sum((k.seat, k.where) == (seat, "hand") for k in reference.keys)
    assert found["supply"] == reference.supply
    assert sorted(found["end_tiles"]["faces"]) == sorted(reference.end_tiles)


def play_beside(game: BelleEpoque, seed: bytes) -> None:
    chance = generator(seed)
    state = game.deal_with(chance)
    reference = Reference(game.position(state), game.options)
    while not game.is_over(state):
        legal = {game.notation(int(move)) for move in game.legal_moves(state)}
        assert legal == reference.legal(), f"ply {int(state.ply)}"
        assert game.seat_name(int(state.to_move)) == reference.turn
        move = pick(game, state, chance)
        text = game.notation(move)
        state = game.play(state, move)
        reference.play(text)
        compare_seats(game, state, reference)
    assert reference.turn is None
    scores = reference.scores()
    assert game.score(state) == [scores[seat] for seat in reference.players]
    assert game.ranks(state) == reference.ranks()


@pytest.mark.plain
@pytest.mark.parametrize("game", boxes(), ids=name_of)
def test_every_ply_is_as_in_the_reference(game: BelleEpoque) -> None:
    for number in range(GAMES_EACH):
        play_beside(game, derived_seed("reference", game.seats, number, *game.options.values()))


def test_such_games_visit_the_rare_corners() -> None:
    seen: Counter[str] = Counter()
    for index, game in enumerate(boxes()):
        for move in whole_game(game, generator(derived_seed("corners", index)))[1]:
            words = game.notation(move).split(":")
            seen.update([words[0], ":".join(words[:2]), words[-1]])
    missing = [text for text in (*RARE, "with-9", "with-16") if not seen[text]]
    assert not missing, seen
