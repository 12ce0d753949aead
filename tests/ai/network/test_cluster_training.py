"""Self-play on two machines of a Ray cluster, one of which dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is in the extra `train` only")
pytest.importorskip("ray", reason="Ray is in the extra `ray` only")

import ray
from ray.cluster_utils import Cluster

from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.cluster import ClusterGames, Store
from lutetia.ai.network.selfplay import PLAYED, PLIES, TALLIES
from lutetia.ai.network.trainer import Trainer
from lutetia.cli.main import main
from tests.ai.network.test_training import CPU, TINY
from tests.patience import PATIENCE

NODE = {
    "num_cpus": 1,
    "include_dashboard": False,
    "node_ip_address": "127.0.0.2",
}  # Ray replaces 127.0.0.1
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def test_a_machine_of_the_cluster_dies_and_no_finished_game_is_lost(
    cluster: Cluster, tmp_path: Path
) -> None:
    second = cluster.add_node(**NODE)
    said: list[str] = []
    trainer = Trainer(subject_of("lumiere"), TINY, tmp_path, CPU, said.append, cluster.address)
    games = trainer.games
    assert isinstance(games, ClusterGames)
    played = dict.fromkeys([node["NodeID"] for node in ray.nodes()], 0)
    taken = 0
    end = time.monotonic() + PATIENCE
    while min(played.values()) < 5:
        assert time.monotonic() < end, played
        taken += sum(len(samples.result) for samples in games.turn())
        for name, machine in games.machines.items():
            played[name] = int(ray.get(machine.finished.remote())[PLAYED])
    cluster.remove_node(second, allow_graceful=False)
    while len(games.machines) == 2 or games.tallies()[PLAYED] < sum(played.values()) + 10:
        assert time.monotonic() < end, said
        taken += sum(len(samples.result) for samples in games.turn())
    # Every position of every game that a machine called finished has come, and only once.
    assert games.tallies()[PLIES] == taken
    assert any("is gone" in line for line in said)
    # The training goes on without it, to its end.
    trainer.run(1e6, steps=2)
    assert trainer.progress.steps == 2
    assert trainer.progress.games > 0
    assert trainer.path.exists()


def test_a_part_that_comes_twice_counts_once() -> None:
    store, tallies = Store(), np.ones(TALLIES, dtype=np.int64)
    for number in (1, 2, 2):
        store.add("one", number, [], tallies)
    store.add("another", 1, [], tallies)
    assert store.drain()[1].tolist() == [3] * TALLIES


def test_the_command_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    words = "--ray local --device cpu --games 16 --simulations 4 --batch 32 --blocks 1 --channels 8"
    assert main(["train", "lumiere", "--out", str(tmp_path), *words.split(), "--steps", "2"]) == 0
    assert (tmp_path / "model.onnx").exists()
    assert not ray.is_initialized()


def test_where_no_cluster_answers_is_told(tmp_path: Path, capsys: Any) -> None:
    for address in ("127.0.0.1:1", "nowhere:99999", "127.0.0.1"):
        words = ["train", "lumiere", "--out", str(tmp_path), "--ray", address]
        assert main(words) != 0
        assert f"--ray {address}: no Ray cluster" in capsys.readouterr().err
