"""The proved result of every move of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lutetia.ai.proof import Proof, Prover
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

NODES = (4_000, 20_000)
"""The most nodes for the proof of one move: at the first attempt, and at the second.

Most proofs need few nodes, and a small attempt has a small table. What needs more is no puzzle.
"""


@dataclass(frozen=True)
class Answer:
    """One move, and the end of the game if both sides then play their best."""

    move: int
    margin: int
    """The lead of the mover at the end."""
    points: list[list[int]]
    """The points at the end: for each seat its scoring lines."""
    line: tuple[int, ...]
    """The moves to the end. The first is the move itself."""


def answer(game: Game, state: Record, move: int) -> Answer | None:
    """The result of one move; None if it is not proved."""
    proof = _first(Prover(game, nodes).prove_after(state, move) for nodes in NODES)
    if proof is None:
        return None
    points = [[int(value) for value in lines] for lines in proof.lines]
    seat = int(state.to_move)
    totals = [sum(lines) for lines in points]
    others = [total for other, total in enumerate(totals) if other != seat]
    return Answer(move, totals[seat] - max(others), points, proof.line)


def all_answers(game: Game, state: Record) -> list[Answer] | None:
    """The results of all legal moves, the best first; None if one of them is not proved."""
    found = []
    for move in game.legal_moves(state):
        one = answer(game, state, int(move))
        if one is None:
            return None
        found.append(one)
    return _best_first(found)


def only_best(game: Game, state: Record, lead: int) -> list[Answer] | None:
    """All results if one move is better than every other by at least `lead` points."""
    proof = _first(Prover(game, nodes).prove(state) for nodes in NODES)
    if proof is None:
        return None
    best = answer(game, state, proof.line[0])
    if best is None:
        return None
    found = [best]
    for move in game.legal_moves(state):
        if int(move) == best.move:
            continue
        one = answer(game, state, int(move))
        if one is None or one.margin > best.margin - lead:
            return None
        found.append(one)
    return _best_first(found)


def _first(proofs: Iterator[Proof | None]) -> Proof | None:
    return next((proof for proof in proofs if proof is not None), None)


def _best_first(answers: list[Answer]) -> list[Answer]:
    return sorted(answers, key=lambda one: (-one.margin, one.move))
