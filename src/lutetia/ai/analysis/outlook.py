"""What the board may look like at the end: who holds each place, and how much light it gets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lutetia.ai.heuristic import heuristic_of, rollout
from lutetia.ai.network.catalogue import can_judge
from lutetia.ai.network.playing_out import network_ends
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, Words, copy_record

GAMES_FOR_ONE = 4
"""One game by the policy of a network stands for this many by the heuristic: it is much slower, and
its moves are much better."""


@dataclass(frozen=True)
class Place:
    """One place, over all imagined games."""

    owners: list[float]
    """For each seat: the share of games in which it holds the place at the end."""
    light: float | None
    """The mean number of streetlights that reach it at the end; None in a game without light."""


@dataclass(frozen=True)
class Outlook:
    """What is expected at the end of a game, from one position."""

    games: int
    places: dict[str, Place]

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def outlook(game: Game, state: Record, games: int, seed: str) -> Outlook:
    """Play this many sensible games from a position to the end; with a network a quarter of them.

    Only the view of the seat to move is used; hidden things are imagined again for each game. If
    the game has no places to hold, the outlook has no places.
    """
    places_of = package_of(game).places()
    if places_of is None:
        return Outlook(games, {})
    chance = generator(derived_seed("outlook", seed))
    owned: dict[str, list[int]] = {}
    light: dict[str, int | None] = {}
    if can_judge(game):
        games = -(-games // GAMES_FOR_ONE)
        ends = network_ends(game, _worlds(game, state, games, chance), chance)
    else:
        ends = [_played_out(game, world, chance) for world in _worlds(game, state, games, chance)]
    for end in ends:
        for name, seats, lights in places_of(game, end):
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


def ends_after(
    game: Game, view: Record, seat: int, move: int, games: int, seed: str
) -> list[Record]:
    """The ends of some possible games that begin with a move.

    The number of a game decides its chance, so two moves are followed in the same worlds.
    """
    ends = []
    for number in range(games):
        chance = generator(derived_seed("ends", seed, number))
        world = game.imagine(view, seat, chance)
        ends.append(_played_out(game, game.play(world, move), chance))
    return ends


def _worlds(game: Game, state: Record, games: int, chance: Words) -> Iterator[Record]:
    """Worlds that the seat to move can imagine."""
    for _ in range(games):
        if game.is_over(state):
            yield state
        else:
            seat = int(state.to_move)
            yield game.imagine(game.view(state, seat), seat, chance)


def _played_out(game: Game, world: Record, chance: Words) -> Record:
    """The end of one game. Moves that look better are drawn more often."""
    end = copy_record(world)
    moves, priors = np.zeros(game.move_space, dtype=np.int32), np.zeros(game.move_space)
    weights = heuristic_of(game).knowledge(game)
    rollout(game).play_out(game.box, weights, end, chance, moves, priors)
    return end
