"""The observation of Belle Époque: what a seat may know, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.games.belle_epoque.network.observation import (
    NUMBER_NAMES,
    NUMBERS,
    SCALES,
    observe,
)
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.types import Record

NO_PLANES = np.zeros(0, dtype=np.uint64)


def seen(game: BelleEpoque, state: Record) -> list[int]:
    numbers = np.full(NUMBERS, 99, dtype=np.int8)
    observe(game.box, state, NO_PLANES, numbers)
    return [int(number) for number in numbers]


def test_every_number_has_its_own_name_and_a_scale() -> None:
    assert len(set(NUMBER_NAMES)) == len(NUMBER_NAMES) == len(SCALES)
    assert (SCALES >= 1).all()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_hidden_part_changes_nothing(seats: int) -> None:
    game = BelleEpoque.open(seats)
    chance = generator(derived_seed("observation", seats))
    state = game.deal_with(chance)
    used: set[int] = set()
    while not game.is_over(state):
        seat = int(state.to_move)
        view = game.view(state, seat)
        numbers = seen(game, state)
        assert numbers == seen(game, view)
        assert numbers == seen(game, game.imagine(view, seat, chance))
        used |= {index for index, number in enumerate(numbers) if number}
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    assert len(used) > 300


def test_seats_are_counted_from_the_mover() -> None:
    game = BelleEpoque.open(3)
    state = game.deal(derived_seed("turning"))
    state.francs[:3] = (11, 22, 33)
    for seat in range(3):
        state.to_move = seat
        found = dict(zip(NUMBER_NAMES, seen(game, state), strict=True))
        wanted = [11, 22, 33][seat:] + [11, 22, 33][:seat]
        assert [found[f"{side} francs"] for side in ("own", "rival 1", "rival 2")] == wanted
        assert found["own is the first seat"] == (int(state.first) == seat)
        assert found["rival 3 plays"] == 0
