"""The games of self-play on all machines of a Ray cluster.

Every machine has one actor, which plays with all cores and the GPU of its machine. It hands each
finished game over to the store, which is on the machine of the learner, and only then counts it. So
a machine may die or join at any moment: what was counted is there, and only once.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import ray
import torch
from ray.exceptions import ActorUnschedulableError, RayActorError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.local_games import LocalGames
from lutetia.ai.network.networks import AnyNetwork, new_network
from lutetia.ai.network.recipe import Recipe
from lutetia.ai.network.selfplay import OUT, TALLIES, Samples
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.threads import new_threads
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.errors import BadOption

SECONDS_OF_A_CALL = 5.0
"""A machine plays so long with the same weights. Then it asks for the latest ones."""
LOOK_EVERY = 10.0
"""Seconds between two looks for machines that joined."""
WAIT = 0.2
ANSWER_WITHIN = 10.0
LOCAL = "local"
"""The address for a cluster of this machine alone, which ends with the training."""
LOOPBACK = "127.0.0.1"

Weights = Mapping[str, Any]


class Store:
    """The finished games that the learner has not taken yet. It lives on the learner's machine."""

    def __init__(self) -> None:
        self._waiting: list[Samples] = []
        self._tallies = np.zeros(TALLIES, dtype=np.int64)
        self._parts: dict[str, int] = {}
        """By machine: the number of its latest part."""

    def add(self, machine: str, number: int, samples: list[Samples], tallies: Any) -> None:
        """Keep a part of a machine's games. A part that comes a second time changes nothing."""
        if number <= self._parts.get(machine, 0):
            return
        self._parts[machine] = number
        # A copy: the memory that Ray lends belongs to a machine that may die.
        for one in samples:
            parts: Any = (np.array(part) for part in one)
            self._waiting.append(Samples(*parts))
        self._tallies += tallies

    def drain(self) -> tuple[list[Samples], Any]:
        """What waits, and the counters of all games so far."""
        waiting, self._waiting = self._waiting, []
        return waiting, self._tallies


class Machine:
    """The games of one machine of the cluster."""

    def __init__(self, name: str, game: str, recipe: Recipe, seed: bytes, store: Any) -> None:
        self._name = name
        self._store = store
        self._subject = subject_of(game)
        self._network = new_network(self._subject, recipe.size).eval()
        self._recipe = recipe
        self._seed = seed
        self._games: LocalGames | None = None
        self._parts = 0
        self._told = np.zeros(TALLIES, dtype=np.int64)

    def play(self, weights: Weights, simulations: int, seconds: float) -> None:
        """Play for some seconds, and hand over every game that ends."""
        self._network.load_state_dict({n: torch.from_numpy(v.copy()) for n, v in weights.items()})
        games = self._begun()
        games.take(self._network, simulations)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            samples = games.turn()
            if samples:
                self._hand_over(samples, games.tallies())

    def _begun(self) -> LocalGames:
        if self._games is None:
            gpu = torch.cuda.is_available()
            threads = self._recipe.threads or os.cpu_count() or 1
            pool = new_threads(threads)
            device = torch.device("cuda" if gpu else "cpu")
            self._games = LocalGames(
                self._subject, self._recipe, self._network, device, self._seed, pool
            )
        return self._games

    def _hand_over(self, samples: list[Samples], tallies: Any) -> None:
        new = tallies - self._told
        new[OUT] = 0
        ray.get(self._store.add.remote(self._name, self._parts + 1, samples, new))
        self._parts += 1
        self._told = tallies

    def finished(self) -> Any:
        """The counters of the games that are handed over."""
        return self._told


class ClusterGames:
    """The games of all machines. Machines may join and leave at any time."""

    def __init__(
        self,
        subject: Subject,
        recipe: Recipe,
        network: AnyNetwork,
        address: str,
        seed: bytes,
        told: Callable[[str], None],
    ) -> None:
        self._subject = subject
        self._recipe = recipe
        self._seed = seed
        self._told = told
        _connect(address)
        node = ray.get_runtime_context().get_node_id()
        self._store: Any = _placed(Store, node, num_cpus=0).remote()
        self.machines: dict[str, Any] = {}
        self._calls: dict[Any, str] = {}
        self._tallies = np.zeros(TALLIES, dtype=np.int64)
        self._looked = -LOOK_EVERY
        self.take(network, recipe.first_simulations)

    def turn(self) -> list[Samples]:
        """Take the samples of the games that ended, and keep every machine busy."""
        self._join()
        self._renew()
        samples, self._tallies = ray.get(self._store.drain.remote())
        return list(samples)

    def take(self, network: AnyNetwork, simulations: int) -> None:
        """Play with these weights and this many simulations, from each machine's next call on."""
        state = network.state_dict()
        self._weights = ray.put({name: value.cpu().numpy() for name, value in state.items()})
        self._simulations = simulations

    def tallies(self) -> Any:
        """The counters of all games that were handed over."""
        return self._tallies

    def stop(self) -> None:
        """End the actors. The cluster itself goes on, unless it was started here."""
        for machine in self.machines.values():
            ray.kill(machine)
        ray.kill(self._store)
        self.machines, self._calls = {}, {}
        ray.shutdown()

    def _join(self) -> None:
        """Begin to play on machines that are new."""
        if time.monotonic() - self._looked < LOOK_EVERY:
            return
        self._looked = time.monotonic()
        for node in ray.nodes():
            name = node["NodeID"]
            if node["Alive"] and name not in self.machines:
                gpus = min(1, node["Resources"].get("GPU", 0))
                made = _placed(Machine, name, num_cpus=0, num_gpus=gpus, max_concurrency=2)
                seed = derived_seed(self._seed.hex(), name)
                self.machines[name] = made.remote(
                    name, self._subject.game, self._recipe, seed, self._store
                )
                self._call(name)
                self._told(f"machine {name[:8]} plays")

    def _call(self, name: str) -> None:
        call = self.machines[name].play.remote(self._weights, self._simulations, SECONDS_OF_A_CALL)
        self._calls[call] = name

    def _renew(self) -> None:
        """Call machines again whose time is over, and forget those that died."""
        if not self._calls:
            time.sleep(WAIT)
            return
        done, _ = ray.wait(list(self._calls), num_returns=len(self._calls), timeout=WAIT)
        for call in done:
            name = self._calls.pop(call)
            try:
                ray.get(call)
            except RayTaskError as error:
                raise error.cause from None
            except (RayActorError, ActorUnschedulableError):
                del self.machines[name]
                self._told(f"machine {name[:8]} is gone; its unfinished games are lost")
            else:
                self._call(name)


def _connect(address: str) -> None:
    """Connect to a cluster, or start one here."""
    host, _, port = address.partition(":")
    if port.isdecimal():
        try:
            # Ray itself would try for minutes.
            socket.create_connection((host, int(port)), ANSWER_WITHIN).close()
        except (OSError, OverflowError):
            raise BadOption(f"--ray {address}: no Ray cluster answers there") from None
    # Ray asks for no password. So nobody else can reach a cluster that this program starts.
    here = LOOPBACK if address == LOCAL else host
    more = {"_node_ip_address": here} if here.startswith("127.") else {}
    try:
        ray.init(address, log_to_driver=False, **more)
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise BadOption(f"--ray {address}: no Ray cluster can be used there ({reason})") from None


def _placed(kind: type, node: str, **options: Any) -> Any:
    """An actor on one machine."""
    where = NodeAffinitySchedulingStrategy(node, soft=False)
    return ray.remote(kind).options(scheduling_strategy=where, **options)
