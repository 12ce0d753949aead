"""Matches between two networks: paired deals, both seats, no noise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from lutetia.ai.network.crowd import Crowd
from lutetia.ai.network.inference import Channel, Player, pinned
from lutetia.ai.network.networks import AnyNetwork
from lutetia.ai.network.selfplay import OF_LEAF, UNPLAYED, WHOLE_WIN
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.threads import Threads
from lutetia.ai.network.trees import ROOT

MOST_ELO = 800.0


def elo_of(share: float) -> float:
    """The difference in Elo for a share of wins. It is limited: shares 0 and 1 give no number."""
    if not 0.0 < share < 1.0:
        return math.copysign(MOST_ELO, share - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, 400.0 * math.log10(share / (1.0 - share))))


class Match:
    """Games between two networks of one size. It can be used again and again."""

    def __init__(
        self, subject: Subject, network: AnyNetwork, device: torch.device, pairs: int, pieces: int
    ) -> None:
        self.subject = subject
        self.pairs = pairs
        self.pieces = pieces
        self.zeros: Callable[..., Any] = pinned if device.type == "cuda" else np.zeros
        self.players = [Player(subject, network, device) for _ in range(2)]

    def share(
        self,
        one: AnyNetwork,
        other: AnyNetwork,
        simulations: int,
        seed: bytes,
        pool: Threads | None,
    ) -> float:
        """The share of games that the first network wins; draws count half."""
        crowd = Crowd(
            self.subject,
            list(self.subject.practice())[:1],
            2 * self.pairs,
            simulations,
            seed,
            self.pieces,
            self.zeros,
            noise=0.0,
            paired=True,
        )
        channels = []
        for player, network in zip(self.players, (one, other), strict=True):
            player.take(network)
            channels.append(Channel(crowd.leaves, player))
        games = crowd.games
        odd = np.arange(crowd.count) % 2
        while (games.first_result == UNPLAYED).any():
            crowd.advance(pool)
            crowd.harvest()
            root = games.trees.node_mover[:, ROOT]
            mover = np.where(games.waiting == OF_LEAF, root, crowd.leaves.mover)
            second = (odd ^ mover) == 1
            self._answer(crowd, channels, second)
        results = games.first_result.astype(float) / WHOLE_WIN
        return float(np.where(odd == 0, results, 1.0 - results).mean())

    def _answer(self, crowd: Crowd, channels: list[Channel], second: Any) -> None:
        """Every position gets the answer of the network that is to move at the root."""
        channels[1].ask()
        channels[1].wait()
        logits, values = crowd.leaves.logits[second].copy(), crowd.leaves.values[second].copy()
        channels[0].ask()
        channels[0].wait()
        crowd.leaves.logits[second] = logits
        crowd.leaves.values[second] = values
