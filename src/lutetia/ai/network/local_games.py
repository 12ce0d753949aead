"""The games of self-play on one machine.

Several crowds of games take turns: the processor's cores continue the games of one, while the
network evaluates the positions of another, and those of a third are on their way to the
accelerator or back.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from lutetia.ai.network.crowd import Crowd
from lutetia.ai.network.inference import Channel, Player, pinned
from lutetia.ai.network.networks import AnyNetwork
from lutetia.ai.network.recipe import Recipe
from lutetia.ai.network.selfplay import Samples
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.threads import Threads
from lutetia.kernel.chance import derived_seed


class LocalGames:
    """All games of this machine."""

    def __init__(
        self,
        subject: Subject,
        recipe: Recipe,
        network: AnyNetwork,
        device: torch.device,
        seed: bytes,
        pool: Threads | None,
    ) -> None:
        self._pool = pool
        self._player = Player(subject, network, device)
        self._crowds = [
            Crowd(
                subject,
                subject.practice(),
                recipe.games // recipe.crowds,
                recipe.first_simulations,
                derived_seed(seed.hex(), number),
                1 if pool is None else pool.pieces,
                pinned if device.type == "cuda" else np.zeros,
                most_simulations=max(recipe.simulations, recipe.first_simulations),
                quick=recipe.quick_simulations,
            )
            for number in range(recipe.crowds)
        ]
        self._channels = [Channel(crowd.leaves, self._player) for crowd in self._crowds]
        self._next = 0
        if pool is not None:
            self._crowds[0].prepare_proofs()
        for crowd, channel in zip(self._crowds, self._channels, strict=True):
            crowd.advance(self._pool)
            channel.ask()

    def turn(self) -> list[Samples]:
        """Continue the games of one crowd, and send its next positions to the network.

        Returns the samples of the games that ended.
        """
        crowd, channel = self._crowds[self._next], self._channels[self._next]
        self._next = (self._next + 1) % len(self._crowds)
        channel.wait()
        crowd.advance(self._pool)
        channel.ask()
        return crowd.harvest()

    def take(self, network: AnyNetwork, simulations: int) -> None:
        """Play with these weights and this many simulations from now on."""
        self._player.take(network)
        for crowd in self._crowds:
            if crowd.simulations != simulations:
                crowd.simulations = simulations

    def tallies(self) -> Any:
        """The sums of the counters (`selfplay`)."""
        return np.sum([crowd.tallies() for crowd in self._crowds], axis=0)

    def stop(self) -> None:
        """Wait for the network."""
        for channel in self._channels:
            channel.wait()
