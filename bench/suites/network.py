"""The shipped network: evaluations a second on two cores, and what its moves lose."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bench.measure import Settings, Spread, progress
from bench.report import spread, table
from bench.suites.solver import judged_positions, lost, named, points_lost
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.loops import MOST_SIMULATIONS
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.network.session import Reals, Session
from lutetia.ai.network.subject import Subject
from lutetia.ai.player import Player
from lutetia.games.lumiere.rules import Lumiere

TITLE = "Network: La Cité on two cores"
ONE_CORE = False
OPTIONS = {
    "together": (16, "positions that are evaluated together; a search compares 16 candidates"),
    "proved": (120, "proved positions on which the moves are judged"),
    "sample": (1, "another number gives other positions: nothing was adjusted on those of 2"),
}
CORES = 2
SIMULATIONS = (24, 128, 4_096)
"""Of the levels 7 to 9."""

ABOUT = """\
Evaluations of positions a second, on two cores: each has its own session, or its own PyTorch loop,
with one thread."""
LOST = """\
Points of the proved margin that a move gives away, before any proof is used: the player searches
and proves nothing. The positions have one to four tokens left and are the same ones for every
player."""

HEAD = ("evaluations a second", "in two processor seconds")

Evaluate = Callable[[Reals, Reals], object]


def run(settings: Settings) -> str:
    subject = subject_of("lumiere")
    batch = settings.options["together"]
    contestants: dict[str, list[Evaluate]] = {
        f"{path.name}, {path.stat().st_size / 1e6:.1f} MB": [
            Session(path, subject).judge for _ in range(CORES)
        ]
        for path in (subject.model, subject.small)
    }
    notes = []
    if importlib.util.find_spec("torch") is None:
        notes = ["PyTorch was left out: it is not installed here (the extra `train`)."]
    else:
        contestants["PyTorch, the same shape"] = [torch_loop(subject) for _ in range(CORES)]
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for number in range(settings.rounds):
        progress(f"evaluations, round {number + 1} of {settings.rounds}")
        for name, evaluators in contestants.items():
            speeds[name].append(evaluations(evaluators, subject, batch, settings.seconds))
    rows = [
        [name, *(spread(Spread.of(list(found))) for found in zip(*pairs, strict=True))]
        for name, pairs in speeds.items()
    ]
    progress("what its moves lose")
    game = Lumiere.open(options={"postcards": "random"})
    states = judged_positions(game, settings.options["proved"], settings.options["sample"])
    names = ["guided:5000", *(f"{kind}:{n}" for n in SIMULATIONS for kind in ("net", "int8"))]
    losses = points_lost(game, states, names, unproved)
    speed = table([f"network, batches of {batch}", *HEAD], rows)
    return "\n\n".join([ABOUT, speed, *notes, LOST, lost(losses)])


def evaluations(
    evaluators: Sequence[Evaluate], subject: Subject, batch: int, seconds: float
) -> tuple[float, float]:
    """Evaluations of all evaluators together, each in its own thread: in a second, and in a second
    of the processor for each of them, which hardly depends on other work on the machine."""
    chance = np.random.default_rng(0)
    planes = (chance.random((batch, subject.planes, 8, 8)) < 0.3).astype(np.float32)
    numbers = chance.random((batch, subject.numbers)).astype(np.float32)

    def work(evaluate: Evaluate) -> tuple[float, float]:
        evaluate(planes, numbers)
        done, started, before = 0, time.perf_counter(), time.thread_time()
        while (spent := time.perf_counter() - started) < seconds:
            evaluate(planes, numbers)
            done += batch
        return done / spent, done / (time.thread_time() - before)

    with ThreadPoolExecutor(len(evaluators)) as pool:
        found = list(pool.map(work, evaluators))
    return sum(wall for wall, _ in found), sum(processor for _, processor in found)


def torch_loop(subject: Subject) -> Evaluate:
    """A plain loop of PyTorch with a network of the same shape; its weights do not matter."""
    import torch

    from lutetia.ai.network.networks import new_network

    torch.set_num_threads(1)
    network = new_network(subject, subject.size).eval()

    def evaluate(planes: Reals, numbers: Reals) -> object:
        with torch.inference_mode():
            return network(torch.from_numpy(planes), torch.from_numpy(numbers))

    return evaluate


def unproved(name: str, seed: bytes) -> Player:
    """A player of this name that proves nothing."""
    kind, _, argument = name.partition(":")
    if kind in ("net", "int8"):
        simulations = min(MOST_SIMULATIONS, int(argument))
        return NetworkPlayer(name, simulations, seed, 1, proof=0, small=kind == "int8")
    return named(name, seed)
