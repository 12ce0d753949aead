"""Describes Belle Époque for the networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from lutetia.ai.network.subject import Block, Size, Subject
from lutetia.games.belle_epoque.network.knowing import (
    HIDDEN_SETS,
    fingerprint,
    hidden,
    secret,
    told,
)
from lutetia.games.belle_epoque.network.observation import (
    NUMBER_NAMES,
    NUMBERS,
    SCALES,
    VERSION,
    observe,
)
from lutetia.games.belle_epoque.network.targets import (
    certain,
    new_prover,
    ownership,
    players,
    provable,
)
from lutetia.games.belle_epoque.rules.game import OPTIONS, BelleEpoque
from lutetia.games.belle_epoque.rules.moves import MOVES
from lutetia.games.belle_epoque.rules.scoring import SCORE_LINES
from lutetia.games.belle_epoque.rules.state import SEATS
from lutetia.kernel.contract import Game

MODEL = Path(__file__).parent / "model" / "float.onnx"
SMALL = MODEL.with_name("int8.onnx")

LEARNT_OPTIONS = ("setup", "start")
"""The options that practice changes, or that change nothing for a network."""


def practice() -> Sequence[Game]:
    """Half of the games have two players. A quarter has the advanced set-up."""

    def boxes(seats: int, basic: int, advanced: int) -> list[BelleEpoque]:
        drawn = BelleEpoque.open(seats, {"setup": "advanced"})
        return [BelleEpoque.open(seats)] * basic + [drawn] * advanced

    return boxes(2, 6, 2) + boxes(3, 3, 1) + boxes(4, 3, 1)


def refusal(game: Game) -> str | None:
    """The network does not see the other options, and did not practise with them."""
    for option in OPTIONS:
        if option.name not in LEARNT_OPTIONS and game.options[option.name] != option.default:
            return f"the network does not know the option {option.name}"
    return None


@cache
def subject() -> Subject:
    """Belle Époque for training and play."""
    sides = ("own", *(f"rival {number}" for number in range(1, SEATS)))
    return Subject(
        game="belle_epoque",
        version=VERSION,
        seats=SEATS,
        plays=[NUMBER_NAMES.index(f"{side} plays") for side in sides],
        size=Size(blocks=6, channels=384, hidden=192),
        rate=1e-3,
        quick=8,
        simulations=32,
        lessons=10_000,
        window=2_500_000,
        planes=0,
        numbers=NUMBERS,
        scales=SCALES,
        blocks=(Block("whole", int(MOVES)),),
        lines=len(SCORE_LINES),
        margin=20.0,
        longest=176,
        blind=240,
        most_moves=192,
        turning=(),
        observe=observe,
        secret=secret,
        told=told,
        fingerprint=fingerprint,
        players=players,
        ownership=ownership,
        hidden=hidden,
        hidden_sets=HIDDEN_SETS,
        provable=provable,
        certain=certain,
        prover=new_prover,
        twins=lambda: np.zeros((0, 0), dtype=np.int16),
        practice=practice,
        refusal=refusal,
        model=MODEL,
        small=SMALL,
    )
