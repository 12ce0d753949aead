"""Pattern (see `kernel.specialise`): tree search with sequential halving of the candidates.

At the root the moves with the highest logits are candidates; in self-play noise is added. In each
round all candidates get the same number of simulations, then the worse half is dropped ("Policy
improvement by planning with Gumbel", Danihelka and others, 2022). Below the root the search follows
the policy, improved by the values. Every simulation imagines one world for what the root's mover
cannot see.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lutetia.ai.network.best_moves import (
    STEPS,
    insert,
    keep_edges,
    keep_most_probable,
    new_row,
    normaliser,
)
from lutetia.ai.network.trees import (
    NO_NODE,
    ROOT,
    Leaves,
    Numbers,
    Reals,
    Trees,
    add_node,
    find,
    mixed,
)
from lutetia.kernel.chance import next_word
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import scratch
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
imagine = game_function("imagine")
observe = game_function("observe")
score = game_function("score")
standing = game_function("standing")
secret = game_function("secret")
"""`secret(state, seat)`: a hash of what only this seat sees, and of what chance has revealed."""
told = game_function("told")
fingerprint = game_function("fingerprint")
"""`fingerprint(box, state)`: a hash of the whole position; 0 while something is hidden."""
players = game_function("players")

SEATS = game_function("seats")
LINES = game_function("lines")
MARGIN = game_function("margin")

WAITS = 1
OVER = 0
WIN_SHARE = 0.5
"""The part of a value that depends on winning. The rest depends on the lead in points."""

VISITS_SEEN = 50.0
VALUE_SCALE = game_function("value_scale")
"""How strongly values change the policy: (50 + most visits of a move) × this × value."""

OFTEN = 32
"""A node with so many visits, where nothing is hidden, is searched more widely."""
CURIOSITY = 1.0
FLATNESS = 0.5
"""There a move gets a bonus of `CURIOSITY` × probability ^ `FLATNESS` × √visits / own visits."""

LOW = -1e9
MOST_SEATS = 8
new_values = scratch(MOST_SEATS)


@compiled
def share(chance: Words) -> float:
    """A random number between 0 and 1, never 0 or 1 itself."""
    return (float(next_word(chance) >> np.uint64(11)) + 0.5) / 9007199254740992.0


@compiled
def mean_value(trees: Trees, tree: int, node: int, edge: int, seat: int) -> float:
    """The mean value of an edge that was visited."""
    return trees.edge_sum[tree, node, edge, seat] / trees.edge_visits[tree, node, edge]


@compiled
def mixed_value(trees: Trees, tree: int, node: int) -> float:
    """The assumed value of a move that was never tried. It combines the node's own value and the
    values of the tried moves, weighted by their probabilities."""
    mover = trees.node_mover[tree, node]
    visits = 0
    known = 0.0
    sum_ = 0.0
    for edge in range(trees.node_width[tree, node]):
        if trees.edge_visits[tree, node, edge] > 0:
            visits += trees.edge_visits[tree, node, edge]
            probable = math.exp(trees.edge_logit[tree, node, edge])
            known += probable
            sum_ += probable * mean_value(trees, tree, node, edge, mover)
    own = float(trees.node_value[tree, node, mover])
    if visits == 0 or known <= 0.0:
        return own
    return (own + visits * sum_ / known) / (1.0 + visits)


@compiled
def most_visits(trees: Trees, tree: int, node: int) -> int:
    """The visits of the most visited move."""
    most = 0
    for edge in range(trees.node_width[tree, node]):
        most = max(most, trees.edge_visits[tree, node, edge])
    return most


@compiled
def choose_inside(trees: Trees, tree: int, node: int) -> int:
    """The move to follow below the root."""
    if trees.node_open[tree, node] != 0 and trees.node_visits[tree, node] >= OFTEN:
        return choose_widely(trees, tree, node)
    return choose_improved(trees, tree, node)


@compiled
def choose_improved(trees: Trees, tree: int, node: int) -> int:
    """The move with too few visits for its improved probability."""
    width = trees.node_width[tree, node]
    mover = trees.node_mover[tree, node]
    unknown = mixed_value(trees, tree, node)
    scale = (VISITS_SEEN + most_visits(trees, tree, node)) * VALUE_SCALE
    improved = new_row()
    highest = LOW
    visits = 0
    for edge in range(width):
        value = unknown
        if trees.edge_visits[tree, node, edge] > 0:
            value = mean_value(trees, tree, node, edge, mover)
            visits += trees.edge_visits[tree, node, edge]
        improved[edge] = trees.edge_logit[tree, node, edge] + scale * value
        highest = max(highest, improved[edge])
    sum_ = 0.0
    for edge in range(width):
        improved[edge] = math.exp(improved[edge] - highest)
        sum_ += improved[edge]
    best = 0
    best_lack = LOW
    for edge in range(width):
        lack = improved[edge] / sum_ - trees.edge_visits[tree, node, edge] / (1.0 + visits)
        if lack > best_lack:
            best_lack = lack
            best = edge
    return best


@compiled
def choose_widely(trees: Trees, tree: int, node: int) -> int:
    """The move with the best sum of its value and of a bonus for few visits, as in PUCT.

    The improved policy tries an improbable move the less, the more visits a node has. So it does
    not find the move that refutes a plan. This bonus grows with the visits of the node.
    """
    width = trees.node_width[tree, node]
    mover = trees.node_mover[tree, node]
    unknown = mixed_value(trees, tree, node)
    weight = new_row()
    sum_ = 0.0
    for edge in range(width):
        weight[edge] = math.exp(trees.edge_logit[tree, node, edge] * FLATNESS)
        sum_ += weight[edge]
    curiosity = CURIOSITY * math.sqrt(1.0 + trees.node_visits[tree, node]) / sum_
    best = 0
    best_score = LOW
    for edge in range(width):
        seen = trees.edge_visits[tree, node, edge]
        value = unknown
        if seen > 0:
            value = mean_value(trees, tree, node, edge, mover)
        score = value + curiosity * weight[edge] / (1.0 + seen)
        if score > best_score:
            best_score = score
            best = edge
    return best


@compiled
def choose_candidate(trees: Trees, tree: int, visits: int) -> int:
    """The best candidate with this many visits; if there is none, the best of the most visited."""
    width = trees.node_width[tree, ROOT]
    mover = trees.node_mover[tree, ROOT]
    unknown = mixed_value(trees, tree, ROOT)
    most = most_visits(trees, tree, ROOT)
    scale = (VISITS_SEEN + most) * VALUE_SCALE
    best = 0
    best_score = LOW
    for wanted in (visits, most):
        for edge in range(width):
            if trees.edge_visits[tree, ROOT, edge] != wanted:
                continue
            value = unknown
            if wanted > 0:
                value = mean_value(trees, tree, ROOT, edge, mover)
            score = trees.edge_logit[tree, ROOT, edge] + scale * value
            score += trees.root_noise[tree, edge]
            if score > best_score:
                best_score = score
                best = edge
        if best_score > LOW:
            break
    return best


@compiled
def node_worth(trees: Trees, tree: int, node: int, seat: int) -> float:
    """The value of a node: the mean of its own value and of the values of all visits."""
    sum_ = trees.node_value[tree, node, seat] + trees.node_sum[tree, node, seat]
    return float(sum_) / (1.0 + trees.node_visits[tree, node])


@compiled
def back_up(trees: Trees, tree: int, leaves: Leaves, leaf: int, values: Floats) -> None:
    """Change the values of all moves on the path to a leaf, the last one first.

    Where nothing is hidden, a move gets the value of the node behind it. Other paths may have led
    to this node, too, and what they found counts for this move. Elsewhere the nodes behind a move
    differ with the imagined world, so a move gets the mean over its visits.
    """
    child = new_values()
    for seat in range(SEATS):
        child[seat] = values[seat]
    hidden = leaves.path_hidden[leaf]
    for step in range(leaves.path_length[leaf] - 1, -1, -1):
        node: Any = np.int64(leaves.path_node[leaf, step])
        edge: Any = np.int64(leaves.path_edge[leaf, step])
        trees.edge_visits[tree, node, edge] += 1
        trees.node_visits[tree, node] += 1
        visits = trees.edge_visits[tree, node, edge]
        for seat in range(SEATS):
            old = trees.edge_sum[tree, node, edge, seat]
            new = visits * child[seat] if step >= hidden else old + values[seat]
            trees.edge_sum[tree, node, edge, seat] = new
            trees.node_sum[tree, node, seat] += new - old
            child[seat] = node_worth(trees, tree, node, seat)


@compiled
def present(box: Record, world: Record, leaves: Leaves, leaf: int, moves: Moves) -> int:
    """Prepare a position for the network. Returns the number of its moves."""
    count = min(legal_moves(box, world, moves), leaves.moves.shape[1])
    leaves.counts[leaf] = count
    leaves.mover[leaf] = world.to_move
    leaves.players[leaf] = players(box)
    for index in range(count):
        leaves.moves[leaf, index] = moves[index]
    observe(box, world, leaves.planes[leaf], leaves.numbers[leaf])
    return count


@compiled
def present_root(box: Record, world: Record, leaves: Leaves, leaf: int, moves: Moves) -> int:
    """The same for the root of a search."""
    leaves.open[leaf] = fingerprint(box, world) != np.uint64(0)
    return present(box, world, leaves, leaf, moves)


@compiled
def simulate(
    box: Record,
    trees: Trees,
    tree: int,
    leaves: Leaves,
    leaf: int,
    seen: Record,
    seat: int,
    candidate: int,
    chance: Words,
    world: Record,
    moves: Moves,
) -> int:
    """Follow the tree from a candidate of the root to a position that is not in the tree.

    `WAITS`: the position waits for the network. `OVER`: the game ended; its values are backed up.
    """
    imagine(box, seen, seat, chance, world)
    node = ROOT
    edge = candidate
    hash_ = trees.root_hash[tree]
    length = 0
    open_ = trees.node_open[tree, ROOT] != 0
    leaves.path_hidden[leaf] = 0
    while True:
        if not open_:
            leaves.path_hidden[leaf] = length + 1
        leaves.path_node[leaf, length] = node
        leaves.path_edge[leaf, length] = edge
        length += 1
        move = np.int64(trees.edge_move[tree, node, edge])
        apply(box, world, move)
        hash_ = mixed(hash_, np.uint64(told(move) + 1))
        leaves.path_length[leaf] = length
        if world.to_move < 0:
            values = new_values()
            _end(box, world, trees.root_lead[tree], values)
            back_up(trees, tree, leaves, leaf, values)
            return OVER
        key = np.uint64(fingerprint(box, world))
        open_ = key != np.uint64(0)
        if not open_:
            key = mixed(hash_, np.uint64(secret(world, np.int64(world.to_move))))
        found = find(trees, tree, key)
        if found == NO_NODE or length == leaves.path_node.shape[1]:
            leaves.key[leaf] = key
            leaves.open[leaf] = open_
            present(box, world, leaves, leaf, moves)
            return WAITS
        node = found
        edge = choose_inside(trees, tree, node)


@compiled
def worth(victory: float, lead: float) -> float:
    """A value between 0 and 1. It depends mostly on who wins, and a little on the lead."""
    return WIN_SHARE * victory + (1.0 - WIN_SHARE) / (1.0 + math.exp(-lead / MARGIN))


@compiled
def _end(box: Record, world: Record, expected: Reals, values: Floats) -> None:
    """The values of a finished game. `expected` are the leads that the root expects."""
    lines = np.zeros((SEATS, LINES), dtype=np.int32)
    order = np.zeros(SEATS, dtype=np.int64)
    score(box, world, lines)
    standing(box, world, order)
    playing = players(box)
    best = order[:playing].max()
    winners = 0
    for seat in range(playing):
        if order[seat] == best:
            winners += 1
    for seat in range(playing):
        lead = 1e9
        for other in range(playing):
            if other != seat:
                lead = min(lead, float(lines[seat].sum() - lines[other].sum()))
        victory = 1.0 / winners if order[seat] == best else 0.0
        values[seat] = worth(victory, lead - expected[seat])


@compiled
def seat_values(leaves: Leaves, leaf: int, values: Floats) -> None:
    """The network's values by seat; it gives them from the mover on."""
    playing = np.int64(leaves.players[leaf])
    for turn in range(playing):
        values[(leaves.mover[leaf] + turn) % playing] = leaves.values[leaf, turn]


