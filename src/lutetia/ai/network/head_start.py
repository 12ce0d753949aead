"""A training that begins with the weights of a model file instead of random ones.

A model file has plain convolutions: their normalisation was folded in (`networks.folded`). The
network in training has it again. At first it changes nothing; `measure` then gives it the true
mean and spread of each channel, and the network still computes the same.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from lutetia.ai.network.inference import unpacked
from lutetia.ai.network.model import Network, Normed
from lutetia.ai.network.networks import new_network
from lutetia.ai.network.replay import Batch
from lutetia.ai.network.subject import Size, Subject
from lutetia.kernel.errors import BadFile

PREFIX = "network."


def started(path: Path, subject: Subject, size: Size) -> Network:
    """A network with the weights of a model file. What a file does not keep is new."""
    weights = _weights(path, subject)
    network = new_network(subject, size)
    if not isinstance(network, Network):
        raise BadFile(f"{path}: only a network over a board can be continued from a model file")
    state = network.state_dict()
    for name, child in network.named_modules():
        if isinstance(child, Normed):
            bias = weights.pop(f"{name}.bias", None)
            if f"{name}.weight" in weights:
                weights[f"{name}.conv.weight"] = weights.pop(f"{name}.weight")
            if bias is not None:
                weights[f"{name}.norm.bias"] = bias
                state[f"{name}.norm.weight"] = torch.sqrt(torch.ones_like(bias) + child.norm.eps)
    for name, weight in weights.items():
        if name not in state or state[name].shape != weight.shape:
            raise BadFile(f"{path}: its network has another size than this training ({name})")
        state[name] = weight
    network.load_state_dict(state)
    return network.eval()


def shipped(subject: Subject, size: Size, device: torch.device) -> Network | None:
    """The network that Lutetia ships for a game; None if it has none of this size."""
    if not subject.model.exists() or find_spec("onnx") is None:
        return None
    try:
        return started(subject.model, subject, size).to(device)
    except BadFile:
        return None


def _weights(path: Path, subject: Subject) -> dict[str, Tensor]:
    import onnx
    from onnx import numpy_helper

    try:
        model = onnx.load(str(path))
    except Exception as error:  # noqa: BLE001  onnx has no common class for its errors
        raise BadFile(f"{path}: no network can be read from it ({error})") from None
    props = {prop.key: prop.value for prop in model.metadata_props}
    found = props.get("game"), props.get("observation")
    if found != (subject.game, str(subject.version)):
        raise BadFile(
            f"{path}: made for {found[0]}, observation {found[1]}; this program trains "
            f"{subject.game}, observation {subject.version}"
        )
    return {
        weight.name.removeprefix(PREFIX): torch.from_numpy(
            np.array(numpy_helper.to_array(weight), dtype=np.float32)
        )
        for weight in model.graph.initializer
        if weight.name.startswith(PREFIX)
    }


@torch.no_grad()
def measure(network: nn.Module, batch: Batch, scales: Tensor) -> None:
    """Set every normalisation to the mean and spread of its channels in these positions.

    The network computes the same as before. Without this, the first steps of learning, which
    normalise by the positions of their batch, would change what it computes.
    """
    found: dict[str, Tensor] = {}
    hooks = [
        child.conv.register_forward_hook(_keeper(found, name))
        for name, child in network.named_modules()
        if isinstance(child, Normed)
    ]
    was_training = network.training
    network.eval()
    network(unpacked(batch.planes, torch.float32), batch.numbers.float() / scales)
    network.train(was_training)
    for hook in hooks:
        hook.remove()
    for name, child in network.named_modules():
        if not isinstance(child, Normed):
            continue
        norm, sums = child.norm, found[name]
        assert norm.running_mean is not None
        assert norm.running_var is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        offset = norm.bias - norm.running_mean * scale
        mean, spread = sums.mean((0, 2, 3)), sums.var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(scale * torch.sqrt(spread + norm.eps))
        norm.bias.copy_(offset + mean * scale)


def _keeper(found: dict[str, Tensor], name: str) -> Callable[..., None]:
    """A hook that keeps the output of a module under a name."""

    def keep(_module: nn.Module, _inputs: tuple[Tensor, ...], output: Tensor) -> None:
        found[name] = output.float()

    return keep
