"""The network of a game without a board of 8×8: residual layers over its numbers.

It answers as the network of a board does (`model`), with a logit of a win for each seat. Besides it
guesses the sets of `Subject.ownership` and `Subject.hidden`; only training uses these guesses.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from lutetia.ai.network.model import POINTS, Answers
from lutetia.ai.network.selfplay import OWNED
from lutetia.ai.network.subject import Size, Subject

ABSENT = 30.0
"""This is subtracted from the logit of a seat that does not play."""
SET = 64


class Layer(nn.Module):
    """Two dense layers. The unchanged input is added to their output."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, facts: Tensor) -> Tensor:
        """The next facts."""
        return facts + self.second(torch.relu(self.first(self.norm(facts))))


class FlatNetwork(nn.Module):
    """Makes the answers from scaled numbers."""

    def __init__(self, subject: Subject, size: Size) -> None:
        super().__init__()
        width = size.channels
        self.size = size
        self.sets = OWNED + subject.hidden_sets
        self.seats_vary = len(subject.plays) > 0
        self.register_buffer("plays", torch.tensor(list(subject.plays)), persistent=False)
        self.first = nn.Linear(subject.numbers, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(size.blocks))
        self.norm = nn.LayerNorm(width)
        self.policy = nn.Linear(width, subject.moves)
        self.thought = nn.Linear(width, size.hidden)
        self.win = nn.Linear(size.hidden, subject.seats)
        self.lines = nn.Linear(size.hidden, subject.seats * subject.lines)
        self.ownership = nn.Linear(width, SET * self.sets)

    def forward(self, planes: Tensor, numbers: Tensor) -> Answers:  # noqa: ARG002
        """`planes` are empty; `numbers` are scaled."""
        facts = torch.relu(self.first(numbers))
        for layer in self.layers:
            facts = layer(facts)
        facts = torch.relu(self.norm(facts))
        thought = torch.relu(self.thought(facts))
        win = self.win(thought)
        if self.seats_vary:
            win = win - ABSENT * (1.0 - numbers.index_select(1, self.plays))
        return Answers(
            policy=self.policy(facts),
            win=win,
            lines=self.lines(thought) * POINTS,
            ownership=self.ownership(facts).unflatten(1, (self.sets, SET)),
        )
