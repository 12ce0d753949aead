"""Plays games of planners on all cores: practice with notes, and matches without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from types import ModuleType
from typing import Any

import numpy as np

from lutetia.ai.heuristic import turn_functions
from lutetia.ai.search.beam_buffers import new_beam_buffers
from lutetia.games.belle_epoque.evaluation.estimate import (
    BLOCKS,
    INSIGHT,
    REFLECTION,
)
from lutetia.games.belle_epoque.evaluation.features import FEATURES
from lutetia.games.belle_epoque.learning.playing import Notes, Share
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.tuning.first_sight import random_numbers
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats, Standing

PLAYERS = (2, 3, 4)
WIDTH = 4
"""The beam of the players, as wide as that of level 7."""
CHUNK = 8
"""Games of one job."""
ROWS = 200
"""Room for so many positions of a game."""
ADVANCED = 4
"""One of so many jobs plays the advanced set-up."""
VARIETY = 0.15
"""The spread of the players' linear weights: the standard deviation of the logarithms of their
factors."""
DROPPED = 0.03
"""This share of a player's linear weights is zero for one game."""
UNCHANGED = 0.5
"""This share of the players has the weights as they are."""
PRACTICE = Share(ends=0.6, strayed=0.04)
MATCH = Share(ends=0.0, strayed=0.0)


@dataclass(frozen=True)
class Contest:
    """The result of a match of one player against others that are all alike."""

    games: int
    won: float
    """The share of the games that it won; a shared first place counts in part."""
    error: float
    """The standard error of that share; the games of one shuffle count together."""
    margin: float
    """Its points minus those of the best other seat, on average."""


class Table:
    """Games of all numbers of players, and threads that play them."""

    def __init__(self, threads: int, base: Mapping[int, Floats]) -> None:
        self.base = base
        """The linear weights, which the notes compare with what came."""
        self._pool = ThreadPoolExecutor(threads)
        self._own = local()
        self._games = {
            (players, setup): BelleEpoque.open(players, {"setup": setup})
            for players in PLAYERS
            for setup in ("basic", "advanced")
        }
        self._loops = _loops(self._games[2, "basic"])

    @property
    def components(self) -> str:
        """The digest of the components."""
        return self._games[2, "basic"].components_digest

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)

    def practise(
        self, players: int, network: Floats, seed: str, games: int, stop: Callable[[], bool]
    ) -> Notes | None:
        """Notes of games in which each seat has its own changes of the linear weights.

        `stop` ends them early; None if no game was finished."""
        knowledge = np.concatenate([self.base[players], network])

        def work(number: int) -> Notes | None:
            if stop():
                return None
            numbers = random_numbers("practice", seed, str(players), str(number))
            own = np.stack(
                [
                    np.stack([varied(knowledge, numbers) for _ in range(players)])
                    for _ in range(CHUNK)
                ]
            )
            names = [f"practice {seed} {players} {number} {one}" for one in range(CHUNK)]
            return self._play(players, number, own, names, PRACTICE)[0]

        found = [part for part in self._pool.map(work, range(games // CHUNK)) if part is not None]
        return joined(found) if found else None

    def contest(self, players: int, one: Floats, other: Floats, seed: str, pairs: int) -> Contest:
        """One network against another one in all other seats, each shuffle from every seat."""
        both = [np.concatenate([self.base[players], network]) for network in (one, other)]

        def work(job: tuple[int, int]) -> tuple[Floats, Floats]:
            number, seat = job
            seats = np.stack([both[0] if place == seat else both[1] for place in range(players)])
            names = [f"match {seed} {players} {number} {shuffle}" for shuffle in range(CHUNK)]
            _, totals, order = self._play(players, number, np.stack([seats] * CHUNK), names, MATCH)
            first = order == order.max(axis=1, keepdims=True)
            lead = totals[:, seat] - np.delete(totals, seat, axis=1).max(axis=1)
            return first[:, seat] / first.sum(axis=1), lead

        parts = -(-pairs // CHUNK)
        jobs = [(number, seat) for number in range(parts) for seat in range(players)]
        results = list(self._pool.map(work, jobs))
        won = np.stack([share for share, _ in results]).reshape(parts, players, CHUNK).mean(axis=1)
        margin = float(np.mean([lead for _, lead in results]))
        error = float(won.std() / np.sqrt(won.size))
        return Contest(parts * players * CHUNK, float(won.mean()), error, margin)

    def _play(
        self, players: int, number: int, own: Floats, names: Sequence[str], share: Share
    ) -> tuple[Notes, Floats, Standing]:
        game = self._games[players, "advanced" if number % ADVANCED == 0 else "basic"]
        beam, notes = self._buffers(game)
        seeds = np.stack([generator(derived_seed(name)) for name in names])
        totals = np.zeros((len(names), players))
        order = np.zeros((len(names), players), dtype=np.int64)
        base = self.base[players]
        used = self._loops.play_games(
            game.box, base, own, seeds, beam, WIDTH, share, notes, totals, order
        )
        # Half as long: the inputs are small numbers.
        parts: Any = (part[:used].astype(np.float16) for part in notes)
        return Notes(*parts), totals, order

    def _buffers(self, game: Game) -> tuple[Any, Any]:
        kept = self._own.__dict__.setdefault("buffers", {})
        if game.seats not in kept:
            kept[game.seats] = (
                new_beam_buffers(game, WIDTH),
                self._loops.new_notes(game.seats, CHUNK * ROWS),
            )
        return kept[game.seats]


def _loops(game: Game) -> ModuleType:
    turns = turn_functions(game)
    assert turns is not None
    return specialise(
        "lutetia.games.belle_epoque.learning.playing",
        game.id,
        game.rules,
        turn_up=turns.turn_up,
        plan_turn=turns.plan_turn,
    )


def varied(knowledge: Floats, numbers: np.random.Generator) -> Floats:
    """The weights of one player for one game: the weights of reflection get random factors."""
    found = knowledge.copy()
    if numbers.random() < UNCHANGED:
        return found
    length = BLOCKS * FEATURES
    factors = np.exp(VARIETY * numbers.normal(size=length))
    factors[numbers.random(length) < DROPPED] = 0.0
    found[REFLECTION * FEATURES : REFLECTION * FEATURES + length] *= factors
    assert len(found) > INSIGHT
    return found


def joined(parts: Sequence[Notes]) -> Notes:
    """All notes together."""
    columns: Any = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Notes(*columns)
