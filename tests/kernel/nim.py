"""The smallest game that fulfils the contract: stones from a heap, and one hidden number.

It lets the kernel be tested without a real game: a turn takes one, two, three or twelve stones,
whoever takes the last one scores what was dealt to them face down; in version 1 of the rules ten
points more.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.contract import Event, Game, Option, Refusal, Rules
from lutetia.kernel.copying import copy_into
from lutetia.kernel.errors import BadComponents, UnknownComponents
from lutetia.kernel.options import checked_options, checked_seats, checked_version
from lutetia.kernel.types import Lines, Moves, Record, Standing, Words, new_record

STATE = np.dtype(
    [("ply", np.int32), ("to_move", np.int8), ("heap", np.int8), ("prize", np.int8, 2)], align=True
)
BOX = np.dtype([("rules_version", np.int64), ("heap", np.int64)])
STONES = "0" * 64
"""The digest of the only pieces."""
AMOUNTS = np.array([1, 2, 3, 12])
WORDS = ("one", "two", "three", "twelve")


@compiled
def deal(box: Record, chance: Words, state: Record) -> None:
    state.ply = 0
    state.to_move = 0
    state.heap = box.heap
    for seat in range(2):
        state.prize[seat] = 1 + below(chance, 6)


@compiled
def legal_moves(box: Record, state: Record, out: Moves) -> int:
    count = 0
    for move in range(4):
        if state.to_move >= 0 and state.heap >= AMOUNTS[move]:
            out[count] = move
            count += 1
    return count


@compiled
def refusal(box: Record, state: Record, move: int) -> int:
    if move < 0 or move > 3:
        return 1
    return 0 if state.to_move >= 0 and AMOUNTS[move] <= state.heap else 2


@compiled
def apply(box: Record, state: Record, move: int) -> None:
    state.ply += 1
    state.heap -= AMOUNTS[move]
    state.to_move = 1 - state.to_move if state.heap > 0 else -1


@compiled
def score(box: Record, state: Record, out: Lines) -> None:
    last = (state.ply + 1) % 2
    more = 10 if box.rules_version == 1 else 0
    for seat in range(2):
        out[seat, 0] = state.prize[seat] + more if state.to_move < 0 and seat == last else 0


@compiled
def standing(box: Record, state: Record, out: Standing) -> None:
    lines = np.zeros((2, 1), dtype=np.int32)
    score(box, state, lines)
    for seat in range(2):
        out[seat] = lines[seat, 0]


@compiled
def view(box: Record, state: Record, seat: int, out: Record) -> None:
    copy_into(state, out)
    for other in range(2):
        if other != seat and state.to_move >= 0:
            out.prize[other] = 0


@compiled
def imagine(box: Record, view: Record, seat: int, chance: Words, out: Record) -> None:
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
    move_space = 4
    score_lines = ("prize",)
    rules = Rules(deal, legal_moves, refusal, apply, score, standing, view, imagine)
    refusals: ClassVar[Mapping[int, Refusal]] = {
        1: Refusal("N1", "there is no such move"),
        2: Refusal("N2", "the heap is smaller than that"),
    }
    options_offered = (
        Option("heap", 9, (9, 20), "N3", "how many stones there are"),
        Option("loud", False, (False, True), "N4", "nothing at all"),
    )

    def __init__(self, seats: int, options: Mapping[str, Any], rules_version: int) -> None:
        self.seats = seats
        self.options = options
        self.rules_version = rules_version
        self.components_digest = STONES
        self.box = new_record(BOX)
        self.box.rules_version = rules_version
        self.box.heap = options["heap"]

    @classmethod
    def open(
        cls,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | str | None = None,
        rules_version: int | None = None,
    ) -> Nim:
        if isinstance(components, Path):
            raise BadComponents(f"{components}: stones are stones")
        if components not in {None, STONES}:
            raise UnknownComponents("components: this game was played with another component file")
        chosen = checked_options(cls.options_offered, options or {})
        version = checked_version(cls.title, cls.rules_versions, rules_version)
        return cls(checked_seats(cls.seat_counts, seats), chosen, version)

    def seat_name(self, seat: int) -> str:
        return ("first", "second")[seat]

    def notation(self, move: int) -> str:
        return f"take:{WORDS[move]}"

    def parse_exact(self, text: str) -> int | None:
        texts = [self.notation(move) for move in range(4)]
        return texts.index(text) if text in texts else None

    def position(self, state: Record) -> dict[str, Any]:
        return {name: np.asarray(state[name]).tolist() for name in STATE.names or ()}

    def state_from(self, position: Mapping[str, Any]) -> Record:
        state = self.new_state()
        for name, value in position.items():
            state[name] = value
        return state

    def events(self, before: Record, move: int, after: Record) -> list[Event]:
        assert AMOUNTS[move] == before.heap - after.heap
        return [Event("take", int(before.to_move), {"left": int(after.heap)})]


def open_nim(
    name: str,
    seats: int,
    options: Mapping[str, Any],
    components: Path | str | None = None,
    rules_version: int | None = None,
) -> Game:
    """An opener as records want it."""
    assert name == "nim"
    return Nim.open(seats, options, components, rules_version)
