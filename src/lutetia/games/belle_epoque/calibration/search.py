"""The search: candidates are bred, refitted and judged; the better ones are judged again.

The first stage plays few games, with the players of the candidate's parent. A refit with so few
games would only add noise to them. The better candidates reach the next stages: there players are
refitted to each candidate, and play more games. All candidates play the same shuffles. Only what
was found at the last stage breeds. Every result is one line of a file, so a search can be stopped
and goes on later; the same seed gives the same results on any number of cores.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.games.belle_epoque.balance.measures import (
    measures,
    penalties,
    shares_of_beaten,
    single_minded_penalty,
)
from lutetia.games.belle_epoque.calibration.candidates import (
    Candidate,
    components_of,
    crossed,
    described,
    is_allowed,
    mutated,
    ranges,
)
from lutetia.games.belle_epoque.calibration.trials import (
    LEANINGS,
    PLAYERS,
    SETUPS,
    Trials,
    joined,
    leaning,
    refit,
)
from lutetia.games.belle_epoque.evaluation.weights import refitted_weights
from lutetia.games.belle_epoque.rules.components import current_components
from lutetia.games.belle_epoque.tuning.first_sight import random_numbers
from lutetia.kernel.errors import BadComponents
from lutetia.kernel.types import Floats

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Stage:
    """How much one stage of the search plays."""

    refit_steps: int
    refit_games: int
    """Games of each step, for each number of players."""
    games: int
    """Games that are measured, for each number of players and each set-up."""
    duels: int
    """Games of each single-minded player against a mixed one."""

    def times(self, effort: int) -> Stage:
        """The same stage with more games."""
        return Stage(
            self.refit_steps, self.refit_games * effort, self.games * effort, self.duels * effort
        )


STAGES = (Stage(0, 0, 4, 0), Stage(1, 40, 10, 0), Stage(2, 60, 20, 6))
"""For an effort of 1. A search for real figures needs an effort of 10 or more."""
SURVIVORS = 3
"""One candidate in this many reaches the next stage."""
PARENTS = 6
SEARCHED_DUELS = ("basic",)
"""Single-minded players are searched with two players in this set-up alone, to save time."""
COUNTS_LESS = {"tiles": 0.4, "prestige": 0.4, "districts": 0.4}
"""Aims that the printed figures limit most. They count less than a fair and close game."""


@dataclass
class Judged:
    """A candidate, its players and its result at a stage."""

    candidate: Candidate
    stage: int
    weights: dict[int, Floats]
    found: dict[str, Any]
    loss: float
    parts: dict[str, float] = field(default_factory=dict)

    def line(self) -> str:
        """One line of the file of results."""
        return json.dumps(
            {
                "candidate": self.candidate,
                "figures": described(self.candidate),
                "stage": self.stage,
                "loss": self.loss,
                "parts": self.parts,
                "found": self.found,
                "weights": {str(n): _packed(weights) for n, weights in self.weights.items()},
            }
        )

    def has_house_rules(self) -> bool:
        """Whether a house rule is on."""
        figures, _ = ranges()
        return any(self.candidate[len(figures) :])

    @classmethod
    def read(cls, line: str) -> Judged:
        """What `line` wrote. A line may name players of the program instead of their weights."""
        row = json.loads(line)
        return cls(
            tuple(row["candidate"]),
            row["stage"],
            {n: refitted_weights(row["refitted"], n) for n in PLAYERS}
            if "refitted" in row
            else {int(n): _unpacked(text) for n, text in row["weights"].items()},
            row["found"],
            row["loss"],
            row["parts"],
        )


def _packed(weights: Floats) -> str:
    return base64.b64encode(weights.astype("<f4").tobytes()).decode()


def _unpacked(text: str) -> Floats:
    return np.frombuffer(base64.b64decode(text), dtype="<f4").astype(np.float64)


def earlier_results() -> list[Judged]:
    """Candidates of earlier calibrations with their refitted players; a search begins with them."""
    text = resources.files(__package__).joinpath("earlier.jsonl").read_text(encoding="utf-8")
    return [Judged.read(line) for line in text.splitlines()]


def present_result() -> Judged:
    """The figures with which new games are played, and their players."""
    present = current_components().digest()
    for one in earlier_results():
        if components_of(one.candidate).digest() == present:
            return one
    raise BadComponents("components.toml: earlier.jsonl has no players of these figures")


def judge(
    trials: Trials,
    candidate: Candidate,
    weights: dict[int, Floats],
    stage: Stage,
    number: int,
    seed: str,
) -> Judged:
    """Refit players to a candidate, and let them play."""
    for step in range(stage.refit_steps):
        weights = refit(trials, candidate, weights, stage.refit_games, f"{seed}.{number}.{step}")
    found = played(trials, candidate, weights, stage.games, seed)
    duels = single_minded(trials, candidate, {2: weights[2]}, SEARCHED_DUELS, stage.duels, seed)
    parts = total_penalties(found, duels)
    loss = sum(COUNTS_LESS.get(name, 1.0) * part for name, part in parts.items())
    return Judged(candidate, number, weights, {**found, "single-minded": duels}, loss, parts)


def total_penalties(found: dict[str, Any], duels: dict[str, dict[str, float]]) -> dict[str, float]:
    """Each aim's mean penalty over all set-ups."""
    rows = [penalties(one) for one in found.values()]
    parts = {name: float(np.mean([row[name] for row in rows])) for name in rows[0]}
    if duels:
        sums = [sum(map(single_minded_penalty, shares.values())) for shares in duels.values()]
        parts["single-minded"] = float(np.mean(sums)) / 2
    return parts


