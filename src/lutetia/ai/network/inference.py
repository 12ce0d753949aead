"""The network on an accelerator, or on the processor, for the positions of self-play.

On a GPU one CUDA graph in bfloat16 does everything from the bits of a position to the logits of
its moves. It runs in parallel with the games of another crowd.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lutetia.ai.network.gumbel import STEPS, WIN_SHARE
from lutetia.ai.network.model import Answers, Network, folded
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


def worth(answers: Answers, subject: Subject) -> Tensor:
    """The value that search uses, between 0 and 1 (`gumbel.worth`)."""
    own, rival = answers.lines.float().split(subject.lines, 1)
    lead = torch.sigmoid((own.sum(1) - rival.sum(1)) / subject.margin)
    return WIN_SHARE * torch.sigmoid(answers.win.float()) + (1.0 - WIN_SHARE) * lead


class Player:
    """A network for play only: folded, in the number format of its device."""

    def __init__(self, subject: Subject, network: Network, device: torch.device) -> None:
        self.subject = subject
        self.device = device
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32
        made = Network(subject, network.size).eval()
        self.network = folded(made).to(device, self.kind, memory_format=torch.channels_last)
        self.scales = torch.from_numpy(subject.scales).to(device)
        self.take(network)

    @torch.no_grad()
    def take(self, network: Network) -> None:
        """Play with the current weights of a network from now on."""
        fresh = Network(self.subject, network.size).to(self.device).eval()
        fresh.load_state_dict(network.state_dict())
        for mine, new in zip(self.network.parameters(), folded(fresh).parameters(), strict=True):
            mine.copy_(new)

    def __call__(self, words: Tensor, numbers: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the moves in units of 1 / STEPS, and the value for each mover."""
        planes = unpacked(words, self.kind).contiguous(memory_format=torch.channels_last)
        facts = (numbers.float() / self.scales).to(self.kind)
        answers: Answers = self.network(planes, facts)
        logits = answers.policy.gather(1, moves.long()).float() * STEPS
        steps = logits.round().clamp(SHORTEST, LONGEST).to(torch.int16)
        return steps, worth(answers, self.subject)


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
