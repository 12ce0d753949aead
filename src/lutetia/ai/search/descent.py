"""Pattern (see `kernel.specialise`): from the root to a leaf, and back with its value.

Each descent begins in a world imagined from the view. Below the root a node is what the searching
seat would see: cards that are turned up lead to different nodes, cards that stay hidden do not. A
rival's moves may depend on its hidden hand. Then a move is compared only if it is legal in the
imagined world, and its bound uses how often it was legal (Cowling, Powley, Whitehouse 2012).
"""

from __future__ import annotations

import math

import numpy as np

from lutetia.ai.search.buffers import SearchBuffers
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.search.tree import (
    ANY,
    LONGEST_PATH,
    NO_EDGE,
    NO_NODE,
    Tree,
    add_edge,
    add_node,
    find,
)
from lutetia.ai.search.view_key import digest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
view = game_function("view")
imagine = game_function("imagine")
evaluate = game_function("evaluate")
rate_moves = game_function("rate_moves")
MASKS = game_function("masks")
STATE_SIZE = game_function("state_size")

UNTRIED = 1e6


@compiled
def mark_moves(buffers: SearchBuffers, count: int) -> None:
    """Stamp the moves of the list."""
    buffers.stamp[0] += 1
    for index in range(count):
        buffers.mark[buffers.moves[index]] = buffers.stamp[0]


@compiled
def available_edges(tree: Tree, buffers: SearchBuffers, node: int) -> int:
    """How many edges of a node are legal in this world. The moves must be stamped before."""
    available = 0
    edge = tree.node_first[node]
    while edge != NO_EDGE:
        if buffers.mark[tree.edge_move[edge]] == buffers.stamp[0]:
            available += 1
        edge = tree.edge_next[edge]
    return available


@compiled
def width_after(parameters: SearchParameters, visits: int) -> int:
    """How many moves of a node may be listed after this many visits."""
    width = parameters.first_width
    while parameters.patience * width * width < visits:
        width *= 2
    return width


@compiled
def widen(
    box: Record,
    knowledge: Floats,
    tree: Tree,
    buffers: SearchBuffers,
    chance: Words,
    state: Record,
    node: int,
    count: int,
    more: int,
) -> None:
    """List this many more legal moves of a node: those with the highest priors."""
    rate_moves(box, knowledge, state, chance, buffers.moves, count, buffers.priors)
    mark_moves(buffers, count)
    edge = tree.node_first[node]
    while edge != NO_EDGE:
        buffers.mark[tree.edge_move[edge]] = 0
        edge = tree.edge_next[edge]
    order = np.argsort(buffers.priors[:count])
    # A new edge goes to the front of the chain, so the best one is added last, from `place` on.
    place = count
    found = 0
    while place > 0 and found < more:
        place -= 1
        if buffers.mark[buffers.moves[order[place]]] == buffers.stamp[0]:
            found += 1
    for rank in range(place, count):
        index = order[rank]
        move = buffers.moves[index]
        if buffers.mark[move] == buffers.stamp[0]:
            add_edge(tree, node, move, buffers.priors[index])


@compiled
def best_edge(
    parameters: SearchParameters,
    tree: Tree,
    buffers: SearchBuffers,
    node: int,
    mover: int,
    all_legal: bool,
) -> int:
    """The edge with the highest upper bound among those that are legal in this world."""
    visits = tree.node_visits[node]
    untried = 0.5 - parameters.caution
    if visits > 0:
        untried = tree.node_value[node, mover] / visits - parameters.caution
    best = NO_EDGE
    highest = -1e9
    edge = tree.node_first[node]
    while edge != NO_EDGE:
        if all_legal or buffers.mark[tree.edge_move[edge]] == buffers.stamp[0]:
            tree.edge_seen[edge] += 1
            seen = float(tree.edge_seen[edge])
            tries = tree.edge_visits[edge]
            bound = parameters.trust * tree.edge_prior[edge] * math.sqrt(seen) / (1.0 + tries)
            if tries == 0:
                bound += untried
                if parameters.curiosity > 0.0:
                    bound += UNTRIED
            else:
                bound += tree.edge_value[edge, mover] / tries
                bound += parameters.curiosity * math.sqrt(math.log(seen) / tries)
            if bound > highest:
                highest = bound
                best = edge
        edge = tree.edge_next[edge]
    return best


