"""Makes a model file for any processor from a checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lutetia.ai.network.networks import AnyNetwork, folded, new_network
from lutetia.ai.network.subject import Subject

HALVED_ABOVE = 6_000_000
"""A file of more bytes keeps its weights in 16 bits; they are computed with in 32 bits all the
same."""
LARGE = 10_000
"""Only weights of more numbers than this are kept so."""


class Shipped(nn.Module):
    """The answers that play needs."""

    def __init__(self, network: AnyNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Policy, win and lines."""
        answers = self.network(planes, numbers)
        return answers.policy, answers.win, answers.lines


def export(network: AnyNetwork, subject: Subject, path: Path, notes: dict[str, str]) -> None:
    """Write a model file. It contains its game and the version of its observation."""
    import onnx

    made = new_network(subject, network.size)
    made.load_state_dict(network.state_dict())
    folded(made.eval())
    batch = torch.export.Dim("batch")
    shapes = {
        "planes": torch.zeros(4, subject.planes, 8, 8),
        "numbers": torch.zeros(4, subject.numbers),
    }
    program = torch.onnx.export(
        Shipped(made).eval(),
        tuple(shapes.values()),
        input_names=list(shapes),
        output_names=["policy", "win", "lines"],
        dynamic_shapes=({0: batch}, {0: batch}),
        dynamo=True,
        verbose=False,
    )
    assert program is not None
    model = program.model_proto
    wanted = {
        "game": subject.game,
        "observation": str(subject.version),
        "components": subject.practice()[0].components_digest,
        **notes,
    }
    onnx.helper.set_model_props(model, wanted)
    _forget_sources(model.graph)
    path.parent.mkdir(parents=True, exist_ok=True)
    if model.ByteSize() > HALVED_ABOVE:
        _halve(model)
    onnx.save(model, str(path))


def _forget_sources(graph: Any) -> None:
    """Remove the notes about the source of each step: they name folders of this machine."""
    graph.ClearField("metadata_props")
    for part in (*graph.node, *graph.value_info, *graph.input, *graph.output, *graph.initializer):
        part.ClearField("metadata_props")


def _halve(model: Any) -> None:
    """Keep the large weights in 16 bits. They are cast when the file is loaded."""
    from onnx import TensorProto, helper, numpy_helper

    graph = model.graph
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size <= LARGE:
            continue
        whole, half = weight.name, f"{weight.name}_half"
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), half))
        casts.append(helper.make_node("Cast", [half], [whole], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
