"""The most probable moves of a position that the network has judged."""

from __future__ import annotations

import math

import numpy as np

from lutetia.ai.network.trees import Leaves, Trees
from lutetia.kernel.compiled import compiled, inlined
from lutetia.kernel.scratch import scratch
from lutetia.kernel.types import Floats

STEPS = 256.0
"""Logits are stored as whole numbers, in units of 1 / STEPS."""
MOST_EDGES = 64
"""The most moves that a node keeps."""
SHARES = np.exp(-np.arange(16.0 * STEPS) / STEPS).astype(np.float32)
"""For each difference of two logits: the ratio of their probabilities. Further ones count as 0."""

new_row = scratch(MOST_EDGES)


@compiled
def normaliser(leaves: Leaves, leaf: int) -> float:
    """The logarithm of the sum of the exponentials of a position's logits."""
    highest = np.int64(leaves.logits[leaf, 0])
    count = leaves.counts[leaf]
    for index in range(1, count):
        highest = max(highest, np.int64(leaves.logits[leaf, index]))
    sum_ = 0.0
    for index in range(count):
        lack = highest - leaves.logits[leaf, index]
        if lack < len(SHARES):
            sum_ += SHARES[lack]
    return highest / STEPS + math.log(sum_)


@inlined
def insert(
    scores: Floats, chosen: Floats, width: int, capacity: int, score: float, index: int
) -> int:
    """Insert a move into a list, the best first, if it is good enough; returns the new length.

    Of equal moves the earlier one stays before the later one. This runs for every move of every
    position, so the list is short and lies on the stack, and a bad move costs one comparison.
    """
    place = width
    if width == capacity:
        place -= 1
        if score <= scores[place]:
            return width
    else:
        width += 1
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        chosen[place] = chosen[place - 1]
        place -= 1
    scores[place] = score
    chosen[place] = index
    return width


@compiled
def keep_edges(
    trees: Trees, tree: int, node: int, leaves: Leaves, leaf: int, chosen: Floats, width: int
) -> None:
    """Give a node these moves of a position, in their order."""
    whole = normaliser(leaves, leaf)
    for edge in range(width):
        index = int(chosen[edge])
        trees.edge_move[tree, node, edge] = leaves.moves[leaf, index]
        trees.edge_logit[tree, node, edge] = leaves.logits[leaf, index] / STEPS - whole
    trees.node_width[tree, node] = width


@compiled
def keep_most_probable(trees: Trees, tree: int, node: int, leaves: Leaves, leaf: int) -> None:
    """Give a node the most probable moves of a position."""
    scores = new_row()
    chosen = new_row()
    width = 0
    capacity = trees.edge_move.shape[2]
    for index in range(leaves.counts[leaf]):
        score = float(leaves.logits[leaf, index])
        width = insert(scores, chosen, width, capacity, score, index)
    keep_edges(trees, tree, node, leaves, leaf, chosen, width)
