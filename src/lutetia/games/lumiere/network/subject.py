"""Describes La Cité for the networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from lutetia.ai.network.subject import Block, Size, Subject
from lutetia.games.lumiere.network.certainty import certain, new_prover, provable
from lutetia.games.lumiere.network.moves import twins
from lutetia.games.lumiere.network.observation import (
    NUMBERS,
    PLANES,
    SCALES,
    TURNING,
    VERSION,
    observe,
    secret,
)
from lutetia.games.lumiere.network.targets import fingerprint, hidden, ownership, players, told
from lutetia.games.lumiere.rules.game import Lumiere
from lutetia.games.lumiere.rules.moves import BUILDING_COUNT, HOSTS, MOVE_SPACE, TURNS
from lutetia.games.lumiere.rules.names import LINES, POSTCARDS, TILES
from lutetia.kernel.contract import Game

BLOCKS = (
    Block("squares", TILES, TURNS),  # lay
    Block("whole", BUILDING_COUNT + 1),  # take, pass
    Block("spaces", BUILDING_COUNT * TURNS),  # build
    Block("whole", len(POSTCARDS) + BUILDING_COUNT**2),  # activate, exchange
    Block("spaces", TURNS + 5),  # plant, put
    Block("spaces", 1, 4),  # erect
    Block("spaces", 1, HOSTS),  # annex
)
assert sum(block.moves for block in BLOCKS) == MOVE_SPACE


MODEL = Path(__file__).parent / "model" / "float.onnx"
SMALL = MODEL.with_name("int8.onnx")


def practice() -> Sequence[Game]:
    """Mostly the first-game set, which most people play, and sometimes the other options."""
    usual = Lumiere.open()
    drawn = Lumiere.open(options={"postcards": "random"})
    other = Lumiere.open(options={"postcards": "random", "two-tile-hand": True, "penseur": "own"})
    return [usual] * 11 + [drawn] * 4 + [other]


@cache
def subject() -> Subject:
    """La Cité for training and play."""
    return Subject(
        game="lumiere",
        version=VERSION,
        seats=2,
        plays=(),
        size=Size(),
        rate=2e-3,
        quick=0,
        simulations=32,
        lessons=0,
        window=3_000_000,
        planes=PLANES,
        numbers=NUMBERS,
        scales=SCALES,
        blocks=BLOCKS,
        lines=len(LINES),
        margin=8.0,
        longest=96,
        blind=30,
        most_moves=512,
        turning=TURNING,
        observe=observe,
        secret=secret,
        told=told,
        fingerprint=fingerprint,
        players=players,
        ownership=ownership,
        hidden=hidden,
        hidden_sets=0,
        provable=provable,
        certain=certain,
        prover=new_prover,
        twins=twins,
        practice=practice,
        refusal=lambda _: None,
        model=MODEL,
        small=SMALL,
    )
