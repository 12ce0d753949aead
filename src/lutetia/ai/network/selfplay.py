"""Pattern (see `kernel.specialise`): many games of self-play at once, with one network.

`advance` takes the network's answers for the waiting positions, and continues each game until it
waits again, for the network or for a proof. Finished games give samples: a position, the policy
that the search found, and the result of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lutetia.ai.network.trees import (
    ROOT,
    Leaves,
    Numbers,
    Reals,
    Shorts,
    Trees,
    uncounted_leaves,
    uncounted_trees,
)
from lutetia.ai.network.trees import clear as clear_tree
from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.sharing import taken
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Words

Shared = NDArray[np.int64]

if TYPE_CHECKING:
    # Not a part of the machine code: a change of it needs no new compilation.
    from lutetia.ai.network.subject import Subject

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
view = game_function("view")
score = game_function("score")
standing = game_function("standing")
players = game_function("players")
ownership = game_function("ownership")
hidden = game_function("hidden")
provable = game_function("provable")
certain = game_function("certain")
choose_candidate = game_function("choose_candidate")
grow = game_function("grow")
improved_policy = game_function("improved_policy")
plant_root = game_function("plant_root")
present = game_function("present")
present_root = game_function("present_root")
simulate = game_function("simulate")

SEATS = game_function("seats")
LINES = game_function("lines")

TARGETS = 128
"""The most moves in a sample's policy. If there are more, the most probable ones are kept."""
NO_MOVE = -1
SURE = 65535
"""The number that stands for the probability 1 in a sample."""

WHOLE_WIN = 12
"""The result of a seat that wins alone; several winners share it."""
OWNED = 2
"""The sets of `ownership`; those of `hidden` come after them."""
THOROUGH = 4
"""If there are quick searches, one search in this many is thorough."""

TOGETHER = 32
"""The games that a thread takes at a time."""

NEW = 0
OF_ROOT = 1
OF_LEAF = 2
TO_PROVE = 3
IN_PROOF = 4
PROVED_OR_NOT = 5
"""What a game waits for. The last one: the proof has ended, with or without a result."""
NOT_PROVED = -1
WAITS = 1


class Samples(NamedTuple):
    """Positions to learn from. The last axes are those of the fields of `Leaves`."""

    planes: Words
    numbers: NDArray[np.int8]
    moves: Shorts
    probabilities: NDArray[np.uint16]
    result: NDArray[np.uint8]
    """For each seat its share of the win, in parts of `WHOLE_WIN`; the mover's is the first."""
    lines: NDArray[np.int16]
    """The points at the end by seat and line, the mover's first."""
    ownership: Words
    """What the network guesses besides: the sets of `ownership`, then those of `hidden`."""
    proved: NDArray[np.uint8]
    """Whether the move was proved to be best. Then the result is proved from there on too."""


class Games(NamedTuple):
    """All games of a crowd, their trees and their samples so far."""

    states: Record
    box_of: Numbers
    chances: Words
    waiting: NDArray[np.int8]
    certain_move: Numbers
    """The move that the last proof found; −1 if it found none."""
    done: Numbers
    """The number of simulations done at this root."""
    plan: Numbers
    plan_length: Numbers
    quick_plan: Numbers
    quick_length: Numbers
    """The simulations of a quick search; 0: every search is thorough."""
    is_quick: NDArray[np.int8]
    """Whether the search at this root is quick. Then nothing is learnt from the position."""
    noise: NDArray[np.float64]
    views: Record
    trees: Trees
    leaves: Leaves
    held: Samples
    """One row for each game and ply, before the result is known."""
    held_mover: NDArray[np.int8]
    held_count: Numbers
    out: Samples
    """The first axis is the piece of the crowd. Each piece has one thread at a time."""
    tallies: NDArray[np.int64]
    """Counters of each piece; the names are below."""
    first_result: NDArray[np.int8]
    """The result of seat 0 in the first game of each place; `UNPLAYED` before."""


