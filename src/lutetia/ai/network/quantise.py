"""`python -m lutetia.ai.network.quantise GAME`: makes the 8-bit network from the shipped one.

It needs onnx (the extra `train`). The ranges of the activations come from positions of games that
the network plays itself. Weights have 7 bits: with 8 bits, processors without VNNI instructions
would overflow.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.ai.network.catalogue import session_of, subject_of
from lutetia.ai.network.loops import search_loops
from lutetia.ai.network.playing_out import drawn_move
from lutetia.ai.network.session import Reals, inputs
from lutetia.ai.network.trees import new_leaves
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game

GAMES = 20
BATCH = 32


def observations(games: int, boxes: list[Game]) -> Iterator[tuple[Reals, Reals]]:
    """What the network sees in the positions of some games that it plays."""
    for number in range(games):
        game = boxes[number % len(boxes)]
        session = session_of(game, small=False)
        subject = session.subject
        loops = search_loops(subject, game)
        leaves = new_leaves(1, subject)
        moves = np.zeros(game.move_space, dtype=np.int32)
        chance = generator(derived_seed("quantise", number))
        state = game.deal_with(chance)
        while not game.is_over(state):
            loops.present(game.box, state, leaves, 0, moves)
            session.answer(leaves, 1)
            yield inputs(leaves, 1, subject)
            state = game.play(state, drawn_move(leaves, 0, chance))


class _Reader:
    """Batches of observations, as onnxruntime reads them."""

    def __init__(self, seen: list[tuple[Reals, Reals]]) -> None:
        self.batches = iter(
            {
                "planes": np.concatenate([planes for planes, _ in seen[at : at + BATCH]]),
                "numbers": np.concatenate([numbers for _, numbers in seen[at : at + BATCH]]),
            }
            for at in range(0, len(seen) - BATCH + 1, BATCH)
        )

    def get_next(self) -> dict[str, Reals] | None:
        """The next batch; None after the last one."""
        return next(self.batches, None)


def quantise(source: Path, target: Path, seen: list[tuple[Reals, Reals]]) -> None:
    """Write the 8-bit network. It computes with whole numbers: the convolutions, or without any the
    matrices."""
    import onnx
    from onnxruntime import quantization
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Reader(_Reader, quantization.CalibrationDataReader):
        """The same for the class that onnxruntime asks for."""

    with tempfile.TemporaryDirectory() as folder:
        clean, ready = Path(folder) / "clean.onnx", Path(folder) / "ready.onnx"
        model: Any = onnx.load(str(source))
        convolutions = any(node.op_type == "Conv" for node in model.graph.node)
        # The shapes in the file are of the first batch. Shape inference would contradict them.
        del model.graph.value_info[:]
        onnx.save(model, str(clean))
        quant_pre_process(str(clean), str(ready), skip_symbolic_shape=True)
        quantization.quantize_static(
            str(ready),
            str(target),
            Reader(seen),
            quant_format=quantization.QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
            op_types_to_quantize=["Conv"] if convolutions else ["Gemm", "MatMul"],
        )


def main(words: list[str]) -> int:
    """Quantise the network of a game."""
    (game,) = words
    subject = subject_of(game)
    seen = list(observations(GAMES, list(subject.practice())[-5:]))
    quantise(subject.model, subject.small, seen)
    size = subject.small.stat().st_size
    sys.stdout.write(f"{subject.small}: {size:,} bytes, from {len(seen)} positions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
