"""The network that fits a game: over its board, or over its numbers if it has none."""

from __future__ import annotations

from torch import nn

from lutetia.ai.network.flat_model import FlatNetwork
from lutetia.ai.network.model import Network, Normed
from lutetia.ai.network.subject import Size, Subject

AnyNetwork = Network | FlatNetwork


def new_network(subject: Subject, size: Size) -> AnyNetwork:
    """A network that has learnt nothing yet."""
    return Network(subject, size) if subject.planes else FlatNetwork(subject, size)


def folded(network: nn.Module) -> nn.Module:
    """Replace every normalised convolution by a plain one, in place. For play only."""
    for name, child in network.named_children():
        if isinstance(child, Normed):
            setattr(network, name, child.folded())
        else:
            folded(child)
    return network
