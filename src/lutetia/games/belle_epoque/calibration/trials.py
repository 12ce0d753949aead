"""Plays the games of a candidate on all cores, and refits players to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.heuristic import turn_functions
from lutetia.ai.search.beam_buffers import new_beam_buffers
from lutetia.games.belle_epoque.balance import accounts as a
from lutetia.games.belle_epoque.calibration.candidates import NO_OPTIONS, Candidate, box_of
from lutetia.games.belle_epoque.evaluation.estimate import (
    DISTRICTS_LATER,
    DISTRICTS_NOW,
    KNOWLEDGE,
    LEANS_TO,
    MORE,
    PLAY_LATER,
    PLAY_NOW,
    REFLECTION,
    STACK,
    STACK_IN_REACH,
)
from lutetia.games.belle_epoque.evaluation.features import (
    ALWAYS,
    BANKS,
    BUILDINGS_OWNED,
    DISCARD,
    END_FRANCS,
    END_POINTS,
    FEATURES,
    FRANCS,
    FRANCS_27,
    HAND,
    MEEPLE,
    REACH,
    RIVAL_SCORED,
    SCORED,
    SCORED_LEAD,
    SCORED_SHARE,
    TILE_POINTS,
    VALUE,
)
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.tuning.first_sight import random_numbers
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats, Record

PLAYERS = (2, 3, 4)
SETUPS = ("basic", "advanced")
WIDTH = 4
"""The beam of the players, as wide as that of level 7."""
STEP = 1.0
"""A change of a weight moves the estimate by about this many points."""
PACE = 0.5
"""A clear effect moves a weight by so many changes in one step of a refit."""
SHIFTS = 8
"""So many times the changes are compared with leads of other games, to know what is chance."""
MOST_LEAD = 60.0
"""Larger leads count like this one."""
CHUNK = 4
"""Games of one job."""
LEANINGS = {
    "francs": (2.0, 0.0, 0.0, 0.0, 0.0),
    "landmarks": (0.0, 40.0, 0.0, 0.0, 0.0),
    "one district": (0.0, 0.0, 4.0, 0.0, 0.0),
    "tiles": (0.0, 0.0, 0.0, 30.0, 0.0),
    "eights": (0.0, 0.0, 0.0, 0.0, 40.0),
}
"""How single-minded players value their one aim: points more for each of it."""
assert tuple(LEANINGS) == LEANS_TO

SPREAD = np.full(FEATURES, 1.0)
"""About how much each feature varies in a game, where it is not about 1."""
for _feature, _spread in {
    FRANCS: 8.0, FRANCS_27: 8.0, HAND: 3.0, BANKS: 1.5, VALUE: 15.0, BUILDINGS_OWNED: 2.5,
    MEEPLE: 0.35, TILE_POINTS: 12.0, END_POINTS: 3.0, END_FRANCS: 3.0, DISCARD: 2.0,
    SCORED: 12.0, SCORED_SHARE: 12.0, SCORED_LEAD: 10.0, RIVAL_SCORED: 12.0, REACH: 5.0,
}.items():  # fmt: skip
    SPREAD[_feature] = _spread


@dataclass(frozen=True)
class Played:
    """Finished games of one set-up: last states, accounts, points by line, standings."""

    states: NDArray[Any]
    accounts: NDArray[np.int64]
    lines: NDArray[np.int32]
    standings: NDArray[np.int64]


def leaning(weights: Floats, wish: str) -> Floats:
    """The weights of a single-minded player."""
    found = weights.copy()
    found[KNOWLEDGE : KNOWLEDGE + len(LEANS_TO)] = LEANINGS[wish]
    return found


class Trials:
    """The compiled games of all numbers of players, and threads that play them.

    `options` are of the tables, such as house rules. Both set-ups are played."""

    def __init__(self, threads: int, options: Mapping[str, Any] = NO_OPTIONS) -> None:
        self._options = options
        self._pool = ThreadPoolExecutor(threads)
        self._own = local()
        self.games = {players: BelleEpoque.open(players) for players in PLAYERS}
        # Once, before there are threads: two of them must not make these functions at once.
        self._loops = self._made_loops()

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)

    def box(self, candidate: Candidate, players: int, setup: str) -> Record:
        """The box of a candidate with the options of these trials."""
        return box_of(candidate, players, setup, self._options)

    def _made_loops(self) -> ModuleType:
        """The compiled functions; they are the same for every number of players."""
        game = self.games[PLAYERS[0]]
        turns = turn_functions(game)
        assert turns is not None
        return specialise(
            "lutetia.games.belle_epoque.calibration.playing",
            game.id,
            game.rules,
            turn_up=turns.turn_up,
            plan_turn=turns.plan_turn,
        )

    def _buffers(self, players: int) -> tuple[Any, Any]:
        kept = self._own.__dict__.setdefault("buffers", {})
        if players not in kept:
            game = self.games[players]
            kept[players] = (
                new_beam_buffers(game, WIDTH),
                np.zeros(1, dtype=np.dtype((np.record, game.state_type))),
            )
        return kept[players]

    def map(self, work: Callable[..., Any], jobs: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers of all jobs, in their order."""
        return list(self._pool.map(lambda job: work(*job), jobs))

    def play(
        self, box: Record, players: int, weights: Sequence[Floats], seed: str, games: range
    ) -> list[tuple[Any, ...]]:
        """Jobs that play games with these numbers; every seat has its own weights."""
        knowledge = np.stack(weights)
        return [
            (box, players, knowledge, seed, range(first, min(first + CHUNK, games.stop)))
            for first in range(games.start, games.stop, CHUNK)
        ]

    def chunk(
        self, box: Record, players: int, knowledge: Floats, seed: str, games: range
    ) -> Played:
        """Some games, played on this thread."""
        game = self.games[players]
        beam, spare = self._buffers(players)
        seeds = np.stack([generator(derived_seed("trial", seed, number)) for number in games])
        states = np.zeros(len(games), dtype=np.dtype((np.record, game.state_type)))
        accounts = np.zeros((len(games), players, a.COLUMNS), dtype=np.int64)
        self._loops.play_games(box, knowledge, seeds, beam, WIDTH, spare, accounts, states)
        lines = np.zeros((len(games), players, len(game.score_lines)), dtype=np.int32)
        standings = np.zeros((len(games), players), dtype=np.int64)
        for number, state in enumerate(states):
            game.rules.score(box, state, lines[number])
            game.rules.standing(box, state, standings[number])
        return Played(states, accounts, lines, standings)

    def contest(
        self, box: Record, players: int, knowledge: Floats, seed: str, number: int
    ) -> tuple[Floats, int]:
        """The points of all seats in one game, and the seat that began."""
        played = self.chunk(box, players, knowledge, seed, range(number, number + 1))
        return played.lines[0].sum(axis=1).astype(np.float64), int(played.states["first"][0])


