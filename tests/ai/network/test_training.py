"""A whole training at tiny size: self-play, learning, matches, going on, and the model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is in the extra `train` only")

import torch

from lutetia.ai.network import checkpoint
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.export import export
from lutetia.ai.network.head_start import started
from lutetia.ai.network.matches import Match
from lutetia.ai.network.model import Answers
from lutetia.ai.network.recipe import Recipe
from lutetia.ai.network.session import Session
from lutetia.ai.network.subject import Size
from lutetia.ai.network.trainer import Trainer
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


TINY_WITH_LESSONS = replace(TINY, games=4, simulations=2, quick_simulations=1, lessons=1)


def trainer(game: str, folder: Path) -> Trainer:
    torch.set_num_threads(1)
    recipe = TINY_WITH_LESSONS if subject_of(game).lessons else TINY
    return Trainer(subject_of(game), recipe, folder, CPU, lambda _: None)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_a_training_is_begun_continued_and_shipped(game: str, tmp_path: Path) -> None:
    subject = subject_of(game)
    first = trainer(game, tmp_path)
    steps = 6 if game == "lumiere" else 18
    first.run(1e6, steps=steps)
    assert first.progress.steps == steps
    assert first.progress.games > 0
    assert first.replay.size > 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["steps"] == steps
    assert all(np.isfinite(lines[-1][name]) for name in ("policy", "win", "lines", "margin"))

    # Interrupted between two checkpoints: the last whole one counts, a half-written one does not.
    (tmp_path / "checkpoint.new").write_bytes(b"half a file")
    second = trainer(game, tmp_path)
    assert second.progress.steps == steps
    for one, two in zip(
        first.learner.network.parameters(), second.learner.network.parameters(), strict=True
    ):
        assert torch.equal(one, two)
    second.run(1e6, steps=steps + 3)
    assert second.progress.steps == steps + 3
    assert 0.0 <= second.match() <= 1.0

    # The newest network has played the best one, so the better of them is shipped.
    matches = [line for line in second.progress.log if "match" in line]
    best = second.winner()
    assert [line for line in second.progress.log if "match" in line] == matches
    assert len(matches) == 1
    path = tmp_path / "model.onnx"
    export(best, subject, path, {})
    shape = (3, subject.planes, 8, 8)
    planes = np.random.default_rng(1).integers(0, 2, shape).astype(np.float32)
    numbers = np.zeros((3, subject.numbers), dtype=np.float32)
    assert b"network/model.py" not in path.read_bytes()
    session = Session(path, subject)
    assert session.components == subject.practice()[0].components_digest
    policy, win, points = session.judge(planes, numbers)
    with torch.no_grad():
        answers = best(torch.from_numpy(planes), torch.from_numpy(numbers))
    assert np.allclose(policy, answers.policy.numpy(), atol=1e-3)
    assert np.allclose(win, answers.win.numpy(), atol=1e-3)
    assert np.allclose(points, answers.lines.numpy(), atol=1e-2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_training_begins_with_a_model_file(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    torch.set_num_threads(1)
    subject = subject_of("lumiere")
    recipe = replace(TINY, size=subject.size)
    begun = Trainer(subject, recipe, tmp_path, CPU, lambda _: None, start=subject.model)
    session = Session(subject.model, subject)
    planes = np.random.default_rng(1).integers(0, 2, (3, subject.planes, 8, 8)).astype(np.float32)
    numbers = np.zeros((3, subject.numbers), dtype=np.float32)
    policy, win, points = session.judge(planes, numbers)

    def judged() -> Answers:
        with torch.no_grad():
            answers: Answers = begun.best(torch.from_numpy(planes), torch.from_numpy(numbers))
        return answers

    for measured in (False, True):
        if measured:
            begun.run(1e6, steps=1)
            assert not begun.unmeasured
        assert np.allclose(policy, judged().policy.numpy(), atol=1e-3)
        assert np.allclose(win, judged().win.numpy(), atol=1e-3)
        assert np.allclose(points, judged().lines.numpy(), atol=1e-2)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_only_a_network_that_wins_its_match_takes_the_place_of_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.set_num_threads(1)
    subject = subject_of("lumiere")
    begun = Trainer(subject, TINY, tmp_path, CPU, lambda _: None)
    begun.run(1e6, steps=2)
    shares = iter([0.25, 0.75])
    monkeypatch.setattr(Match, "share", lambda *_: next(shares))

    def is_newest(network: Any) -> bool:
        newest = begun.learner.mean.state_dict()
        return all(torch.equal(one, newest[name]) for name, one in network.state_dict().items())

    assert not is_newest(begun.winner())
    assert begun.progress.elo == 0.0
    begun.match()
    assert is_newest(begun.winner())
    assert begun.progress.elo > 100.0


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_log_compares_with_a_player_that_stays_the_same(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    torch.set_num_threads(1)
    subject = subject_of("lumiere")
    begun = Trainer(subject, replace(TINY, size=subject.size), tmp_path, CPU, lambda _: None)
    begun.match()
    line = begun.progress.log[-1]
    assert 0.0 <= line["won against shipped"] <= 1.0
    assert line["elo against shipped"] <= 0.0, "a new network does not beat the shipped one"
    other = Trainer(subject, TINY, tmp_path / "tiny", CPU, lambda _: None)
    other.match()
    assert "won against shipped" not in other.progress.log[-1]


def test_a_model_file_of_another_size_is_refused() -> None:
    pytest.importorskip("onnx")
    subject = subject_of("lumiere")
    with pytest.raises(BadFile, match="another size than this training"):
        started(subject.model, subject, Size(6, 32, 128))


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadFile, match=r"checkpoint\.pt: no checkpoint of a training"):
        checkpoint.load(path, subject_of("lumiere"))
