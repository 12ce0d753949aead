"""Learning from samples: rotated boards, losses, and one step of the optimiser."""

from __future__ import annotations

import copy
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from lutetia.ai.network.inference import unpacked
from lutetia.ai.network.model import POINTS
from lutetia.ai.network.networks import AnyNetwork
from lutetia.ai.network.replay import Batch, Replay
from lutetia.ai.network.selfplay import WHOLE_WIN
from lutetia.ai.network.subject import Subject

QUARTERS = 4
CLIP = 1.0
DECAY = 1e-4
AVERAGING = 0.998
"""For the weights that play: this part of the old weights stays at each step."""

WEIGHTS = {"policy": 1.0, "win": 1.0, "lines": 0.5, "margin": 0.5, "ownership": 0.3}


class Losses(NamedTuple):
    """The losses that training minimises."""

    policy: Tensor
    win: Tensor
    lines: Tensor
    margin: Tensor
    ownership: Tensor

    def total(self) -> Tensor:
        """The weighted sum."""
        return torch.stack([WEIGHTS[name] * loss for name, loss in self._asdict().items()]).sum()


class Learner:
    """A network in training, the running mean of its weights, and its optimiser."""

    def __init__(
        self,
        subject: Subject,
        network: AnyNetwork,
        replay: Replay,
        batch: int,
        device: torch.device,
    ) -> None:
        assert batch % QUARTERS == 0
        self.subject = subject
        self.device = device
        self.network = network.to(device, memory_format=torch.channels_last).train()
        self.mean = copy.deepcopy(self.network).eval()
        self.replay = replay
        self.batch = batch
        self.rate = torch.tensor(0.0, device=device)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(),
            lr=self.rate if device.type == "cuda" else 0.0,
            weight_decay=DECAY,
            capturable=device.type == "cuda",
        )
        self.twins = torch.from_numpy(subject.twins().astype("int64")).to(device)
        self.scales = torch.from_numpy(subject.scales).to(device)
        self.orders = [
            torch.tensor(_order(subject, quarter), device=device) for quarter in range(QUARTERS)
        ]
        self.losses = torch.zeros(len(Losses._fields), device=device)
        self.graph: torch.cuda.CUDAGraph | None = None

    def set_rate(self, rate: float) -> None:
        """Set the learning rate from now on."""
        if self.device.type == "cuda":
            self.rate.fill_(rate)
        else:
            self.optimiser.param_groups[0]["lr"] = rate

    def step(self) -> None:
        """Learn from one batch."""
        if self.device.type != "cuda":
            self._step()
            return
        if self.graph is None:
            self._capture()
        assert self.graph is not None
        self.graph.replay()

    def _capture(self) -> None:
        """Run the first steps one by one, and record a CUDA graph for all later ones."""
        side = torch.cuda.Stream(self.device)
        side.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream(self.device).wait_stream(side)
        torch.cuda.synchronize(self.device)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self._step()

    def _step(self) -> None:
        batch = self.replay.draw(self.batch)
        self.optimiser.zero_grad(set_to_none=True)
        losses = self.losses_of(batch)
        losses.total().backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), CLIP)
        self.optimiser.step()
        with torch.no_grad():
            self.losses.lerp_(torch.stack(list(losses)).detach().float(), 0.02)
            for mean, now in zip(self._mean_values(), self._values(), strict=True):
                mean.lerp_(now, 1.0 - AVERAGING)

    def _values(self) -> list[Tensor]:
        return _floats(self.network)

    def _mean_values(self) -> list[Tensor]:
        return _floats(self.mean)

    def losses_of(self, batch: Batch) -> Losses:
        """The losses of a batch. Four quarters of the boards are rotated by 0, 1, 2 and 3 quarter
        turns."""
        planes = unpacked(batch.planes, torch.float32)
        owned = unpacked(batch.ownership, torch.float32)
        listed = batch.moves >= 0
        moves = batch.moves.long().clamp(min=0)
        if self.subject.planes:
            planes, owned = self._turned(planes, self.orders), self._turned(owned, None)
            parts = moves.view(QUARTERS, -1, batch.moves.shape[1])
            moves = torch.stack([self.twins[q][parts[q]] for q in range(QUARTERS)]).flatten(0, 1)
        wanted = (batch.probabilities.int() & 0xFFFF).float()
        wanted = wanted / wanted.sum(1, keepdim=True).clamp(min=1.0)
        numbers = batch.numbers.float() / self.scales
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            answers = self.network(planes.contiguous(memory_format=torch.channels_last), numbers)
        logits = answers.policy.float().gather(1, moves).masked_fill(~listed, -1e9)
        policy = -(wanted * functional.log_softmax(logits, 1)).sum(1).mean()
        lines = answers.lines.float() / POINTS
        truth = batch.lines.float() / POINTS
        return Losses(
            policy=policy,
            win=_win_loss(answers.win.float(), batch.result.float() / WHOLE_WIN),
            lines=functional.smooth_l1_loss(lines, truth),
            margin=functional.smooth_l1_loss(self._leads(lines), self._leads(truth)),
            ownership=functional.binary_cross_entropy_with_logits(
                answers.ownership.float(), owned.flatten(2)
            ),
        )

    def _leads(self, lines: Tensor) -> Tensor:
        """The points of the mover minus those of each other seat."""
        totals = lines.unflatten(1, (self.subject.seats, self.subject.lines)).sum(2)
        return totals[:, :1] - totals[:, 1:]

    def _turned(self, boards: Tensor, orders: list[Tensor] | None) -> Tensor:
        parts = boards.view(QUARTERS, -1, *boards.shape[1:])
        turned = []
        for quarter in range(QUARTERS):
            part = (
                parts[quarter]
                if orders is None
                else parts[quarter].index_select(1, orders[quarter])
            )
            turned.append(torch.rot90(part, quarter, (2, 3)))
        return torch.cat(turned)


def _win_loss(logits: Tensor, shares: Tensor) -> Tensor:
    """The cross entropy of the winners: one logit for two seats, or one for each seat."""
    if logits.ndim == 1:
        return functional.binary_cross_entropy_with_logits(logits, shares[:, 0])
    return -(shares * functional.log_softmax(logits, 1)).sum(1).mean()


def _order(subject: Subject, quarter: int) -> list[int]:
    """The source of each plane when the board is rotated by this many quarter turns."""
    order = list(range(subject.planes))
    for number, plane in enumerate(subject.turning):
        order[plane] = subject.turning[(number - quarter) % QUARTERS]
    return order


def _floats(network: nn.Module) -> list[Tensor]:
    return [value for value in network.state_dict().values() if value.is_floating_point()]
