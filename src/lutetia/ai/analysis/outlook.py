"""What the board may look like at the end: who will hold each place, and how much light falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.heuristic import judgement_of
from lutetia.games.lumiere.rules.geometry import ONE, SPACES, beside, space_name
from lutetia.games.lumiere.rules.scoring import large_light, small_lights
from lutetia.kernel.chance import derived_seed, generator, next_word
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, Words

Held = Iterator[tuple[str, list[int], int | None]]
"""Places at the end of one game: their name, the seats that hold them, the streetlights there."""


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

    Only what the seat to move can see is used: the rest is imagined anew for each game.
    """
    chance = generator(derived_seed("outlook", seed))
    owned: dict[str, list[int]] = {}
    light: dict[str, int | None] = {}
    for _ in range(games):
        for name, seats, lights in HELD[game.id](game, _end_of(game, state, chance)):
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
    judgement = judgement_of(game)
    rate_moves, knowledge = judgement.loops(game).rate_moves, judgement.knowledge()
    while not game.is_over(world):
        moves = game.legal_moves(world)
        priors = np.zeros(len(moves))
        rate_moves(game.box, knowledge, world, chance, moves, len(moves), priors)
        drawn = float(int(next_word(chance)) >> 11) / 2.0**53 * priors.sum()
        index = min(int(np.searchsorted(priors.cumsum(), drawn)), len(moves) - 1)
        world = game.play(world, int(moves[index]))
    return world


def _spaces_of_the_cite(game: Game, state: Record) -> Held:
    small, large = small_lights(state), large_light(game.box, state)
    for space in range(SPACES):
        place = ONE << np.uint64(space)
        lights = int(beside(place) & small).bit_count() + int(bool(place & large))
        seats = [seat for seat in range(game.seats) if state.built[seat] & place]
        yield space_name(space), seats, lights


def _properties_of_the_belle_epoque(game: Game, state: Record) -> Held:
    names = {game.seat_name(seat): seat for seat in range(game.seats)}
    for district, found in game.position(state)["districts"].items():
        for value, space in found["spaces"].items():
            yield f"{district}:{value}", [names[owner] for owner in space["keys"]], None
        for value, keys in found["landmarks"].items():
            yield f"{district}:{value}", [names[owner] for owner in keys], None


HELD: dict[str, Callable[[Game, Record], Held]] = {
    "lumiere": _spaces_of_the_cite,
    "belle_epoque": _properties_of_the_belle_epoque,
}
"""How the places of each game are read off its end."""
