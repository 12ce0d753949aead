"""The latest positions of self-play, on the device that learns from them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lutetia.ai.network.selfplay import OWNED, TARGETS, Samples
from lutetia.ai.network.subject import Subject


class Batch(NamedTuple):
    """Rows of the replay buffer, in its format."""

    planes: Tensor
    numbers: Tensor
    moves: Tensor
    probabilities: Tensor
    result: Tensor
    lines: Tensor
    ownership: Tensor


class Replay:
    """A ring buffer: the newest sample replaces the oldest."""

    def __init__(self, subject: Subject, capacity: int, device: torch.device) -> None:
        self.capacity = capacity
        self.device = device

        def reserve(kind: torch.dtype, *shape: int) -> Tensor:
            return torch.zeros((capacity, *shape), dtype=kind, device=device)

        self.rows = Batch(
            planes=reserve(torch.int64, subject.planes),
            numbers=reserve(torch.int8, subject.numbers),
            moves=reserve(torch.int16, TARGETS),
            probabilities=reserve(torch.int16, TARGETS),
            result=reserve(torch.uint8, subject.seats),
            lines=reserve(torch.int16, subject.seats * subject.lines),
            ownership=reserve(torch.int64, OWNED + subject.hidden_sets),
        )
        self.filled = torch.zeros((), dtype=torch.float32, device=device)
        self.size = 0
        self.place = 0

    def add(self, samples: Samples) -> int:
        """Add samples. Returns their number."""
        arrays = (
            samples.planes.view(np.int64),
            samples.numbers,
            samples.moves,
            samples.probabilities.view(np.int16),
            samples.result,
            samples.lines,
            samples.ownership.view(np.int64),
        )
        count = len(samples.result)
        first = min(count, self.capacity - self.place)
        for row, array in zip(self.rows, arrays, strict=True):
            fresh = torch.from_numpy(array)
            row[self.place : self.place + first].copy_(fresh[:first])
            if first < count:
                row[: count - first].copy_(fresh[first:])
        self.place = (self.place + count) % self.capacity
        self.size = min(self.capacity, self.size + count)
        self.filled.fill_(float(self.size))
        return count

    def draw(self, count: int) -> Batch:
        """Random rows, all equally likely. This also works inside a CUDA graph."""
        chosen = (torch.rand(count, device=self.device) * self.filled).long()
        chosen = chosen.clamp_(0, self.capacity - 1)
        return Batch(*(row[chosen] for row in self.rows))
