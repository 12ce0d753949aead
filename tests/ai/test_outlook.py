"""What a position may become: shares over imagined games, and the truth at the end."""

from __future__ import annotations

import pytest

from lutetia.ai.analysis.outlook import outlook
from lutetia.games.lumiere.rules.names import SEATS
from lutetia.kernel.chance import derived_seed
from tests.ai.positions import opened


@pytest.mark.parametrize(("name", "seats"), [("lumiere", 2), ("belle_epoque", 3)])
def test_shares_are_shares_and_repeat(name: str, seats: int) -> None:
    game = opened(name, seats)
    state = game.deal(derived_seed("outlook"))
    found = outlook(game, state, 6, "one")
    # A network plays a quarter of the games: its moves are better, and slower.
    assert found.games == (2 if name == "lumiere" else 6)
    assert outlook(game, state, 6, "one") == found
    assert outlook(game, state, 6, "two") != found
    for place in found.places.values():
        assert len(place.owners) == seats
        assert all(0 <= share <= 1 for share in place.owners)
        assert (place.light is None) == (name == "belle_epoque")
    assert any(share > 0 for place in found.places.values() for share in place.owners)


def test_at_the_end_the_outlook_is_the_board() -> None:
    game = opened("lumiere", 2)
    state = game.deal(derived_seed("outlook"))
    while not game.is_over(state):
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[len(moves) // 2]))
    found = outlook(game, state, 3, "end")
    owner = {
        space: building["owner"]
        for building in game.position(state)["buildings"]
        for space in building["spaces"]
    }
    assert owner
    for space, place in found.places.items():
        held = [share == 1.0 for share in place.owners]
        assert held == [owner.get(space) == seat for seat in SEATS]
