"""A whole training: self-play, learning, matches, checkpoints and a log.

The games are played on this machine (`local_games`) or on all machines of a cluster (`cluster`).
The network learns here, from the latest positions.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from lutetia.ai.network import checkpoint
from lutetia.ai.network.checkpoint import Progress
from lutetia.ai.network.head_start import measure, shipped, started
from lutetia.ai.network.learning import Learner, Losses
from lutetia.ai.network.lessons import lessons
from lutetia.ai.network.local_games import LocalGames
from lutetia.ai.network.matches import Match, elo_of
from lutetia.ai.network.networks import AnyNetwork, new_network
from lutetia.ai.network.recipe import Recipe
from lutetia.ai.network.replay import Replay
from lutetia.ai.network.selfplay import EVALUATED, PLAYED, PLIES, PROVED, Samples
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.threads import new_threads
from lutetia.kernel.chance import derived_seed

Told = Callable[[str], None]
MOST_STEPS = 20
"""The most steps of learning between two turns of the games."""
FIRST_PART = 0.1
"""The part of the training that uses `first_simulations`."""


class Games(Protocol):
    """The games of self-play, wherever they are played."""

    def turn(self) -> list[Samples]:
        """Continue the games. Returns the samples of those that ended."""

    def take(self, network: AnyNetwork, simulations: int) -> None:
        """Play with these weights and this many simulations from now on."""

    def tallies(self) -> Any:
        """The sums of the counters (`selfplay`)."""

    def stop(self) -> None:
        """Nobody asks any more."""


class Trainer:
    """One training, new or continued."""

    def __init__(
        self,
        subject: Subject,
        recipe: Recipe,
        folder: Path,
        device: torch.device,
        told: Told,
        cluster: str | None = None,
        start: Path | None = None,
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
        network = (
            new_network(subject, recipe.size)
            if start is None
            else started(start, subject, recipe.size)
        )
        self.unmeasured = start is not None
        """Whether the network comes from a model file and has not seen any positions yet."""
        self.learner = Learner(subject, network, self.replay, recipe.batch, device)
        self.best = new_network(subject, recipe.size).to(device).eval()
        self.best.load_state_dict(self.learner.mean.state_dict())
        self.fixed = shipped(subject, recipe.size, device)
        """The network that Lutetia ships, as a player that stays the same in all trainings."""
        self.matched = 0
        """The steps of the network that played the last match."""
        if self.path.exists():
            self._go_on()
            self.unmeasured = False
        self.threads = recipe.threads or os.cpu_count() or 1
        self.pool = new_threads(self.threads)
        self.games = self._games(cluster)
        self.owed = 0.0
        self.fresh: list[Samples] = []

    @property
    def path(self) -> Path:
        """The path of the checkpoint."""
        return self.folder / "checkpoint.pt"

    def _games(self, cluster: str | None) -> Games:
        seed = derived_seed(self.recipe.seed, self.progress.games)
        if cluster is None:
            return LocalGames(
                self.subject,
                self.recipe,
                self.learner.mean,
                self.device,
                seed,
                self.pool,
            )
        from lutetia.ai.network.cluster import ClusterGames

        return ClusterGames(self.subject, self.recipe, self.learner.mean, cluster, seed, self.told)

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
        if self.progress.steps == 0 and self.recipe.lessons:
            self._take_lessons()
        counted = self.games.tallies()
        told_at = began
        while True:
            self._turn(steps)
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
        self.games.stop()

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
        self.games.take(self.learner.mean, self._simulations())
        self.best.load_state_dict(self.learner.mean.state_dict())

    def _turn(self, steps: int | None) -> None:
        """Continue the games, and learn."""
        self.fresh += self.games.turn()
        if sum(len(samples.result) for samples in self.fresh) >= self.recipe.batch:
            # One large copy: each of many small copies would wait for the learning before it.
            whole, self.fresh = _joined(self.fresh), []
            self.owed += self.replay.add(whole) * self.recipe.reuse
        if self.replay.size < self.recipe.batch:
            self.owed = 0.0
            return
        if self.unmeasured:
            batch = self.replay.draw(self.recipe.batch)
            for network in (self.learner.network, self.learner.mean, self.best):
                measure(network, batch, self.learner.scales)
            self.unmeasured = False
        # Many machines play faster than one learns. Then each position is used less often.
        self.owed = min(self.owed, float(MOST_STEPS * self.recipe.batch))
        while self.owed >= self.recipe.batch and self.progress.steps != steps:
            self.owed -= self.recipe.batch
            self.learner.set_rate(self._rate())
            self.learner.step()
            self.progress.steps += 1
            if self.progress.steps % 20 == 0:
                self.games.take(self.learner.mean, self._simulations())

    def _simulations(self) -> int:
        early = self.progress.seconds < FIRST_PART * 60.0 * self.recipe.minutes
        return self.recipe.first_simulations if early else self.recipe.simulations

    def _rate(self) -> float:
        """The learning rate: it rises in the warm-up, stays full, then falls along a cosine."""
        recipe = self.recipe
        done = self.progress.seconds / (60.0 * recipe.minutes)
        fall = max(0.0, min(1.0, (done - 0.4) / 0.6))
        rate = recipe.rate * (0.02 + 0.98 * 0.5 * (1.0 + math.cos(math.pi * fall)))
        return rate * min(1.0, (self.progress.steps + 1) / recipe.warm_up)

    def _tell(self, before: Any, seconds: float) -> Any:
        """Write a line of the log."""
        after = self.games.tallies()
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

    def winner(self) -> AnyNetwork:
        """The network to ship: the best one of all matches, also against the newest one."""
        if self.progress.steps != self.matched:
            self.match()
            self._save()
        return self.best

    def match(self) -> float:
        """Let the newest network play against the best one so far, and take its place if it wins
        at least half. The best one then plays the fixed player."""
        recipe = self.recipe
        self.matched = self.progress.steps
        match = Match(self.subject, self.best, self.device, recipe.match_pairs, self.threads)
        seed = derived_seed(recipe.seed, "match", self.progress.steps)
        share = match.share(self.learner.mean, self.best, recipe.match_simulations, seed, self.pool)
        if share >= 0.5:
            self.best.load_state_dict(self.learner.mean.state_dict())
            self.progress.elo += elo_of(share)
        line = {
            "seconds": round(self.progress.seconds, 1),
            "match": round(share, 4),
            "match games": 2 * recipe.match_pairs,
            "elo": round(self.progress.elo, 1),
        }
        if self.fixed is not None:
            won = match.share(self.best, self.fixed, recipe.match_simulations, seed, self.pool)
            line |= {
                "won against shipped": round(won, 4),
                "elo against shipped": round(elo_of(won), 1),
            }
        self._write(line)
        return share

    def _save(self) -> None:
        checkpoint.save(self.path, self.subject, self.learner, self.best, self.progress)
        recipe = json.dumps({**asdict(self.recipe)}, indent=2)
        (self.folder / "recipe.json").write_text(recipe + "\n", encoding="utf-8")


def _joined(samples: list[Samples]) -> Samples:
    return Samples(*(np.concatenate(parts) for parts in zip(*samples, strict=True)))
