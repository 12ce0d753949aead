"""What trained networks read of a position stays as it was when they learnt."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import pytest

from lutetia.games.belle_epoque.evaluation import insight_inputs as inputs
from lutetia.games.belle_epoque.evaluation.features import (
    FEATURES,
    all_worth,
    seat_features,
    turns_left,
)
from lutetia.games.belle_epoque.network import observation
from lutetia.games.belle_epoque.rules import state as s
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from tests.belle_epoque.boards import opened
from tests.belle_epoque.playing import pick

OBSERVED = {1: "4a9d717bbe5b2b12e5915f36b74f41dc9ef8213ce3b9b4d8bd07367f8ca14d4a"}
"""For each version of the observation: the digest of what it says of the games below."""
READ = {1: "9539acc76f5bba53bcd64909a8f9655e0678cfc7477442354a734c2bd3172360"}
"""The same for the inputs of the planner's network."""
TURNS_APART = 9
STEPS = 997
"""Inputs are fractions: they are compared in whole steps, as processors round differently. With a
prime number of steps no inexact input lies just between two of them."""


def positions() -> Iterator[tuple[Game, Record]]:
    """Positions of three games with the first figures, which never change."""
    for players in (2, 3, 4):
        game = opened(players, setup="advanced" if players == 3 else "basic")
        chance = generator(derived_seed("inputs", players))
        state = game.deal_with(chance)
        number = 0
        while not game.is_over(state):
            if number % TURNS_APART == 0:
                yield game, state
            state = game.play(state, pick(game, state, chance))
            number += 1


@pytest.mark.plain
def test_an_observation_of_one_version_never_changes() -> None:
    """If you change the observation, raise VERSION: trained networks depend on it."""
    digest = hashlib.sha256()
    planes = np.zeros(0, dtype=np.uint64)
    numbers = np.zeros(observation.NUMBERS, dtype=np.int8)
    for game, state in positions():
        observation.observe(game.box, state, planes, numbers)
        digest.update(numbers.tobytes())
    assert digest.hexdigest() == OBSERVED[observation.VERSION]


@pytest.mark.plain
def test_the_inputs_of_one_version_never_change() -> None:
    """If you change the inputs, raise VERSION: the planner's network depends on them."""
    digest = hashlib.sha256()
    for game, state in positions():
        sums, best = np.zeros((s.DISTRICTS, s.SEATS)), np.zeros((s.DISTRICTS, s.SEATS))
        all_worth(game.box, state, sums, best)
        taken = inputs.taken_by_anybody(game.box, state)
        table = np.zeros(inputs.TABLE_INPUTS)
        inputs.table_inputs(game.box, state, table)
        read = [table]
        for seat in range(game.seats):
            features, left = np.zeros(FEATURES), turns_left(game.box, state, seat)
            seat_features(game.box, state, seat, sums, best, features)
            own = np.zeros(inputs.SEAT_INPUTS)
            inputs.seat_inputs(game.box, state, seat, features, left, own)
            read.append(own)
            for district in range(s.DISTRICTS):
                board, owner = np.zeros(inputs.BOARD_INPUTS), np.zeros(inputs.OWNER_INPUTS)
                inputs.board_inputs(game.box, state, district, taken, board)
                inputs.owner_inputs(game.box, state, seat, district, sums, best, left, owner)
                read += [board, owner]
        digest.update(np.rint(STEPS * np.concatenate(read)).astype(np.int64).tobytes())
    assert digest.hexdigest() == READ[inputs.VERSION]
