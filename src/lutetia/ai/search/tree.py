"""The search tree as arrays: nodes, found by the hash of a view, and chains of edges.

A node is everything that the searching seat can know at some point. Different orders of moves can
lead to the same node. An edge is a move from a node. All sums are kept for every seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Word, Words

Numbers = NDArray[np.int32]

NO_NODE = -1
NO_EDGE = -1
NODES_USED, EDGES_USED = 0, 1
ANY = -1
"""Any move, not a certain one."""

LONGEST_PATH = 1024


class Tree(NamedTuple):
    """Space for a fixed number of nodes and edges."""

    used: NDArray[np.int64]
    slot_key: Words
    slot_node: Numbers
    node_first: Numbers
    """The first edge of each node's chain."""
    node_width: Numbers
    """The length of that chain."""
    node_visits: Numbers
    node_value: Floats
    edge_next: Numbers
    edge_move: Numbers
    edge_visits: Numbers
    edge_seen: Numbers
    """How often the move was legal when its node was visited: a rival's moves depend on its
    imagined hand."""
    edge_prior: Floats
    edge_value: Floats
    """The sums of values: one column for each seat."""
    edge_points: Floats
    """The sums of points: one column for each seat."""


def new_tree(nodes: int, edges: int, seats: int) -> Tree:
    """An empty tree."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())

    def numbers(length: int) -> Numbers:
        return np.zeros(length, dtype=np.int32)

    return Tree(
        used=np.zeros(2, dtype=np.int64),
        slot_key=np.zeros(slots, dtype=np.uint64),
        slot_node=np.full(slots, NO_NODE, dtype=np.int32),
        node_first=np.full(nodes, NO_EDGE, dtype=np.int32),
        node_width=numbers(nodes),
        node_visits=numbers(nodes),
        node_value=np.zeros((nodes, seats)),
        edge_next=np.full(edges, NO_EDGE, dtype=np.int32),
        edge_move=numbers(edges),
        edge_visits=numbers(edges),
        edge_seen=numbers(edges),
        edge_prior=np.zeros(edges),
        edge_value=np.zeros((edges, seats)),
        edge_points=np.zeros((edges, seats)),
    )


def clear(tree: Tree) -> None:
    """Forget everything."""
    nodes, edges = tree.used
    tree.used[:] = 0
    tree.slot_node[:] = NO_NODE
    tree.node_first[:nodes] = NO_EDGE
    tree.node_width[:nodes] = 0
    tree.node_visits[:nodes] = 0
    tree.node_value[:nodes] = 0
    for sums in (tree.edge_visits, tree.edge_seen, tree.edge_value, tree.edge_points):
        sums[:edges] = 0


@compiled
def find(tree: Tree, key: Word) -> int:
    """The node of a key; NO_NODE if there is none."""
    last = len(tree.slot_key) - 1
    slot = np.int64(key & np.uint64(last))
    while tree.slot_node[slot] != NO_NODE:
        if tree.slot_key[slot] == key:
            return np.int64(tree.slot_node[slot])  # type: ignore[return-value]
        slot = (slot + 1) & last
    return NO_NODE


@compiled
def add_node(tree: Tree, key: Word) -> int:
    """A new node for a key that has none; NO_NODE when the tree is full."""
    node = tree.used[NODES_USED]
    if node == len(tree.node_first):
        return NO_NODE
    tree.used[NODES_USED] += 1
    last = len(tree.slot_key) - 1
    slot = np.int64(key & np.uint64(last))
    while tree.slot_node[slot] != NO_NODE:
        slot = (slot + 1) & last
    tree.slot_key[slot] = key
    tree.slot_node[slot] = node
    return node


@compiled
def add_edge(tree: Tree, node: int, move: int, prior: float) -> bool:
    """Put a move at the front of a node's chain. Returns whether there was space."""
    edge = tree.used[EDGES_USED]
    if edge == len(tree.edge_next):
        return False
    tree.used[EDGES_USED] += 1
    tree.edge_next[edge] = tree.node_first[node]
    tree.edge_move[edge] = move
    tree.edge_prior[edge] = prior
    tree.node_first[node] = edge
    tree.node_width[node] += 1
    return True


def edges_of(tree: Tree, node: int) -> list[int]:
    """The edges of a node."""
    found = []
    edge: Any = tree.node_first[node] if node != NO_NODE else NO_EDGE
    while edge != NO_EDGE:
        found.append(int(edge))
        edge = tree.edge_next[edge]
    return found