OUT, PLAYED, PLIES, EVALUATED, PROVED, DROPPED = range(6)
TALLIES = 6
UNPLAYED = -1


def new_samples(subject: Subject, *shape: int) -> Samples:
    """Space for samples."""
    seats = subject.seats
    return Samples(
        planes=np.zeros((*shape, subject.planes), dtype=np.uint64),
        numbers=np.zeros((*shape, subject.numbers), dtype=np.int8),
        moves=np.zeros((*shape, TARGETS), dtype=np.int16),
        probabilities=np.zeros((*shape, TARGETS), dtype=np.uint16),
        result=np.zeros((*shape, seats), dtype=np.uint8),
        lines=np.zeros((*shape, seats * subject.lines), dtype=np.int16),
        ownership=np.zeros((*shape, OWNED + subject.hidden_sets), dtype=np.uint64),
        proved=np.zeros(shape, dtype=np.uint8),
    )


@compiled
def uncounted_samples(samples: Samples) -> Samples:
    """The same samples; the references to them are not counted."""
    return Samples(
        borrowed(samples.planes),
        borrowed(samples.numbers),
        borrowed(samples.moves),
        borrowed(samples.probabilities),
        borrowed(samples.result),
        borrowed(samples.lines),
        borrowed(samples.ownership),
        borrowed(samples.proved),
    )


@compiled
def uncounted_games(games: Games) -> Games:
    """The same games. Many threads play them, and would wait for each other to count references."""
    return Games(
        borrowed(games.states),
        borrowed(games.box_of),
        borrowed(games.chances),
        borrowed(games.waiting),
        borrowed(games.certain_move),
        borrowed(games.done),
        borrowed(games.plan),
        borrowed(games.plan_length),
        borrowed(games.quick_plan),
        borrowed(games.quick_length),
        borrowed(games.is_quick),
        borrowed(games.noise),
        borrowed(games.views),
        uncounted_trees(games.trees),
        uncounted_leaves(games.leaves),
        uncounted_samples(games.held),
        borrowed(games.held_mover),
        borrowed(games.held_count),
        uncounted_samples(games.out),
        borrowed(games.tallies),
        borrowed(games.first_result),
    )


