"""The training of the network of insight: it learns, and goes on after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is in the extra `train` only")

import torch

from lutetia.ai.heuristic import heuristic_of
from lutetia.games.belle_epoque.evaluation.insight import WEIGHTS
from lutetia.games.belle_epoque.evaluation.insight_file import Insight
from lutetia.games.belle_epoque.learning.fitting import Learner, Network, on_device
from lutetia.games.belle_epoque.learning.table import PLAYERS, Table
from lutetia.games.belle_epoque.learning.training import Recipe, Training
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.kernel.errors import BadFile

CPU = torch.device("cpu")
TINY = Recipe(minutes=60, games=32, first_rounds=0, batch=192, steps=40, pairs=1)


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    games = {players: BelleEpoque.open(players) for players in PLAYERS}
    found = Table(2, {n: heuristic_of(game).knowledge(game) for n, game in games.items()})
    yield found
    found.close()


def test_a_training_begins_with_a_network_of_the_same_components(
    table: Table, tmp_path: Path
) -> None:
    network = 0.1 * np.random.default_rng(3).normal(size=WEIGHTS)
    start = Insight(table.components, table.base, network)
    begun = Training(table, TINY, tmp_path, CPU, lambda _: None, start)
    assert np.array_equal(begun.best, network)
    assert begun.learner.mean.weights() == pytest.approx(network, rel=1e-6)
    other = Insight("other", table.base, network)
    with pytest.raises(BadFile, match="to begin with learnt with the components other"):
        Training(table, TINY, tmp_path, CPU, lambda _: None, other)


def training(table: Table, folder: Path) -> Training:
    return Training(table, TINY, folder, CPU, lambda _: None)


@pytest.mark.slow
def test_a_training_learns_and_goes_on_where_it_was_stopped(table: Table, tmp_path: Path) -> None:
    first = training(table, tmp_path)
    first.run(60, rounds=2)
    # A new object is what a new process has: the files.
    second = training(table, tmp_path)
    assert second.progress == first.progress
    assert second.learner.steps == 2 * TINY.steps
    assert np.array_equal(second.best, first.best)
    second.run(60, rounds=1)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["round"] for line in lines] == [1, 2, 3]
    # Each figure is of new games, from which nothing was learnt yet.
    assert lines[2]["total missed by, 2"] < lines[0]["total missed by, 2"]


def test_notes_of_games_teach_what_came(table: Table) -> None:
    notes = table.practise(3, np.zeros(WEIGHTS), "notes", 8, lambda: False)
    assert notes is not None
    assert notes.won.sum(axis=1) == pytest.approx(1.0, abs=0.01)
    learner = Learner(1, CPU, rate=3e-3, decay=0.0)
    before = learner.misses(on_device(notes, CPU))
    learner.learn(
        {3: on_device(notes, CPU)}, 256, 60, 1.0, torch.Generator().manual_seed(1), lambda: False
    )
    after = learner.misses(on_device(notes, CPU))
    assert after.total < before.total
    assert after.win < before.win


def test_the_weights_of_a_network_are_read_as_they_are_written() -> None:
    one, other = Network(1), Network(2)
    other.load_weights(one.weights())
    assert np.array_equal(one.weights(), other.weights())
    assert len(one.weights()) == WEIGHTS


def test_a_checkpoint_for_something_else_is_refused(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    torch.save({"game": "lumiere", "version": 1, "components": "x"}, path)
    with pytest.raises(BadFile, match="made for lumiere"):
        training(table, tmp_path)
    path.write_bytes(b"nothing")
    with pytest.raises(BadFile, match="no checkpoint"):
        training(table, tmp_path)
