"""The network: residual blocks over the board, with a policy over the whole move space.

Every second block adds a summary of the whole board to each space. The answer `win` is a logit.
`lines` are the points of each scoring line at the end (the mover's first). `ownership` says for
each space who will own it; only training uses it.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from lutetia.ai.network.subject import CELLS, Block, Size, Subject

POINTS = 16.0
"""Lines are learnt in units of this many points."""


class Answers(NamedTuple):
    """What the network says about each position of a batch."""

    policy: Tensor
    win: Tensor
    lines: Tensor
    ownership: Tensor


class Normed(nn.Module):
    """A convolution with batch normalisation. `folded` joins both to one plain convolution."""

    def __init__(self, inputs: int, outputs: int, side: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, board: Tensor) -> Tensor:
        """The normalised sums."""
        return self.norm(self.conv(board))

    def folded(self) -> nn.Conv2d:
        """The same function as a plain convolution, for a network after its training."""
        conv, norm = self.conv, self.norm
        assert norm.running_var is not None
        assert norm.running_mean is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        made = nn.Conv2d(
            conv.in_channels, conv.out_channels, conv.kernel_size, padding=conv.padding
        )
        assert made.bias is not None
        made.weight.data.copy_(conv.weight * scale[:, None, None, None])
        made.bias.data.copy_(norm.bias - norm.running_mean * scale)
        return made


def pooled(board: Tensor) -> Tensor:
    """The mean and the maximum of each channel over the board."""
    return torch.cat([board.mean((2, 3)), board.amax((2, 3))], 1)


class Residual(nn.Module):
    """Two convolutions. The unchanged input is added to their output."""

    def __init__(self, channels: int, wide: bool) -> None:
        super().__init__()
        self.first = Normed(channels, channels, 3)
        self.second = Normed(channels, channels, 3)
        self.whole = nn.Linear(2 * channels, channels) if wide else None

    def forward(self, board: Tensor) -> Tensor:
        """The next board."""
        inner = torch.relu(self.first(board))
        if self.whole is not None:
            inner = inner + self.whole(pooled(inner))[:, :, None, None]
        return torch.relu(self.second(inner) + board)


class Policy(nn.Module):
    """A logit for every move of the move space."""

    def __init__(self, blocks: list[Block], channels: int, hidden: int) -> None:
        super().__init__()
        self.blocks = blocks
        channels_of = {
            grid: sum(b.before * b.after for b in blocks if b.grid == grid) for grid in CELLS
        }
        self.first = Normed(channels, channels, 1)
        self.whole = nn.Linear(2 * channels + hidden, channels)
        self.spaces = nn.Conv2d(channels, channels_of["spaces"], 1)
        self.squares = nn.Conv2d(channels, channels_of["squares"], 2, stride=2)
        self.nowhere = nn.Linear(2 * channels + hidden, channels_of["whole"])

    def forward(self, board: Tensor, facts: Tensor) -> Tensor:
        """All logits."""
        seen = torch.cat([pooled(board), facts], 1)
        inner = torch.relu(self.first(board) + self.whole(seen)[:, :, None, None])
        answers = {
            "spaces": self.spaces(inner).flatten(2),
            "squares": self.squares(inner).flatten(2),
            "whole": self.nowhere(seen)[:, :, None],
        }
        used = dict.fromkeys(CELLS, 0)
        parts = []
        for block in self.blocks:
            first = used[block.grid]
            used[block.grid] += block.before * block.after
            part = answers[block.grid][:, first : used[block.grid]]
            if block.after > 1:
                part = part.unflatten(1, (block.before, block.after)).transpose(2, 3)
            parts.append(part.flatten(1))
        return torch.cat(parts, 1)


class Network(nn.Module):
    """Makes the answers from planes and scaled numbers."""

    def __init__(self, subject: Subject, size: Size) -> None:
        super().__init__()
        channels = size.channels
        self.size = size
        self.facts = nn.Linear(subject.numbers, size.hidden)
        # One more plane shows where the board is; beyond its edge the plane is 0.
        self.first = Normed(subject.planes + 1, channels, 3)
        self.spread = nn.Linear(size.hidden, channels)
        self.blocks = nn.ModuleList(
            Residual(channels, number % 2 == 1) for number in range(size.blocks)
        )
        self.policy = Policy(list(subject.blocks), channels, size.hidden)
        self.judged = Normed(channels, channels // 2, 1)
        self.thought = nn.Linear(channels + size.hidden, size.hidden)
        self.win = nn.Linear(size.hidden, 1)
        self.lines = nn.Linear(size.hidden, 2 * subject.lines)
        self.ownership = nn.Conv2d(channels, 2, 1)

    def forward(self, planes: Tensor, numbers: Tensor) -> Answers:
        """`planes` are 0 or 1, batch × planes × 8 × 8; `numbers` are scaled."""
        facts = torch.relu(self.facts(numbers))
        board = torch.cat([planes, torch.ones_like(planes[:, :1])], 1)
        board = torch.relu(self.first(board) + self.spread(facts)[:, :, None, None])
        for block in self.blocks:
            board = block(board)
        judged = torch.cat([pooled(torch.relu(self.judged(board))), facts], 1)
        thought = torch.relu(self.thought(judged))
        return Answers(
            policy=self.policy(board, facts),
            win=self.win(thought)[:, 0],
            lines=self.lines(thought) * POINTS,
            ownership=self.ownership(board).flatten(2),
        )
