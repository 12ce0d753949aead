"""What the board may look like at the end: who will hold each place, and how much light falls."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.heuristic import heuristic_of
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator, next_word
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, Words


@dataclass(frozen=True)
class Place:
    """One place, over all imagined games."""

    owners: list[float]
    """For each seat the share of the games in which it holds the place at the end."""
    light: float | None
    """How many streetlights reach it at the end, on average; None where there is no light."""


@dataclass(frozen=True)
class Outlook:
    """A position seen from its end."""

    games: int
    places: dict[str, Place]

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def outlook(game: Game, state: Record, games: int, seed: str) -> Outlook:
    """Play so many sensible games from a position to the end.

    Only what the seat to move can see is used: the rest is imagined anew for each game. A game
    without places to hold has an outlook without places.
    """
    places_of = package_of(game).places()
    if places_of is None:
        return Outlook(games, {})
    chance = generator(derived_seed("outlook", seed))
    owned: dict[str, list[int]] = {}
    light: dict[str, int | None] = {}
    for _ in range(games):
        for name, seats, lights in places_of(game, _end_of(game, state, chance)):
            shares = owned.setdefault(name, [0] * game.seats)
            for seat in seats:
                shares[seat] += 1
            light[name] = None if lights is None else lights + (light.get(name) or 0)
    places = {}
    for name, shares in owned.items():
        sum_of_light = light[name]
        mean = None if sum_of_light is None else round(sum_of_light / games, 2)
        places[name] = Place([round(share / games, 3) for share in shares], mean)
    return Outlook(games, places)


def _end_of(game: Game, state: Record, chance: Words) -> Record:
    """One way in which the game may go on, each move drawn by how good it looks."""
    if game.is_over(state):
        return state
    seat = int(state.to_move)
    world = game.imagine(game.view(state, seat), seat, chance)
    heuristic = heuristic_of(game)
    rate_moves, knowledge = heuristic.functions(game).rate_moves, heuristic.knowledge()
    while not game.is_over(world):
        moves = game.legal_moves(world)
        priors = np.zeros(len(moves))
        rate_moves(game.box, knowledge, world, chance, moves, len(moves), priors)
        drawn = float(int(next_word(chance)) >> 11) / 2.0**53 * priors.sum()
        index = min(int(np.searchsorted(priors.cumsum(), drawn)), len(moves) - 1)
        world = game.play(world, int(moves[index]))
    return world
