"""The network of insight in PyTorch: the same sums as the compiled one, and their gradients."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lutetia.games.belle_epoque.evaluation.estimate import MARGIN
from lutetia.games.belle_epoque.evaluation.insight import FIRST, LEAST_MARGIN, POINTS, SHAPES
from lutetia.games.belle_epoque.evaluation.insight_inputs import LEFT
from lutetia.games.belle_epoque.learning.playing import Notes
from lutetia.kernel.types import Floats

USED_INPUTS = {"seat": 50, "table": 20, "board": 20, "owner": 20, "places": 40, "second": FIRST}
"""About how many inputs of a matrix are not 0: the first weights are small enough for so many."""
MEMORY = 0.998
"""How much of the running mean of the weights a step keeps."""
LEAD = 0.5
"""How much an error of the lead counts beside the errors of points."""
WIN = 1.0
"""How much the cross entropy of the winner counts."""
SOON = 0.2
"""A position with so much time left counts half as much as one at the end."""


class Network(nn.Module):
    """Corrections in tens of points, for each seat: points in play, and of districts."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        chance = torch.Generator().manual_seed(seed)
        for name, shape in SHAPES.items():
            first = torch.zeros(shape)
            if name in USED_INPUTS:
                first = torch.randn(shape, generator=chance) / math.sqrt(USED_INPUTS[name])
            # The last layer begins with zeros, so a new network corrects nothing.
            self.register_parameter(name, nn.Parameter(first))

    def forward(self, seats: Tensor, table: Tensor, districts: Tensor) -> Tensor:
        """The corrections of a batch of positions with the same number of players."""
        players = seats.shape[1]
        sides = seats @ self.seat
        other = sides[:, :, FIRST:]
        hidden = sides[:, :, :FIRST] + (other.sum(1, keepdim=True) - other) / (players - 1)
        hidden = hidden + (table @ self.table + self.first_bias)[:, None]
        places = torch.relu(districts @ torch.cat([self.board, self.owner]) + self.place_bias)
        hidden = torch.relu(hidden + places.sum(2) @ self.places)
        hidden = torch.relu(hidden @ self.second + self.second_bias)
        return hidden @ self.answer + self.answer_bias

    def weights(self) -> Floats:
        """All weights in the order of the compiled network."""
        parts = [getattr(self, name).detach().cpu().double().numpy().ravel() for name in SHAPES]
        return np.concatenate(parts)

    def load_weights(self, weights: Floats) -> None:
        """Take over weights in the order of the compiled network."""
        place = 0
        with torch.no_grad():
            for name, shape in SHAPES.items():
                length = math.prod(shape)
                part = weights[place : place + length].reshape(shape)
                getattr(self, name).copy_(torch.from_numpy(part.copy()))
                place += length


@dataclass(frozen=True)
class Losses:
    """How far the network misses: points (root mean squares), and the winner (cross entropy)."""

    total: float
    lead: float
    win: float


def losses(network: Network, batch: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The squared errors of all answers, of the totals and of the leads, in tens of points, and the
    cross entropy of the winner. A position counts more if the game ends sooner: there is less
    chance in what comes of it."""
    answers = network(batch.seats, batch.table, batch.districts)
    came = (batch.came - batch.expected) / POINTS
    missed = answers - came
    total = missed.sum(2)
    players = total.shape[1]
    lead = total - (total.sum(1, keepdim=True) - total) / (players - 1)
    left = batch.seats[:, :, LEFT].mean(1, keepdim=True)
    weight = SOON / (SOON + left)
    # What each seat has at the end, besides the points that it has now.
    sums = answers.sum(2) + (batch.expected.sum(2) + batch.points) / POINTS
    margin = network.margin[0, 0] + left.clamp(max=1.0) * network.margin[0, 1]
    logits = (sums - _best_other(sums)) / (MARGIN / POINTS + margin).clamp(
        min=LEAST_MARGIN / POINTS
    )
    win = nn.functional.binary_cross_entropy_with_logits(logits, batch.won, reduction="none")
    weight = weight / weight.mean()
    return (
        (weight[:, :, None] * missed**2).sum(2).mean(),
        (weight * total**2).mean(),
        (weight * lead**2).mean(),
        win.mean(),
    )


def _best_other(sums: Tensor) -> Tensor:
    """For each seat the most that another seat has."""
    players = sums.shape[1]
    own = torch.eye(players, dtype=torch.bool, device=sums.device)
    return sums[:, None, :].expand(-1, players, -1).masked_fill(own, -math.inf).amax(2)


def on_device(notes: Notes, device: torch.device) -> Notes:
    """The same notes as tensors."""
    return Notes(*(torch.from_numpy(part).to(device) for part in notes))


class Learner:
    """A network, the running mean of its weights, and its optimiser."""

    def __init__(self, seed: int, device: torch.device, rate: float, decay: float) -> None:
        self.device = device
        self.network = Network(seed).to(device)
        self.mean = Network(seed).to(device)
        self.rate = rate
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=rate, weight_decay=decay, fused=device.type == "cuda"
        )
        self.steps = 0

    def learn(
        self,
        window: Mapping[int, Notes],
        batch: int,
        steps: int,
        pace: float,
        chance: torch.Generator,
        stop: Callable[[], bool],
    ) -> None:
        """Steps on random positions of each number of players; `pace` shortens them."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * pace
        for _ in range(steps):
            if stop():
                return
            loss = torch.zeros((), device=self.device)
            for notes in window.values():
                rows = torch.randint(
                    len(notes.won), (batch // len(window),), generator=chance, device=self.device
                )
                missed, _, lead, win = losses(self.network, _part(notes, rows))
                loss = loss + missed + LEAD * lead + WIN * win
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimiser.step()
            self.steps += 1
            self._remember()

    def _remember(self) -> None:
        kept = min(MEMORY, 1.0 - 1.0 / self.steps)
        with torch.no_grad():
            torch._foreach_lerp_(
                list(self.mean.parameters()), list(self.network.parameters()), 1.0 - kept
            )

    def misses(self, notes: Notes) -> Losses:
        """How far the running mean misses new notes."""
        with torch.no_grad():
            everything = torch.arange(len(notes.won), device=self.device)
            _, total, lead, win = losses(self.mean, _part(notes, everything))
        return Losses(POINTS * math.sqrt(total), POINTS * math.sqrt(lead), float(win))


def _part(notes: Notes, rows: Tensor) -> Notes:
    return Notes(*(part[rows].float() for part in notes))
