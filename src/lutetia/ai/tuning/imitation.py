"""Fits weights of moves to the choices of a deep search: multinomial logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.types import Floats

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Choice:
    """One decision: a row of features for each legal move, and how often each was visited."""

    features: Floats
    shares: Floats


@dataclass(frozen=True)
class Fit:
    """Weights, and how well they predict."""

    weights: Floats
    surprise: float
    """The mean cross-entropy minus the entropy of the shares, in nats."""
    hits: float
    """How often the move with the highest weight was the most visited one."""


def fit(choices: Sequence[Choice], start: Floats, decay: float = 1e-3, steps: int = 400) -> Fit:
    """Weights that make the visits most likely. `decay` pulls them towards `start`."""
    features = np.concatenate([choice.features for choice in choices])
    shares = np.concatenate([choice.shares for choice in choices])
    lengths = [len(choice.shares) for choice in choices]
    firsts: Places = np.cumsum([0, *lengths[:-1]], dtype=np.int64)
    owner: Places = np.repeat(np.arange(len(choices), dtype=np.int64), lengths)
    scale = np.maximum(1e-6, features.std(axis=0))
    weights = start.copy()
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        probabilities = _probabilities(features @ weights, firsts, owner)
        slope = features.T @ (probabilities - shares) / len(choices)
        slope += decay * (weights - start) * scale**2
        # Adam (Kingma and Ba 2015), in units in which all features have the same spread.
        slope /= scale
        drift = 0.9 * drift + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope**2
        pace = 0.05 if step < steps * 0.7 else 0.01
        change = (drift / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-9)
        weights -= pace * change / scale
    return Fit(weights, *quality(choices, weights))


def quality(choices: Sequence[Choice], weights: Floats) -> tuple[float, float]:
    """Surprise and hits of weights."""
    surprise, hits = 0.0, 0
    for choice in choices:
        ratings = choice.features @ weights
        ratings -= ratings.max()
        probabilities = np.exp(ratings) / np.exp(ratings).sum()
        seen = choice.shares > 0
        surprise += float(
            (choice.shares[seen] * np.log(choice.shares[seen] / probabilities[seen])).sum()
        )
        hits += int(choice.shares[ratings.argmax()] == choice.shares.max())
    return surprise / len(choices), hits / len(choices)


def _probabilities(ratings: Floats, firsts: Places, owner: Places) -> Floats:
    ratings = ratings - np.maximum.reduceat(ratings, firsts)[owner]
    likely = np.exp(ratings)
    return likely / np.add.reduceat(likely, firsts)[owner]
