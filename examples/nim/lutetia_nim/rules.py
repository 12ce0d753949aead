"""Nim: two players take stones from a heap in turn.

N1  A turn takes one, two, three or twelve stones.
N2  Nobody takes more stones than there are.
N3  The heap has nine stones, or twenty.
N4  Each player is dealt a prize of one to six points, face down. The player who takes the last
    stone scores their own prize. The other player scores nothing.

In version 1 of the rules the prize was ten points higher.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.contract import Event, Game, Refusal, Rules
from lutetia.kernel.copying import copy_into
from lutetia.kernel.options import Option
from lutetia.kernel.types import Lines, Moves, Record, Standing, Words

STATE = np.dtype(
    [("ply", np.int32), ("to_move", np.int8), ("heap", np.int8), ("prize", np.int8, 2)], align=True
)
BOX = np.dtype([("rules_version", np.int64), ("heap", np.int64)])
AMOUNTS = np.array([1, 2, 3, 12])
WORDS = ("one", "two", "three", "twelve")
NO_SUCH_MOVE, TOO_MANY = 1, 2


@compiled
def deal(box: Record, chance: Words, state: Record) -> None:
    """The whole heap, and a prize for each player (N3, N4)."""
    state.ply = 0
    state.to_move = 0
    state.heap = box.heap
    for seat in range(2):
        state.prize[seat] = 1 + below(chance, 6)


@compiled
def legal_moves(box: Record, state: Record, out: Moves) -> int:
    """Every amount that the heap still has (N1, N2)."""
    count = 0
    for move in range(len(AMOUNTS)):
        if state.to_move >= 0 and AMOUNTS[move] <= state.heap:
            out[count] = move
            count += 1
    return count


@compiled
def refusal(box: Record, state: Record, move: int) -> int:
    """Why a move is not legal."""
    if move < 0 or move >= len(AMOUNTS):
        return NO_SUCH_MOVE
    return 0 if state.to_move >= 0 and AMOUNTS[move] <= state.heap else TOO_MANY


@compiled
def apply(box: Record, state: Record, move: int) -> None:
    """Take stones; the last one ends the game."""
    state.ply += 1
    state.heap -= AMOUNTS[move]
    state.to_move = 1 - state.to_move if state.heap > 0 else -1


@compiled
def score(box: Record, state: Record, out: Lines) -> None:
    """The player who took the last stone scores their prize (N4)."""
    last = (state.ply + 1) % 2
    more = 10 if box.rules_version == 1 else 0
    for seat in range(2):
        out[seat, 0] = state.prize[seat] + more if state.to_move < 0 and seat == last else 0


@compiled
def standing(box: Record, state: Record, out: Standing) -> None:
    """The player with more points is first; there are no ties."""
    lines = np.zeros((2, 1), dtype=np.int32)
    score(box, state, lines)
    for seat in range(2):
        out[seat] = lines[seat, 0]


@compiled
def view(box: Record, state: Record, seat: int, out: Record) -> None:
    """A player sees their own prize; at the end everybody sees both."""
    copy_into(state, out)
    for other in range(2):
        if other != seat and state.to_move >= 0:
            out.prize[other] = 0


@compiled
def imagine(box: Record, view: Record, seat: int, chance: Words, out: Record) -> None:
    """A hidden prize may have any value."""
    copy_into(view, out)
    for other in range(2):
        if out.prize[other] == 0:
            out.prize[other] = 1 + below(chance, 6)


class Nim(Game):
    """A heap of stones."""

    id = "nim"
    title = "Nim"
    rules_versions = (1, 2)
    seat_counts = (2,)
    state_type = STATE
    box_type = BOX
    move_space = len(AMOUNTS)
    score_lines = ("prize",)
    rules = Rules(deal, legal_moves, refusal, apply, score, standing, view, imagine)
    refusals: ClassVar[Mapping[int, Refusal]] = {
        NO_SUCH_MOVE: Refusal("N1", "there is no such move"),
        TOO_MANY: Refusal("N2", "the heap is smaller than that"),
    }
    options_offered = (Option("heap", 9, (9, 20), "N3", "how many stones there are"),)

    def fill_box(self) -> None:
        """The rules must know how many stones there are."""
        self.box.heap = self.options["heap"]

    def notation(self, move: int) -> str:
        """Such as `take:two`."""
        return f"take:{WORDS[move]}"

    def position(self, state: Record) -> dict[str, Any]:
        """The fields of the state; a hidden prize is null."""
        shown = super().position(state)
        return {**shown, "prize": [prize or None for prize in shown["prize"]]}

    def events(self, before: Record, move: int, after: Record) -> list[Event]:
        """How many stones were taken, and how many are left."""
        details = {"stones": int(AMOUNTS[move]), "left": int(after.heap)}
        return [Event("take", int(before.to_move), details)]
