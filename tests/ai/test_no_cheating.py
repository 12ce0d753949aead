"""A player's answer depends on what its seat sees, and on nothing else."""

from __future__ import annotations

import pytest

from lutetia.ai.names import player_named
from lutetia.kernel.chance import derived_seed, generator
from tests.ai.positions import BOXES, decisions, opened

PLANNERS = ("planned:4", "foreseen:12", "level:6", "level:7")
KINDS = ("random", "greedy", "mcts:60", "guided:60", "level:1", "level:2", "level:5")

PLAYED = [
    *((*box, kind) for box in BOXES for kind in KINDS),
    *(("belle_epoque", seats, kind) for seats in (2, 3, 4) for kind in PLANNERS),
    ("lumiere", 2, "net:12"),
]


@pytest.mark.parametrize(("name", "seats", "kind"), PLAYED)
def test_the_hidden_part_does_not_change_the_answer(name: str, seats: int, kind: str) -> None:
    game = opened(name, seats)
    changed = 0
    for number, state in enumerate(decisions(name, seats, 6)):
        seat = int(state.to_move)
        view = game.view(state, seat)
        other = game.imagine(view, seat, generator(derived_seed("another world", number)))
        changed += other.tobytes() != state.tobytes()
        answers = [
            player_named(kind, derived_seed("player")).choose(game, game.view(truth, seat), seat)
            for truth in (state, other)
        ]
        assert answers[0] == answers[1]
        assert game.is_legal(state, answers[0])
    assert changed >= 3