@compiled
def grow(trees: Trees, tree: int, leaves: Leaves, leaf: int) -> None:
    """Use the network's answer for a leaf: add a node, and back up its value."""
    values = new_values()
    seat_values(leaves, leaf, values)
    back_up(trees, tree, leaves, leaf, values)
    if find(trees, tree, leaves.key[leaf]) != NO_NODE:
        return
    node = add_node(trees, tree, leaves.key[leaf])
    if node == NO_NODE:
        return
    trees.node_mover[tree, node] = leaves.mover[leaf]
    trees.node_open[tree, node] = leaves.open[leaf]
    trees.node_value[tree, node, :] = values[:SEATS]
    keep_most_probable(trees, tree, node, leaves, leaf)


@compiled
def plant_root(
    trees: Trees, tree: int, leaves: Leaves, leaf: int, most: int, noise: float, chance: Words
) -> None:
    """Begin a tree with the network's answer for its root. Choose at most `most` candidates.

    `noise` is 1 in self-play: then each move is chosen with its probability. It is 0 if only
    strength matters.
    """
    key = mixed(np.uint64(1), np.uint64(1))
    add_node(trees, tree, key)
    trees.root_hash[tree] = key
    trees.node_mover[tree, ROOT] = leaves.mover[leaf]
    values = new_values()
    seat_values(leaves, leaf, values)
    trees.node_value[tree, ROOT, :] = values[:SEATS]
    trees.node_open[tree, ROOT] = leaves.open[leaf]
    count = leaves.counts[leaf]
    trees.root_count[tree] = count
    scores = new_row()
    chosen = new_row()
    width = 0
    capacity = min(most, trees.edge_move.shape[2])
    whole = normaliser(leaves, leaf)
    for index in range(count):
        logit = leaves.logits[leaf, index] / STEPS - whole
        trees.root_moves[tree, index] = leaves.moves[leaf, index]
        trees.root_logits[tree, index] = logit
        score = logit
        if noise > 0.0:
            score -= noise * math.log(-math.log(share(chance)))
        width = insert(scores, chosen, width, capacity, score, index)
    keep_edges(trees, tree, ROOT, leaves, leaf, chosen, width)
    for edge in range(width):
        trees.root_noise[tree, edge] = scores[edge] - trees.edge_logit[tree, ROOT, edge]


