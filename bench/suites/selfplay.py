"""Self-play of La Cité with the shipped network on a GPU: evaluations of positions a second."""

from __future__ import annotations

import importlib.util
import os
import time
from typing import Any

import numpy as np

from bench.measure import Settings, Spread, progress
from bench.report import spread, table
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.selfplay import EVALUATED, PLAYED, PROVED

TITLE = "Self-play: La Cité on a GPU"
ONE_CORE = False
OPTIONS = {
    "games": (32_768, "games at the same time"),
    "crowds": (2, "groups of games that take turns"),
    "simulations": (32, "simulations of a move"),
}
WARM_UP = 20.0
"""The seconds before the first round. Then the games are at different moves, and proofs are due."""

ABOUT = """\
Evaluations of positions by the shipped network in self-play as a training does it, without the
learning: {games:,} games at once in {crowds} groups, with {simulations} simulations for a move,
on {cores} cores and one {device}. An eighth of the cores prove endings beside the games."""

HEAD = ["evaluations a second", "games a second", "proofs a second", "cores at work"]


def run(settings: Settings) -> str:
    if importlib.util.find_spec("torch") is None:
        return "Left out: PyTorch is not installed here (the extra `train`)."
    import torch

    if not torch.cuda.is_available():
        return "Left out: there is no GPU here."
    games = _games(**settings.options)
    progress("the games begin")
    _play(games, WARM_UP)
    rows = []
    for number in range(settings.rounds):
        progress(f"round {number + 1} of {settings.rounds}")
        rows.append(_play(games, settings.seconds))
    games.stop()
    about = ABOUT.format(
        **settings.options, cores=os.cpu_count(), device=torch.cuda.get_device_name()
    )
    found = [spread(Spread.of(list(column))) for column in zip(*rows, strict=True)]
    return f"{about}\n\n{table(HEAD, [found])}"


def _games(games: int, crowds: int, simulations: int) -> Any:
    import torch

    from lutetia.ai.network.head_start import started
    from lutetia.ai.network.local_games import LocalGames
    from lutetia.ai.network.recipe import Recipe
    from lutetia.ai.network.threads import new_threads

    subject = subject_of("lumiere")
    threads = os.cpu_count() or 1
    recipe = Recipe(
        games=games, crowds=crowds, simulations=simulations, first_simulations=simulations
    )
    network = started(subject.model, subject, subject.size)
    device = torch.device("cuda")
    return LocalGames(subject, recipe, network, device, b"bench" * 8, new_threads(threads))


def _play(games: Any, seconds: float) -> tuple[float, float, float, float]:
    """What a second of play brings."""
    before, began, busy = games.tallies(), time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - began) < seconds:
        games.turn()
    new = np.asarray(games.tallies() - before) / spent
    return (
        float(new[EVALUATED]),
        float(new[PLAYED]),
        float(new[PROVED]),
        (time.process_time() - busy) / spent,
    )
