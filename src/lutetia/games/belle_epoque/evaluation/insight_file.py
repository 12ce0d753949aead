"""The file of a network of insight: all weights of a player for each number of players.

The file names its game, the version of what the network sees and the digest of the components that
it learnt with. A file for anything else is refused with a sentence.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.games.belle_epoque.evaluation.estimate import INSIGHT
from lutetia.games.belle_epoque.evaluation.insight import WEIGHTS
from lutetia.games.belle_epoque.evaluation.insight_inputs import VERSION
from lutetia.kernel.errors import BadFile
from lutetia.kernel.types import Floats

GAME = "belle_epoque"
SHIPPED = Path(__file__).parent / "insight.npz"
"""The network of the levels."""


@dataclass(frozen=True)
class Insight:
    """A network, and the linear weights that it corrects."""

    components: str
    """The digest of the components that it learnt with."""
    linear: Mapping[int, Floats]
    """For each number of players."""
    network: Floats

    def knowledge(self, players: int) -> Floats:
        """All weights, in the order that compiled code reads."""
        return np.concatenate([self.linear[players], self.network])

    def write(self, path: Path) -> None:
        """Write the file beside an old one, then replace it."""
        content = BytesIO()
        parts: dict[str, Any] = {
            "game": np.array(GAME),
            "version": np.array(VERSION),
            "components": np.array(self.components),
            "network": self.network.astype(np.float32),
        }
        parts |= {f"linear_{players}": own for players, own in self.linear.items()}
        np.savez_compressed(content, **parts)
        beside = path.with_suffix(".new")
        beside.write_bytes(content.getvalue())
        beside.replace(path)


def read_insight(path: Path) -> Insight:
    """The content of a file; `BadFile` says why it cannot be used."""
    try:
        with np.load(path, allow_pickle=False) as found:
            parts = {name: found[name] for name in found.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadFile(f"{path}: no network of insight can be read from it") from None
    made_for = str(parts.get("game")), str(parts.get("version"))
    if made_for != (GAME, str(VERSION)):
        raise BadFile(
            f"{path}: made for {made_for[0]}, inputs {made_for[1]}; this program needs "
            f"{GAME}, inputs {VERSION}"
        )
    linear = {
        int(name.removeprefix("linear_")): own.astype(np.float64)
        for name, own in parts.items()
        if name.startswith("linear_")
    }
    network = parts.get("network", np.zeros(0)).astype(np.float64)
    if network.shape != (WEIGHTS,) or any(own.shape != (INSIGHT,) for own in linear.values()):
        raise BadFile(f"{path}: its network has another size than this program's")
    return Insight(str(parts["components"]), linear, network)


@cache
def shipped() -> Insight:
    """The network of the levels."""
    return read_insight(SHIPPED)