@compiled
def improved_policy(trees: Trees, tree: int, out: Reals) -> None:
    """For each move of the root: its probability after the search."""
    mover = trees.node_mover[tree, ROOT]
    count = trees.root_count[tree]
    unknown = mixed_value(trees, tree, ROOT)
    scale = (VISITS_SEEN + most_visits(trees, tree, ROOT)) * VALUE_SCALE
    highest = LOW
    for index in range(count):
        out[index] = trees.root_logits[tree, index] + scale * unknown
        for edge in range(trees.node_width[tree, ROOT]):
            if (
                trees.edge_move[tree, ROOT, edge] == trees.root_moves[tree, index]
                and trees.edge_visits[tree, ROOT, edge] > 0
            ):
                value = mean_value(trees, tree, ROOT, edge, mover)
                out[index] = trees.root_logits[tree, index] + scale * value
        highest = max(highest, out[index])
    sum_ = 0.0
    for index in range(count):
        out[index] = math.exp(out[index] - highest)
        sum_ += out[index]
    for index in range(count):
        out[index] /= sum_


def visit_plan(candidates: int, simulations: int) -> Numbers:
    """For each simulation: how many visits its candidate has before it."""
    if candidates <= 1:
        return np.arange(simulations, dtype=np.int32)
    rounds = math.ceil(math.log2(candidates))
    plan: list[int] = []
    visits = 0
    left = candidates
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            plan += [visits] * left
            visits += 1
        left = max(2, left // 2)
    return np.array(plan[:simulations], dtype=np.int32)
