"""Makes a model file for any processor from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from lutetia.ai.network.model import Network, folded
from lutetia.ai.network.subject import Subject


class Shipped(nn.Module):
    """The answers that play needs."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Policy, win and lines."""
        answers = self.network(planes, numbers)
        return answers.policy, answers.win, answers.lines


def export(network: Network, subject: Subject, path: Path, notes: dict[str, str]) -> None:
    """Write a model file. It contains its game and the version of its observation."""
    import onnx

    made = Network(subject, network.size)
    made.load_state_dict(network.state_dict())
    folded(made.eval())
    shapes = (torch.zeros(4, subject.planes, 8, 8), torch.zeros(4, subject.numbers))
    batch = torch.export.Dim("batch")
    program = torch.onnx.export(
        Shipped(made).eval(),
        shapes,
        input_names=["planes", "numbers"],
        output_names=["policy", "win", "lines"],
        dynamic_shapes=({0: batch}, {0: batch}),
        dynamo=True,
        verbose=False,
    )
    assert program is not None
    model = program.model_proto
    wanted = {"game": subject.game, "observation": str(subject.version), **notes}
    onnx.helper.set_model_props(model, wanted)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))
