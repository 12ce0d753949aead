"""A whole training at tiny size: self-play, learning, matches, going on, and the model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is in the extra `train` only")

import torch

from lutetia.ai.network import checkpoint
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.export import export
from lutetia.ai.network.model import Size
from lutetia.ai.network.session import Session
from lutetia.ai.network.trainer import Recipe, Trainer
from lutetia.kernel.errors import BadFile

CPU = torch.device("cpu")
TINY = Recipe(
    size=Size(1, 8, 16),
    games=16,
    simulations=4,
    first_simulations=4,
    batch=32,
    window=2000,
    minutes=1e6,
    match_every=1e6,
    save_every=1e6,
    match_pairs=2,
    match_simulations=2,
    threads=1,
)


def trainer(folder: Path) -> Trainer:
    torch.set_num_threads(1)
    return Trainer(subject_of("lumiere"), TINY, folder, CPU, lambda _: None)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_training_is_begun_continued_and_shipped(tmp_path: Path) -> None:
    first = trainer(tmp_path)
    first.run(1e6, steps=6)
    assert first.progress.steps == 6
    assert first.progress.games > 0
    assert first.replay.size > 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["steps"] == 6
    assert all(np.isfinite(lines[-1][name]) for name in ("policy", "win", "lines", "margin"))

    # Interrupted between two checkpoints: the last whole one counts, a half-written one does not.
    (tmp_path / "checkpoint.new").write_bytes(b"half a file")
    second = trainer(tmp_path)
    assert second.progress.steps == 6
    for one, two in zip(
        first.learner.network.parameters(), second.learner.network.parameters(), strict=True
    ):
        assert torch.equal(one, two)
    second.run(1e6, steps=9)
    assert second.progress.steps == 9
    assert 0.0 <= second.match() <= 1.0

    path = tmp_path / "model.onnx"
    export(second.learner.mean, subject_of("lumiere"), path, {})
    planes = np.random.default_rng(1).integers(0, 2, (3, 35, 8, 8)).astype(np.float32)
    numbers = np.zeros((3, 162), dtype=np.float32)
    policy, win, points = Session(path, subject_of("lumiere")).judge(planes, numbers)
    with torch.no_grad():
        answers = second.learner.mean(torch.from_numpy(planes), torch.from_numpy(numbers))
    assert np.allclose(policy, answers.policy.numpy(), atol=1e-3)
    assert np.allclose(win, answers.win.numpy(), atol=1e-3)
    assert np.allclose(points, answers.lines.numpy(), atol=1e-2)


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadFile, match=r"checkpoint\.pt: no checkpoint of a training"):
        checkpoint.load(path, subject_of("lumiere"))
