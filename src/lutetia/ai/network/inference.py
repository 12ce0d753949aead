"""The network on an accelerator, or on the processor, for the positions of self-play.

On a GPU one CUDA graph in bfloat16 does everything from the bits of a position to the logits of
its moves. It runs in parallel with the games of another crowd.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lutetia.ai.network.best_moves import STEPS
from lutetia.ai.network.gumbel import WIN_SHARE
from lutetia.ai.network.model import Answers
from lutetia.ai.network.networks import AnyNetwork, folded, new_network
from lutetia.ai.network.session import FAR_BEHIND
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.trees import Leaves

SHORTEST, LONGEST = -32768, 32767


def pinned(shape: Sequence[int], dtype: Any) -> Any:
    """An array in pinned memory: a GPU copies it without the processor."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return torch.zeros(size, dtype=torch.uint8, pin_memory=True).numpy().view(dtype).reshape(shape)


def unpacked(words: Tensor, kind: torch.dtype) -> Tensor:
    """Sets of 64 spaces as boards of 8×8."""
    shifts = torch.arange(64, device=words.device)
    return ((words.unsqueeze(-1) >> shifts) & 1).to(kind).unflatten(-1, (8, 8))


def worth(answers: Answers, subject: Subject, plays: Tensor) -> Tensor:
    """The value of each seat that search uses, between 0 and 1 (`gumbel.worth`)."""
    win = answers.win.float()
    totals = answers.lines.float().unflatten(1, (subject.seats, subject.lines)).sum(2)
    if win.ndim == 1:
        lead = torch.sigmoid((totals[:, 0] - totals[:, 1]) / subject.margin)
        own = WIN_SHARE * torch.sigmoid(win) + (1.0 - WIN_SHARE) * lead
        return torch.stack([own, 1.0 - own], 1)
    if subject.plays:
        totals = totals + FAR_BEHIND * (1.0 - plays)
    others = torch.stack(
        [torch.cat([totals[:, :n], totals[:, n + 1 :]], 1).amax(1) for n in range(subject.seats)], 1
    )
    lead = torch.sigmoid((totals - others) / subject.margin)
    return WIN_SHARE * torch.softmax(win, 1) + (1.0 - WIN_SHARE) * lead


class Player:
    """A network for play only: folded, in the number format of its device."""

    def __init__(self, subject: Subject, network: AnyNetwork, device: torch.device) -> None:
        self.subject = subject
        self.device = device
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32
        made = new_network(subject, network.size).eval()
        self.network = folded(made).to(device, self.kind, memory_format=torch.channels_last)
        self.scales = torch.from_numpy(subject.scales).to(device)
        self.plays = torch.tensor(subject.plays, dtype=torch.int64, device=device)
        self.take(network)

    @torch.no_grad()
    def take(self, network: AnyNetwork) -> None:
        """Play with the current weights of a network from now on."""
        fresh = copy.deepcopy(network).to(self.device).eval()
        for mine, new in zip(self.network.parameters(), folded(fresh).parameters(), strict=True):
            mine.copy_(new)

    def __call__(self, words: Tensor, numbers: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the moves in units of 1 / STEPS, and the values of the seats."""
        planes = unpacked(words, self.kind).contiguous(memory_format=torch.channels_last)
        facts = (numbers.float() / self.scales).to(self.kind)
        answers: Answers = self.network(planes, facts)
        logits = answers.policy.gather(1, moves.long()).float() * STEPS
        steps = logits.round().clamp(SHORTEST, LONGEST).to(torch.int16)
        plays = numbers.index_select(1, self.plays).float()
        return steps, worth(answers, self.subject, plays)


class Channel:
    """Sends one crowd's positions to a player, and the answers back."""

    def __init__(self, leaves: Leaves, player: Player) -> None:
        self.player = player
        arrays = (leaves.planes.view(np.int64), leaves.numbers, leaves.moves)
        self.inputs = [torch.from_numpy(array) for array in arrays]
        self.outputs = [torch.from_numpy(leaves.logits), torch.from_numpy(leaves.values)]
        self.graph: torch.cuda.CUDAGraph | None = None
        if player.device.type == "cuda":
            self._capture()

    @torch.no_grad()
    def _capture(self) -> None:
        device = self.player.device
        self.stream = torch.cuda.Stream(device, priority=-1)
        self.ready = torch.cuda.Event()
        self.there = [tensor.to(device) for tensor in self.inputs]
        self.stream.wait_stream(torch.cuda.current_stream(device))
        with torch.cuda.stream(self.stream):
            for _ in range(3):
                self.player(*self.there)
        torch.cuda.synchronize(device)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=self.stream):
            self.answers = self.player(*self.there)
        torch.cuda.synchronize(device)

    @torch.no_grad()
    def ask(self) -> None:
        """Begin to evaluate the waiting positions."""
        if self.graph is None:
            for place, answer in zip(self.outputs, self.player(*self.inputs), strict=True):
                place.copy_(answer)
            return
        with torch.cuda.stream(self.stream):
            for there, here in zip(self.there, self.inputs, strict=True):
                there.copy_(here, non_blocking=True)
            self.graph.replay()
            for place, answer in zip(self.outputs, self.answers, strict=True):
                place.copy_(answer, non_blocking=True)
            self.ready.record(self.stream)

    def wait(self) -> None:
        """Wait until the answers are there."""
        if self.graph is not None:
            self.ready.synchronize()
