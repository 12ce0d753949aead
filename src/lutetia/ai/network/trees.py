"""Search trees of many games as arrays: the first axis is the tree.

A node is what its mover knows: the moves that led there and the mover's own hidden things. Once
nothing is hidden, it is the position. It keeps only its most probable moves. The moves of the root
are the candidates of the search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.types import Word, Words

if TYPE_CHECKING:
    # Not a part of the machine code: a change of it needs no new compilation.
    from lutetia.ai.network.subject import Subject

Reals = NDArray[np.float32]
Shorts = NDArray[np.int16]
Numbers = NDArray[np.int32]

NO_NODE = -1
ROOT = 0


class Trees(NamedTuple):
    """Space for the nodes of every tree."""

    used: Numbers
    slot_node: Shorts
    node_key: Words
    node_mover: NDArray[np.int8]
    node_width: Shorts
    node_value: Reals
    """For each seat: the network's value."""
    edge_move: Shorts
    edge_logit: Reals
    """The logarithm of the move's probability."""
    edge_visits: Shorts
    edge_sum: Reals
    """For each seat: the value of the move, times its visits."""
    node_open: NDArray[np.int8]
    """Whether nothing is hidden. Then a node is a position, whatever moves led there."""
    node_visits: Numbers
    node_sum: Reals
    """For each seat: the sum of `edge_sum` over the moves."""
    root_count: Numbers
    root_moves: Shorts
    root_logits: Reals
    """The same as `edge_logit`, for all moves of the root."""
    root_noise: Reals
    """The noise of each candidate."""
    root_hash: Words
    root_lead: Reals
    """For each seat: the lead that the root expects; 0 in self-play. Values count from it."""


class Leaves(NamedTuple):
    """Positions that wait for the network, and the path to each. The first axis is the leaf."""

    planes: Words
    numbers: NDArray[np.int8]
    counts: Numbers
    moves: Shorts
    """All legal moves of the position."""
    logits: Shorts
    """The network's logits of these moves, in steps of 1/256."""
    values: Reals
    """The network's value for each seat, between 0 and 1. The mover's is the first."""
    mover: NDArray[np.int8]
    players: NDArray[np.int8]
    """The number of seats that play."""
    key: Words
    path_node: Shorts
    path_edge: Shorts
    path_length: Numbers
    path_hidden: Numbers
    """The steps of the path before which something was hidden."""
    open: NDArray[np.int8]
    """Whether nothing is hidden."""


def new_trees(trees: int, nodes: int, edges: int, most_moves: int, seats: int) -> Trees:
    """Empty trees."""
    slots = 1 << (2 * nodes - 1).bit_length()

    def reals(*shape: int) -> Reals:
        return np.zeros(shape, dtype=np.float32)

    def shorts(*shape: int) -> Shorts:
        return np.zeros(shape, dtype=np.int16)

    return Trees(
        used=np.zeros(trees, dtype=np.int32),
        slot_node=np.full((trees, slots), NO_NODE, dtype=np.int16),
        node_key=np.zeros((trees, nodes), dtype=np.uint64),
        node_mover=np.zeros((trees, nodes), dtype=np.int8),
        node_width=shorts(trees, nodes),
        node_value=reals(trees, nodes, seats),
        edge_move=shorts(trees, nodes, edges),
        edge_logit=reals(trees, nodes, edges),
        edge_visits=shorts(trees, nodes, edges),
        edge_sum=reals(trees, nodes, edges, seats),
        node_open=np.zeros((trees, nodes), dtype=np.int8),
        node_visits=np.zeros((trees, nodes), dtype=np.int32),
        node_sum=reals(trees, nodes, seats),
        root_count=np.zeros(trees, dtype=np.int32),
        root_moves=shorts(trees, most_moves),
        root_logits=reals(trees, most_moves),
        root_noise=reals(trees, edges),
        root_hash=np.zeros(trees, dtype=np.uint64),
        root_lead=reals(trees, seats),
    )