@compiled
def choose_edge(
    box: Record,
    knowledge: Floats,
    parameters: SearchParameters,
    tree: Tree,
    buffers: SearchBuffers,
    chance: Words,
    state: Record,
    seat: int,
    node: int,
    count: int,
) -> int:
    """The move to follow from a node. More moves are listed first if there are enough visits."""
    own = state.to_move == seat
    width = min(count, width_after(parameters, tree.node_visits[node]))
    listed = int(tree.node_width[node])
    if not own:
        mark_moves(buffers, count)
        listed = available_edges(tree, buffers, node)
    if listed < width:
        widen(box, knowledge, tree, buffers, chance, state, node, count, width - listed)
        if not own:
            mark_moves(buffers, count)
    return best_edge(parameters, tree, buffers, node, int(state.to_move), own)


@compiled
def descend(
    box: Record,
    knowledge: Floats,
    parameters: SearchParameters,
    tree: Tree,
    buffers: SearchBuffers,
    chance: Words,
    seat: int,
    only: int,
) -> None:
    """Follow the tree in the imagined world to a new node or to the end of the game.

    The first move is `only`, unless `only` is ANY.
    """
    state = buffers.worlds[0]
    seen = buffers.worlds[1]
    length = 0
    move = only
    while state.to_move >= 0 and length < LONGEST_PATH:
        if move == ANY:
            count = legal_moves(box, state, buffers.moves)
            move = int(buffers.moves[0])
            if count > 1:
                view(box, state, seat, seen)
                key = digest(seen, MASKS, STATE_SIZE)
                node = find(tree, key)
                if node == NO_NODE:
                    add_node(tree, key)
                    break
                edge = choose_edge(
                    box, knowledge, parameters, tree, buffers, chance, state, seat, node, count
                )
                if edge == NO_EDGE:
                    break
                tree.node_visits[node] += 1
                tree.edge_visits[edge] += 1
                buffers.path_nodes[length] = node
                buffers.path_edges[length] = edge
                length += 1
                move = int(tree.edge_move[edge])
        apply(box, state, move)
        move = ANY
    buffers.path_length[0] = length


@compiled
def back_up(tree: Tree, buffers: SearchBuffers) -> None:
    """Add the value of a leaf to all nodes and edges on the path to it."""
    for seat in range(buffers.lines.shape[0]):
        buffers.points[seat] = 0.0
        for line in range(buffers.lines.shape[1]):
            buffers.points[seat] += buffers.lines[seat, line]
            buffers.line_sums[seat, line] += buffers.lines[seat, line]
    for step in range(buffers.path_length[0]):
        node = buffers.path_nodes[step]
        edge = buffers.path_edges[step]
        for seat in range(len(buffers.values)):
            tree.node_value[node, seat] += buffers.values[seat]
            tree.edge_value[edge, seat] += buffers.values[seat]
            tree.edge_points[edge, seat] += buffers.points[seat]


@compiled
def think(
    box: Record,
    knowledge: Floats,
    parameters: SearchParameters,
    tree: Tree,
    buffers: SearchBuffers,
    chance: Words,
    seen: Record,
    seat: int,
    playouts: int,
    only: int,
) -> None:
    """Make this many descents. The compiled evaluator values each leaf at once."""
    for _ in range(playouts):
        imagine(box, seen, seat, chance, buffers.worlds[0])
        descend(box, knowledge, parameters, tree, buffers, chance, seat, only)
        evaluate(
            box,
            knowledge,
            buffers.worlds[0],
            chance,
            buffers.moves,
            buffers.values,
            buffers.lines,
        )
        back_up(tree, buffers)


@compiled
def node_of(tree: Tree, seen: Record) -> int:
    """The node of a view; NO_NODE if the tree does not contain it."""
    return find(tree, digest(seen, MASKS, STATE_SIZE))