def sizes() -> Floats:
    """The size of a change of each weight: a change of about `STEP` points for a usual spread.

    Only weights of reflection change, each feature in the block that it belongs to."""
    about_districts = np.zeros(FEATURES, dtype=bool)
    about_districts[SCORED : RIVAL_SCORED + 1] = True
    size = STEP / SPREAD
    size[ALWAYS] = 0.0
    found = np.zeros(KNOWLEDGE + MORE)
    found[[KNOWLEDGE + STACK, KNOWLEDGE + STACK_IN_REACH]] = STEP / 5
    for block, mine in (
        (PLAY_NOW, ~about_districts),
        (PLAY_LATER, ~about_districts),
        (DISTRICTS_NOW, about_districts),
        (DISTRICTS_LATER, about_districts),
    ):
        first = (REFLECTION + block) * FEATURES
        found[first : first + FEATURES] = np.where(mine, size, 0.0)
    return found


def varied_games(
    trials: Trials, candidate: Candidate, players: int, weights: Floats, games: int, seed: str
) -> tuple[list[tuple[Any, ...]], list[Floats]]:
    """Jobs of games in which each seat has its own random changes of the weights."""
    numbers = random_numbers("refit", seed, str(players))
    boxes = [trials.box(candidate, players, setup) for setup in SETUPS]
    change = sizes()
    changes = [numbers.normal(size=(players, len(change))) * (change > 0) for _ in range(games)]
    jobs = [
        (boxes[number % 2], players, weights + change * one, f"refit.{seed}", number)
        for number, one in enumerate(changes)
    ]
    return jobs, changes


def followed(
    weights: Floats, changes: Sequence[Floats], ends: Sequence[tuple[Floats, int]], pace: float
) -> Floats:
    """The weights after a step towards the changes that brought a lead.

    For each weight: how many points of lead a change brings, in units of its standard error. A
    clear effect moves the weight by `PACE` changes, an unclear one by less. All steps are shortened
    by the part of the effects that chance explains. Otherwise the noise of over a hundred weights
    together makes good players worse."""
    players = len(changes[0])
    leads, places, more = [], [], []
    for change, (totals, first) in zip(changes, ends, strict=True):
        for seat in range(players):
            others = np.delete(np.arange(players), seat)
            leads.append(np.clip(totals[seat] - totals[others].max(), -MOST_LEAD, MOST_LEAD))
            places.append((seat - first) % players)
            more.append(change[seat] - change[others].mean(axis=0))
    lead, place, inputs = np.array(leads), np.array(places), np.array(more)
    for one in range(players):
        lead[place == one] -= lead[place == one].mean()
    size = sizes()
    spread = np.maximum(1e-9, (inputs**2).mean(axis=0))
    error = np.maximum(1e-9, lead.std()) / np.sqrt(len(changes) * spread)

    def effects(lead: Floats) -> Floats:
        found: Floats = (inputs * lead[:, None]).mean(axis=0) / spread / error
        return np.where(size > 0, found, 0.0)

    found = effects(lead)
    # The changes of one game with the leads of another one: their effects are chance.
    shifts = range(1, min(SHIFTS + 1, len(changes)))
    chance = [(effects(np.roll(lead, shift * players)) ** 2).sum() for shift in shifts]
    clear = max(0.0, 1.0 - np.mean(chance) / max(1e-9, (found**2).sum()))
    step: Floats = pace * PACE * clear * size * np.clip(found / 2, -1.0, 1.0)
    return weights + step


def refit(
    trials: Trials,
    candidate: Candidate,
    weights: dict[int, Floats],
    games: int,
    seed: str,
    pace: float = 1.0,
) -> dict[int, Floats]:
    """One step of the weights towards a candidate, for each number of players.

    Both set-ups count equally. `games` is the number of games for each number of players."""
    parts = {n: varied_games(trials, candidate, n, weights[n], games, seed) for n in weights}
    jobs = [job for more, _ in parts.values() for job in more]
    ends = trials.map(trials.contest, jobs)
    found = {}
    for place, (players, (_, changes)) in enumerate(parts.items()):
        mine = ends[place * games : (place + 1) * games]
        found[players] = followed(weights[players], changes, mine, pace)
    return found


def joined(parts: Sequence[Played]) -> Played:
    """All games together."""
    return Played(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.accounts for part in parts]),
        np.concatenate([part.lines for part in parts]),
        np.concatenate([part.standings for part in parts]),
    )