def played(
    trials: Trials, candidate: Candidate, weights: dict[int, Floats], games: int, seed: str
) -> dict[str, Any]:
    """The measures of every set-up of the numbers of players that have weights."""
    jobs: list[tuple[Any, ...]] = []
    names = []
    for players, own in weights.items():
        for setup in SETUPS:
            box = trials.box(candidate, players, setup)
            more = trials.play(box, players, [own] * players, seed, range(games))
            jobs += more
            names += [f"{players} {setup}"] * len(more)
    parts = trials.map(trials.chunk, jobs)
    found = {}
    for name in dict.fromkeys(names):
        whole = joined([part for part, one in zip(parts, names, strict=True) if one == name])
        found[name] = measures(whole.states, whole.accounts, whole.lines, whole.standings)
    return found


def single_minded(
    trials: Trials,
    candidate: Candidate,
    weights: dict[int, Floats],
    setups: Sequence[str],
    games: int,
    seed: str,
) -> dict[str, dict[str, float]]:
    """The share of mixed players that a single-minded one is ahead of, from all seats in turn.

    One player at the table is single-minded, all others are mixed: `weights` says which numbers of
    players are looked at."""
    jobs: list[tuple[Any, ...]] = []
    names = []
    for players, own in weights.items():
        each = range(-(-games // players))
        for setup in setups:
            box = trials.box(candidate, players, setup)
            for wish in LEANINGS if games else ():
                for seat in range(players):
                    table = [own] * players
                    table[seat] = leaning(own, wish)
                    more = trials.play(box, players, table, seed, each)
                    jobs += more
                    names += [(f"{players} {setup}", wish, seat)] * len(more)
    parts = trials.map(trials.chunk, jobs)
    ahead: dict[str, dict[str, list[float]]] = {}
    for (name, wish, seat), part in zip(names, parts, strict=True):
        shares = shares_of_beaten(part.standings)[:, seat]
        ahead.setdefault(name, {}).setdefault(wish, []).extend(shares)
    return {
        name: {wish: float(np.mean(shares)) for wish, shares in wishes.items()}
        for name, wishes in ahead.items()
    }


class Search:
    """A search that continues what its file of results holds."""

    def __init__(
        self,
        trials: Trials,
        file: Path,
        seed: str,
        stages: tuple[Stage, ...],
        house: bool,
        tell: Tell,
    ) -> None:
        self._trials = trials
        self._stages = stages
        self._file = file
        self._seed = seed
        self._house = house
        self._tell = tell
        self._kept: dict[tuple[Candidate, int], Judged] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                one = Judged.read(line)
                self._kept[one.candidate, one.stage] = one

    def judged(self, candidate: Candidate, weights: dict[int, Floats], number: int) -> Judged:
        """The result of a candidate at a stage, from the file or from new games."""
        if (candidate, number) not in self._kept:
            one = judge(
                self._trials,
                candidate,
                weights,
                self._stages[number],
                number,
                f"{self._seed}.search",
            )
            # As a later run would read it, so that a continued search gives the same results.
            self._kept[candidate, number] = Judged.read(one.line())
            with self._file.open("a", encoding="utf-8") as file:
                file.write(one.line() + "\n")
        return self._kept[candidate, number]

    def run(
        self,
        starts: list[tuple[Candidate, dict[int, Floats]]],
        generations: int,
        size: int,
    ) -> Judged:
        """All generations; returns the best candidate of the last stage."""
        numbers = random_numbers("calibration", self._seed)
        pool: dict[Candidate, Judged] = {}
        brood = [(one, weights) for one, weights in starts if is_allowed(one)]
        known = {one for one, _ in starts}
        while len(brood) < size:
            parent, weights = starts[int(numbers.integers(len(starts)))]
            child = mutated(parent, numbers, self._house)
            if child not in known:
                known.add(child)
                brood.append((child, weights))
        for generation in range(1, generations + 1):
            looked = [self.judged(candidate, weights, 0) for candidate, weights in brood]
            for number in range(1, len(self._stages)):
                looked.sort(key=lambda one: one.loss)
                better = looked[: -(-len(looked) // SURVIVORS)]
                looked = [self.judged(one.candidate, one.weights, number) for one in better]
            pool.update({one.candidate: one for one in looked})
            parents = sorted(pool.values(), key=lambda one: one.loss)[:PARENTS]
            self._tell(
                f"generation {generation}: {len(brood)} candidates, best loss "
                f"{parents[0].loss:.3f} {parents[0].parts}"
            )
            brood = []
            while len(brood) < size:
                one = parents[int(numbers.integers(len(parents)))]
                other = parents[int(numbers.integers(len(parents)))]
                child = mutated(
                    crossed(one.candidate, other.candidate, numbers), numbers, self._house
                )
                if child not in known:
                    known.add(child)
                    brood.append((child, one.weights))
        return min(pool.values(), key=lambda one: one.loss)
