"""A whole training on one machine: self-play, learning, matches, checkpoints and a log.

Two crowds of games take turns: while the network evaluates the positions of one, the processor's
cores continue the games of the other. In between the network learns from the latest positions.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lutetia.ai.network import checkpoint
from lutetia.ai.network.checkpoint import Progress
from lutetia.ai.network.crowd import Crowd
from lutetia.ai.network.inference import Channel, Player, pinned
from lutetia.ai.network.learning import Learner, Losses
from lutetia.ai.network.lessons import lessons
from lutetia.ai.network.matches import Match, elo_of
from lutetia.ai.network.networks import new_network
from lutetia.ai.network.replay import Replay
from lutetia.ai.network.selfplay import EVALUATED, PLAYED, PLIES, PROVED, Samples
from lutetia.ai.network.subject import Size, Subject
from lutetia.kernel.chance import derived_seed

Told = Callable[[str], None]
HALVES = 2
FIRST_PART = 0.1
"""The part of the training that uses `first_simulations`."""


@dataclass(frozen=True)
class Recipe:
    """All settings of a training, except the machine."""

    size: Size = field(default_factory=Size)
    games: int = 16384
    """The number of games at once, in both crowds together."""
    simulations: int = 32
    first_simulations: int = 16
    """The number in the first tenth of the training, when the network knows little."""
    quick_simulations: int = 0
    """Three of four searches have only so many, and nothing is learnt from their positions; 0: all
    searches are thorough."""
    batch: int = 4096
    reuse: float = 4.0
    """How often each position is used for learning, on average."""
    lessons: int = 0
    """With how many games of planners the training begins."""
    lesson_reuse: float = 5.0
    """How often each position of these games is used for learning, on average."""
    window: int = 3_000_000
    """The number of positions that are kept for learning."""
    rate: float = 2e-3
    warm_up: int = 1000
    """The number of steps until the full learning rate."""
    minutes: float = 16.0
    """The length of the whole training; the learning rate falls in its second half."""
    save_every: float = 30.0
    match_every: float = 75.0
    match_pairs: int = 200
    match_simulations: int = 16
    threads: int = 0
    """0: as many as the machine has."""
    seed: str = "training"


def recipe_for(subject: Subject) -> Recipe:
    """The usual recipe of a game."""
    return Recipe(
        size=subject.size,
        simulations=subject.simulations,
        quick_simulations=subject.quick,
        lessons=subject.lessons,
        window=subject.window,
        rate=subject.rate,
    )


class Trainer:
    """One training, new or continued."""

    def __init__(
        self, subject: Subject, recipe: Recipe, folder: Path, device: torch.device, told: Told
    ) -> None:
        self.subject = subject
        self.recipe = recipe
        self.folder = folder
        self.device = device
        self.told = told
        self.progress = Progress()
        torch.backends.cudnn.benchmark = True
        torch.manual_seed(int.from_bytes(derived_seed(recipe.seed)[:4]))
        self.replay = Replay(subject, recipe.window, device)
        network = new_network(subject, recipe.size)
        self.learner = Learner(subject, network, self.replay, recipe.batch, device)
        self.best = new_network(subject, recipe.size).to(device).eval()
        self.best.load_state_dict(self.learner.mean.state_dict())
        if self.path.exists():
            self._go_on()
        self.threads = recipe.threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.player = Player(subject, self.learner.mean, device)
        self.crowds = [self._crowd(half) for half in range(HALVES)]
        self.channels = [Channel(crowd.leaves, self.player) for crowd in self.crowds]
        self.owed = 0.0
        self.fresh: list[Samples] = []

    @property
    def path(self) -> Path:
        """The path of the checkpoint."""
        return self.folder / "checkpoint.pt"

    def _crowd(self, half: int) -> Crowd:
        recipe = self.recipe
        return Crowd(
            self.subject,
            self.subject.practice(),
            recipe.games // HALVES,
            recipe.first_simulations,
            derived_seed(recipe.seed, self.progress.games, half),
            self.threads,
            pinned if self.device.type == "cuda" else np.zeros,
            most_simulations=max(recipe.simulations, recipe.first_simulations),
            quick=recipe.quick_simulations,
        )

    def _go_on(self) -> None:
        content = checkpoint.load(self.path, self.subject)
        self.progress = Progress(**content["progress"])
        self.learner.network.load_state_dict(content["network"])
        self.learner.mean.load_state_dict(content["mean"])
        self.learner.optimiser.load_state_dict(content["optimiser"])
        if self.device.type == "cuda":
            self.learner.optimiser.param_groups[0]["lr"] = self.learner.rate
        self.best = checkpoint.network_of(content, self.subject, "best").to(self.device)
        self.told(f"going on after {self.progress.seconds / 60:.1f} minutes of training")

    def run(self, minutes: float, steps: int | None = None) -> None:
        """Train for some minutes, for a number of steps, or to the end of the recipe.

        An interruption (Ctrl-C) loses what was learnt since the last checkpoint.
        """
        began = saved = matched = time.monotonic()
        spent = self.progress.seconds
        end = min(60.0 * minutes, 60.0 * self.recipe.minutes - spent)
        half = 0
        if self.progress.steps == 0 and self.recipe.lessons:
            self._take_lessons()
        for crowd, channel in zip(self.crowds, self.channels, strict=True):
            crowd.advance(self.pool)
            channel.ask()
        counted = self._tallies()
        told_at = began
        while True:
            self._turn(half, steps)
            half = 1 - half
            now = time.monotonic()
            self.progress.seconds = spent + now - began
            over = now - began >= end or (steps is not None and self.progress.steps >= steps)
            if now - told_at >= 10.0 or over:
                counted = self._tell(counted, now - told_at)
                told_at = now
            if now - matched >= self.recipe.match_every:
                self.match()
                matched = time.monotonic()
            if now - saved >= self.recipe.save_every or over:
                self._save()
                saved = time.monotonic()
            if over:
                break
        for channel in self.channels:
            channel.wait()

    def _take_lessons(self) -> None:
        """Learn from games of planners before the first game of self-play."""
        recipe = self.recipe
        taken: list[Samples] = []
        for samples in lessons(self.subject.game, recipe.lessons, recipe.seed, self.threads):
            taken.append(samples)
            if sum(len(some.result) for some in taken) >= recipe.batch:
                self.replay.add(_joined(taken))
                taken = []
        if taken:
            self.replay.add(_joined(taken))
        self.told(f"{self.replay.size} positions of {recipe.lessons} games of planners")
        for _ in range(int(self.replay.size * recipe.lesson_reuse / recipe.batch)):
            self.learner.set_rate(self._rate())
            self.learner.step()
            self.progress.steps += 1
        self.player.take(self.learner.mean)
        self.best.load_state_dict(self.learner.mean.state_dict())

    def _turn(self, half: int, steps: int | None) -> None:
        """Continue one half of the games, send its next positions to the network, and learn."""
        crowd, channel = self.crowds[half], self.channels[half]
        channel.wait()
        crowd.advance(self.pool)
        channel.ask()
        self.fresh += crowd.harvest()
        if sum(len(samples.result) for samples in self.fresh) >= self.recipe.batch:
            # One large copy: each of many small copies would wait for the learning before it.
            whole, self.fresh = _joined(self.fresh), []
            self.owed += self.replay.add(whole) * self.recipe.reuse
        if self.replay.size < self.recipe.batch:
            self.owed = 0.0
            return
        while self.owed >= self.recipe.batch and self.progress.steps != steps:
            self.owed -= self.recipe.batch
            self.learner.set_rate(self._rate())
            self.learner.step()
            self.progress.steps += 1
            if self.progress.steps % 20 == 0:
                self.player.take(self.learner.mean)
                self._set_simulations()

    def _set_simulations(self) -> None:
        recipe = self.recipe
        early = self.progress.seconds < FIRST_PART * 60.0 * recipe.minutes
        for crowd in self.crowds:
            wanted = recipe.first_simulations if early else recipe.simulations
            if crowd.simulations != wanted:
                crowd.simulations = wanted

    def _rate(self) -> float:
        """The learning rate: it rises in the warm-up, stays full, then falls along a cosine."""
        recipe = self.recipe
        done = self.progress.seconds / (60.0 * recipe.minutes)
        fall = max(0.0, min(1.0, (done - 0.4) / 0.6))
        rate = recipe.rate * (0.02 + 0.98 * 0.5 * (1.0 + math.cos(math.pi * fall)))
        return rate * min(1.0, (self.progress.steps + 1) / recipe.warm_up)

    def _tallies(self) -> Any:
        return np.sum([crowd.tallies() for crowd in self.crowds], axis=0)

    def _tell(self, before: Any, seconds: float) -> Any:
        """Write a line of the log."""
        after = self._tallies()
        new = after - before
        self.progress.games += int(new[PLAYED])
        self.progress.positions += int(new[PLIES])
        self.progress.evaluations += int(new[EVALUATED])
        line = {
            "seconds": round(self.progress.seconds, 1),
            "steps": self.progress.steps,
            "games": self.progress.games,
            "positions": self.progress.positions,
            "rate": self._rate(),
            "games a second": round(float(new[PLAYED]) / seconds, 1),
            "positions a second": round(float(new[PLIES]) / seconds),
            "evaluations a second": round(float(new[EVALUATED]) / seconds),
            "proved": round(float(new[PROVED]) / max(1.0, float(new[PLIES])), 3),
            "elo": round(self.progress.elo, 1),
        }
        losses = self.learner.losses.tolist()
        line |= {name: round(loss, 4) for name, loss in zip(Losses._fields, losses, strict=True)}
        self._write(line)
        return after

    def _write(self, line: dict[str, float]) -> None:
        self.progress.log.append(line)
        self.told(json.dumps(line))
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def match(self) -> float:
        """Let the current network play against the best one so far. The winner is shipped."""
        recipe = self.recipe
        match = Match(
            self.subject, self.best, self.device, recipe.match_pairs, len(self.crowds[0].ranges)
        )
        seed = derived_seed(recipe.seed, "match", self.progress.steps)
        share = match.share(self.learner.mean, self.best, recipe.match_simulations, seed, self.pool)
        if share >= 0.5:
            self.best.load_state_dict(self.learner.mean.state_dict())
            self.progress.elo += elo_of(share)
        self._write(
            {
                "seconds": round(self.progress.seconds, 1),
                "match": round(share, 4),
                "match games": 2 * recipe.match_pairs,
                "elo": round(self.progress.elo, 1),
            }
        )
        return share

    def _save(self) -> None:
        checkpoint.save(self.path, self.subject, self.learner, self.best, self.progress)
        recipe = json.dumps({**asdict(self.recipe)}, indent=2)
        (self.folder / "recipe.json").write_text(recipe + "\n", encoding="utf-8")


def _joined(samples: list[Samples]) -> Samples:
    return Samples(*(np.concatenate(parts) for parts in zip(*samples, strict=True)))