@compiled
def keep_targets(games: Games, game: int, policy: Reals) -> None:
    """Keep the most probable moves of the root as the policy to be learnt."""
    row = games.held_count[game]
    trees = games.trees
    sum_ = 0.0
    kept = 0
    best = np.full(TARGETS, -1.0, dtype=np.float32)
    moves = np.full(TARGETS, NO_MOVE, dtype=np.int16)
    for index in range(trees.root_count[game]):
        chance = policy[index]
        if kept == TARGETS and chance <= best[TARGETS - 1]:
            continue
        place = min(kept, TARGETS - 1)
        while place > 0 and best[place - 1] < chance:
            best[place] = best[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        best[place] = chance
        moves[place] = trees.root_moves[game, index]
        kept = min(kept + 1, TARGETS)
    for place in range(kept):
        sum_ += best[place]
    for place in range(TARGETS):
        games.held.moves[game, row, place] = moves[place]
        games.held.probabilities[game, row, place] = 0
        if place < kept:
            games.held.probabilities[game, row, place] = int(SURE * best[place] / sum_)
    games.held.proved[game, row] = 0


@compiled
def keep_position(box: Record, games: Games, game: int) -> None:
    """Store the root as the network saw it, and what it did not see."""
    row = games.held_count[game]
    state = games.states[game]
    hidden(box, state, np.int64(state.to_move), games.held.ownership[game, row, OWNED:])
    games.held.planes[game, row] = games.leaves.planes[game]
    games.held.numbers[game, row] = games.leaves.numbers[game]
    games.held_mover[game, row] = games.leaves.mover[game]


@compiled
def keep_proof(games: Games, game: int, move: int) -> None:
    """Store a position whose best move was proved."""
    row = games.held_count[game]
    for place in range(TARGETS):
        there = place < games.leaves.counts[game]
        games.held.moves[game, row, place] = games.leaves.moves[game, place] if there else NO_MOVE
        games.held.probabilities[game, row, place] = 0
    # If the proved move is not listed, it replaces another move.
    place = 0
    for index in range(TARGETS):
        if games.held.moves[game, row, index] == move:
            place = index
    games.held.moves[game, row, place] = move
    games.held.probabilities[game, row, place] = SURE
    games.held.proved[game, row] = 1


@compiled
def hand_over(box: Record, games: Games, game: int, piece: int) -> None:
    """Move the samples of a finished game to the output, with the result in them."""
    state = games.states[game]
    lines = np.zeros((SEATS, LINES), dtype=np.int32)
    order = np.zeros(SEATS, dtype=np.int64)
    score(box, state, lines)
    standing(box, state, order)
    games.tallies[piece, PLAYED] += 1
    games.tallies[piece, PLIES] += games.held_count[game]
    playing = players(box)
    shares = np.zeros(SEATS, dtype=np.uint8)
    winners = 0
    for seat in range(playing):
        winners += order[seat] == order[:playing].max()
    for seat in range(playing):
        if order[seat] == order[:playing].max():
            shares[seat] = WHOLE_WIN // winners
    if games.first_result[game] == UNPLAYED:
        games.first_result[game] = shares[0]
    for row in range(games.held_count[game]):
        place = games.tallies[piece, OUT]
        if place == games.out.result.shape[1]:
            games.tallies[piece, DROPPED] += 1
            continue
        games.tallies[piece, OUT] += 1
        mover = np.int64(games.held_mover[game, row])
        games.out.planes[piece, place] = games.held.planes[game, row]
        games.out.numbers[piece, place] = games.held.numbers[game, row]
        games.out.moves[piece, place] = games.held.moves[game, row]
        games.out.probabilities[piece, place] = games.held.probabilities[game, row]
        games.out.proved[piece, place] = games.held.proved[game, row]
        games.out.result[piece, place, :] = 0
        games.out.lines[piece, place, :] = 0
        for turn in range(playing):
            seat = (mover + turn) % playing
            games.out.result[piece, place, turn] = shares[seat]
            for line in range(LINES):
                games.out.lines[piece, place, turn * LINES + line] = lines[seat, line]
        games.out.ownership[piece, place] = games.held.ownership[game, row]
        ownership(state, mover, games.out.ownership[piece, place, :OWNED])


@compiled
def begin(boxes: Record, games: Games, game: int, blind: int, moves: Moves) -> None:
    """Deal a new game. The first `blind` moves are random and give no samples."""
    state = games.states[game]
    chance = games.chances[game]
    box = boxes[games.box_of[game]]
    while True:
        deal(box, chance, state)
        for _ in range(blind):
            if state.to_move >= 0:
                apply(box, state, moves[below(chance, legal_moves(box, state, moves))])
        if state.to_move >= 0:
            break
    games.held_count[game] = 0


@compiled
def next_root(boxes: Record, games: Games, game: int, piece: int, moves: Moves) -> None:
    """Continue to a position with a choice, and prepare it for a proof or for the network."""
    state = games.states[game]
    box = boxes[games.box_of[game]]
    while True:
        if state.to_move < 0 or games.held_count[game] == games.held_mover.shape[1]:
            hand_over(box, games, game, piece)
            begin(boxes, games, game, 0, moves)
            continue
        count = legal_moves(box, state, moves)
        if count > 1:
            break
        apply(box, state, np.int64(moves[0]))
    if provable(box, state):
        games.waiting[game] = TO_PROVE
    else:
        ask(box, games, game, moves)


@compiled
def ask(box: Record, games: Games, game: int, moves: Moves) -> None:
    """Prepare a position for the network, as the root of a search."""
    present_root(box, games.states[game], games.leaves, game, moves)
    games.waiting[game] = OF_ROOT
    games.done[game] = 0
    games.is_quick[game] = 0
    if games.quick_length[0] > 0:
        games.is_quick[game] = below(games.chances[game], THOROUGH) != 0
    if games.is_quick[game] == 0:
        keep_position(box, games, game)


@compiled
def use_proof(boxes: Record, games: Games, game: int, piece: int, moves: Moves) -> None:
    """Play the move that a proof found. If it found none, ask the network."""
    state = games.states[game]
    box = boxes[games.box_of[game]]
    move: Any = np.int64(games.certain_move[game])
    if move == NOT_PROVED:
        ask(box, games, game, moves)
        return
    present(box, state, games.leaves, game, moves)
    keep_position(box, games, game)
    keep_proof(games, game, move)
    games.held_count[game] += 1
    games.tallies[piece, PROVED] += 1
    apply(box, state, move)
    next_root(boxes, games, game, piece, moves)


@compiled
def prove(
    boxes: Record, states: Record, box_of: Numbers, chosen: Numbers, prover: Any, found: Numbers
) -> None:
    """Try to prove the positions of the chosen games."""
    for index in range(len(chosen)):
        game = chosen[index]
        found[game] = certain(boxes[box_of[game]], states[game], prover)


@compiled
def handful(begun: Shared, count: int) -> tuple[int, int]:
    """The next games for a thread: the first one, and the one after the last."""
    first = min(count, taken(begun, TOGETHER))
    return first, min(count, first + TOGETHER)


@compiled
def advance(
    boxes: Record,
    games: Games,
    begun: Shared,
    piece: int,
    world: Record,
    moves: Moves,
    policy: Reals,
) -> None:
    """Continue games until each waits for the network or for a proof.

    Several threads do this at once. `begun` counts the games that some thread has taken.
    """
    games = uncounted_games(games)
    trees = games.trees
    leaves = games.leaves
    following = 0
    last = 0
    while True:
        if following == last:
            following, last = handful(begun, len(games.waiting))
            if following == last:
                return
        game = following
        following += 1
        box = boxes[games.box_of[game]]
        waiting = games.waiting[game]
        if waiting == OF_ROOT:
            clear_tree(trees, game)
            most = np.int64(games.plan.shape[0] - 1)
            plant_root(trees, game, leaves, game, most, games.noise[0], games.chances[game])
            view(box, games.states[game], np.int64(leaves.mover[game]), games.views[game])
        elif waiting == OF_LEAF:
            grow(trees, game, leaves, game)
        elif waiting == PROVED_OR_NOT:
            use_proof(boxes, games, game, piece, moves)
            continue
        elif waiting == NEW:
            next_root(boxes, games, game, piece, moves)
            continue
        else:
            continue
        games.tallies[piece, EVALUATED] += 1
        while True:
            width = trees.node_width[game, ROOT]
            quick = games.is_quick[game] != 0
            if games.done[game] == (games.quick_length[0] if quick else games.plan_length[0]):
                if not quick:
                    improved_policy(trees, game, policy)
                    keep_targets(games, game, policy)
                    games.held_count[game] += 1
                edge = choose_candidate(trees, game, -1)
                apply(box, games.states[game], np.int64(trees.edge_move[game, ROOT, edge]))
                next_root(boxes, games, game, piece, moves)
                break
            plan = games.quick_plan if quick else games.plan
            wanted = np.int64(plan[width, games.done[game]])
            edge = choose_candidate(trees, game, wanted)
            games.done[game] += 1
            waits = simulate(
                box,
                trees,
                game,
                leaves,
                game,
                games.views[game],
                np.int64(trees.node_mover[game, ROOT]),
                edge,
                games.chances[game],
                world,
                moves,
            )
            if waits == WAITS:
                games.waiting[game] = OF_LEAF
                break