def new_leaves(leaves: int, subject: Subject, zeros: Callable[..., Any] = np.zeros) -> Leaves:
    """Space for this many positions. `zeros` makes the arrays that an accelerator copies."""
    most_moves, longest = subject.most_moves, subject.longest
    return Leaves(
        planes=zeros((leaves, subject.planes), np.uint64),
        numbers=zeros((leaves, subject.numbers), np.int8),
        counts=np.zeros(leaves, dtype=np.int32),
        moves=zeros((leaves, most_moves), np.int16),
        logits=zeros((leaves, most_moves), np.int16),
        values=zeros((leaves, subject.seats), np.float32),
        mover=np.zeros(leaves, dtype=np.int8),
        players=np.zeros(leaves, dtype=np.int8),
        key=np.zeros(leaves, dtype=np.uint64),
        path_node=np.zeros((leaves, longest), dtype=np.int16),
        path_edge=np.zeros((leaves, longest), dtype=np.int16),
        path_length=np.zeros(leaves, dtype=np.int32),
        path_hidden=np.zeros(leaves, dtype=np.int32),
        open=np.zeros(leaves, dtype=np.int8),
    )


@compiled
def uncounted_trees(trees: Trees) -> Trees:
    """The same trees; the references to them are not counted."""
    return Trees(
        borrowed(trees.used),
        borrowed(trees.slot_node),
        borrowed(trees.node_key),
        borrowed(trees.node_mover),
        borrowed(trees.node_width),
        borrowed(trees.node_value),
        borrowed(trees.edge_move),
        borrowed(trees.edge_logit),
        borrowed(trees.edge_visits),
        borrowed(trees.edge_sum),
        borrowed(trees.node_open),
        borrowed(trees.node_visits),
        borrowed(trees.node_sum),
        borrowed(trees.root_count),
        borrowed(trees.root_moves),
        borrowed(trees.root_logits),
        borrowed(trees.root_noise),
        borrowed(trees.root_hash),
        borrowed(trees.root_lead),
    )


@compiled
def uncounted_leaves(leaves: Leaves) -> Leaves:
    """The same positions; the references to them are not counted."""
    return Leaves(
        borrowed(leaves.planes),
        borrowed(leaves.numbers),
        borrowed(leaves.counts),
        borrowed(leaves.moves),
        borrowed(leaves.logits),
        borrowed(leaves.values),
        borrowed(leaves.mover),
        borrowed(leaves.players),
        borrowed(leaves.key),
        borrowed(leaves.path_node),
        borrowed(leaves.path_edge),
        borrowed(leaves.path_length),
        borrowed(leaves.path_hidden),
        borrowed(leaves.open),
    )


@compiled
def mixed(hash_: Word, more: Word) -> Word:
    """A hash of another hash and one more word."""
    found = (hash_ ^ more) * np.uint64(0xBF58476D1CE4E5B9)
    found ^= found >> np.uint64(29)
    return found * np.uint64(0x94D049BB133111EB)


@compiled
def clear(trees: Trees, tree: int) -> None:
    """Clear a tree."""
    trees.used[tree] = 0
    trees.slot_node[tree, :] = NO_NODE


@compiled
def find(trees: Trees, tree: int, key: Word) -> int:
    """The node of a key; NO_NODE if there is none."""
    last = trees.slot_node.shape[1] - 1
    slot = np.int64((key >> np.uint64(20)) & np.uint64(last))
    while trees.slot_node[tree, slot] != NO_NODE:
        node = np.int64(trees.slot_node[tree, slot])
        if trees.node_key[tree, node] == key:
            return node  # type: ignore[return-value]
        slot = (slot + 1) & last
    return NO_NODE


@compiled
def add_node(trees: Trees, tree: int, key: Word) -> int:
    """A new node; NO_NODE if the tree is full."""
    node: Any = np.int64(trees.used[tree])
    if node == trees.node_key.shape[1]:
        return NO_NODE
    trees.used[tree] += 1
    last = trees.slot_node.shape[1] - 1
    slot = np.int64((key >> np.uint64(20)) & np.uint64(last))
    while trees.slot_node[tree, slot] != NO_NODE:
        slot = (slot + 1) & last
    trees.slot_node[tree, slot] = node
    trees.node_key[tree, node] = key
    trees.edge_visits[tree, node, :] = 0
    trees.edge_sum[tree, node, :, :] = 0.0
    trees.node_visits[tree, node] = 0
    trees.node_sum[tree, node, :] = 0.0
    return node
