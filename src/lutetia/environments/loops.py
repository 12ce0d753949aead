"""Pattern (see `specialise`): many games that step together, without leaving compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Standing, Words

deal = game_function("deal")
legal_moves = game_function("legal_moves")
apply = game_function("apply")
standing = game_function("standing")
view = game_function("view")
observe = game_function("observe")


whole: Any = np.int64
"""Converts a count to the integer type that `below` takes."""


@compiled
def rank_rewards(standings: Standing, out: np.ndarray) -> None:
    """For each seat from 1 (first) to −1 (last); equal seats share. The sum is 0."""
    seats = len(standings)
    for seat in range(seats):
        below = 0
        above = 0
        for rival in range(seats):
            if standings[rival] < standings[seat]:
                below += 1
            elif standings[rival] > standings[seat]:
                above += 1
        out[seat] = (below - above) / (seats - 1)


@compiled
def first_illegal(mask: np.ndarray, moves: Moves, start: int, stop: int) -> int:
    """The first game whose move is not legal; −1 if all are legal."""
    for index in range(start, stop):
        move = moves[index]
        if move < 0 or move >= mask.shape[1] or not mask[index, move]:
            return index
    return -1


@compiled
def step_games(
    box: Record,
    chances: Words,
    states: np.ndarray,
    moves: Moves,
    rewards: np.ndarray,
    done: np.ndarray,
    standings: Standing,
    start: int,
    stop: int,
) -> None:
    """Play one legal move in each game. A game that ends gives its rewards and is dealt anew."""
    for index in range(start, stop):
        state = states[index]
        apply(box, state, moves[index])
        done[index] = state.to_move < 0
        if done[index]:
            standing(box, state, standings)
            rank_rewards(standings, rewards[index])
            deal(box, chances[index], state)
        else:
            rewards[index, :] = 0


@compiled
def reply_games(
    box: Record,
    chances: Words,
    luck: Words,
    states: np.ndarray,
    learners: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    standings: Standing,
    found: Moves,
    start: int,
    stop: int,
) -> None:
    """Play random moves in each game until it is the learner's turn.

    A game that ends meanwhile gives its rewards and is dealt anew.
    """
    for index in range(start, stop):
        state = states[index]
        while state.to_move != learners[index]:
            count = legal_moves(box, state, found)
            apply(box, state, found[below(luck[index], count)])
            if state.to_move < 0:
                standing(box, state, standings)
                rank_rewards(standings, rewards[index])
                done[index] = True
                deal(box, chances[index], state)


@compiled
def deal_games(box: Record, chances: Words, states: np.ndarray, start: int, stop: int) -> None:
    """Begin every game anew."""
    for index in range(start, stop):
        deal(box, chances[index], states[index])


@compiled
def list_moves(
    box: Record,
    states: np.ndarray,
    mask: np.ndarray,
    listed: np.ndarray,
    counts: np.ndarray,
    found: Moves,
    start: int,
    stop: int,
) -> None:
    """Mark the legal moves of each game.

    A mask is long and has few marks, so only the marks of the position before are taken away. A
    position with more moves than `listed` holds is cleared as a whole.
    """
    for index in range(start, stop):
        if counts[index] > listed.shape[1]:
            mask[index, :] = False
        else:
            for place in range(counts[index]):
                mask[index, listed[index, place]] = False
        count = legal_moves(box, states[index], found)
        for place in range(count):
            mask[index, found[place]] = True
        for place in range(min(count, listed.shape[1])):
            listed[index, place] = found[place]
        counts[index] = count


@compiled
def random_moves(
    mask: np.ndarray,
    listed: np.ndarray,
    counts: np.ndarray,
    luck: Words,
    out: Moves,
    start: int,
    stop: int,
) -> None:
    """Draw one legal move for each game."""
    for index in range(start, stop):
        choice = below(luck[index], whole(counts[index]))
        if counts[index] <= listed.shape[1]:
            out[index] = listed[index, choice]
        else:
            move = -1
            while choice >= 0:
                move += 1
                if mask[index, move]:
                    choice -= 1
            out[index] = move


@compiled
def observe_games(
    box: Record,
    states: np.ndarray,
    planes: Words,
    numbers: np.ndarray,
    start: int,
    stop: int,
) -> None:
    """Fill in what the seat to move sees in each game."""
    for index in range(start, stop):
        observe(box, states[index], planes[index], numbers[index])


@compiled
def view_games(box: Record, states: np.ndarray, views: np.ndarray, start: int, stop: int) -> None:
    """Fill in the view of the seat to move of each game."""
    for index in range(start, stop):
        view(box, states[index], np.int64(states[index].to_move), views[index])
