"""A shipped network on an ordinary processor, with onnxruntime.

The model file names its game and the version of its observation. A file for another game or
version is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.network.best_moves import STEPS
from lutetia.ai.network.gumbel import WIN_SHARE
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.trees import Leaves
from lutetia.kernel.errors import LutetiaError

Reals = NDArray[np.float32]

FAR_BEHIND = -1e3
"""The points of a seat that does not play, so that nobody is compared with it."""


class NoNetwork(LutetiaError):
    """A network cannot be used here."""

    code: ClassVar[str] = "no-network"


def runtime() -> Any:
    """The onnxruntime module; `NoNetwork` says how to get it."""
    try:
        import onnxruntime
    except ImportError:
        raise NoNetwork(
            "a network needs onnxruntime: install Lutetia with its extra, lutetia[network]"
        ) from None
    return onnxruntime


class Session:
    """A loaded model."""

    def __init__(self, path: Path, subject: Subject, threads: int = 1) -> None:
        module = runtime()
        options = module.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self.session = module.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001  onnxruntime has no common class for its errors
            raise NoNetwork(f"{path.name}: no network can be read from it ({error})") from None
        self.subject = subject
        self.inputs = {one.name for one in self.session.get_inputs()}
        found = self.session.get_modelmeta().custom_metadata_map
        self.components: str | None = found.get("components")
        """The digest of the components that it learnt with; None in a file that does not say it."""
        made_for = found.get("game"), found.get("observation")
        if made_for != (subject.game, str(subject.version)):
            raise NoNetwork(
                f"{path.name}: made for {made_for[0]}, observation {made_for[1]}; this program "
                f"needs {subject.game}, observation {subject.version}"
            )

    def judge(self, planes: Reals, numbers: Reals) -> tuple[Reals, Reals, Reals]:
        """For a batch: the logits of all moves, the logits of a win, and the points by line.

        With two seats there is one logit of a win, the mover's; otherwise one for each seat.
        """
        seen = {"planes": planes, "numbers": numbers}
        fed = {name: seen[name] for name in self.inputs}
        policy, win, lines = self.session.run(None, fed)
        return policy, win, lines

    def answer(self, leaves: Leaves, count: int, expected: Reals | None = None) -> Reals:
        """Fill in the logits and values of the first `count` positions.

        `expected`: for each seat the lead that the values are measured from; 0 if there is none.

        Returns the expected points at the end by seat and scoring line, the mover's first.
        """
        policy, win, lines = self.judge(*inputs(leaves, count, self.subject))
        widest = int(leaves.counts[:count].max())
        moves = leaves.moves[:count, :widest].astype(np.int64)
        logits = np.take_along_axis(policy, moves, 1) * STEPS
        leaves.logits[:count, :widest] = np.clip(np.rint(logits), -32768, 32767)
        by_turn = None
        if expected is not None:
            # What a network says of seats begins with the mover's.
            turns = np.arange(self.subject.seats)
            mover, playing = leaves.mover[:count, None], leaves.players[:count, None]
            by_turn = expected[np.where(turns < playing, (mover + turns) % playing, turns)]
        leaves.values[:count] = self.worth(win, lines, leaves.players[:count], by_turn)
        return lines

    def worth(
        self,
        win: Reals,
        lines: Reals,
        players: NDArray[np.int8],
        expected: Reals | None = None,
    ) -> Reals:
        """The value of each seat that search uses, between 0 and 1 (`gumbel.worth`)."""
        seats, margin = self.subject.seats, self.subject.margin
        totals = lines.reshape(len(lines), seats, -1).sum(2)
        if expected is None:
            expected = np.zeros((len(lines), seats), dtype=np.float32)
        if win.ndim == 1:
            # One logit for two seats: the other seat gets the rest.
            lead = (totals[:, 0] - totals[:, 1] - expected[:, 0]) / margin
            own = WIN_SHARE * _sigmoid(win) + (1.0 - WIN_SHARE) * _sigmoid(lead)
            share = own.astype(np.float32)
            return np.stack([share, 1.0 - share], 1)
        chances = np.exp(win - win.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        totals[np.arange(seats) >= players[:, None]] = FAR_BEHIND
        others = np.stack([np.delete(totals, seat, 1).max(1) for seat in range(seats)], 1)
        leads = (totals - others - expected) / margin
        found = WIN_SHARE * chances + (1.0 - WIN_SHARE) * _sigmoid(leads)
        return found.astype(np.float32)


def inputs(leaves: Leaves, count: int, subject: Subject) -> tuple[Reals, Reals]:
    """What a network sees of the first `count` positions: planes and numbers."""
    words = leaves.planes[:count].view(np.uint8)
    planes = np.unpackbits(words, axis=1, bitorder="little").astype(np.float32)
    numbers = leaves.numbers[:count].astype(np.float32) / subject.scales
    return planes.reshape(count, -1, 8, 8), numbers


def _sigmoid(logits: Reals) -> Reals:
    return (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)
