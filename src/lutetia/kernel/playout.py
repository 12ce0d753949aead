"""Pattern (see `specialise`): whole random games without leaving compiled code."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Lines, Moves, Record, Words

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
score = game_function("score")
standing = game_function("standing")


@compiled
def play_out(box: Record, state: Record, chance: Words, moves: Moves) -> int:
    """Play uniformly random legal moves to the end. Returns the number of plies made."""
    plies = 0
    while state.to_move >= 0:
        count = legal_moves(box, state, moves)
        apply(box, state, moves[below(chance, count)])
        plies += 1
    return plies


@compiled
def logged_game(
    box: Record, state: Record, chances: Words, moves: Moves, log: Moves, room: int
) -> int:
    """Play a dealt game to its end: each seat draws its moves from its own generator.

    Returns the number of plies, which are written to `log`; −1 if they are more than `room`.
    """
    plies = 0
    while state.to_move >= 0:
        if plies == room:
            return -1
        count = legal_moves(box, state, moves)
        move = moves[below(chances[state.to_move], count)]
        log[plies] = move
        apply(box, state, move)
        plies += 1
    return plies


@compiled
def random_games(
    box: Record, state: Record, chance: Words, moves: Moves, lines: Lines, games: int
) -> tuple[int, int]:
    """Deal, play and score whole games. Returns all plies, and the plies of the longest game."""
    plies = 0
    longest = 0
    for _ in range(games):
        deal(box, chance, state)
        made = play_out(box, state, chance, moves)
        score(box, state, lines)
        plies += made
        longest = max(longest, made)
    return plies, longest


@compiled
def endings(
    box: Record,
    chance: Words,
    moves: Moves,
    states: np.ndarray,
    firsts: np.ndarray,
    lines: np.ndarray,
    standings: np.ndarray,
) -> None:
    """Fill the arrays with finished games: last state, first seat, points by line, standing."""
    for index in range(len(states)):
        deal(box, chance, states[index])
        firsts[index] = states[index].to_move
        play_out(box, states[index], chance, moves)
        score(box, states[index], lines[index])
        standing(box, states[index], standings[index])
