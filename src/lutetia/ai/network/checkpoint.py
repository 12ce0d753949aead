"""The checkpoint file of a training. It is written beside the old file, then replaces it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

from lutetia.ai.network.learning import Learner
from lutetia.ai.network.networks import AnyNetwork, new_network
from lutetia.ai.network.subject import Size, Subject
from lutetia.kernel.errors import BadFile

FORMAT = 1


@dataclass
class Progress:
    """How far a training has come."""

    seconds: float = 0.0
    steps: int = 0
    games: int = 0
    positions: int = 0
    evaluations: int = 0
    elo: float = 0.0
    """The Elo of the best network so far, from matches against earlier ones; the first has 0."""
    log: list[dict[str, float]] = field(default_factory=list)


def save(path: Path, subject: Subject, learner: Learner, best: AnyNetwork, at: Progress) -> None:
    """Write everything that is needed to go on. An interruption does not damage the old file."""
    content = {
        "format": FORMAT,
        "game": subject.game,
        "version": subject.version,
        "size": asdict(learner.network.size),
        "network": learner.network.state_dict(),
        "mean": learner.mean.state_dict(),
        "best": {name: value.half() if value.is_floating_point() else value
                 for name, value in best.state_dict().items()},
        "optimiser": learner.optimiser.state_dict(),
        "progress": asdict(at),
    }  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    torch.save(content, beside)
    beside.replace(path)


def load(path: Path, subject: Subject) -> dict[str, Any]:
    """The content of a checkpoint. It must be of the same game and observation."""
    try:
        content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, ValueError, EOFError, UnpicklingError):
        raise BadFile(f"{path}: no checkpoint of a training can be read from it") from None
    found = content.get("game"), content.get("version")
    if found != (subject.game, subject.version):
        raise BadFile(
            f"{path}: made for {found[0]}, observation {found[1]}; this program trains "
            f"{subject.game}, observation {subject.version}"
        )
    return content


def network_of(content: dict[str, Any], subject: Subject, which: str = "mean") -> AnyNetwork:
    """A network of a checkpoint."""
    network = new_network(subject, Size(**content["size"]))
    state = {n: v.float() if v.is_floating_point() else v for n, v in content[which].items()}
    network.load_state_dict(state)
    return network.eval()
