"""The rounds of a training: play, learn, a match against the best network so far, and again.

Everything that is needed to go on is written after each round. Only the positions that were kept
for learning are lost when a training is interrupted.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from lutetia.games.belle_epoque.evaluation.insight import WEIGHTS
from lutetia.games.belle_epoque.evaluation.insight_file import GAME, Insight
from lutetia.games.belle_epoque.evaluation.insight_inputs import VERSION
from lutetia.games.belle_epoque.learning.fitting import Learner, on_device
from lutetia.games.belle_epoque.learning.playing import Notes
from lutetia.games.belle_epoque.learning.table import PLAYERS, Table
from lutetia.kernel.errors import BadFile
from lutetia.kernel.types import Floats

FORMAT = 1


@dataclass(frozen=True)
class Recipe:
    """All settings of a training, except the machine."""

    minutes: float
    """The length of the whole training; the learning rate falls in its second half."""
    games: int = 8192
    """Games of a round: half of them with two players, a quarter each with three and four."""
    first_rounds: int = 2
    """The first rounds have a quarter of the games: the network has most to learn then."""
    window: int = 2_000_000
    """So many positions of each number of players are kept for learning."""
    batch: int = 12288
    steps: int = 600
    """Steps of learning in a round."""
    rate: float = 2e-3
    decay: float = 1e-3
    pairs: int = 128
    """Shuffles of each match of two players; each is played from every seat."""
    seed: str = "training"


@dataclass
class Progress:
    """How far a training has come."""

    seconds: float = 0.0
    rounds: int = 0
    games: int = 0
    positions: int = 0
    elo: float = 0.0
    """The Elo of the best network, from the matches with two players; no network has 0."""
    log: list[dict[str, float]] = field(default_factory=list)


class Training:
    """One training in one folder."""

    def __init__(
        self,
        table: Table,
        recipe: Recipe,
        folder: Path,
        device: torch.device,
        tell: Callable[[str], None],
        start: Insight | None = None,
    ) -> None:
        self.table, self.recipe, self.folder, self.tell = table, recipe, folder, tell
        self.progress = Progress()
        seed = int.from_bytes(recipe.seed.encode()[:4].ljust(4), "big")
        self.learner = Learner(seed, device, recipe.rate, recipe.decay)
        self.best: Floats = np.zeros(WEIGHTS)
        self._window: dict[int, Notes] = {}
        self._chance = torch.Generator(device).manual_seed(seed)
        if self._checkpoint.exists():
            self._load()
        elif start is not None:
            self._begin_with(start)

    def run(self, minutes: float, rounds: int | None = None) -> None:
        """Rounds until the training is as long as its recipe says, for so many minutes, or as many
        as are wanted."""
        begun, before = time.monotonic(), self.progress.seconds
        end = min(60.0 * minutes, 60.0 * self.recipe.minutes - before)

        last = None if rounds is None else self.progress.rounds + rounds

        def stop() -> bool:
            if last is not None:
                return self.progress.rounds >= last
            return time.monotonic() - begun > end

        (self.folder / "recipe.json").write_text(
            json.dumps(asdict(self.recipe), indent=1) + "\n", encoding="utf-8"
        )
        while not stop():
            line = self._round(stop)
            self.progress.seconds = before + time.monotonic() - begun
            if line:
                line = {"seconds": round(self.progress.seconds, 1), **line}
                self.progress.log.append(line)
                self._save()
                self.tell(json.dumps(line))

    def _round(self, stop: Callable[[], bool]) -> dict[str, float]:
        """One round; what it brought. Empty if the time ended before it was complete."""
        at, recipe = self.progress, self.recipe
        name = f"{recipe.seed} {at.rounds}"
        line = self._play(name, stop)
        if len(self._window) < len(PLAYERS) or stop():
            return {}
        self.learner.learn(
            self._window, recipe.batch, recipe.steps, self._pace(), self._chance, stop
        )
        if stop():
            return {}
        line |= self._match(self.learner.mean.weights(), name)
        at.rounds += 1
        return {"round": at.rounds, "games": at.games, "positions": at.positions, **line}

    def _play(self, name: str, stop: Callable[[], bool]) -> dict[str, float]:
        """Games of the best network; they join the window, and the oldest positions leave it."""
        recipe, found = self.recipe, {}
        games = recipe.games // (4 if self.progress.rounds < recipe.first_rounds else 1)
        for players in PLAYERS:
            share = games // 2 if players == 2 else games // 4
            notes = self.table.practise(players, self.best, name, share, stop)
            if notes is None:
                continue
            fresh = on_device(notes, self.learner.device)
            # The network has not learnt from these positions yet, so this is an honest figure.
            missed = self.learner.misses(fresh)
            found[f"total missed by, {players}"] = round(missed.total, 2)
            found[f"lead missed by, {players}"] = round(missed.lead, 2)
            found[f"winner, {players}"] = round(missed.win, 4)
            self._window[players] = _kept(self._window.get(players), fresh, recipe.window)
            self.progress.games += share
            self.progress.positions += len(notes.won)
        return found

    def _match(self, new: Floats, name: str) -> dict[str, float]:
        """The new network against the best one; the better one plays on. Then against none."""
        line: dict[str, float] = {}
        shares, won = [], 0.5
        for players in PLAYERS:
            pairs = max(1, 2 * self.recipe.pairs // players)
            result = self.table.contest(players, new, self.best, f"{name} best", pairs)
            line[f"won against the best, {players}"] = round(result.won, 3)
            shares.append(result.won * players)
            if players == 2:
                won = min(0.99, max(0.01, result.won))
        if np.mean(shares) >= 1.0:
            self.best = new
            self.progress.elo += 400.0 * math.log10(won / (1.0 - won))
            Insight(self.table.components, self.table.base, self.best).write(
                self.folder / "insight.npz"
            )
        line["elo"] = round(self.progress.elo, 1)
        nothing = np.zeros(WEIGHTS)
        for players in PLAYERS:
            pairs = max(1, self.recipe.pairs // players)
            result = self.table.contest(players, self.best, nothing, f"{name} none", pairs)
            line[f"won against none, {players}"] = round(result.won, 3)
            line[f"margin against none, {players}"] = round(result.margin, 2)
        return line

    def _pace(self) -> float:
        done = min(1.0, self.progress.seconds / (60.0 * self.recipe.minutes))
        return 1.0 if done < 0.5 else 0.05 + 0.95 * (1.0 + math.cos(math.pi * (2 * done - 1))) / 2

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _save(self) -> None:
        learner = self.learner
        content = {
            "format": FORMAT,
            "game": GAME,
            "version": VERSION,
            "components": self.table.components,
            "network": learner.network.state_dict(),
            "mean": learner.mean.state_dict(),
            "best": torch.from_numpy(self.best),
            "optimiser": learner.optimiser.state_dict(),
            "steps": learner.steps,
            "progress": asdict(self.progress),
        }
        beside = self._checkpoint.with_suffix(".new")
        torch.save(content, beside)
        beside.replace(self._checkpoint)
        lines = "".join(json.dumps(line) + "\n" for line in self.progress.log)
        (self.folder / "log.jsonl").write_text(lines, encoding="utf-8")

    def _begin_with(self, start: Insight) -> None:
        """Take over a network. It must be one for the same components."""
        if start.components != self.table.components:
            raise BadFile(
                f"the network to begin with learnt with the components {start.components[:12]}…; "
                f"this training has {self.table.components[:12]}…"
            )
        self.learner.network.load_weights(start.network)
        self.learner.mean.load_weights(start.network)
        self.best = start.network

    def _load(self) -> None:
        path, learner = self._checkpoint, self.learner
        try:
            found: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        except (OSError, RuntimeError, ValueError, EOFError, UnpicklingError):
            raise BadFile(f"{path}: no checkpoint of a training can be read from it") from None
        made_for = tuple(found.get(name) for name in ("game", "version", "components"))
        if made_for != (GAME, VERSION, self.table.components):
            raise BadFile(
                f"{path}: made for {made_for[0]}, inputs {made_for[1]}, components "
                f"{str(made_for[2])[:12]}…; this training is of {GAME}, inputs {VERSION}, "
                f"components {self.table.components[:12]}…"
            )
        learner.network.load_state_dict(found["network"])
        learner.mean.load_state_dict(found["mean"])
        learner.optimiser.load_state_dict(found["optimiser"])
        learner.steps = int(found["steps"])
        self.best = found["best"].numpy()
        self.progress = Progress(**found["progress"])


def _kept(old: Notes | None, fresh: Notes, most: int) -> Notes:
    """The newest positions of both."""
    if old is None:
        return fresh
    columns: Any = (torch.cat(pair)[-most:] for pair in zip(old, fresh, strict=True))
    return Notes(*columns)
